"""`smallworld rules`: an overview of a turn, lists of all pieces, and each piece by any of its names."""

from __future__ import annotations

from typing import Annotated

import typer

from ..options import Lang, Plain, set_up
from ..screen import encyclopedia


def rules(
    name: Annotated[list[str] | None, typer.Argument()] = None,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain)
    if not name:
        terminal.print(*encyclopedia.overview(messages), *encyclopedia.list_pages(messages))
    elif not encyclopedia.tell(" ".join(name), terminal, messages):
        raise typer.Exit(1)
