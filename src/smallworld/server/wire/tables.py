"""Creating and joining a table, and the facts that do not change during the game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from smallworld.languages import Lang

from .base import (
    MAX_PIECES,
    MAX_POSITION,
    MAX_TABLE,
    Asked,
    Key,
    Name,
    OptionName,
    PackName,
    PackText,
    Wire,
    few,
)
from .board import Board, LeftOut


class SeatPlan(Asked):
    """Who gets a seat: `me` (this device), `open` (anyone who follows the link), or a bot."""

    who: Literal["me", "open", "bot"]
    name: Name = ""
    level: str = Field(default="", max_length=40)  # of the bot


class TableOptions(Asked):
    packs: Annotated[list[PackName] | None, few(8)] = Field(
        default=None, max_length=8
    )  # None: of the board, or the base game
    homebrew: Annotated[list[PackText], few(2)] = Field(
        default=[], max_length=2
    )  # packs as files, beside these
    board: str = Field(default="", pattern=r"^[a-z0-9_]{0,40}$")  # empty: by the number of players
    races: Annotated[list[PackName] | None, few(MAX_PIECES)] = Field(
        default=None, max_length=MAX_PIECES
    )  # None: all
    powers: Annotated[list[PackName] | None, few(MAX_PIECES)] = Field(default=None, max_length=MAX_PIECES)
    options: Annotated[dict[PackName, OptionName], few(16)] = Field(
        default={}, max_length=16
    )  # of the packs, by name
    minutes: float | None = Field(default=None, ge=0.5, le=600)  # for a player's whole game; None: no clock
    free_undo: bool = False  # beyond the wall: only where one device holds all people's seats
    guide: bool = False  # a coach advises; where people play from several devices, only with this
    standin: str = Field(default="", max_length=40)  # level of the bot that takes over
    seed: str = Field(default="", max_length=40)  # a repeatable game (solo and hot-seat only)
    # The game of that day, which has its own world and luck; nothing else can be chosen then.
    day: str = Field(default="", pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")
    start: str = Field(
        default="", max_length=MAX_POSITION
    )  # a position to start from: puzzles, small lessons
    lesson: str = Field(default="", pattern=r"^[a-z0-9_-]{0,80}$")  # whose aims the table shows
    rounds: int = Field(default=0, ge=0, le=60)  # a shorter or longer game; 0: as the board says


class NewTable(Asked):
    # Of people and bots; a party needs no seat.
    seats: Annotated[list[SeatPlan], few(8)] = Field(min_length=1, max_length=5)
    options: TableOptions = TableOptions()
    lang: Lang = "en"


class TableText(Asked):
    """A file with a table."""

    text: str = Field(min_length=2, max_length=MAX_TABLE)
    lang: Lang = "en"


class Created(Wire):
    """The keys are shown once, to the table's creator; links carry them behind the `#`."""

    table: str
    key: str  # of the device that created the table: its seats, and its options
    join: str  # gives access to an open seat
    watch: str  # for spectators


class JoinTable(Asked):
    key: Key  # the join key
    name: Name


class Joined(Wire):
    table: str
    key: str
    seat: int


class SeatInfo(Wire):
    seat: int
    name: str
    who: Literal["person", "open", "bot", "party"]  # a party moves by its own rules
    level: str = ""


class TableNews(Wire):
    """What changes when somebody takes a seat, leaves or comes back."""

    id: str
    phase: Literal["waiting", "playing", "over"]
    seats: list[SeatInfo]
    mine: list[int]  # seats of the key in the request
    owner: bool
    join: str = ""  # for the owner, while seats are open
    watch: str = ""
    coach: bool = False  # advice is allowed here


class TableInfo(TableNews):
    """The same, and what does not change."""

    options: TableOptions
    board: Board
    left_out: list[LeftOut] = []  # what cannot be used on this board
