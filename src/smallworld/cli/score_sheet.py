"""The score sheet: every finished game with its date, names, races and scores.

One JSON file in the data folder. A file that cannot be read is never overwritten: it is renamed, and a new
sheet begins.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from smallworld.engine import SmallWorldError
from smallworld.engine.errors import shown
from smallworld.packs.scores import Row, next_options

from .files import FileError, data_folder, read_json, read_text, write_text

FORMAT: Final = 1
NAME: Final = "smallworld scores"
USUAL: Final = "14"  # tokens of a party by default
FORMULA: Final = ("=", "+", "-", "@", "\t")  # first characters of spreadsheet formulas
MOST_SCORE: Final = 1_000_000
MOST_FAULTS: Final = 20  # reported for one sheet
BETWEEN: Final = " | "  # in a CSV cell with several values


@dataclass
class Sheet:
    rows: list[Row] = field(default_factory=list)

    def take(self, rows: Iterable[Row]) -> int:
        """Add games that are not known yet; how many. A row without an address may have lost it."""
        records = {row.record for row in self.rows if row.record}
        known = {_without_record(row) for row in self.rows}
        nameless = {_without_record(row) for row in self.rows if not row.record}
        before = len(self.rows)
        for row in rows:
            game = _without_record(row)
            if (row.record in records or game in nameless) if row.record else game in known:
                continue
            self.rows.append(row)
            known.add(game)
            (records.add(row.record) if row.record else nameless.add(game))
        return len(self.rows) - before

    def next_options(self, packs: Sequence[str], players: int) -> Mapping[str, str]:
        """How a series with a party continues: the options that follow from its last game, except daily
        games.
        """
        for row in reversed(self.rows):
            if row.party and not row.daily and set(row.packs) == set(packs) and len(row.names) == players:
                return next_options(packs, row.tokens, row.scores)
        return {}


def _without_record(row: Row) -> str:
    return repr(replace(row, record=""))


# --- the file ----------------------------------------------------------------------------------------------


def sheet_file() -> Path:
    return data_folder() / "scores.json"


def load() -> Sheet:
    """The sheet; an empty one if there is no file. A file that is no score sheet is refused."""
    path = sheet_file()
    return from_json(read_text(path), str(path)) if path.exists() else Sheet()


def add(row: Row) -> Path | None:
    """Add a game. Returns the new place of the old file if that could not be read."""
    aside = None
    try:
        sheet = load()
    except (FileError, SmallWorldError):
        aside, sheet = _put_aside(sheet_file()), Sheet()
    sheet.take([row])
    save(sheet)
    return aside


def save(sheet: Sheet) -> None:
    write_text(sheet_file(), to_json(sheet))


def _put_aside(path: Path) -> Path:
    number = 1
    while (other := path.with_name(f"{path.stem}-unreadable-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(other)
    except OSError as error:
        raise FileError(f"{path}: cannot be put aside: {error.strerror or error}") from error
    return other


def exported(sheet: Sheet) -> Sheet:
    """The sheet for sharing, without addresses: the address of a game contains its key."""
    return Sheet([replace(row, record="") if "#" in row.record else row for row in sheet.rows])


# --- JSON and CSV ------------------------------------------------------------------------------------------


def to_json(sheet: Sheet) -> str:
    data = {"what": NAME, "format": FORMAT, "games": [asdict(row) for row in sheet.rows]}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def from_json(text: str, source: str) -> Sheet:
    data = read_json(text, source)
    if not isinstance(data, dict) or data.get("what") != NAME:
        raise SmallWorldError(f"{source}: no score sheet of this game: expected 'what' to be {NAME!r}")
    if not isinstance(data.get("format"), int) or data["format"] > FORMAT:
        raise SmallWorldError(
            f"{source}: format {shown(data.get('format'))} is newer than this version reads ({FORMAT})"
        )
    games = data.get("games")
    if not isinstance(games, list):
        raise SmallWorldError(f"{source}: games: expected a list, got {type(games).__name__}")
    return _sheet(games, source, "game")


def to_csv(sheet: Sheet) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [one.name for one in fields(Row)]
    writer.writerow(names)
    for row in sheet.rows:
        writer.writerow([_guarded(_cell(getattr(row, name)).replace("\r", " ")) for name in names])
    return out.getvalue()


def _cell(value: object) -> str:
    if not isinstance(value, list):
        return str(value)
    return BETWEEN.join(", ".join(one) if isinstance(one, list) else str(one) for one in value)


def _guarded(cell: str) -> str:
    """A spreadsheet would run a name that begins like a formula."""
    return f"'{cell}" if cell.lstrip("'").startswith(FORMULA) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(FORMULA) else cell


def from_csv(text: str, source: str) -> Sheet:
    try:
        lines = [[_unguarded(cell) for cell in cells] for cells in csv.reader(io.StringIO(text))]
    except csv.Error as error:
        raise SmallWorldError(f"{source}: not a table of comma-separated values: {error}") from None
    names = [one.name for one in fields(Row)]
    if not lines or lines[0] != names:
        raise SmallWorldError(f"{source}: line 1: expected the columns {', '.join(names)}")
    games = []
    for number, cells in enumerate(lines[1:], 2):
        if len(cells) != len(names):
            raise SmallWorldError(f"{source}: line {number}: expected {len(names)} cells, got {len(cells)}")
        games.append(_from_cells(dict(zip(names, cells, strict=True)), f"{source}: line {number}"))
    return _sheet(games, source, "line")


def _from_cells(cells: dict[str, str], place: str) -> dict[str, Any]:
    row: dict[str, Any] = dict(cells)
    for name in ("names", "packs"):
        row[name] = cells[name].split(BETWEEN) if cells[name] else []
    row["races"] = [one.split(", ") if one else [] for one in cells["races"].split(BETWEEN)]
    try:
        row["tokens"] = int(cells["tokens"])
        for name in ("scores", "winners"):
            row[name] = [int(one) for one in cells[name].split(BETWEEN)] if cells[name] else []
    except ValueError:
        raise SmallWorldError(f"{place}: expected numbers for tokens, scores and winners") from None
    return row


def _sheet(games: Sequence[object], source: str, what: str) -> Sheet:
    faults: list[str] = []
    first = 2 if what == "line" else 1
    rows = [_row(game, f"{source}: {what} {number}", faults) for number, game in enumerate(games, first)]
    if faults:
        raise SmallWorldError(faults[:MOST_FAULTS])
    return Sheet([row for row in rows if row is not None])


def _row(game: object, place: str, faults: list[str]) -> Row | None:
    names = {one.name for one in fields(Row)}
    if not isinstance(game, dict) or not names - {"record", "daily"} <= set(game) <= names:
        faults.append(f"{place}: expected the keys {', '.join(sorted(names))}")
        return None
    kinds = {"date": str, "board": str, "record": str, "daily": str, "tokens": int}
    wrong = [name for name, kind in kinds.items() if not isinstance(game.get(name, kind()), kind)]
    for name, kind in (("names", str), ("packs", str), ("scores", int), ("winners", int), ("races", list)):
        if not isinstance(game[name], list) or not all(isinstance(one, kind) for one in game[name]):
            wrong.append(name)
    numbers = [] if wrong else [game["tokens"], *game["scores"], *game["winners"]]
    if any(isinstance(number, bool) or abs(number) > MOST_SCORE for number in numbers):
        wrong.append("scores")
    if not wrong:
        if not all(isinstance(combo, str) for races in game["races"] for combo in races):
            wrong.append("races")
        if len(game["scores"]) - len(game["names"]) not in (0, 1) or not game["names"]:
            wrong.append("scores")
        if len(game["races"]) != len(game["names"]):
            wrong.append("races")
        if any(not 0 <= seat < len(game["scores"]) for seat in game["winners"]):
            wrong.append("winners")
    if wrong:
        faults.append(f"{place}: {', '.join(sorted(set(wrong)))}: not what a score sheet holds")
        return None
    return Row(**game)
