"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from smallworld.engine import SmallWorldError
from smallworld.engine.errors import choices
from smallworld.languages import LANGUAGES

from .messages import Messages, default_language
from .terminal import Terminal

Lang = Annotated[
    str,
    typer.Option("--lang", help=f"Language: {', '.join(LANGUAGES)}. [default: that of your system]"),
]
Plain = Annotated[
    bool,
    typer.Option("--plain", help="No colour, no cursor tricks, ASCII only (by itself on dumb terminals)."),
]

World = Annotated[
    str,
    typer.Option("--world", help="Which world: base, underground, both, crusade …; see: smallworld packs."),
]
Board = Annotated[
    str, typer.Option(help="Which board, as in base_3p or underground_3p. [default: by the players]")
]
Packs = Annotated[
    list[str] | None,
    typer.Option("--pack", help="A pack to play with, by its id or as a .toml file; may be repeated."),
]
Seed = Annotated[int, typer.Option(help="The same seed plays the same games.")]
Jobs = Annotated[int, typer.Option(min=0, help="Processes; 0: one for each core.")]


def set_up(lang: str, plain: bool, *, interactive: bool = False) -> tuple[Terminal, Messages]:
    """The terminal and the messages of a command."""
    lang = lang.strip().lower() or default_language()
    if lang not in LANGUAGES:
        raise SmallWorldError(choices("language", lang, LANGUAGES))
    terminal = Terminal(True if plain else None, interactive=interactive)
    return terminal, Messages(lang, plain=terminal.plain)
