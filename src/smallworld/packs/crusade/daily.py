"""The Crusade of the day: a date gives board, stacks and dice, the same for everybody.

    text  = "smallworld crusade of the day " + date, as in 2026-11-16
    seed  = SHA-256 of the text (UTF-8), as 64 hexadecimal digits
    board = the board for two of the base game; of Underground, if the first digit of the seed is odd
    tribe tokens: 14

The n-th outcome of chance (n from 0) comes from the engine's `Seeded` generator with this seed: 53 bits of
BLAKE2b of "seed/n" are a number from 0 up to 1, which chooses among the outcomes as the engine lists them.
So a record can be checked by anybody: its world is that of the day, and every outcome is the next of the day.
"""

from __future__ import annotations

import hashlib
from datetime import date
from itertools import pairwise
from typing import Final, Protocol

from smallworld.engine import Game, Record, Seeded, SmallWorldError, World, action_string, winners
from smallworld.engine.actions import is_chance
from smallworld.engine.notation.strings import world_key

from ..find import load_world

TEXT: Final = "smallworld crusade of the day "
FIRST: Final = date(2026, 1, 1)
_SHAPE: Final = "0000-00-00"


def day_of(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise SmallWorldError(f"not a date: expected one as in 2026-11-16, got {text[:20]!r}") from None
    if day < FIRST:
        raise SmallWorldError(f"the first Crusade of the day was on {FIRST}; got {day}")
    return day


def seed_of(day: date) -> str:
    return hashlib.sha256(f"{TEXT}{day.isoformat()}".encode()).hexdigest()


def world_of(day: date) -> World:
    home = "underground" if int(seed_of(day)[0], 16) % 2 else "base"
    return load_world(f"{home}_2p", packs=(home, "crusade"))


def note_of(day: date) -> str:
    """What stands in the record."""
    return f"{TEXT}{day.isoformat()}"


def day_in(note: str) -> date | None:
    """The day a record says it is of, or None."""
    _, found, rest = note.partition(TEXT)
    day = rest.partition(" ")[0][: len(_SHAPE)]
    digits = "".join("0" if letter in "0123456789" else letter for letter in day)
    return day_of(day) if found and digits == _SHAPE else None


def faults_of_daily(record: Record, day: date) -> list[str]:
    """Why a record is no Crusade of that day; empty if it is."""
    game, world = record.game, world_of(day)
    if game.start is not None:
        return ["it does not begin at the beginning"]
    if world_key(game.world) != world_key(world):
        return [f"that day is played in {world_key(world)}, the record is of {world_key(game.world)}"]
    luck = Seeded(seed_of(day))
    for number, (before, code) in enumerate(zip(game.positions, game.log, strict=False), 1):
        if is_chance(code) and (due := luck.outcome(before)) != code:
            return [
                f"entry {number}: chance brought {action_string(world, due)} on that day, "
                f"the record says {action_string(world, code)}"
            ]
    return []


class Translator(Protocol):
    """Whoever says it in a language: a catalogue of texts."""

    def name(self, kind: str, id: str, /) -> str: ...

    def pack_text(self, *path: str, **facts: object) -> str: ...


def share_text(record: Record, day: date, translator: Translator) -> str:
    """A short text for friends: no names, nothing that gives the game away."""
    game = record.game
    state, picks = game.state, sum(event.kind == "picked" for events in game.events for event in events)
    home = next(pack.id for pack in state.world.packs if state.world.board.id in pack.boards)
    said = translator.pack_text(
        "daily",
        "won" if winners(state) == (0,) else "lost",
        day=day.isoformat(),
        place=translator.name("pack", home),
        mine=state.coins[0],
        theirs=state.coins[-1],
        n=picks,
    )
    return f"{said}\n{_course(game)}"


def _course(game: Game) -> str:
    """A sign for each round: who gained on whom in it."""
    leads = {state.round: state.coins[0] - state.coins[-1] for state in reversed(game.positions)}  # at first
    at_first = [leads[round] for round in sorted(leads)]
    last = game.state.coins[0] - game.state.coins[-1]
    gains = [after - before for before, after in pairwise([*at_first, last])]
    return "".join("▲" if gain > 0 else "▼" if gain < 0 else "=" for gain in gains)
