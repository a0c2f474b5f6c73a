"""What happened to a table: entries that are only ever added. A table is its header and its journal.

The kinds of entries, and what stands in them:

seated    seat, name, key (hash)     somebody took an open seat
begun     actions, bots              the game starts: its first draws; levels of bots in seats nobody took
moved     seat, actions              decisions with the chance outcomes they brought
undone    seat, count                decisions taken back
redone    seat, count                and done again
standin   seat, level, why           a bot plays on: asked, time or owner
back      seat, seconds              the person plays again, with at least this much time
resumed   since, until               no server was there from `since` until then; clocks stood still

Where the game ends with an entry, `over` stands there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from ..wire.base import Lang
from ..wire.tables import TableOptions

FORMAT: Final = 1

Kind = Literal["seated", "begun", "moved", "undone", "redone", "standin", "back", "resumed"]
Body = Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """`version` is the number of the table's entries once this one is written; `at` is in Unix seconds."""

    version: int
    at: float
    kind: Kind
    body: Body

    @property
    def finished(self) -> bool | None:
        """Whether the game is over with this; None if it says nothing about that."""
        if self.kind == "undone" or "over" in self.body:
            return bool(self.body.get("over", False))
        return None


class Chair(BaseModel):
    """A seat as the table was opened: a person at the device that opened it, an open seat, or a bot."""

    model_config = ConfigDict(frozen=True)

    who: Literal["person", "open", "bot"]
    name: str = ""
    level: str = ""


class Header(BaseModel):
    """What never changes about a table. Keys are only kept as hashes."""

    model_config = ConfigDict(frozen=True)

    format: int = FORMAT
    world: str  # the world's key: board, packs with their versions, races and powers
    chairs: list[Chair]
    options: TableOptions
    lang: Lang
    standin: str  # level of bots that take over
    owner: str
    join: str
    watch: str
