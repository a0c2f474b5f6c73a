"""Many games between bots, with fair rotation of seats. The number of a game decides everything about it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from itertools import combinations, permutations
from pathlib import Path
from typing import Final

from smallworld.bots.registry import label_of, make_bot, split_label
from smallworld.bots.safe_bot import Guarded
from smallworld.bots.try_bot import close, try_bot
from smallworld.engine import Seeded, SmallWorldError, World, world_key
from smallworld.engine.errors import faults_of
from smallworld.packs import find_packs, load_world
from smallworld.packs.find import party_among

from .arena import play_game
from .ratings import Tally
from .results import GAMES, JOURNAL, GameRow, Store
from .watchers import TURNS, RowWatcher, find_watcher
from .workers import call_all
from .worlds import packs_of

Lineup = tuple[str, ...]
MAX_FAULTS: Final = 3  # reasons for forfeits that are kept, per bot and game
MAX_LINEUPS: Final = 1000  # with very many bots at large tables, only so many lineups are played


class Schedule:
    """Who sits where in which game: every seating of every lineup once, then again from the beginning.

    Games whose seatings are rotations of each other are a group: they follow each other and have the same
    seed, so that each bot has the same luck in each seat.
    """

    def __init__(self, lineups: Sequence[Lineup]) -> None:
        groups: dict[tuple[Lineup, ...], None] = {}
        for lineup in lineups:
            for seats in permutations(lineup):
                rotations = {seats[first:] + seats[:first] for first in range(len(seats))}
                groups.setdefault(tuple(sorted(rotations)))
        # Shuffled, so that a run that stops early is still almost even; the same order in every process.
        self.groups = sorted(groups, key=lambda group: Seeded(repr(group)).random())
        self._places = [(number, seats) for number, group in enumerate(self.groups) for seats in group]

    def __len__(self) -> int:
        """Games until every seating has been played."""
        return len(self._places)

    def __getitem__(self, game: int) -> tuple[int, Lineup]:
        """(number of the group, bots by seat)"""
        cycle, place = divmod(game, len(self._places))
        group, seats = self._places[place]
        return cycle * len(self.groups) + group, seats

    def group_size(self, game: int) -> int:
        return len(self.groups[self._places[game % len(self._places)][0]])


@dataclass(frozen=True)
class Settings:
    """The settings that decide the games of a run. The same settings give the same games in any process."""

    bots: Lineup
    players: int
    seed: int = 0
    ladder: bool = False
    board: str = ""
    packs: tuple[str, ...] = ("base",)
    watchers: tuple[str, ...] = ()

    def check(self) -> dict[str, str]:
        """All faults, before the first game; without any, the names of the bots by their specs."""
        names: dict[str, str] = {}
        faults = faults_of(lambda: names.update(names_of(self.bots)))
        if self.ladder and (len(self.bots) < 2 or len(set(self.bots)) < len(self.bots)):
            faults.append(f"a ladder needs two bots or more, each named once; got: {', '.join(self.bots)}")
        if not self.ladder and not 1 <= len(self.bots) <= self.players:
            faults.append(
                f"{len(self.bots)} bots do not fit into {self.players} seats; a ladder mixes tables"
            )
        faults += faults_of(lambda: self.world, lambda: tables_of(self))
        if faults:
            raise SmallWorldError(faults)
        return names

    @property
    def world(self) -> World:
        return _world(self.board, self.players, self.packs)

    @property
    def party(self) -> tuple[str, ...]:
        """The natives of a party, by id: they have a seat without a bot."""
        world = self.world
        return (world.settlers,) if world.party is not None else ()

    @property
    def alone(self) -> bool:
        """A ladder rates a bot by the games in which it has one seat, if there are such games for all."""
        lineups = ladder_lineups(self.bots, self.players) if self.ladder else []
        return self.ladder and all(any(one.count(bot) == 1 for one in lineups) for bot in self.bots)

    @property
    def schedule(self) -> Schedule:
        return _schedule(self.bots, self.players, self.ladder)


def tables_of(settings: Settings) -> dict[str, type[RowWatcher]]:
    """The watchers by the tables they make."""
    found: dict[str, type[RowWatcher]] = {}
    for name in settings.watchers:
        watcher = find_watcher(name)
        if watcher.table in (*found, GAMES, JOURNAL):
            raise SmallWorldError(f"watcher {name!r}: there is a table {watcher.table!r} already")
        found[watcher.table] = watcher
    return found


@lru_cache(maxsize=8)
def _world(board: str, players: int, packs: tuple[str, ...]) -> World:
    return load_world(board, players=players, packs=packs)


@lru_cache(maxsize=8)
def _schedule(bots: Lineup, players: int, ladder: bool) -> Schedule:
    if ladder:
        return Schedule(ladder_lineups(bots, players))
    return Schedule([tuple(bots[seat % len(bots)] for seat in range(players))])


def ladder_lineups(bots: Lineup, players: int) -> list[Lineup]:
    """Who plays whom. Two bots at a larger table: one of the first against the second, and the reverse."""
    if len(bots) >= players:
        found = list(combinations(bots, players))
        return sorted(found, key=lambda lineup: Seeded(repr(lineup)).random())[:MAX_LINEUPS]
    if len(bots) == 2:
        return [(a,) + (b,) * (players - 1) for a, b in permutations(bots)]
    once, more = divmod(players, len(bots))
    return [tuple(bots * once + extra) for extra in combinations(bots, more)]


# --- one game --------------------------------------------------------------------------------------------


def play_number(settings: Settings, number: int) -> GameRow:
    """Game `number` of a run. It depends on nothing else, so that it can be played in any process."""
    group, specs = settings.schedule[number]
    seed = f"{settings.seed}/{group}"
    bots: list[Guarded] = []
    watchers = [watcher() for watcher in tables_of(settings).values()]
    plain = [split_label(spec)[1] for spec in specs]
    try:
        for seat, spec in enumerate(plain):
            bot = make_bot(spec, bot_seed(seed, spec, plain[:seat].count(spec)))
            bots.append(Guarded(bot, label_of(specs[seat])))
        result = play_game(settings.world, bots, seed, watchers)
    finally:
        for bot in bots:
            close(bot)
    forfeits = [forfeit for bot in bots for forfeit in bot.forfeits[:MAX_FAULTS]]
    nothing = (0,) * len(settings.party)  # a party decides nothing and takes no time
    return GameRow(
        number,
        seed,
        (*specs, *settings.party),
        result.coins,
        result.winners,
        result.rounds,
        (*result.decisions, *nothing),
        (
            *(
                round(seconds * 1000 / max(1, count), 3)
                for seconds, count in zip(result.seconds, result.decisions, strict=True)
            ),
            *map(float, nothing),
        ),
        (*result.forfeits, *nothing),
        {watcher.table: watcher.rows for watcher in watchers},
        {f"{forfeit.bot}: {forfeit.cause}: {forfeit.detail}": forfeit.position for forfeit in forfeits},
    )


def bot_seed(seed: str, spec: str, number: int) -> str:
    """The seed stays with the bot when seats rotate, and does not reveal the dice."""
    return hashlib.blake2b(f"bot/{seed}/{spec}/{number}".encode(), digest_size=8).hexdigest()


def names_of(bots: Sequence[str]) -> dict[str, str]:
    """The names of bots by their specs: each is tried. Those with the same name keep their specs."""
    names: dict[str, str] = {}

    def learn(spec: str) -> None:
        names[spec] = try_bot(spec) or spec

    faults = faults_of(*(partial(learn, spec) for spec in dict.fromkeys(bots)))
    if faults:
        raise SmallWorldError(faults)
    taken = list(names.values())
    return {spec: name if taken.count(name) == 1 else spec for spec, name in names.items()}


# --- a run -----------------------------------------------------------------------------------------------


class Simulation:
    """A run of games. Finished games are in `tally`, and in the folder `out` if there is one."""

    def __init__(
        self,
        settings: Settings,
        games: int,
        out: str | Path | None = None,
        format: str = "csv",
        names: Mapping[str, str] | None = None,
    ) -> None:
        """`names` of the bots by their specs, if the settings have been checked already."""
        self.names = settings.check() if names is None else names
        self.settings, self.games = settings, games
        self.out = None if out is None else Path(out).expanduser()
        self.format = format
        self.tally = Tally((*settings.bots, *settings.party), alone=settings.alone)
        self.faults: dict[str, str] = {}  # why decisions were forfeited, and a position where it happened

    @property
    def left_over(self) -> int:
        """Games beyond the last full cycle of seatings."""
        return self.games % len(self.settings.schedule)

    def run(self, jobs: int = 1, ray: str = "", progress: Callable[[], None] = lambda: None) -> Tally:
        """Play the missing games. An interrupt keeps all finished games."""
        store = self.open_store() if self.out is not None else None
        try:
            done = set[int]()
            for row in store.load() if store is not None else ():
                done.add(row.game)
                if row.game < self.games:
                    self._count(row)
            progress()
            todo = (number for number in range(self.games) if number not in done)
            with closing(call_all(partial(play_number, self.settings), todo, jobs, ray)) as rows:
                for row in rows:
                    if store is not None:
                        store.add(row)
                    self._count(row)
                    progress()
        finally:
            self.tally.close()
            if store is not None:
                store.close()
        return self.tally

    def _count(self, row: GameRow) -> None:
        self.tally.add(row, self.settings.schedule.group_size(row.game))
        if len(self.faults) < MAX_FAULTS:
            self.faults |= row.faults

    def open_store(self) -> Store:
        """The folder of the run, with what is there."""
        assert self.out is not None
        settings = self.settings
        return Store(
            self.out,
            {**asdict(settings), "world": str(world_key(settings.world))},
            GameRow.columns(settings.world.seats),
            {table: watcher.columns for table, watcher in tables_of(settings).items()},
            self.format,
        )


def usual_players(packs: Sequence[str], board: str, bots: int) -> int:
    """The size of the board; without one, a seat for each bot, two unless there is a party."""
    if board:
        return load_world(board, packs=packs).players
    known = find_packs()
    party = party_among(known[name] for name in packs if name in known)
    return min(max(min(party.rounds), bots), max(party.rounds)) if party else max(2, bots)


def simulate(
    bots: Sequence[str],
    games: int,
    *,
    players: int = 0,
    seed: int = 0,
    jobs: int = 1,
    out: str | Path | None = None,
    format: str = "csv",
    ray: str = "",
    ladder: bool = False,
    world: str = "",
    board: str = "",
    packs: Sequence[str] | None = None,
    watchers: Sequence[str] = (TURNS,),
) -> Tally:
    """Play games and sum them up, in one call. Watchers need `out`."""
    chosen = packs_of(world, packs, board)
    settings = Settings(
        tuple(bots),
        players or usual_players(chosen, board, 1 if ladder else len(bots)),
        seed,
        ladder,
        board,
        chosen,
        watchers=tuple(watchers) if out is not None else (),
    )
    return Simulation(settings, games, out, format).run(jobs, ray)
