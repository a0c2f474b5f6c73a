"""The printed pieces as data: averages in each scene, and the value of each race and power.

`smallworld lab calibrate` makes `printed.json`; every report reads it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from smallworld import __version__
from smallworld.engine import RULES_VERSION, SmallWorldError

from ..atlas.result import Figure, fingerprint
from .deal import BOT, Deal
from .estimates import stratified, together
from .scenes import SEED, Cell, scene

LAYOUT: Final = 1
FILE: Final = "printed.json"


class Usual(NamedTuple):
    """What printed combos do in a scene, on average."""

    worth: float  # coins above an average seat; near 0
    coins: float  # of the owner, at the end
    per_turn: float
    won: float
    games: int


class Entry(NamedTuple):
    """A printed piece: coins above the other combos of the same scenes, and percentage points it wins
    more.
    """

    coins: Figure
    wins: Figure
    games: int
    players: dict[str, Figure]
    worlds: dict[str, Figure]


@dataclass
class Printed:
    income: dict[str, list[float]]  # by cell and board: coins an average seat gains in each round
    usual: dict[int, Usual]  # by the number of the scene
    pieces: dict[str, Entry]  # race.ID, power.ID
    games: int
    version: str = __version__
    rules: int = RULES_VERSION
    weights: str = field(default_factory=fingerprint)
    bot: str = BOT
    seed: str = SEED
    seconds: float = 0.0  # processor time for a game

    def kind(self, kind: str) -> dict[str, Entry]:
        """All races, or all powers, strongest first."""
        mine = {name: entry for name, entry in self.pieces.items() if name.startswith(f"{kind}.")}
        return dict(sorted(mine.items(), key=lambda item: -item[1].coins.value))

    @property
    def age(self) -> str:
        """A warning if other bots or rules made it, otherwise empty."""
        made, here = (self.rules, self.weights), (RULES_VERSION, fingerprint())
        return "" if made == here else "measured with other rules or bots; measure the printed pieces again"

    def usual_at(self, number: int) -> Usual:
        """For a scene without printed deals: the average on its board with as many players."""
        return self.usual.get(number) or self._typical[place_at(number)]

    @cached_property
    def _typical(self) -> dict[str, Usual]:
        places: dict[str, list[Usual]] = defaultdict(list)
        for number, one in self.usual.items():
            places[place_at(number)].append(one)
        found = {}
        for place, all_ in places.items():
            worth, coins, turn, won, games = (sum(part) / len(all_) for part in zip(*all_, strict=True))
            found[place] = Usual(worth, coins, turn, won, round(games))
        return found

    def worth(self, deal: Deal) -> float:
        """What the combo brought, minus what an average seat gains in the turns for which it was held."""
        return worth(deal, self.income[place_of(deal)])


def place_of(deal: Deal) -> str:
    return place_at(deal.scene)


def place_at(number: int) -> str:
    at = scene(number)
    return f"{at.cell} {at.board}"


def worth(deal: Deal, income: Sequence[float]) -> float:
    held = sum(income[deal.round - 1 : deal.declined or len(income)])
    return deal.active_coins + deal.declined_coins - held


def per_turn(deal: Deal) -> float:
    """Coins of its owner per turn in which it was the active race."""
    last = deal.declined or len(deal.income)
    return deal.active_coins / max(1, last - deal.round + 1)


# --- calibration -----------------------------------------------------------------------------------------


def measure(deals: Iterable[Deal], seconds: float = 0.0) -> Printed:
    """From all printed deals to the table."""
    found = [deal for deal in deals if deal.round]
    income = _income(found)
    worths = {id(deal): worth(deal, income[place_of(deal)]) for deal in found}
    by_scene: dict[int, list[Deal]] = defaultdict(list)
    for deal in found:
        by_scene[deal.scene].append(deal)
    usual = {}
    coins: dict[str, dict[Cell, list[float]]] = defaultdict(lambda: defaultdict(list))
    wins: dict[str, dict[Cell, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number, mine in sorted(by_scene.items()):
        size, cell = len(mine), scene(number).cell
        sums = (
            sum(worths[id(deal)] for deal in mine),
            sum(deal.coins for deal in mine),
            sum(per_turn(deal) for deal in mine),
            sum(deal.won for deal in mine),
        )
        mean, owned, turn, won = (round(total / size, 3) for total in sums)
        usual[number] = Usual(mean, owned, turn, won, size)
        if size < 2:
            continue
        for deal in mine:  # compared with the others of the scene
            for name in (f"race.{deal.race}", f"power.{deal.power}"):
                own = worths[id(deal)]
                coins[name][cell].append(own - (sums[0] - own) / (size - 1))
                wins[name][cell].append(100 * (deal.won - (sums[3] - deal.won) / (size - 1)))
    pieces = {
        name: Entry(
            stratified(coins[name].values()),
            stratified(wins[name].values()),
            sum(map(len, coins[name].values())),
            _split(coins[name], lambda cell: str(cell.players)),
            _split(coins[name], lambda cell: cell.world),
        )
        for name in sorted(coins)
    }
    for kind in ("race", "power"):
        pieces |= _leaned({name: entry for name, entry in pieces.items() if name.startswith(f"{kind}.")})
    return Printed(income, usual, pieces, len(found), seconds=seconds)


def _leaned(entries: dict[str, Entry]) -> dict[str, Entry]:
    """The strongest of many looks stronger than it is, by luck: each estimate is shrunk towards its kind."""
    coins = together([entry.coins for entry in entries.values()])
    wins = together([entry.wins for entry in entries.values()])
    return {
        name: entry._replace(coins=mine, wins=won)
        for (name, entry), mine, won in zip(entries.items(), coins, wins, strict=True)
    }


def _split(samples: dict[Cell, list[float]], key: Any) -> dict[str, Figure]:
    parts = sorted({key(cell) for cell in samples})
    return {
        part: stratified(values for cell, values in samples.items() if key(cell) == part) for part in parts
    }


def _income(deals: Iterable[Deal]) -> dict[str, list[float]]:
    sums: dict[str, list[list[int]]] = defaultdict(list)
    for deal in deals:
        sums[place_of(deal)].append(deal.income)
    found = {}
    for place, games in sorted(sums.items()):
        players = int(place.split()[1])
        rounds = zip(*games, strict=True)
        found[place] = [round(sum(one) / len(one) / players, 4) for one in rounds]
    return found


# --- the file --------------------------------------------------------------------------------------------


def write_printed(printed: Printed, path: Path) -> None:
    """One line for each row, so that diffs are readable."""

    def line(value: object) -> str:
        return json.dumps(value, separators=(",", ":"))

    def figure(one: Figure) -> list[float]:
        return [round(one.value, 3), round(one.error, 3)]

    head = {
        "printed": LAYOUT,
        "version": printed.version,
        "rules": printed.rules,
        "weights": printed.weights,
        "bot": printed.bot,
        "seed": printed.seed,
        "games": printed.games,
        "seconds": round(printed.seconds, 3),
    }
    pieces = {
        name: [
            figure(entry.coins),
            figure(entry.wins),
            entry.games,
            {key: figure(one) for key, one in entry.players.items()},
            {key: figure(one) for key, one in entry.worlds.items()},
        ]
        for name, entry in printed.pieces.items()
    }
    tables: dict[str, Mapping[Any, object]] = {
        "income": printed.income,
        "usual": printed.usual,
        "pieces": pieces,
    }
    parts = [f" {line(key)}: {line(value)}" for key, value in head.items()]
    for key, table in tables.items():
        rows = ",\n".join(f"  {line(str(name))}: {line(row)}" for name, row in table.items())
        parts.append(f" {line(key)}: {{\n{rows}\n }}")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def read_printed(text: str, name: str = FILE) -> Printed:
    try:
        data = json.loads(text)
        layout = data.pop("printed")
        if layout != LAYOUT:
            raise ValueError(f"layout {layout}, expected {LAYOUT}")
        data["usual"] = {int(number): Usual(*row) for number, row in data["usual"].items()}
        data["pieces"] = {piece: _entry(row) for piece, row in data["pieces"].items()}
        return Printed(**data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SmallWorldError(f"{name} is no table of printed pieces: {error!r}") from error


def _entry(row: Any) -> Entry:
    coins, wins, games, players, worlds = row
    return Entry(
        Figure(*coins),
        Figure(*wins),
        games,
        {key: Figure(*one) for key, one in players.items()},
        {key: Figure(*one) for key, one in worlds.items()},
    )


@cache
def printed() -> Printed:
    return read_printed(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
