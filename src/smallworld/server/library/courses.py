"""The tutorial: short stages with aims, then a short game. A pack defines it in `learn.toml`.

Also the aims of the small positions of the encyclopedia, so that the table can show them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from smallworld.engine import Event, Game, PackError, State, World, position_string, state_from
from smallworld.engine.content.pack import Pack
from smallworld.engine.world.world import NONE
from smallworld.packs import find_packs
from smallworld.packs.choosing import USUAL, chosen_world
from smallworld.packs.find import world_from_description
from smallworld.texts import Catalogue

from ..picture.text_cache import Data, Words
from ..wire.pages import Course, Stages
from ..wire.pages import Stage as StageWire
from .lessons import lesson_of

FILE: Final = "learn.toml"
PREFIX: Final = "learn-"  # of stage ids, as in a table's option `lesson`
LEVEL: Final = "novice"
LEARNER: Final = 0  # the seat


@dataclass(frozen=True)
class Aim:
    """A task: an event, own tokens in a region, or regions held until a round."""

    id: str
    event: str = ""
    times: int = 1
    amount: int = 0
    to_others: bool = False  # the event names the affected seat first
    tokens: int = 0
    regions: tuple[int, ...] = ()
    keeps: int = 0
    until: int = 0  # the round

    def done(self, game: Game) -> bool:
        if self.keeps:
            return any(self._kept(s) for s in (*game.positions, game.state))
        if self.tokens:
            return any(self._guarded(s) for s in (*game.positions, game.state))
        return sum(self._is(event) for events in game.events for event in events) >= self.times

    def _is(self, event: Event) -> bool:
        doer = event.other if self.to_others else event.seat
        if event.why is not None:
            doer = event.why.chosen_by  # a party's move counts for the seat that decided it
        here = not self.regions or event.region in self.regions
        enough = not self.amount or event.amount >= self.amount
        return event.kind == self.event and doer in (LEARNER, NONE) and here and enough

    def _kept(self, s: State) -> bool:
        return s.round >= self.until and s.regions_of(LEARNER).bit_count() >= self.keeps

    def _guarded(self, s: State) -> bool:
        mine = s.regions_of(LEARNER)
        return any(mine >> region & 1 and s.tokens[region] >= self.tokens for region in self.regions)


@dataclass(frozen=True)
class Stage:
    id: str
    start: str  # position string; empty: a game from its beginning
    aims: tuple[Aim, ...]
    world: World
    options: Mapping[str, str]
    rounds: int = 0
    guide: bool = False


def courses() -> list[Pack]:
    """Packs with a tutorial: those that have boards before modules, the default pack first."""
    packs = (pack for pack in find_packs().values() if pack.learn)
    return sorted(packs, key=lambda pack: (pack.id != USUAL, not pack.boards, pack.id))


@cache
def stages_of(pack: Pack) -> tuple[Stage, ...]:
    """In their order. Raises `PackError` with the file and the fault."""
    place = f"{pack.learn.replace('.', '/')}/{FILE}"
    try:
        data = tomllib.loads(files(pack.learn).joinpath(FILE).read_text(encoding="utf-8"))
        return tuple(_stage(pack, stage) for stage in data["stage"])
    except FileNotFoundError as error:
        raise PackError(f"{place}: is missing") from error
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise PackError(f"{place}: {error}") from error


def stages() -> Iterator[Stage]:
    for pack in courses():
        yield from stages_of(pack)


def _stage(pack: Pack, data: Mapping[str, Any]) -> Stage:
    options = data.get("options", {})
    start, position = "", data.get("position")
    if position is None:
        packs = data.get("packs", [pack.id])
        world = chosen_world(packs, players=data.get("players", 2), options=options)
    else:
        state = state_from(_numbered(position), world_from_description)
        game = Game(state.world, start=state)
        for action in data.get("play", "").split():
            game.play(action)
        start, world = position_string(game.state), state.world
    aims = tuple(Aim(**{**aim, "regions": tuple(aim.get("regions", ()))}) for aim in data.get("aims", ()))
    return Stage(data["id"], start, aims, world, options, data.get("rounds", 0), data.get("guide", False))


def _numbered(position: Mapping[str, Any]) -> dict[str, Any]:
    """Regions are numbers, but TOML keys are strings."""
    found = dict(position)
    for name, value in position.items():
        if isinstance(value, Mapping):
            numbers = all(key.isdigit() for key in value)
            found[name] = {int(key): count for key, count in value.items()} if numbers else _numbered(value)
    return found


@cache
def learning(lang: str) -> Stages:
    return Stages(courses=[_course(pack, Catalogue(lang, [pack])) for pack in courses()])


def _course(pack: Pack, spoken: Catalogue) -> Course:
    return Course(
        id=pack.id,
        name=spoken.name("pack", pack.id),
        stages=[
            StageWire(
                id=f"{PREFIX}{stage.id}",
                title=spoken.pack_text("stage", stage.id, "title"),
                text=spoken.pack_text("stage", stage.id, "text"),
                start=stage.start,
                packs=[one.id for one in stage.world.packs],
                options=dict(stage.options),
                rounds=stage.rounds,
                guide=stage.guide,
                bots=[LEVEL] * (stage.world.players - 1),
            )
            for stage in stages_of(pack)
        ],
    )


def aims_of(lesson: str, game: Game, spoken: Words, packs: Sequence[str]) -> list[Data]:
    """The aims of a table and whether they are reached: of a stage, or of a piece's small position."""
    if lesson.startswith(PREFIX):
        id = lesson.removeprefix(PREFIX)
        stage = next((one for one in stages() if one.id == id), None)
        aims = stage.aims if stage else ()
        return [
            {"text": spoken.catalogue.pack_text("stage", id, aim.id), "done": aim.done(game)} for aim in aims
        ]
    kind, _, id = lesson.partition("-")
    made = lesson_of(kind, id, tuple(packs)) if kind in ("race", "power") else None
    if made is None:
        return []
    short = str(spoken.named(kind, id)["short"])
    return [{"text": spoken(f"lesson.text_{made.topic}", short=short, hand=made.hand), "done": False}]
