"""The log, line by line: what happened, in which turn, how important it is, and the coins of a scoring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from smallworld.engine import Event, Game, Term, events_for
from smallworld.engine.world.world import NONE

_NO_NEWS: Final = ("round", "turn", "mustered", "readied", "drawn_race")
_MINOR: Final = ("drawn_badge", "displaced", "placed", "unmarked", "reshuffled")  # visible on the board


class Line(NamedTuple):
    number: int  # of the log entry: several events may share one
    round: int
    turn: int  # seat whose turn it was
    event: Event
    news: int  # 0: no news; 1: visible on the board or already said; 2: worth a line in a short summary
    terms: tuple[Term, ...] = ()  # of a scoring: coin by coin, with regions


def log_lines(game: Game, first: int, last: int, seat: int | None) -> Iterator[Line]:
    """The lines of the entries from `first` up to `last`, as a seat may know them; None: with everything."""
    positions = game.positions
    for number in range(first, last):
        before, events = positions[number], game.events[number]
        found = {(event.marker, event.region) for event in events if event.kind == "found"}
        round_, turn = before.round, before.turn
        for event in events if seat is None else events_for(events, seat):
            # One entry may end a turn and begin the next, or contain the whole turn of a party.
            if event.kind == "round":
                round_, turn = event.amount, 0
            elif event.kind == "turn":
                turn = event.seat
            said = event.kind == "marked" and (event.marker, event.region) in found
            news = min(_news(event), 1) if said else _news(event)
            yield Line(number, round_, turn, event, news, event.lines)


def _news(event: Event) -> int:
    if event.kind in _NO_NEWS or (event.kind == "lost" and event.seat == NONE):  # natives always lose
        return 0
    return 1 if event.kind in _MINOR else 2
