"""`smallworld backup` and `restore`: all tables of a server in one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..options import Lang, Plain, set_up
from ..screen.style import QUIET

File = Annotated[Path, typer.Argument(metavar="FILE")]
Data = Annotated[Path | None, typer.Option("--data")]
DatabaseUrl = Annotated[str, typer.Option("--database-url", envvar="SMALLWORLD_DATABASE_URL")]


def backup(
    file: File, data: Data = None, database_url: DatabaseUrl = "", lang: Lang = "", plain: Plain = False
) -> None:
    from smallworld.server.storage.backup import write_backup

    terminal, messages = set_up(lang, plain)
    written = write_backup(_url(data, database_url), file.expanduser())
    said = messages("backup_written", tables=written.tables, entries=written.entries, file=str(file))
    terminal.line(said, whole=True)


def restore(
    file: File,
    replace: Annotated[bool, typer.Option("--replace")] = False,
    check: Annotated[bool, typer.Option("--check")] = False,
    data: Data = None,
    database_url: DatabaseUrl = "",
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    from smallworld.server.storage.backup import check_backup, restore_backup

    terminal, messages = set_up(lang, plain)
    file = file.expanduser()
    if check:
        found = check_backup(file)
        terminal.line(messages("backup_good", tables=found.tables, entries=found.entries), whole=True)
        return
    found, kept = restore_backup(_url(data, database_url), file, replace=replace)
    terminal.line(messages("backup_restored", tables=found.tables, entries=found.entries), whole=True)
    if kept is not None:
        terminal.line(messages("backup_kept", file=str(kept)), QUIET, whole=True)


def _url(data: Path | None, database_url: str) -> str:
    """The database of `smallworld serve` with the same options."""
    from smallworld.server.settings import Settings, data_folder

    return Settings(data=data if data is not None else data_folder(), database_url=database_url).url
