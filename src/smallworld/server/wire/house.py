"""The house around the tables: levels, encyclopedia, replays, refused requests."""

from __future__ import annotations

from pydantic import Field

from .base import Lang, Named, TermLine, Wire
from .board import Board, LeftOut
from .looks import Looks
from .position import Picture


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


class Meta(Wire):
    version: str
    languages: dict[str, str]  # code: how the language calls itself
    levels: list[Level]
    worlds: list[WorldChoice]  # the usual one first
    looks: Looks
    source: str  # where the rules come from, and that this is an unofficial fan project


class Lesson(Wire):
    """A little position to play: its table starts there, and says what to try."""

    id: str
    title: str
    text: str
    start: str  # position string


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


class ReplayAsk(Wire):
    """A record file, or a table that is over; `at` counts entries of the log from its start."""

    record: str = Field(default="", max_length=200_000)
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
    turns: list[TurnMark]
    picture: Picture


class WinChance(Wire):
    at: int
    chances: list[float]
    errors: list[float]


class ReplayAnalysis(Wire):
    points: list[WinChance]
    turning: list[int]  # positions in `points` where the game turned


class Problem(Wire):
    """What every refused HTTP request says."""

    error: str
    faults: list[str] = []
