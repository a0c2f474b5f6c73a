"""The base of all messages: value types, named things, receipts and reasons."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

SPECTATOR = -1
NOBODY = -1

MAX_NAME = 24
MAX_CHAT = 300
MAX_PIECES = 300  # in a list of races or powers
MAX_PACK = 24_000  # characters of a homebrew pack: a few pieces with texts in five languages
MAX_POSITION = 24_000  # characters of a position: some thousand, and its homebrew
MAX_TABLE = 600_000  # characters of a file with a table: long games with all their undos have a fifth of it
MAX_ACTIONS = 80  # decisions in one message: a whole redeployment fits

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME)]
Action = Annotated[str, StringConstraints(pattern=r"^[a-z0-9._]{1,40}$")]
Seat = Annotated[int, Field(ge=0, le=7)]
OptionName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,40}$")]  # a value may be a number
PackText = Annotated[str, StringConstraints(min_length=1, max_length=MAX_PACK)]  # the text of a file
PackName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_FIELDS: Final = 40  # fields of any request


class Asked(Wire):
    """Input from clients. Too many fields are one fault, not one each."""

    @model_validator(mode="before")
    @classmethod
    def _few_fields(cls, value: Any) -> Any:
        return _counted(value, _FIELDS)


def few(most: int) -> BeforeValidator:
    """A list or table of at most so many: counted before any item is validated."""
    return BeforeValidator(lambda value: _counted(value, most))


def _counted(value: Any, most: int) -> Any:
    if isinstance(value, list | dict) and len(value) > most:
        raise ValueError(f"expected at most {most}, got {len(value)}")
    return value


class Placing(Wire):
    """This many tokens of a redeployment go to this region."""

    region: int = Field(ge=0, le=63)
    count: int = Field(ge=1, le=99)


class Named(Wire):
    """Something on the table. `kind` and `id` choose the icon; one without a look gets a monogram."""

    kind: str  # race, power, neutral, relic, place, marker, means, use, counter, terrain, symbol
    id: str
    name: str
    short: str = ""  # one line on what it does


class TermLine(Wire):
    """`kind` and `id`: the page of the encyclopedia that explains it, if there is one."""

    amount: int
    label: str
    region: int = -1
    kind: str = ""
    id: str = ""


class ReceiptLine(Wire):
    """A number and its terms. `text` is the whole sum in one line."""

    total: int
    text: str
    terms: list[TermLine]


class Reason(Wire):
    """Why something cannot be done, and what would help."""

    rule: str
    sentence: str
    remedy: str
