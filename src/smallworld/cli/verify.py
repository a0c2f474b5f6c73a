"""`smallworld verify`: is this record a game that can have been played?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smallworld.engine import SmallWorldError, read_record
from smallworld.packs import world_from_key

from .options import Lang, Plain, set_up
from .screen.look import BAD, GOOD
from .storage import read_text


def verify(
    file: Annotated[Path, typer.Argument(help="A record file.")],
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    """Check a record: exit code 0 if it is sound, 1 with line and cause if it is not."""
    terminal, voice = set_up(lang, plain)
    text = read_text(file)
    try:
        game = read_record(text, world_from_key).game
    except SmallWorldError as error:
        terminal.line(voice("record_bad", file=str(file)), BAD, whole=True)
        for fault in error.faults:
            terminal.line(f"  {fault}", whole=True)
        raise typer.Exit(1) from None
    terminal.line(
        voice("record_good", file=str(file), actions=len(game.log), round=game.state.round), GOOD, whole=True
    )
    terminal.line(voice("record_over" if game.over else "record_open"))
