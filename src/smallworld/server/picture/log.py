"""The log for one reader: every event as a line, with its receipt where the reader may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from smallworld.engine import Event, Game, State, Term, events_for, score_lines
from smallworld.engine.world import NONE
from smallworld.texts.catalogue import OTHER_IS_RACE

from .drama import drama_of
from .parties import why_line
from .phrasebook import Data, Words

# Seen on the board, or without news in it: not worth a line in a short recap.
_MINOR: Final = {
    "round",
    "turn",
    "mustered",
    "readied",
    "drawn_race",
    "drawn_badge",
    "displaced",
    "placed",
    "unmarked",
    "reshuffled",
}


@dataclass(frozen=True)
class Note:
    """Something about the people at the table that belongs into the log, before entry `number`."""

    number: int
    kind: str  # standin, timeout or back
    seat: int


def event_lines(
    game: Game,
    first: int,
    seat: int,
    words: Words,
    players: Sequence[str],
    *,
    last: int | None = None,
    open_coins: bool = False,
    notes: Sequence[Note] = (),
    addressed: bool = False,
) -> list[Data]:
    """Lines of the log from entry `first` up to `last`.

    `open_coins`: everything may be known. `addressed`: the reader is that seat alone, and is spoken to.
    """
    listener = seat if addressed else NONE
    end = len(game.log) if last is None else last
    positions = game.positions
    told = sorted((note for note in notes if first <= note.number <= end), key=lambda note: note.number)
    lines: list[Data] = []
    for number in range(first, end):
        before, after = positions[number], positions[number + 1]
        while told and told[0].number == number:
            lines.append(_note_line(told.pop(0), before, words, players, listener))
        events = game.events[number]
        seen = events if open_coins else events_for(events, seat)
        found = {(event.marker, event.region) for event in events if event.kind == "found"}
        for event, round_, turn in _by_turn(seen, before):
            line = _line(event, number, round_, turn, after, words, players, listener)
            if event.kind == "marked" and (event.marker, event.region) in found:
                line["important"] = False  # that it was found there has been said
            lines.append(line)
    lines += [_note_line(note, positions[end], words, players, listener) for note in told]
    return lines


def _by_turn(events: Sequence[Event], before: State) -> Iterator[tuple[Event, int, int]]:
    """One entry may end a turn and begin the next: each event with the turn it belongs to."""
    round_, turn = before.round, before.turn
    for event in events:
        if event.kind == "round":
            round_, turn = event.amount, 0
        elif event.kind == "turn":
            turn = event.seat
        yield event, round_, turn


def _line(
    event: Event,
    number: int,
    round_: int,
    turn: int,
    after: State,
    words: Words,
    players: Sequence[str],
    listener: int,
) -> Data:
    scored = event.kind in ("scored", "earned") and event.receipt is not None
    lines = [words.term(term) for term in scored_lines(event, after)] if scored else []
    drama = drama_of(event.kind)
    return {
        "number": number,
        "round": round_,
        "turn": turn,
        "kind": event.kind,
        "text": words.event(event, players, listener),
        "seat": event.seat,
        "other": NONE if event.kind in OTHER_IS_RACE else event.other,
        "region": event.region,
        "amount": None if event.amount == NONE else event.amount,
        "race": None if event.race == NONE else words.race(event.race),
        "thing": _found(event, words),
        "receipt": None if event.receipt is None else words.receipt(event.receipt),
        "lines": lines,
        "why": None if event.why is None else why_line(event.why, words, players),
        "pause": drama.pause + drama.line * len(lines),
        "hold": drama.hold,
        "cue": drama.cue,
        "important": event.kind not in _MINOR and not (event.kind == "lost" and event.seat == NONE),
    }


def _found(event: Event, words: Words) -> Data | None:
    """What a draw has brought to light in a region."""
    if event.kind == "found":
        return words.marker(event.marker)
    return words.power(event.power) if event.kind == "bound" else None


def scored_lines(event: Event, after: State) -> list[Term]:
    """The coins of a scoring, region by region.

    Who holds what is the same when the entry is over. What is counted anew by then (conquests of the turn,
    coins paid once) cannot be shown by region any more: it is one line, as in the receipt, and all adds up.
    """
    assert event.receipt is not None
    by_region: dict[str, list[Term]] = {}
    for term in score_lines(after, event.seat):
        by_region.setdefault(term.label, []).append(term)
    lines: list[Term] = []
    for term in event.receipt.terms:
        found = by_region.get(term.label, [])
        lines += found if sum(line.amount for line in found) == term.amount else [term]
    return lines


def _note_line(note: Note, state: State, words: Words, players: Sequence[str], listener: int) -> Data:
    said = f"{note.kind}_you" if note.seat == listener else note.kind
    return {
        "number": note.number,
        "round": state.round,
        "turn": state.turn,
        "kind": note.kind,
        "text": words(f"note.{said}", name=players[note.seat]),
        "seat": note.seat,
        "other": NONE,
        "region": NONE,
        "amount": None,
        "race": None,
        "thing": None,
        "receipt": None,
        "lines": [],
        "why": None,
        "important": True,
    }
