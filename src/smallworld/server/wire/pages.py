"""HTTP messages around the tables: levels, encyclopedia, replays, refused requests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from smallworld.languages import Lang

from .base import MAX_POSITION, Asked, Named, OptionName, PackName, PackText, TermLine, Wire, few
from .board import Board, LeftOut
from .coach import PlanStep
from .looks import Looks
from .position import Picture

MAX_RECORD = 100_000  # characters; the longest games have about five thousand

ComboId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{0,40} [a-z0-9_]{1,40}$")]


class Level(Wire):
    id: str
    name: str
    text: str
    rating: int | None


class BoardChoice(Wire):
    id: str
    name: str
    text: str
    players: int
    rounds: int
    world: str  # name of its pack


class WorldChoice(Wire):
    """Packs to play with, alone or together, and their boards."""

    id: str  # the packs, joined by +
    name: str
    text: str
    packs: list[str]
    boards: list[BoardChoice]
    cover: list[str]  # pieces for a title page, as `kind.id`


class ModuleChoice(Wire):
    """Rules that can be added to every world."""

    id: str  # its pack
    name: str
    text: str
    players: list[int] = []  # numbers of players it is made for; empty: any. A party takes one more seat.
    party: bool = False  # it has a party


class SeriesStep(Wire):
    """How a series with a party continues after a game, or begins."""

    options: dict[str, str]  # of the packs, for the next table
    tokens: int


class ComboAsk(Asked):
    """Combos of a score sheet, as `power race`."""

    combos: Annotated[list[ComboId], few(1000)] = Field(max_length=1000)
    lang: Lang = "en"


class ComboName(Wire):
    id: str
    name: str


class Meta(Wire):
    version: str
    languages: dict[str, str]  # code: the language's own name
    levels: list[Level]
    worlds: list[WorldChoice]  # the default first
    modules: list[ModuleChoice] = []
    looks: Looks
    addresses: list[str] = []  # where others in the local network reach this server
    source: str  # where the rules come from, and that this is an unofficial fan project


class Lesson(Wire):
    """A small position to play: its table starts there, and says what to try."""

    id: str
    title: str
    text: str
    start: str  # position string


class Stage(Wire):
    """A stage of the tutorial: a position with aims, or, without a start, a short game."""

    id: str  # the option `lesson` of its table
    title: str
    text: str
    start: str
    packs: list[str]
    options: dict[str, str]
    rounds: int
    guide: bool
    bots: list[str]  # the levels of the opponents


class Course(Wire):
    """The stages of one pack."""

    id: str
    name: str
    stages: list[Stage]


class Stages(Wire):
    courses: list[Course]


class Entry(Wire):
    """One page of the encyclopedia."""

    thing: Named
    text: str
    numbers: list[TermLine]  # tokens, supply …
    lessons: list[Lesson]


class OptionValue(Wire):
    id: str
    name: str


class PackOption(Wire):
    """An option of a table, with its values; the first is the default."""

    id: str
    name: str
    text: str
    values: list[OptionValue]


class Library(Wire):
    """Everything in a world that has a name. Sections may be empty."""

    races: list[Entry]
    powers: list[Entry]
    relics: list[Entry] = []
    places: list[Entry] = []
    others: list[Entry]  # terrains, symbols, markers, means, uses, natives
    steps: list[Entry]  # the steps of a turn
    left_out: list[LeftOut] = []  # on the requested board
    options: list[PackOption] = []  # those that make a difference on that board
    looks: Looks = Looks()


class LibraryAsk(Asked):
    """The encyclopedia of a world with homebrew."""

    packs: Annotated[list[PackName], few(8)] = Field(max_length=8)
    homebrew: Annotated[list[PackText], few(2)] = Field(max_length=2)
    board: str = Field(default="", pattern=r"^[a-z0-9_]{0,40}$")
    options: Annotated[dict[PackName, OptionName], few(16)] = Field(default={}, max_length=16)
    lang: Lang = "en"


class ReplayAsk(Asked):
    """A record file, a finished table, or a position; `at` counts entries of the log from its start."""

    position: str = Field(default="", max_length=MAX_POSITION)
    record: str = Field(default="", max_length=MAX_RECORD)
    table: str = Field(default="", max_length=32)
    key: str = Field(default="", max_length=64)
    at: int = Field(default=0, ge=0, le=100_000)
    lang: Lang = "en"


class TurnMark(Wire):
    at: int
    round: int
    seat: int


class ReplayFrame(Wire):
    board: Board
    names: list[str]
    length: int
    position: str  # as a string: to share it, or to play on from here
    turns: list[TurnMark]
    picture: Picture


class WinChance(Wire):
    at: int
    chances: list[float]
    errors: list[float]


class Estimate(Wire):
    """A mean and half of its 95 % confidence interval."""

    value: float
    error: float


class JudgedTurn(Wire):
    """A turn compared with the best alternative found, without the effect of luck."""

    at: int  # its first entry
    round: int
    seat: int
    verdict: Literal["mistake", "slip", "sound"]
    win: Estimate  # what the alternative would have gained in win chance
    lead: Estimate  # and in coins
    played: str
    better: str
    steps: list[PlanStep]  # of the alternative


class LuckShare(Wire):
    """What dice and draws brought a seat."""

    seat: int
    dice: Estimate  # in win chance
    draws: Estimate
    coins: Estimate  # both, in coins relative to the others


class DeclineTurn(Wire):
    at: int
    round: int
    win: Estimate  # of declining at the start of this turn, against playing on
    declined: bool


class RaceStory(Wire):
    """One race of a player, and when it should have declined."""

    seat: int
    name: str
    text: str
    turns: list[DeclineTurn]


class ReplayAnalysis(Wire):
    points: list[WinChance]
    turning: list[int]  # indexes in `points` where the game turned
    turns: list[JudgedTurn]  # in the order of the game
    luck: list[LuckShare]
    races: list[RaceStory]


class AnalysisLine(Wire):
    """One line of the answer: the progress, then the full result, or an error."""

    done: int
    total: int
    place: int = 0  # in the queue; 0: it is being computed
    analysis: ReplayAnalysis | None = None
    error: str = ""


class Problem(Wire):
    """The body of every refused HTTP request."""

    error: str
    faults: list[str] = []
