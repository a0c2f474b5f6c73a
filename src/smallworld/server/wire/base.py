"""What all messages are made of: kinds of values, things with a name, receipts and reasons."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SPECTATOR = -1
NOBODY = -1

MAX_NAME = 24
MAX_CHAT = 300
MAX_ACTIONS = 80  # decisions in one message: a whole redeployment fits

Lang = Literal["en", "de", "nl", "fr", "es"]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME)]
Action = Annotated[str, StringConstraints(pattern=r"^[a-z0-9._]{1,40}$")]
Seat = Annotated[int, Field(ge=0, le=7)]
PackName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Named(Wire):
    """Something on the table. `kind` and `id` choose the icon; one without a look gets a monogram."""

    kind: str  # race, power, neutral, relic, place, marker, means, use, counter, terrain, symbol
    id: str
    name: str
    short: str = ""  # one line on what it does


class TermLine(Wire):
    amount: int
    label: str
    region: int = -1


class ReceiptLine(Wire):
    """A number and what it is made of. `text` is the whole sum in one line."""

    total: int
    text: str
    terms: list[TermLine]


class Reason(Wire):
    """Why something cannot be done, and what would help."""

    rule: str
    sentence: str
    remedy: str
