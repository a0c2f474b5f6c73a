"""Who sits where, and what they are called."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ..wire.base import MAX_NAME

BOT_NAMES: Final = ("Alba", "Bodo", "Cleo", "Dario", "Enna")


@dataclass(frozen=True)
class Sitter:
    """Who has a seat now. `key` is a hash; `level` is the bot's, of a bot's seat or one that stands in."""

    who: Literal["person", "open", "bot", "party"]  # a party is nobody: the engine moves it
    name: str
    level: str = ""
    key: str = ""
    standin: bool = False
    why: str = ""  # a bot stands in: asked, time or owner

    @property
    def bot_decides(self) -> bool:
        return self.who == "bot" or self.standin


def one_line(text: str) -> str:
    """What people typed, without line breaks and control signs: nothing that a screen or log would obey."""
    kept = (letter if unicodedata.category(letter)[0] != "C" else " " for letter in text)
    return " ".join("".join(kept).split())


def tidy(name: str) -> str:
    """A name on one line, that a record can hold."""
    return one_line(name.replace("|", "/"))[:MAX_NAME].strip()


def distinct(name: str, taken: Sequence[str]) -> str:
    """The name, or the name with a number behind it if somebody has it already."""
    used = {other.casefold() for other in taken}
    number, tried = 1, name
    while tried.casefold() in used:
        number += 1
        tried = f"{name[: MAX_NAME - 3]} {number}"
    return tried
