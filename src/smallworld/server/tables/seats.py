"""Who holds which seat, and their names."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from smallworld.letters import plain_forms, skeleton, unmixed

from ..wire.base import MAX_NAME

BOT_NAMES: Final = ("Alba", "Bodo", "Cleo", "Dario", "Enna")


@dataclass(frozen=True)
class SeatHolder:
    """The current holder of a seat. `key` is a hash; `level` is that of its bot, also of one that took
    over."""

    who: Literal["person", "open", "bot", "party"]  # a party has no player: the engine moves it
    name: str
    level: str = ""
    key: str = ""
    standin: bool = False
    why: str = ""  # why a bot took over: asked, time, owner or away

    @property
    def may_return(self) -> bool:
        """A bot plays because the person has left, perhaps only for a moment."""
        return self.standin and self.why in ("owner", "away")

    @property
    def bot_decides(self) -> bool:
        return self.who == "bot" or self.standin


def one_line(text: str) -> str:
    """User text without line breaks and control characters that a screen or log would interpret."""
    kept = (letter if unicodedata.category(letter)[0] != "C" else " " for letter in text)
    return " ".join("".join(kept).split())


def tidy(name: str) -> str:
    """A name on one line that a record can hold, in letters that are what they look like."""
    return unmixed(plain_forms(one_line(name.replace("|", "/"))))[:MAX_NAME].strip()


def distinct(name: str, taken: Sequence[str]) -> str:
    """The name, with a number added if it is taken."""
    used = {skeleton(other) for other in taken}
    number, tried = 1, name
    while skeleton(tried) in used:
        number += 1
        tried = f"{name[: MAX_NAME - 3]} {number}"
    return tried
