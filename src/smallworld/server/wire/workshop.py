"""The workshop: the vocabulary as a form, a piece in progress, and its faults."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from smallworld.languages import Lang

from .base import Asked, Named, PackText, ReceiptLine, Wire
from .looks import Looks
from .pages import BoardChoice

BoardId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{0,40}$")]


class FormChoice(Wire):
    id: str
    name: str


class FormField(Wire):
    """A field of a word. If left out, it has the value `default`."""

    id: str
    name: str
    text: str = ""
    kind: Literal["number", "yes", "choice", "regions", "number or regions", "per", "id", "marker", "counter"]
    required: bool
    default: bool | int | str | None = None
    low: int = 0
    high: int = 0
    choices: list[FormChoice] = []
    fixed: bool = False  # regions: only a set that depends on the board alone


class FormWord(Wire):
    """A word of the vocabulary: an effect, or something else that a piece has."""

    id: str
    name: str
    text: str
    group: str = ""  # name of its group
    fields: list[FormField]


class FormPart(Wire):
    """A list of a piece: its markers, its means."""

    id: str
    name: str
    text: str
    most: int
    word: FormWord


class RegionName(Wire):
    """A name for regions."""

    id: str  # as written in a file
    kind: str  # terrain, symbol or set
    icon: str  # id of its icon
    name: str
    world: str  # name of its pack; empty: known everywhere


class RegionWord(Wire):
    """A word before regions: those beside them, all others."""

    id: str
    name: str
    fixed: bool  # it depends on the board alone


class Vocabulary(Wire):
    """Everything a form needs: no client knows a word itself."""

    effects: list[FormWord]
    most_effects: int
    parts: list[FormPart]
    numbers: dict[str, list[FormField]]  # of a race or power itself
    names: list[RegionName]
    before: list[RegionWord]
    letters: dict[str, int]  # how long texts may be
    boards: list[BoardChoice]
    printed: list[Named]  # built-in pieces to start from
    looks: Looks


class WorkshopAsk(Asked):
    """A pack in progress, as JSON."""

    pack: PackText
    board: BoardId = ""  # where its regions are shown; empty: the smallest
    lang: Lang = "en"


class OpenAsk(Asked):
    """The text of a file."""

    text: PackText
    lang: Lang = "en"


class FieldFault(Wire):
    """`path` as in race.badgers.effects[0].where; empty: the pack as a whole."""

    path: str
    text: str
    line: int = 0  # of a file; 0: not known


class Opened(Wire):
    """A file as JSON; empty if it has faults."""

    pack: str = ""
    faults: list[FieldFault] = []


class Example(Wire):
    """A number that the piece affects."""

    title: str
    receipt: ReceiptLine


class CheckedPiece(Wire):
    """A race or power as it would be at a table, with a built-in partner."""

    thing: Named
    partner: Named
    combo: str  # the name of both together
    tokens: ReceiptLine | None = None
    short: str  # the generated description
    text: str
    loves: list[int] = []
    examples: list[Example] = []
    absent: str = ""  # why it is not in play on this board


class Checked(Wire):
    """The faults of a pack; if it has none, its pieces as they would be."""

    faults: list[FieldFault] = []
    toml: str = ""  # the file
    pieces: list[CheckedPiece] = []
