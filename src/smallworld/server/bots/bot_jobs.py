"""Bot levels, and the job of a worker process: choose moves in a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
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


@cache
def levels() -> dict[str, Level]:
    """Every level by id, weakest first."""
    return {level.id: level for level in bot_levels()}


def known_level(level: str) -> str:
    """The level, or the default if a table was created with one that no longer exists."""
    return level if level in levels() else DEFAULT_LEVEL


def personality(level: str, table: str, seat: int) -> str:
    """A bot keeps its personality for a whole game: it is derived from the table and the seat."""
    known = levels()[level].personalities
    return known[crc32(f"{table}/{seat}".encode()) % len(known)]


@dataclass(frozen=True)
class Job:
    """A position, the seat to decide, and the level of its bot."""

    position: str
    seat: int
    level: str
    personality: str
    seed: str


@dataclass(frozen=True)
class Stretch:
    """The bot's decisions until chance or another seat decides, and the errors on the way."""

    actions: list[str]
    faults: list[str]


def think(job: Job) -> Stretch:
    """Runs in a worker process. A bot's error costs it one decision; see `smallworld.bots.safe_bot`."""
    bot = make_bot(levels()[job.level].bot(job.personality), job.seed)
    guarded = Guarded(bot, job.level)
    actions = _stretch(guarded, parse_position(job.position, world_from_key), job.seat)
    return Stretch(actions, [str(forfeit) for forfeit in guarded.forfeits])


def _stretch(bot: Guarded, state: State, seat: int) -> list[str]:
    actions: list[str] = []
    while state.seat == seat and not state.is_chance and not state.over and len(actions) < MOST:
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
