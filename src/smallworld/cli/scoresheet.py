"""The score sheet: every finished game with its date, names, races and scores; it lasts from game to game.

One JSON file in the data folder. A file that cannot be read is never written over: it is put aside under
another name, and a new sheet begins.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from smallworld.engine import SmallWorldError
from smallworld.packs.scores import Row, next_options

from .storage import FileTrouble, data_folder, read_text, write_text

FORMAT: Final = 1
NAME: Final = "smallworld scores"
USUAL: Final = "14"  # tokens of a party, where nothing else is said
BETWEEN: Final = " | "  # in a CSV cell that holds several things


@dataclass
class Sheet:
    rows: list[Row] = field(default_factory=list)

    def next_options(self, packs: Sequence[str], players: int) -> Mapping[str, str]:
        """How a series with a party goes on: the options that follow from its last game, dailies left out."""
        for row in reversed(self.rows):
            if row.party and not row.daily and set(row.packs) == set(packs) and len(row.names) == players:
                return next_options(packs, row.tokens, row.scores)
        return {}


# --- the file ----------------------------------------------------------------------------------------------


def sheet_file() -> Path:
    return data_folder() / "scores.json"


def load() -> Sheet:
    """The sheet; an empty one if there is none. A file that is none is refused."""
    path = sheet_file()
    return from_json(read_text(path), str(path)) if path.exists() else Sheet()


def add(row: Row) -> Path | None:
    """Enter a game. If the old file cannot be read it is put aside, and this is where."""
    aside = None
    try:
        sheet = load()
    except (FileTrouble, SmallWorldError):
        aside, sheet = _put_aside(sheet_file()), Sheet()
    if row not in sheet.rows:
        sheet.rows.append(row)
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
        raise FileTrouble(f"{path}: cannot be put aside: {error.strerror or error}") from error
    return other


# --- JSON and CSV ------------------------------------------------------------------------------------------


def to_json(sheet: Sheet) -> str:
    data = {"what": NAME, "format": FORMAT, "games": [asdict(row) for row in sheet.rows]}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def from_json(text: str, source: str) -> Sheet:
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise SmallWorldError(f"{source}: not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("what") != NAME:
        raise SmallWorldError(f"{source}: no score sheet of this game: expected 'what' to be {NAME!r}")
    if not isinstance(data.get("format"), int) or data["format"] > FORMAT:
        raise SmallWorldError(
            f"{source}: format {data.get('format')!r} is newer than this version reads ({FORMAT})"
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
        writer.writerow([_cell(getattr(row, name)) for name in names])
    return out.getvalue()


def _cell(value: object) -> str:
    if not isinstance(value, list):
        return str(value)
    return BETWEEN.join(", ".join(one) if isinstance(one, list) else str(one) for one in value)


def from_csv(text: str, source: str) -> Sheet:
    lines = list(csv.reader(io.StringIO(text)))
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
    rows = [_row(game, f"{source}: {what} {number}", faults) for number, game in enumerate(games, 1)]
    if faults:
        raise SmallWorldError(faults)
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
    if not wrong:
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
