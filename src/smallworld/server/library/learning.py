"""The first ten minutes: short stages with aims, then a short game. A pack brings them as `learn.toml`.

Also the aims of the little positions of the encyclopedia: nobody should have to remember them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from smallworld.engine import Game, position_string, state_from
from smallworld.packs import find_packs
from smallworld.packs.find import world_from_description

from ..picture.phrasebook import Data, Words, words
from ..picture.worlds import USUAL
from ..wire.house import Stage as StageWire
from ..wire.house import Stages
from .lessons import lesson_of, lesson_world

FILE: Final = "learn.toml"
PREFIX: Final = "learn-"  # of the ids of stages, as a table's option `lesson` has them
LEVEL: Final = "novice"
LEARNER: Final = 0  # the seat


@dataclass(frozen=True)
class Aim:
    """Something to be done: an event, or tokens of one's own in a region."""

    id: str
    event: str = ""
    times: int = 1
    amount: int = 0
    tokens: int = 0
    regions: tuple[int, ...] = ()

    def done(self, game: Game) -> bool:
        if self.tokens:
            return any(self._guarded(game, number) for number in range(len(game.log) + 1))
        found = 0
        for number in range(len(game.log)):
            if game.positions[number].turn == LEARNER:
                found += sum(
                    self._is(event.kind, event.region, event.amount) for event in game.events[number]
                )
        return found >= self.times

    def _is(self, kind: str, region: int, amount: int) -> bool:
        here = not self.regions or region in self.regions
        return kind == self.event and here and (not self.amount or amount >= self.amount)

    def _guarded(self, game: Game, number: int) -> bool:
        s = game.positions[number]
        mine = s.regions_of(LEARNER)
        return any(mine >> region & 1 and s.tokens[region] >= self.tokens for region in self.regions)


@dataclass(frozen=True)
class Stage:
    id: str
    start: str  # position string; empty: a game from its beginning
    aims: tuple[Aim, ...]
    rounds: int = 0
    guide: bool = False


@cache
def stages() -> tuple[Stage, ...]:
    """Of the usual world, in their order."""
    place = files(str(find_packs()[USUAL].looks)).joinpath(FILE)
    return tuple(_stage(data) for data in tomllib.loads(place.read_text(encoding="utf-8"))["stage"])


def _stage(data: Mapping[str, Any]) -> Stage:
    position = data.get("position")
    start = position_string(state_from(_numbered(position), world_from_description)) if position else ""
    aims = tuple(Aim(**{**aim, "regions": tuple(aim.get("regions", ()))}) for aim in data.get("aims", ()))
    return Stage(data["id"], start, aims, data.get("rounds", 0), data.get("guide", False))


def _numbered(position: Mapping[str, Any]) -> dict[str, Any]:
    """Regions are numbers; keys of a TOML table are words."""
    found = dict(position)
    for name, value in position.items():
        if isinstance(value, Mapping):
            numbers = name == "regions"
            found[name] = {int(key): count for key, count in value.items()} if numbers else _numbered(value)
    return found


@cache
def learning(lang: str) -> Stages:
    spoken = words(lang, lesson_world())
    return Stages(
        stages=[
            StageWire(
                id=f"{PREFIX}{stage.id}",
                title=spoken(f"learn.{stage.id}.title"),
                text=spoken(f"learn.{stage.id}.text"),
                start=stage.start,
                rounds=stage.rounds,
                guide=stage.guide,
                level=LEVEL,
            )
            for stage in stages()
        ]
    )


def aims_of(lesson: str, game: Game, spoken: Words, packs: Sequence[str]) -> list[Data]:
    """The aims of a table, with what has been reached: of a stage, or of a piece's little position."""
    if lesson.startswith(PREFIX):
        id = lesson.removeprefix(PREFIX)
        stage = next((one for one in stages() if one.id == id), None)
        aims = stage.aims if stage else ()
        return [{"text": spoken(f"learn.{id}.{aim.id}"), "done": aim.done(game)} for aim in aims]
    kind, _, id = lesson.partition("-")
    made = lesson_of(kind, id, tuple(packs)) if kind in ("race", "power") else None
    if made is None:
        return []
    short = str(spoken.named(kind, id)["short"])
    return [{"text": spoken(f"lesson.text_{made.topic}", short=short, hand=made.hand), "done": False}]
