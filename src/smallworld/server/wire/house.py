"""The house around the tables: levels, encyclopedia, replays, refused requests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from .base import MAX_POSITION, Asked, Lang, Named, OptionName, PackName, PackText, TermLine, Wire, few
from .board import Board, LeftOut
from .coach import PlanStep
from .looks import Looks
from .position import Picture

MAX_RECORD = 100_000  # letters; the longest games have about five thousand

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
    world: str  # name of the pack that brings it


class WorldChoice(Wire):
    """Packs to play with, alone or together, and the boards they bring."""

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
    party: bool = False  # it brings a party


class SeriesStep(Wire):
    """How a series with a party goes on after a game, or begins."""

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
    languages: dict[str, str]  # code: how the language calls itself
    levels: list[Level]
    worlds: list[WorldChoice]  # the usual one first
    modules: list[ModuleChoice] = []
    looks: Looks
    source: str  # where the rules come from, and that this is an unofficial fan project


class Lesson(Wire):
    """A little position to play: its table starts there, and says what to try."""

    id: str
    title: str
    text: str
    start: str  # position string


class Stage(Wire):
    """A step of learning the game: a position with aims, or, without a start, a short game."""

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
    """The stages that one pack brings."""

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
    """Something a table may choose, with its values; the first is the usual one."""

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
    steps: list[Entry]  # how a turn goes
    left_out: list[LeftOut] = []  # on the board that was asked for
    options: list[PackOption] = []  # those that make a difference on that board
    looks: Looks = Looks()


class LibraryAsk(Asked):
    """The encyclopedia of a world with homebrew in it."""

    packs: Annotated[list[PackName], few(8)] = Field(max_length=8)
    homebrew: Annotated[list[PackText], few(2)] = Field(max_length=2)
    board: str = Field(default="", pattern=r"^[a-z0-9_]{0,40}$")
    options: Annotated[dict[PackName, OptionName], few(16)] = Field(default={}, max_length=16)
    lang: Lang = "en"


class ReplayAsk(Asked):
    """A record file, a table that is over, or a position; `at` counts entries of the log from its start."""

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
    """A mean and half of its 95 % band."""

    value: float
    error: float


class JudgedTurn(Wire):
    """A turn beside the best alternative that was found, its own luck taken out."""

    at: int  # its first entry
    round: int
    seat: int
    verdict: Literal["mistake", "slip", "sound"]
    win: Estimate  # what the alternative would have won in win chance
    lead: Estimate  # and in coins
    played: str
    better: str
    steps: list[PlanStep]  # of the alternative


class LuckShare(Wire):
    """What dice and draws brought a seat."""

    seat: int
    dice: Estimate  # in win chance
    draws: Estimate
    coins: Estimate  # both, in coins on the others


class DeclineTurn(Wire):
    at: int
    round: int
    win: Estimate  # of declining at the start of this turn, against playing on
    declined: bool


class RaceStory(Wire):
    """One race of a player, and when it should have gone."""

    seat: int
    name: str
    text: str
    turns: list[DeclineTurn]


class ReplayAnalysis(Wire):
    points: list[WinChance]
    turning: list[int]  # positions in `points` where the game turned
    turns: list[JudgedTurn]  # in the order of the game
    luck: list[LuckShare]
    races: list[RaceStory]


class AnalysisLine(Wire):
    """One line of the answer: how far it is, then the whole, or what went wrong."""

    done: int
    total: int
    place: int = 0  # in the line of analyses; 0: it is being worked out
    analysis: ReplayAnalysis | None = None
    error: str = ""


class Problem(Wire):
    """What every refused HTTP request says."""

    error: str
    faults: list[str] = []
