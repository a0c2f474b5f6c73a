"""Bots for seats: their levels, and what a worker process does with a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from smallworld.bots import make_bot
from smallworld.bots.guard import Guarded, greedy_fallback
from smallworld.bots.registry import Bot
from smallworld.engine import Seeded, State, View, action_string, parse_position, view
from smallworld.engine.turn import play
from smallworld.packs import world_from_key

DEFAULT_LEVEL: Final = "fair"
MOST: Final = 400  # decisions in one stretch; no turn is nearly as long


@dataclass(frozen=True)
class Level:
    """How strong a bot is. `blunders`: the share of its decisions that are left to chance."""

    id: str
    spec: str
    blunders: float = 0.0
    rating: int | None = None


@cache
def levels() -> dict[str, Level]:
    """Every level by id, weakest first."""
    found = (
        Level("gentle", "greedy", blunders=0.25),
        Level("fair", "greedy"),
        Level("strong", "planner:beam=4"),
        Level("expert", "search:ms=40"),
    )
    return {level.id: level for level in found}


@dataclass(frozen=True)
class Job:
    """A seat is asked something in a position; somebody of this level is to go on."""

    position: str
    seat: int
    level: str
    seed: str


@dataclass(frozen=True)
class Stretch:
    """What the bot does until chance or another seat decides, and what went wrong on the way."""

    actions: list[str]
    faults: list[str]


class Blundering:
    """Now and then any legal action will do."""

    def __init__(self, bot: Bot, share: float, seed: str) -> None:
        self._bot, self._share = bot, share
        self._random = Seeded(f"blunder/{seed}").random

    def choose(self, view: View) -> int | str:
        if view.legal and self._random() < self._share:
            return view.legal.codes[int(self._random() * len(view.legal))]
        return self._bot.choose(view)


def think(job: Job) -> Stretch:
    """For a worker process. What a bot does wrong costs it one decision; see `smallworld.bots.guard`."""
    level = levels()[job.level]
    bot: Bot = make_bot(level.spec, job.seed)
    if level.blunders:
        bot = Blundering(bot, level.blunders, job.seed)
    guarded = Guarded(bot, level.id)
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
    """One decision by the plain rules, in no time: for when the worker cannot answer."""
    state = parse_position(job.position, world_from_key)
    return Stretch([action_string(state.world, greedy_fallback(view(state, job.seat)))], [])


def beats(actions: list[str]) -> list[list[str]]:
    """A stretch in the pieces that people see: placing tokens is one piece, with what ends it."""
    pieces: list[list[str]] = []
    placing = False
    for action in actions:
        if placing and action[0] in "tme":
            pieces[-1].append(action)
        else:
            pieces.append([action])
        placing = action[0] in "tm"
    return pieces
