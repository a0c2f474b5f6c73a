"""The messages from the server over the socket."""

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
    """The change from one picture to the next. `rooms.picture_diff` describes the format."""

    type: Literal["change"] = "change"
    base: int  # version of the picture it changes
    first: int
    fresh: bool = False
    events: list[Any] = []
    parts: dict[str, Any]
    things: list[tuple[int, Any]] = []  # names and receipts sent for the first time, with their numbers


class Waiting(Wire):
    """A bot of this table waits in the queue for a worker: how many are before it."""

    type: Literal["waiting"] = "waiting"
    place: int


class Seated(Wire):
    """Somebody took a seat, left, came back, or a bot took over; with the clocks."""

    type: Literal["seated"] = "seated"
    table: TableNews
    players: list[Player]


class Refused(Wire):
    """A move, undo or other command was refused. The table is unchanged."""

    type: Literal["refused"] = "refused"
    id: int
    cause: Literal["illegal", "stale", "not_yours", "wall", "phase", "unreadable", "storage"]
    reasons: list[Reason]


class Accepted(Wire):
    """The message with this id has been applied and is durable; the picture is sent separately."""

    type: Literal["accepted"] = "accepted"
    id: int
    version: int


class Answer(Wire):
    """Details of one region: what it is, what it costs the viewer or why it cannot be taken."""

    type: Literal["answer"] = "answer"
    id: int
    region: int
    title: str
    lines: list[str]
    defence: ReceiptLine
    choices: list[Choice]
    reasons: list[Reason]


class Meanwhile(Wire):
    """For a viewer with a private copy: the table has changed meanwhile."""

    type: Literal["meanwhile"] = "meanwhile"
    moves: int  # since the copy was made
    asked: bool  # the viewer's seat decides now


class Said(Wire):
    type: Literal["said"] = "said"
    name: str
    seat: int
    text: str


class Quip(Wire):
    """A chat line of a bot."""

    type: Literal["quip"] = "quip"
    seat: int
    name: str
    text: str


class Trouble(Wire):
    """The connection cannot continue, or the server has a problem. `code` is for the client."""

    type: Literal["trouble"] = "trouble"
    code: Literal[
        "no_table",
        "unreadable",
        "too_fast",
        "too_big",
        "storage",
        "closing",
        "crowded",
        "damaged",
        "other_version",
        "newer",
    ]
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
