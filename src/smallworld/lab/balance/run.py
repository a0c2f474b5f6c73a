"""A balance run: which games are played for a piece, in which order, and where they are stored.

The piece is dealt in every scene, its variants (one token more or less …) in half of them. At any time the
games are spread evenly over worlds and players, so that a run can be stopped anywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from smallworld.engine import SmallWorldError
from smallworld.engine.errors import PackError, choices

from ..atlas.result import fingerprint
from ..workers import call_all
from .deal import BOT, Deal, play_deal
from .game_file import GameFile
from .measured_piece import AS_IT_IS, Change, MeasuredPiece, lack_of, world_with
from .scenes import CELLS, PLAYERS, SEED, WORLDS, Cell, Scene, in_turn, scene

GAMES: Final = 240  # with the piece itself: enough for an error of about one coin

MOST_SCENES: Final = 400  # of a cell
FIRST_SCENES: Final = 8  # of a cell: every board is among them


class Task(NamedTuple):
    """One game: a scene, and the variant of the piece; 0 is the piece itself."""

    scene: int
    form: int


@dataclass(frozen=True)
class BalancePlan:
    """The settings that decide the games. The same plan gives the same games in any process."""

    subject: MeasuredPiece
    games: int = GAMES
    worlds: tuple[str, ...] = ()  # empty: all
    players: tuple[int, ...] = ()  # empty: all
    neighbours: bool = True  # whether other numbers are tried
    base: Change = AS_IT_IS  # with which number it is measured

    def check(self) -> None:
        """All faults, before the first game."""
        faults = [choices("world", world, WORLDS) for world in self.worlds if world not in WORLDS]
        some = ", ".join(map(str, PLAYERS))
        strange = [count for count in self.players if count not in PLAYERS]
        faults += [f"players: expected some of {some}, got {count}" for count in strange]
        if self.games < 1:
            faults.append(f"games: expected 1 or more, got {self.games}")
        if faults:
            raise SmallWorldError(faults)
        if not self.scenes:
            asked = islice(self._asked, len(CELLS) * FIRST_SCENES)
            lacks = dict.fromkeys(f"{at.cell.world}: {lack_of(self.subject, at)}" for at in asked)
            raise PackError([f"{self.subject.name} cannot be played anywhere", *lacks])

    @cached_property
    def forms(self) -> list[Change]:
        return [self.base, *(self.subject.neighbours() if self.neighbours else ())]

    @property
    def _asked(self) -> Iterator[Scene]:
        """The scenes of the requested worlds and numbers of players; the first ones are the most exact,
        because printed pieces were dealt in them.
        """
        for at in map(scene, range(len(CELLS) * MOST_SCENES)):
            if at.cell.world in (self.worlds or WORLDS) and at.cell.players in (self.players or PLAYERS):
                yield at

    @cached_property
    def scenes(self) -> list[Scene]:
        """The scenes in which the piece can be in play: as many as the requested games, if there are
        enough.
        """
        return list(islice((at for at in self._asked if not lack_of(self.subject, at)), self.games))

    @cached_property
    def tasks(self) -> list[Task]:
        """In the order of play. Variants are tried in every other scene of a cell."""
        found = []
        for at in self.scenes:
            forms = range(len(self.forms)) if at.index % 2 == 0 else (0,)
            found += [Task(at.number, form) for form in forms]
        return found

    @property
    def absent(self) -> dict[Cell, str]:
        """Where it cannot be in play, and why."""
        there = {at.cell for at in self.scenes}
        found: dict[Cell, str] = {}
        for at in islice(self._asked, len(CELLS) * FIRST_SCENES):
            if at.cell not in there and (lack := lack_of(self.subject, at)):
                found.setdefault(at.cell, lack)
        return found

    @property
    def settings(self) -> dict[str, object]:
        """The settings a folder of games belongs to; more games may be added to it."""
        digest = hashlib.blake2b(repr(self.subject.origin).encode(), digest_size=8).hexdigest()
        return {
            "piece": self.subject.name,
            "pack": digest,
            "worlds": list(self.worlds),
            "players": list(self.players),
            "neighbours": self.neighbours,
            "bot": BOT,
            "seed": SEED,
            "weights": fingerprint(),
            **({"base": list(self.base)} if self.base != AS_IT_IS else {}),
        }

    def play(self, number: int) -> tuple[int, Deal]:
        """Game `number`. It depends only on the plan, so that it can be played in any process."""
        task = self.tasks[number]
        at = scene(task.scene)
        subject = replace(self.subject, change=self.forms[task.form])
        world = world_with(subject, at)
        assert world is not None
        mates = world.power_ids if subject.kind == "race" else [race.id for race in world.races]
        mate = in_turn(mates, at.index, f"mate/{at.cell}/{at.board}")
        return number, play_deal(world, at, *subject.with_mate(mate))

    def __getstate__(self) -> dict[str, object]:
        """What a worker needs; it computes the rest."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


class Bench:
    """A run. Finished games are in `deals`, by number, and in the folder if there is one."""

    def __init__(self, plan: BalancePlan, out: str | Path | None = None) -> None:
        plan.check()
        self.plan = plan
        self.out = None if out is None else Path(out).expanduser()
        self.deals: dict[int, Deal] = {}

    @property
    def total(self) -> int:
        return len(self.plan.tasks)

    def run(self, jobs: int = 1, ray: str = "", progress: Callable[[], None] = lambda: None) -> None:
        """Play the missing games. An interrupt keeps all finished games."""
        journal = GameFile(self.out, self.plan.settings) if self.out is not None else None
        try:
            if journal is not None:
                self.deals |= {number: deal for number, deal in journal.deals.items() if number < self.total}
            progress()
            todo = [number for number in range(self.total) if number not in self.deals]
            with closing(call_all(partial(play, self.plan), todo, jobs, ray)) as found:
                for number, deal in found:
                    self.deals[number] = deal
                    if journal is not None:
                        journal.add(number, deal)
                    progress()
        finally:
            if journal is not None:
                journal.close()


def play(plan: BalancePlan, number: int) -> tuple[int, Deal]:
    """For a worker, which gets the same plan again and again."""
    return kept(plan).play(number)


@lru_cache(maxsize=4)
def kept(plan: BalancePlan) -> BalancePlan:
    """A cached plan that has computed its games already."""
    return plan


def play_some(plan: BalancePlan, numbers: Sequence[int]) -> list[tuple[int, Deal]]:
    """Several games in one call, for a server's worker."""
    return [play(plan, number) for number in numbers]
