"""The log for one viewer: every event as a line, with its receipt if the viewer may know it."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import Event, Game, State
from smallworld.engine.world.world import NONE
from smallworld.presentation import Line, log_lines
from smallworld.texts.catalogue import OTHER_IS_RACE

from ..tables.journal import Note
from .event_timing import timing_of
from .parties import why_line
from .text_cache import Data, Words


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

    `open_coins`: nothing is hidden. `addressed`: the viewer has only that seat and is addressed as "you".
    """
    listener = seat if addressed else NONE
    end = len(game.log) if last is None else last
    due = sorted((note for note in notes if first <= note.number <= end), key=lambda note: note.number)
    lines: list[Data] = []
    for line in log_lines(game, first, end, None if open_coins else seat):
        while due and due[0].number <= line.number:
            note = due.pop(0)
            lines.append(_note_line(note, game.positions[note.number], words, players, listener))
        lines.append(_line(line, words, players, listener))
    lines += [_note_line(note, game.positions[note.number], words, players, listener) for note in due]
    return lines


def _line(line: Line, words: Words, players: Sequence[str], listener: int) -> Data:
    event = line.event
    timing = timing_of(event.kind)
    return {
        "number": line.number,
        "round": line.round,
        "turn": line.turn,
        "kind": event.kind,
        "text": words.event(event, players, listener),
        "seat": event.seat,
        "other": NONE if event.kind in OTHER_IS_RACE else event.other,
        "region": event.region,
        "amount": None if event.amount == NONE else event.amount,
        "race": None if event.race == NONE else words.race(event.race),
        "thing": _found(event, words),
        "receipt": None if event.receipt is None else words.receipt(event.receipt),
        "lines": [words.term(term) for term in line.terms],
        "why": None if event.why is None else why_line(event.why, words, players),
        "pause": timing.pause + timing.line * len(line.terms),
        "hold": timing.hold,
        "cue": timing.cue,
        "important": line.news == 2,
    }


def _found(event: Event, words: Words) -> Data | None:
    """What a draw has revealed in a region, or a card of the row."""
    if event.card != NONE:
        return words.piece(words.world.row_cards[event.card])
    if event.kind == "found":
        return words.marker(event.marker)
    return words.power(event.power) if event.kind == "bound" else None


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
