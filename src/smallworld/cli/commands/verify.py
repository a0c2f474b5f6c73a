"""`smallworld verify`: check that a record is a game that can have been played."""

from __future__ import annotations

from pathlib import Path

import typer

from smallworld.engine import SmallWorldError, read_record
from smallworld.packs import world_from_key
from smallworld.packs.daily import day_in, faults_of_daily

from ..files import read_text
from ..options import Lang, Plain, set_up
from ..screen.style import BAD, GOOD
from .daily import share


def verify(
    file: Path,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain)
    text = read_text(file)
    try:
        record = read_record(text, world_from_key)
        game, day = record.game, day_in(record.note)
        if day is not None and (faults := faults_of_daily(record, day)):
            raise SmallWorldError([messages("daily_bad", day=day.isoformat()), *faults])
    except SmallWorldError as error:
        terminal.line(messages("record_bad", file=str(file)), BAD, whole=True)
        for fault in error.faults:
            terminal.line(f"  {messages.fault(fault)}", whole=True)
        raise typer.Exit(1) from None
    terminal.line(
        messages("record_good", file=str(file), actions=len(game.log), round=game.state.round),
        GOOD,
        whole=True,
    )
    if day is not None:
        terminal.line(messages("daily_good", day=day.isoformat()), GOOD)
        if game.over:
            share(terminal, messages, record, day)
    terminal.line(messages("record_over" if game.over else "record_open"))
