"""The terminal: colour and clearing where it supports them, otherwise plain lines."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import IO, cast

from rich.console import Console, RenderableType
from rich.text import Text

from .ascii import to_ascii


class _AsciiOut:
    """Standard output as ASCII; looked up late, because tests replace it."""

    def write(self, text: str) -> int:
        return sys.stdout.write(to_ascii(text))

    def flush(self) -> None:
        sys.stdout.flush()

    def isatty(self) -> bool:
        return False


def speaks_unicode() -> bool:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    return encoding.lower().replace("-", "").startswith("utf")


def is_dumb() -> bool:
    return os.environ.get("TERM", "") in ("dumb", "unknown") or not speaks_unicode()


class Terminal:
    """`plain`: no colour, no cursor movement, ASCII only. None: detect it."""

    def __init__(self, plain: bool | None = None, *, interactive: bool = False) -> None:
        can_draw = sys.stdout.isatty() and (sys.stdin.isatty() or not interactive)
        # Piped output of a command that asks nothing keeps all letters: a file can hold them.
        self.plain = (is_dumb() or (interactive and not can_draw)) if plain is None else plain
        self.console = Console(
            file=cast(IO[str], _AsciiOut()) if self.plain else None,
            color_system=None if self.plain else "auto",
            no_color=True if self.plain else None,
            force_terminal=False if self.plain else None,
            width=_width() if self.plain else None,
            legacy_windows=False,
            markup=False,
            highlight=False,
            emoji=False,
            soft_wrap=False,
        )
        self.can_clear = self.console.is_terminal and not self.plain
        if sys.stdin.isatty():
            # Line editing and history for input(), where the platform has it.
            with suppress(ImportError):
                import readline  # noqa: F401

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return self.console.height

    def print(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def line(self, text: str = "", style: str = "", *, whole: bool = False) -> None:
        """One paragraph. `whole`: never wrapped, so that a path or a position string can be copied."""
        self.console.print(Text(text, style=style), soft_wrap=whole)

    def clear(self) -> None:
        if self.can_clear:
            self.console.clear()

    def lines_of(self, thing: RenderableType) -> int:
        """How many lines something takes on this terminal."""
        return len(self.console.render_lines(thing, pad=False))

    def ask(self, prompt: str) -> str:
        """One typed line. EOFError when there are no more."""
        if self.plain:
            prompt = to_ascii(prompt)
        sys.stdout.flush()
        line = input(prompt)
        if not sys.stdin.isatty():
            # Piped input is not echoed by the terminal; print it so that the transcript is readable.
            self.line(line)
        return line.strip()


def _width() -> int:
    try:
        return max(40, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError, AttributeError):
        columns = os.environ.get("COLUMNS", "")
        return max(40, int(columns)) if columns.isdigit() else 100
