"""`Counter`: a number a piece needs to remember."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from . import word


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A number a piece needs to remember. `race`: cleared when the combo is picked; `turn`: at each turn;
    `game`: never."""

    id: str
    span: Literal["race", "turn", "game"]


WORD = word.Word(
    "counter",
    Counter,
    "A number a piece needs to remember. `race`: cleared when the combo is picked; `turn`: at each turn; "
    "`game`: never.",
    (word.name_of("id", "id"), word.choice("span", ("race", "turn", "game"))),
)
