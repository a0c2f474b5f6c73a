"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from smallworld.engine import SmallWorldError
from smallworld.engine.errors import choices
from smallworld.languages import LANGUAGES

from .messages import Messages, default_language
from .terminal import Terminal

Lang = Annotated[str, typer.Option("--lang")]
Plain = Annotated[bool, typer.Option("--plain")]

World = Annotated[str, typer.Option("--world")]
Packs = Annotated[list[str] | None, typer.Option("--pack")]
Jobs = Annotated[int, typer.Option(min=0)]


def set_up(lang: str, plain: bool, *, interactive: bool = False) -> tuple[Terminal, Messages]:
    """The terminal and the messages of a command."""
    lang = known_language(lang)
    terminal = Terminal(True if plain else None, interactive=interactive)
    return terminal, Messages(lang, plain=terminal.plain)


def known_language(lang: str) -> str:
    """The language of `--lang`; without it, that of the system."""
    lang = lang.strip().lower() or default_language()
    if lang not in LANGUAGES:
        raise SmallWorldError(choices("language", lang, LANGUAGES))
    return lang
