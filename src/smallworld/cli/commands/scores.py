"""`smallworld scores`: the games finished here, and how a series continues."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from smallworld.engine import SmallWorldError
from smallworld.packs.scores import Row

from .. import score_sheet
from ..files import read_text, write_text
from ..messages import Messages
from ..options import Lang, Plain, set_up
from ..score_sheet import Sheet
from ..screen.style import GOOD, QUIET

ENDINGS = (".json", ".csv")


def scores(
    export: Annotated[str, typer.Option("--export", metavar="FILE")] = "",
    take: Annotated[str, typer.Option("--import", metavar="FILE")] = "",
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain)
    sheet = score_sheet.load()
    if take:
        new = _read(Path(take).expanduser())
        added = sheet.take(new.rows)
        sheet.rows.sort(key=lambda row: row.date)
        score_sheet.save(sheet)
        terminal.line(messages("scores_imported", count=added, file=take), GOOD)
    if export:
        path = Path(export).expanduser()
        if path.exists():
            raise SmallWorldError(messages("file_exists", file=str(path)))
        given = score_sheet.exported(sheet)
        text = score_sheet.to_csv(given) if _ending(path) == ".csv" else score_sheet.to_json(given)
        write_text(path, text)
        terminal.line(messages("scores_exported", count=len(sheet.rows), file=str(path)), GOOD)
    if take or export:
        return
    if not sheet.rows:
        terminal.line(messages("scores_none"))
        return
    terminal.print(table_of(sheet, messages))
    for line in series_lines(sheet, messages):
        terminal.line(line, QUIET)


def _ending(path: Path) -> str:
    if path.suffix.lower() not in ENDINGS:
        raise SmallWorldError(f"{path}: expected a file that ends in {' or '.join(ENDINGS)}")
    return path.suffix.lower()


def _read(path: Path) -> Sheet:
    read = score_sheet.from_csv if _ending(path) == ".csv" else score_sheet.from_json
    return read(read_text(path), str(path))


def table_of(sheet: Sheet, messages: Messages) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for key in ("date", "names", "world", "tokens", "races", "score", "party"):
        table.add_column(messages(f"scores_{key}"), justify="right" if key == "tokens" else "left")
    for row in sheet.rows:
        table.add_row(*_cells(row, messages))
    return table


def _cells(row: Row, messages: Messages) -> list[Text]:
    """The winner's score is circled, as far as a terminal can do that."""

    def score(seat: int) -> str:
        return f"({row.scores[seat]})" if seat in row.winners else str(row.scores[seat])

    count = len(row.names)
    races = " / ".join(
        ", ".join(messages.clean(_combo(one, messages)) for one in races) for races in row.races
    )
    cells = [
        f"{row.date}{'*' if row.daily else ''}",
        ", ".join(row.names),
        messages.world(row.packs),
        str(row.tokens) if row.party else "",
        races,
        " ".join(score(seat) for seat in range(count)),
        score(count) if row.party else "",
    ]
    return [Text(cell) for cell in cells]


def _combo(text: str, messages: Messages) -> str:
    power, _, race = text.partition(" ")
    return messages.catalogue.combo(race, power)


def series_lines(sheet: Sheet, messages: Messages) -> list[str]:
    """For each series: the number of tokens it continues with."""
    said = []
    for key in dict.fromkeys((tuple(row.packs), len(row.names)) for row in sheet.rows if row.party):
        packs, players = key
        options = sheet.next_options(packs, players)
        last = next(r for r in reversed(sheet.rows) if (tuple(r.packs), len(r.names)) == key)
        if last.daily and not options:
            continue
        tokens = next(iter(options.values()), score_sheet.USUAL)
        said.append(messages("scores_next", world=messages.world(packs), players=players, tokens=int(tokens)))
    return said
