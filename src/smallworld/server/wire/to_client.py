"""What the server says over the socket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .base import Reason, ReceiptLine, Wire
from .position import Choice, Picture, Player
from .tables import TableInfo


class Welcome(Wire):
    type: Literal["welcome"] = "welcome"
    table: TableInfo
    picture: Picture


class Seated(Wire):
    """Somebody sat down, left, came back, or a bot took over; the clocks with it."""

    type: Literal["seated"] = "seated"
    table: TableInfo
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


class Said(Wire):
    type: Literal["said"] = "said"
    name: str
    seat: int
    text: str


class Trouble(Wire):
    """The connection cannot go on, or something is wrong with the server. `code` is for the client."""

    type: Literal["trouble"] = "trouble"
    code: Literal["no_table", "bad_key", "unreadable", "too_fast", "too_big", "storage", "closing"]
    text: str


ToClient = Annotated[
    Welcome | Picture | Seated | Refused | Accepted | Answer | Said | Trouble, Field(discriminator="type")
]
