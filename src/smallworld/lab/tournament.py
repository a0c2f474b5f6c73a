"""Tournaments: any number of bots, in pairs, in several worlds and with several numbers of players.

Everybody meets everybody (round robin), or the first meets each of the others (gauntlet). At a table for more
than two, one of the one plays against several of the other, and the reverse. Each match has a folder of its
own, so that a stopped tournament goes on, and one with more bots, worlds or games adds to what was played.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from smallworld import __version__
from smallworld.bots.registry import label_of
from smallworld.engine import SmallWorldError

from .ratings import Interval, Rating, Tally, rankings_of, wilson
from .results import GameRow, Store
from .sim import Settings, Simulation, names_of, play_number
from .workers import call_all
from .worlds import boards_of, packs_of

FORMAT: Final = 1
RESULT: Final = "tournament.json"
Pair = tuple[str, str]


@dataclass(frozen=True)
class Event:
    """Where a match is played: a world and a number of players."""

    world: str
    players: int

    def __str__(self) -> str:
        return f"{self.world}, {self.players} players"


@dataclass(frozen=True)
class Plan:
    """Who meets whom, and where."""

    bots: tuple[str, ...]
    worlds: tuple[str, ...] = ("base",)
    players: tuple[int, ...] = (2,)
    gauntlet: bool = False
    seed: int = 0

    @property
    def events(self) -> list[Event]:
        """Every number of players in every world that has a board for it."""
        return [
            Event(world, count)
            for world in self.worlds
            for count in self.players
            if boards_of(packs_of(world), count)
        ]

    @property
    def pairs(self) -> list[Pair]:
        if self.gauntlet:
            return [(self.bots[0], other) for other in self.bots[1:]]
        return list(combinations(self.bots, 2))

    def check(self) -> dict[str, str]:
        """All faults, before the first game; without any, the names of the bots."""
        faults: list[str] = []
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            faults.append(
                f"a tournament needs two bots or more, each named once; got: {', '.join(self.bots)}"
            )
        for world in self.worlds:
            packs_of(world)  # refuses an unknown world
        for count in self.players:
            if all(event.players != count for event in self.events):
                faults.append(f"none of {', '.join(self.worlds)} has a board for {count} players")
        if min(self.players) < 2:
            faults.append("a match needs two players or more")
        names: dict[str, str] = {}
        try:
            names = names_of(self.bots)
        except SmallWorldError as error:
            faults += error.faults
        if faults:
            raise SmallWorldError(faults)
        return names


@dataclass
class Meeting:
    """How one bot did against another: how often it finished ahead, over all its seats and theirs.

    For two players that is the share of wins; for more it can be compared too: chance is always one half.
    """

    games: int = 0
    ahead: float = 0.0
    _luck: dict[str, list[float]] = field(default_factory=dict)  # sum and number of games with the same luck

    def add(self, seed: str, ahead: float) -> None:
        sums = self._luck.setdefault(seed, [0.0, 0.0])
        sums[0] += ahead
        sums[1] += 1
        self.games += 1
        self.ahead += ahead

    @property
    def share(self) -> float:
        return self.ahead / self.games if self.games else 0.5

    @property
    def interval(self) -> Interval:
        """By Wilson, widened if games with the same luck end alike."""
        if not self.games:
            return (0.0, 1.0)
        p = self.share
        spread = sum((ahead - p * games) ** 2 for ahead, games in self._luck.values())
        alone = p * (1 - p) * self.games
        together = max(1.0, spread / alone) if alone > 1e-9 else self.games / len(self._luck)
        return wilson(p, self.games / together)


class Tournament:
    """A run. `rounds` games of each pair in each event; `folder` has a subfolder for each match."""

    def __init__(self, plan: Plan, games: int, folder: str | Path, format: str = "csv") -> None:
        self.names = plan.check()
        self.plan, self.games, self.format = plan, games, format
        self.folder = Path(folder).expanduser()
        self.matches: list[tuple[Event, Simulation]] = []
        for event in plan.events:
            packs = packs_of(event.world)
            for pair in plan.pairs:
                board = boards_of(packs, event.players)[0]
                settings = Settings(pair, event.players, plan.seed, True, board, packs)
                place = self.folder / "matches" / _folder(event, pair)
                self.matches.append((event, Simulation(settings, games, place, format, names=self.names)))
        self.tally = Tally(plan.bots)
        self.tallies = {event: Tally(plan.bots) for event in plan.events}
        self.meetings: dict[tuple[str, str], Meeting] = {
            (a, b): Meeting() for one in plan.pairs for a, b in (one, one[::-1])
        }
        self.at: dict[tuple[Event, str, str], Meeting] = {}
        self.faults: dict[str, str] = {}

    @property
    def total(self) -> int:
        return self.games * len(self.matches)

    def run(self, jobs: int = 1, ray: str = "", progress: Callable[[], None] = lambda: None) -> None:
        """Play the missing games of all matches, in turn. An interrupt keeps all finished games."""
        settings = tuple(simulation.settings for _, simulation in self.matches)
        with ExitStack() as open_now:
            open_now.callback(self._finish)
            stores: list[Store] = []
            done: list[set[int]] = []
            for number, (_, simulation) in enumerate(self.matches):
                store = simulation.open_store()
                open_now.callback(store.close)
                stores.append(store)
                done.append(set())
                for row in store.load():
                    if row.game < self.games:
                        done[number].add(row.game)
                        self._count(number, row)
            progress()
            todo = self._missing(done)
            with closing(call_all(partial(_play, settings), todo, jobs, ray)) as rows:
                for number, row in rows:
                    stores[number].add(row)
                    self._count(number, row)
                    progress()

    def _missing(self, done: Sequence[set[int]]) -> Iterator[int]:
        """Each number is a game and a match: all matches go on together, so that a stopped run is even."""
        for number in range(self.total):
            game, match = divmod(number, len(self.matches))
            if game not in done[match]:
                yield number

    def _count(self, number: int, row: GameRow) -> None:
        event, simulation = self.matches[number]
        group = simulation.settings.schedule.group_size(row.game)
        one, other = simulation.settings.bots
        told = replace(row, seed=f"{number}:{row.seed}")  # the same luck in another match is another group
        self.tally.add(told, group)
        self.tallies[event].add(told, group)
        ahead = ahead_in(row, one, other)
        for pair, value in (((one, other), ahead), ((other, one), 1 - ahead)):
            self.meetings[pair].add(told.seed, value)
            self.at.setdefault((event, *pair), Meeting()).add(told.seed, value)
        if len(self.faults) < len(self.plan.bots):
            self.faults |= row.faults

    def _finish(self) -> None:
        for tally in (self.tally, *self.tallies.values()):
            tally.close()

    # --- the result --------------------------------------------------------------------------------------

    def ratings(self) -> dict[str, Rating]:
        return self.tally.ratings()

    @property
    def order(self) -> list[str]:
        """The bots, strongest first."""
        ratings = self.ratings()
        return sorted(self.plan.bots, key=lambda bot: -ratings[bot].points)

    def as_data(self) -> dict[str, Any]:
        """The whole result; `read_result` and the pictures use nothing else."""
        ratings, order = self.ratings(), self.order
        each = {event: tally.ratings() for event, tally in self.tallies.items() if tally.games}
        return {
            "format": FORMAT,
            "smallworld": __version__,
            "kind": "gauntlet" if self.plan.gauntlet else "round robin",
            "seed": self.plan.seed,
            "games": self.tally.games,
            "games_of_a_match": self.games,
            "events": [str(event) for event in self.plan.events],
            "bots": [
                {
                    "bot": bot,
                    "name": self.names.get(bot) or label_of(bot),
                    "rating": round(ratings[bot].points, 1),
                    "rating_ci": [round(end, 1) for end in ratings[bot].ci],
                    "seats": self.tally.standings[bot].games,
                    "coins": round(self.tally.standings[bot].mean_coins, 2),
                    "ms_per_decision": round(self.tally.standings[bot].ms_per_decision, 3),
                    "forfeited_games": self.tally.standings[bot].forfeited,
                    "ratings": {str(event): round(each[event][bot].points, 1) for event in each},
                }
                for bot in order
            ],
            "crosstable": [
                {"bot": a, "against": b, **_as_data(self.meetings[a, b])}
                for a in order
                for b in order
                if (a, b) in self.meetings
            ],
            "by_event": [
                {"event": str(event), "bot": a, "against": b, **_as_data(meeting)}
                for (event, a, b), meeting in self.at.items()
            ],
        }

    def write(self) -> list[Path]:
        """`tournament.json` and the pictures."""
        from .tournament_pictures import crosstable, ratings

        data = self.as_data()
        files = {
            RESULT: json.dumps(data, indent=1) + "\n",
            "crosstable.svg": crosstable(data),
            "ratings.svg": ratings(data),
        }
        for name, text in files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        return [self.folder / name for name in files]


def _as_data(meeting: Meeting) -> dict[str, Any]:
    low, high = meeting.interval
    return {
        "games": meeting.games,
        "ahead": round(meeting.share, 4),
        "ahead_ci": [round(low, 4), round(high, 4)],
    }


def _play(settings: Sequence[Settings], number: int) -> tuple[int, GameRow]:
    game, match = divmod(number, len(settings))
    return match, play_number(settings[match], game)


def ahead_in(row: GameRow, one: str, other: str) -> float:
    """In how many of the pairs of a seat of the one and a seat of the other the first is ahead."""
    orders = rankings_of(row, {one: 0, other: 1})
    pairs = row.bots.count(one) * row.bots.count(other)
    ahead = 0
    for order in orders:
        before = 0
        for bot in order:
            if bot == 0:
                before += 1
            else:
                ahead += before
    return ahead / (pairs * len(orders))


def _folder(event: Event, pair: Pair) -> str:
    """A name people can read, and that differs for other bots."""
    words = "-".join(re.sub(r"[^A-Za-z0-9]", "", label_of(bot))[:16] or "bot" for bot in pair)
    digest = hashlib.blake2b("\n".join(pair).encode(), digest_size=4).hexdigest()
    world = re.sub(r"[^A-Za-z0-9]", "-", event.world)
    return f"{world}-{event.players}-{words}-{digest}"
