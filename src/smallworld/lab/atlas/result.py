"""The atlas as data: small enough to keep, with everything the report needs. Standard library only."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from smallworld import __version__, bots
from smallworld.engine import RULES_VERSION, SmallWorldError

LAYOUT: Final = 1  # increased when the file format changes
Z: Final = 1.959964  # 95 %
ALL: Final = 0  # the table over all numbers of players


class Figure(NamedTuple):
    """A number and its standard error."""

    value: float
    error: float

    @property
    def low(self) -> float:
        return self.value - Z * self.error

    @property
    def high(self) -> float:
        return self.value + Z * self.error


NOTHING: Final = Figure(0.0, 0.0)


class Entry(NamedTuple):
    """A race, a power or a combo. Coins, percentage points; `price`: its value above the free combo."""

    picks: int
    coins: Figure
    win: Figure
    price: Figure


class Kept(NamedTuple):
    """Combos by the number of turns they were held; 0: to the end."""

    turns: int
    picks: int
    coins: Figure


class Seat(NamedTuple):
    games: int
    share: float
    low: float
    high: float
    margin: Figure


@dataclass
class Table:
    """Everything about one number of players."""

    players: int
    games: int
    picks: int
    rounds: int = 0
    income: float = 0.0  # average coins a seat gains in a turn
    free: Figure = NOTHING  # value of the combo on top of the column
    free_coins: float = 0.0  # coins that lie on it
    choice: Figure = NOTHING  # how much more a pick chosen by the bot is worth than a random one
    cells: list[Entry] = field(default_factory=list)  # by race, then by power
    races: dict[str, Entry] = field(default_factory=dict)
    powers: dict[str, Entry] = field(default_factory=dict)
    kept: list[Kept] = field(default_factory=list)
    turns: dict[str, Figure] = field(default_factory=dict)  # by race: turns it is held, if it declines
    seats: list[Seat] = field(default_factory=list)


@dataclass
class Atlas:
    settings: dict[str, Any]
    race_ids: list[str]
    power_ids: list[str]
    spread: dict[str, float]  # how much races, powers … differ: standard deviations in coins
    tables: dict[int, Table]
    version: str = __version__
    rules: int = RULES_VERSION
    weights: str = ""  # fingerprint of the bots' weights

    def cell(self, players: int, race: str, power: str) -> Entry:
        place = self.race_ids.index(race) * len(self.power_ids) + self.power_ids.index(power)
        return self.tables[players].cells[place]

    def combos(self, players: int) -> dict[tuple[str, str], Entry]:
        names = [(race, power) for race in self.race_ids for power in self.power_ids]
        return dict(zip(names, self.tables[players].cells, strict=True))

    @property
    def counts(self) -> list[int]:
        return [players for players in self.tables if players != ALL]

    @property
    def age(self) -> str:
        """A warning if another version made it, otherwise empty."""
        if (self.version, self.rules) == (__version__, RULES_VERSION):
            return ""
        there, here = _name(self.version, self.rules), _name(__version__, RULES_VERSION)
        return f"made by {there}, this is {here}: its games may be other games"


def _name(version: object, rules: object) -> str:
    return f"smallworld {version} (rules {rules})"


def fingerprint() -> str:
    """The bots' weights decide how they play, and change more often than the version."""
    data = files(bots.__name__).joinpath("weights.json").read_bytes()
    return hashlib.blake2b(data, digest_size=6).hexdigest()


# --- the file --------------------------------------------------------------------------------------------


def write_atlas(atlas: Atlas, path: Path) -> None:
    data = {"atlas": LAYOUT, **_round(asdict(atlas))}
    tables = data.pop("tables")
    text = json.dumps(data, indent=1)[:-2] + ',\n "tables": {\n'
    text += ",\n".join(f'  "{players}": {_table_text(table)}' for players, table in tables.items())
    path.write_text(text + "\n }\n}\n", encoding="utf-8")


def _table_text(table: Mapping[str, Any]) -> str:
    """One line for each row, so that diffs are readable."""

    def line(value: object) -> str:
        return json.dumps(value, separators=(",", ":"))

    parts = []
    for key, value in table.items():
        if isinstance(value, dict) and value:
            rows = ",\n    ".join(f"{line(name)}: {line(row)}" for name, row in value.items())
            parts.append(f"{line(key)}: {{\n    {rows}}}")
        elif key in ("cells", "kept", "seats") and value:
            parts.append(f"{line(key)}: [\n    " + ",\n    ".join(map(line, value)) + "]")
        else:
            parts.append(f"{line(key)}: {line(value)}")
    return "{" + ",\n   ".join(parts) + "}"


def _round(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {key: _round(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_round(inner) for inner in value]
    return value


def read_atlas(path: str | Path) -> Atlas:
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        layout = data.pop("atlas")
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise SmallWorldError(f"{path} is no atlas: {error!r}") from error
    if layout != LAYOUT:
        made = _name(data.get("version"), data.get("rules"))
        raise SmallWorldError(
            f"{path}: an atlas of layout {layout}, made by {made}; expected layout {LAYOUT}"
        )
    try:
        data["tables"] = {int(players): _table(table) for players, table in data["tables"].items()}
        return Atlas(**data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SmallWorldError(f"{path} is a damaged atlas: {error!r}") from error


def _table(data: dict[str, Any]) -> Table:
    table = Table(**data)
    table.free, table.choice = Figure(*table.free), Figure(*table.choice)
    table.cells = [_entry(row) for row in table.cells]
    table.races = {name: _entry(row) for name, row in table.races.items()}
    table.powers = {name: _entry(row) for name, row in table.powers.items()}
    table.kept = [Kept(turns, picks, Figure(*coins)) for turns, picks, coins in table.kept]
    table.turns = {name: Figure(*turns) for name, turns in table.turns.items()}
    table.seats = [Seat(*row[:4], Figure(*row[4])) for row in table.seats]
    return table


def _entry(row: Any) -> Entry:
    picks, *figures = row
    return Entry(picks, *(Figure(*figure) for figure in figures))
