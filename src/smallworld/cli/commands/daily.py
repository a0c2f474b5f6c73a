"""`smallworld daily`: the Crusade of the day. One attempt counts; it gives a text to share and a record."""

from __future__ import annotations

import sys
from datetime import date
from typing import Annotated

import typer

from smallworld.engine import Record, SmallWorldError, read_record
from smallworld.packs import daily as days
from smallworld.packs import world_from_key

from ..files import SUFFIX, data_folder, read_text
from ..messages import Messages
from ..options import Lang, Plain, set_up
from ..screen.left_out import left_out_lines
from ..screen.style import GOOD, QUIET
from ..table.loop import Loop, quoted
from ..table.seats import Table
from ..table.setup import tidy
from ..terminal import Terminal


def daily(
    day: Annotated[str, typer.Option("--date")] = "",
    name: str = "",
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain, interactive=True)
    today = days.day_of(day) if day else date.today()
    if today > date.today():
        raise SmallWorldError(messages("daily_future", day=today.isoformat()))
    path = data_folder() / "games" / f"daily-{today.isoformat()}{SUFFIX}"
    seed = days.seed_of(today)
    if path.exists():
        table = Table.resume(path, None, seed)
        if table.game.over:
            terminal.line(messages("daily_done", day=today.isoformat()))
            share(terminal, messages, read_record(read_text(path), world_from_key), today)
            return
    else:
        names = [tidy(name) or messages("player.number", number=1)]
        table = Table.new(days.world_of(today), names, frozenset(), path, seed, note=days.note_of(today))
    table.daily = today.isoformat()
    loop = Loop(table, terminal, messages)
    loop.notes += left_out_lines(table.game.world, messages)
    if not loop.run():
        if not sys.stdin.isatty():
            raise typer.Exit(0)
        return
    record = read_record(read_text(path), world_from_key)
    terminal.line()
    terminal.line(messages("daily_share"), QUIET)
    share(terminal, messages, record, today)
    terminal.line(messages("daily_verify", command=f"smallworld verify {quoted(path)}"), QUIET, whole=True)


def share(terminal: Terminal, messages: Messages, record: Record, day: date) -> None:
    for line in days.share_text(record, day, messages.catalogue).splitlines():
        terminal.line(messages.clean(line), GOOD, whole=True)
