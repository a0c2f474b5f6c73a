"""The games behind the atlas: one bot in all seats, a share of the picks at random, every pick recorded.

A bot picks what it prefers on this board, so its picks are no fair sample of all combos. Therefore some picks
are drawn from all combos the seat can pay for, and then played as well as the bot can.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from smallworld.bots.registry import make_bot
from smallworld.bots.safe_bot import Guarded
from smallworld.bots.try_bot import close, try_bot
from smallworld.engine import Seeded, SmallWorldError, View, World, world_key
from smallworld.engine.errors import faults_of
from smallworld.engine.position import state as st
from smallworld.packs import load_world

from ..arena import play_game
from ..results import GAMES, GameRow, Store, read_rows
from ..sim import bot_seed
from ..workers import call_all
from .picks import PICKS, ROUNDS, Pick, PickWatcher
from .result import fingerprint

PLAYERS: Final = (2, 3, 4, 5)


@dataclass(frozen=True)
class AtlasPlan:
    """The settings that decide the games for one number of players."""

    players: int
    bot: str = "planner:beam=4"
    seed: int = 0
    explore: float = 0.5  # the share of random picks
    packs: tuple[str, ...] = ("base",)
    board: str = ""  # by default the board for these players
    weights: str = field(default_factory=fingerprint)  # of the bots: other weights play other games

    def check(self) -> None:
        """All faults, before the first game."""
        faults: list[str] = []
        if self.players not in PLAYERS:
            faults.append(f"unknown number of players {self.players}; expected one of: 2, 3, 4, 5")
        if not 0 <= self.explore <= 1:
            faults.append(f"explore: expected a share from 0 to 1, got {self.explore}")
        faults += faults_of(lambda: try_bot(self.bot))
        if self.players in PLAYERS:
            faults += faults_of(lambda: self.world)
        if faults:
            raise SmallWorldError(faults)

    @property
    def world(self) -> World:
        return load_world(self.board, players=self.players, packs=self.packs)


class Explorer:
    """A bot that makes some picks at random. `drawn` has an entry for every pick at the table."""

    def __init__(self, bot: Guarded, seed: str, share: float, drawn: list[bool]) -> None:
        self.bot, self.share, self.drawn = bot, share, drawn
        self.forfeits = bot.forfeits
        self._random = Seeded(f"explore/{seed}").random

    def choose(self, view: View) -> int | str:
        if view.state.step != st.PICK:
            return self.bot.choose(view)
        self.drawn.append(self._random() < self.share)
        if not self.drawn[-1]:
            return self.bot.choose(view)
        assert view.legal is not None
        codes = view.legal.codes
        return codes[int(self._random() * len(codes))]


def play_number(plan: AtlasPlan, number: int) -> GameRow:
    """Game `number`. It depends on nothing else, so that it can be played in any process."""
    seed = f"{plan.seed}/{number}"
    drawn: list[bool] = []
    watcher = PickWatcher(drawn)
    seeds = [bot_seed(seed, plan.bot, seat) for seat in range(plan.players)]
    bots = [Guarded(make_bot(plan.bot, mine), plan.bot) for mine in seeds]
    try:
        explorers = [Explorer(bot, mine, plan.explore, drawn) for bot, mine in zip(bots, seeds, strict=True)]
        result = play_game(plan.world, explorers, seed, [watcher])
    finally:
        for bot in bots:
            close(bot)
    times = zip(result.seconds, result.decisions, strict=True)
    return GameRow(
        number,
        seed,
        (plan.bot,) * plan.players,
        result.coins,
        result.winners,
        result.rounds,
        tuple(result.decisions),
        tuple(round(seconds * 1000 / max(1, count), 3) for seconds, count in times),
        result.forfeits,
        watcher.tables,
    )


def collect(
    plan: AtlasPlan,
    games: int,
    folder: Path,
    jobs: int = 1,
    progress: Callable[[], None] = lambda: None,
    ray: str = "",
) -> Sample:
    """Play the games that are missing in the folder, and read the rest. An interrupted run can be
    continued.
    """
    plan.check()
    settings = {**asdict(plan), "world": str(world_key(plan.world))}
    store = Store(folder, settings, GameRow.columns(plan.players), PickWatcher.TABLES, "csv")
    try:
        done = {row.game for row in store.load()}
        for _ in done:
            progress()
        todo = (number for number in range(games) if number not in done)
        with closing(call_all(partial(play_number, plan), todo, jobs or os.cpu_count() or 1, ray)) as rows:
            for row in rows:
                store.add(row)
                progress()
    finally:
        store.close()
    return read_sample(plan, folder, games)


@dataclass
class Sample:
    """The games for one number of players. `owner` of a pick: its game and seat."""

    plan: AtlasPlan
    games: int
    rounds: int
    picks: list[Pick]
    game_of: list[int]  # for each pick
    income: dict[int, float]  # average gain of a seat in a round, without prices
    seats: list[list[float]]  # by seat, for each game: the share of the victory
    margins: list[list[float]]
    forfeits: int = 0


def read_sample(plan: AtlasPlan, folder: Path, games: int) -> Sample:
    """The first `games` games of a folder."""
    picks, game_of = [], []
    for row in _first(folder, PICKS, games):
        game_of.append(row.pop("game"))
        picks.append(Pick(**row))
    sums: dict[int, list[int]] = {}
    for row in _first(folder, ROUNDS, games):
        sums.setdefault(row["round"], []).append(row["gained"])
    letters = "ABCDEFGH"[: plan.players]
    sample = Sample(plan, 0, 0, picks, game_of, {}, [[] for _ in letters], [[] for _ in letters])
    for row in _first(folder, GAMES, games):
        sample.games += 1
        sample.rounds = row["rounds"]
        total = sum(row[f"coins_{letter}"] for letter in letters)
        for seat, letter in enumerate(letters):
            mine = row[f"coins_{letter}"]
            sample.seats[seat].append(1 / len(row["winners"]) if letter in row["winners"] else 0.0)
            sample.margins[seat].append(mine - (total - mine) / (plan.players - 1))
            sample.forfeits += row[f"forfeits_{letter}"]
    sample.income = {number: sum(all_) / len(all_) / plan.players for number, all_ in sums.items()}
    return sample


def _first(folder: Path, table: str, games: int) -> Iterator[dict[str, Any]]:
    return (row for row in read_rows(folder, table) if int(row["game"]) < games)
