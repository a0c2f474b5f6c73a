"""The journal of a table: entries are only ever appended. A table is its header and its journal.

The kinds of entries and their fields:

seated    seat, name, key (hash)     somebody took an open seat
begun     actions, bots              the game starts: its first draws; levels of bots in the open seats
moved     seat, actions              decisions and the chance outcomes that follow
undone    seat, count                decisions undone
redone    seat, count                decisions redone
standin   seat, level, why           a bot takes over: asked, time, owner or away
back      seat, seconds              the person plays again, with at least this much time
resumed   since, until               no server was running in this period; clocks stopped

An entry that ends the game also has the field `over`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from smallworld.languages import Lang

from .planning import PlannedMove

FORMAT: Final = 1

Kind = Literal["seated", "begun", "moved", "undone", "redone", "standin", "back", "resumed"]
Body = Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """`version` is the number of journal entries including this one; `at` is in Unix seconds."""

    version: int
    at: float
    kind: Kind
    body: Body
    plan: PlannedMove | None = field(
        default=None, compare=False, repr=False
    )  # the move already applied to a copy; not stored

    @property
    def finished(self) -> bool | None:
        """Whether the game is over with this entry; None if the entry does not say."""
        if self.kind == "undone" or "over" in self.body:
            return bool(self.body.get("over", False))
        return None


@dataclass(frozen=True)
class Note:
    """A note about people at the table for the log, placed before entry `number`."""

    number: int
    kind: str  # standin, timeout or back
    seat: int


class OpenedSeat(BaseModel):
    """A seat when the table was created: a person at the creator's device, an open seat, or a bot."""

    model_config = ConfigDict(frozen=True)

    who: Literal["person", "open", "bot"]
    name: str = ""
    level: str = ""


class Options(BaseModel):
    """The options of a table. `wire.tables` says which values are allowed."""

    model_config = ConfigDict(frozen=True)

    packs: list[str] | None = None
    homebrew: list[str] = []
    board: str = ""
    races: list[str] | None = None
    powers: list[str] | None = None
    options: dict[str, str] = {}
    minutes: float | None = None
    free_undo: bool = False
    guide: bool = False
    standin: str = ""
    seed: str = ""
    day: str = ""
    start: str = ""
    lesson: str = ""
    rounds: int = 0


class Header(BaseModel):
    """The facts of a table that never change. Only hashes of keys are stored."""

    model_config = ConfigDict(frozen=True)

    format: int = FORMAT
    world: str  # the world's key: board, packs with their versions, races and powers
    chairs: list[OpenedSeat]
    options: Options
    lang: Lang
    standin: str  # level of bots that take over
    owner: str
    join: str
    watch: str
