"""Bot levels, and the job of a worker process: choose moves in a position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from time import monotonic
from typing import Final
from zlib import crc32

from smallworld.bots import make_bot
from smallworld.bots.levels import Level
from smallworld.bots.levels import levels as bot_levels
from smallworld.bots.safe_bot import Guarded, greedy_fallback
from smallworld.engine import State, action_string, parse_position, view
from smallworld.engine.turn.turn import play
from smallworld.packs import world_from_key

DEFAULT_LEVEL: Final = "casual"
MOST: Final = 400  # decisions in one stretch; no turn is nearly as long
ENOUGH: Final = 8.0  # seconds, after which what there is is played; the rest is asked for again


_own: Final[dict[str, Level]] = {}  # bots this server was started with, by name


@cache
def rated() -> dict[str, Level]:
    """The levels of this project by id, weakest first."""
    return {level.id: level for level in bot_levels()}


def levels() -> dict[str, Level]:
    """All that can fill a seat, by id: the rated levels, then the bots this server was started with."""
    return {**rated(), **_own}


def offer(bots: Iterable[tuple[str, str]]) -> None:
    """At the start of a server process: offer these bots (name and spec), which have no rating."""
    _own.clear()
    _own.update({name: Level(name, name, spec, None, ()) for name, spec in bots})


def known_level(level: str) -> str:
    """The level, or the default if a table was created with one that no longer exists."""
    return level if level in levels() else DEFAULT_LEVEL


def personality(level: str, table: str, seat: int) -> str:
    """A bot keeps its personality for a whole game: it is derived from the table and the seat. Empty: it
    has none."""
    known = levels()[level].personalities
    return known[crc32(f"{table}/{seat}".encode()) % len(known)] if known else ""


@dataclass(frozen=True)
class Job:
    """A position, the seat to decide, and its bot: the name of its level, and its spec."""

    position: str
    seat: int
    level: str
    spec: str
    seed: str


@dataclass(frozen=True)
class Stretch:
    """The bot's decisions until chance or another seat decides, and the errors on the way."""

    actions: list[str]
    faults: list[str]


def think(job: Job) -> Stretch:
    """Runs in a worker process. A bot's error costs it one decision; see `smallworld.bots.safe_bot`."""
    guarded = Guarded(make_bot(job.spec, job.seed), job.level)
    try:
        actions = _stretch(guarded, parse_position(job.position, world_from_key), job.seat)
    finally:
        guarded.close()
    return Stretch(actions, [str(forfeit) for forfeit in guarded.forfeits])


def _stretch(bot: Guarded, state: State, seat: int) -> list[str]:
    actions: list[str] = []
    until = monotonic() + ENOUGH
    while state.seat == seat and not state.is_chance and not state.over and len(actions) < MOST:
        if actions and monotonic() > until:
            break
        code = bot.choose(view(state, seat))
        actions.append(action_string(state.world, code))
        play(state, code)
    return actions


def fall_back(job: Job) -> Stretch:
    """One decision by the basic rules, almost without cost: for when the worker cannot answer."""
    state = parse_position(job.position, world_from_key)
    return Stretch([action_string(state.world, greedy_fallback(view(state, job.seat)))], [])


def beats(actions: list[str]) -> list[list[str]]:
    """The decisions in the steps that people see: placing tokens is one step, with what ends it."""
    pieces: list[list[str]] = []
    placing = False
    for action in actions:
        if placing and action[0] in "tme":
            pieces[-1].append(action)
        else:
            pieces.append([action])
        placing = action[0] in "tm"
    return pieces
