"""Colours, emblems and signs, in one place, so that plain terminals can use letters instead."""

from __future__ import annotations

from rich.padding import Padding
from rich.text import Text

from smallworld.engine.notation.strings import SEATS

# A colour-blind-safe palette (Okabe and Ito); the emblem gives the same information without colour.
COLOURS = ("#e69f00", "#56b4e9", "#cc79a7", "#009e73", "#f0e442", "#d55e00", "#0072b2", "#999999")
EMBLEMS = "●◆■▲★○◇□"

TITLE = "bold"
QUIET = "dim"
GOOD = "bold green"
WARN = "yellow"
BAD = "bold red"


def indented(text: Text | str, columns: int = 2) -> Padding:
    """A paragraph whose further lines are indented like its first one."""
    return Padding(Text(text) if isinstance(text, str) else text, (0, 0, 0, columns))


class Style:
    """How seats, the viewer's own land and small signs are drawn."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.own = "*" if plain else "▸"
        self.dot = " - " if plain else " · "
        self.times = "x" if plain else "×"
        self.rule = "-" if plain else "─"
        self.cut = ".." if plain else "…"

    def emblem(self, seat: int) -> str:
        return SEATS[seat] if self.plain else EMBLEMS[seat]

    def colour(self, seat: int) -> str:
        return "" if self.plain else COLOURS[seat]

    def seat(self, seat: int, name: str) -> Text:
        return Text(f"{self.emblem(seat)} {name}", style=self.colour(seat))

    def shortened(self, text: str, width: int) -> str:
        """Cut to a width, with a sign that something is missing."""
        if len(text) <= width:
            return text
        return text[: max(1, width - len(self.cut))].rstrip() + self.cut
