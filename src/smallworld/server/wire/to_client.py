"""What the server says over the socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from .base import Reason, ReceiptLine, Wire
from .coach import Advice
from .position import Choice, Picture, Player
from .tables import TableInfo, TableNews


class Welcome(Wire):
    type: Literal["welcome"] = "welcome"
    table: TableInfo
    picture: Picture


class Change(Wire):
    """From the picture before to the next one. How it is written is told in `rooms.changes`."""

    type: Literal["change"] = "change"
    base: int  # version of the picture it changes
    first: int
    fresh: bool = False
    events: list[Any] = []
    parts: dict[str, Any]
    things: list[tuple[int, Any]] = []  # names and receipts said for the first time, with their numbers


class Waiting(Wire):
    """A bot of this table waits for others to finish thinking: so many come before it."""

    type: Literal["waiting"] = "waiting"
    place: int


class Seated(Wire):
    """Somebody sat down, left, came back, or a bot took over; the clocks with it."""

    type: Literal["seated"] = "seated"
    table: TableNews
    players: list[Player]


class Refused(Wire):
    """A move, undo or wish that was not carried out. The table is as it was."""

    type: Literal["refused"] = "refused"
    id: int
    cause: Literal["illegal", "stale", "not_yours", "wall", "phase", "unreadable", "storage"]
    reasons: list[Reason]


class Accepted(Wire):
    """The message with this id has been carried out and is durable; the picture comes by itself."""

    type: Literal["accepted"] = "accepted"
    id: int
    version: int


class Answer(Wire):
    """About one region: what it is, what it costs me or why I cannot have it."""

    type: Literal["answer"] = "answer"
    id: int
    region: int
    title: str
    lines: list[str]
    defence: ReceiptLine
    choices: list[Choice]
    reasons: list[Reason]


class Meanwhile(Wire):
    """To somebody who tries things out in private: the table has gone on."""

    type: Literal["meanwhile"] = "meanwhile"
    moves: int  # since the copy was made
    asked: bool  # it is the reader's move now


class Said(Wire):
    type: Literal["said"] = "said"
    name: str
    seat: int
    text: str


class Quip(Wire):
    """A bot says something, just so."""

    type: Literal["quip"] = "quip"
    seat: int
    name: str
    text: str


class Trouble(Wire):
    """The connection cannot go on, or something is wrong with the server. `code` is for the client."""

    type: Literal["trouble"] = "trouble"
    code: Literal["no_table", "bad_key", "unreadable", "too_fast", "too_big", "storage", "closing", "crowded"]
    text: str


ToClient = Annotated[
    Welcome
    | Picture
    | Change
    | Seated
    | Waiting
    | Refused
    | Accepted
    | Answer
    | Advice
    | Meanwhile
    | Said
    | Quip
    | Trouble,
    Field(discriminator="type"),
]
