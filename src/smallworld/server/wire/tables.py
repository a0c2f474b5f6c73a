"""Opening and joining a table, and what does not change there from move to move."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .base import Key, Lang, Name, PackName, Wire
from .board import Board, LeftOut


class SeatPlan(Wire):
    """Who is to sit somewhere: `me` (this device), `open` (whoever follows the link), or a bot."""

    who: Literal["me", "open", "bot"]
    name: Name = ""
    level: str = ""  # of the bot


class TableOptions(Wire):
    packs: list[PackName] | None = Field(default=None, max_length=8)  # None: of the board, or the base game
    board: str = Field(default="", pattern=r"^[a-z0-9_]{0,40}$")  # empty: by the number of players
    races: list[str] | None = None  # None: all
    powers: list[str] | None = None
    options: dict[PackName, PackName] = Field(default={}, max_length=16)  # of the packs, by name
    minutes: float | None = Field(default=None, ge=0.5, le=600)  # for a player's whole game; None: no clock
    free_undo: bool = False  # beyond the wall: only where one device holds all people's seats
    guide: bool = False  # a coach explains every step
    standin: str = ""  # level of the bot that takes over when time runs out or somebody leaves
    seed: str = Field(default="", max_length=40)  # a repeatable game (solo and hot-seat only)
    start: str = Field(default="", max_length=4000)  # a position to start from: puzzles, little lessons


class NewTable(Wire):
    seats: list[SeatPlan] = Field(min_length=2, max_length=5)
    options: TableOptions = TableOptions()
    lang: Lang = "en"


class Created(Wire):
    """Keys are shown once, to whoever opened the table; links carry them behind the `#`."""

    table: str
    key: str  # of the device that opened the table: its seats, and its options
    join: str  # whoever has it may take an open seat
    watch: str  # spectators


class JoinTable(Wire):
    key: Key  # the join key
    name: Name


class Joined(Wire):
    table: str
    key: str
    seat: int


class SeatInfo(Wire):
    seat: int
    name: str
    who: Literal["person", "open", "bot"]
    level: str = ""


class TableInfo(Wire):
    """What does not change from move to move."""

    id: str
    phase: Literal["waiting", "playing", "over"]
    seats: list[SeatInfo]
    options: TableOptions
    mine: list[int]  # seats of the key that asks
    owner: bool
    join: str = ""  # for the owner, while seats are open
    watch: str = ""
    board: Board
    left_out: list[LeftOut] = []  # what makes no sense on this board
