"""Every message between server and browser, once. The client's TypeScript types are generated from here.

Words for people are in the reader's language when they leave the server; ids are for icons and tests. A
client draws what it is told: it never needs to know what a race, a marker or a step means.
"""

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


class Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# --- things with a name ----------------------------------------------------------------------------------


class Named(Wire):
    """Something on the table. `kind` and `id` choose the icon; one without a look gets a monogram."""

    kind: str  # race, power, neutral, relic, place, marker, means, terrain, symbol
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


# --- looks ------------------------------------------------------------------------------------------------


class Colours(Wire):
    """For the light and for the dark theme."""

    light: str
    dark: str


class TerrainLook(Wire):
    pattern: str = ""  # of those the client draws; any other: plain dots
    fill: Colours
    ink: Colours | None = None  # of the pattern
    glow: Colours | None = None  # it shines
    joined: bool = False  # neighbouring regions of it run into each other
    deep: bool = False  # a hole


class Ground(Wire):
    """What the board lies on."""

    style: str = ""
    fill: Colours | None = None
    ink: Colours | None = None


class Looks(Wire):
    """How the pieces of some packs look. Keys are `kind.id`; what is not named is drawn plainly."""

    icons: dict[str, str] = {}  # an icon of the client, or SVG path data on a square of 512
    terrains: dict[str, TerrainLook] = {}  # by id
    glows: dict[str, Colours] = {}  # what shines
    fills: dict[str, Colours] = {}  # tokens with a colour of their own
    figures: list[str] = []  # markers that stand there like persons, by id
    ground: Ground = Ground()
    cover: list[str] = []  # pieces for a title page


# --- the board --------------------------------------------------------------------------------------------


class Flow(Wire):
    """A band that runs through regions of a terrain whose parts are joined."""

    terrain: str
    regions: list[int]
    path: str  # SVG path data, open


class Shape(Wire):
    """One region as it is drawn. `spot` is where label and tokens go, `room` the free radius around it."""

    id: int
    path: str  # SVG path data, closed
    spot: tuple[float, float]
    room: float
    terrain: Named
    symbols: list[Named]
    border: bool
    neighbours: list[int]


class Board(Wire):
    id: str
    name: str
    width: float
    height: float
    packs: list[str] = []  # whose pieces are in play
    regions: list[Shape]
    flows: list[Flow] = []
    looks: Looks = Looks()


# --- the position -----------------------------------------------------------------------------------------


class LeftOut(Wire):
    """A piece that is not in play on a board, and why."""

    thing: Named
    reason: str


class Find(Wire):
    """Something that has been found on the map, and for whom it works."""

    thing: Named
    region: int  # -1: with nobody, nowhere
    holder: int  # seat, or NOBODY
    badge: Named | None = None  # what lies with it


class Stack(Wire):
    race: Named
    owner: int  # seat, or NOBODY for neutral tokens
    tokens: int
    active: bool


class MarkerHere(Wire):
    marker: Named
    count: int


class Spot(Wire):
    """What lies in a region now."""

    region: int
    stack: Stack | None
    markers: list[MarkerHere]
    immune: bool
    label: str  # for screen readers: everything about the region in one sentence


class Troop(Wire):
    """A race that a player has on the map or in hand."""

    race: Named
    power: Named | None
    name: str  # race and power together, as people say it
    active: bool
    tokens: int  # on the map
    hand: int
    regions: int


class Player(Wire):
    seat: int
    name: str
    coins: int | None  # None: not for your eyes
    troops: list[Troop]  # active first
    bot: str  # name of the level if a bot decides for this seat now, else empty
    person: bool  # a person sits here, even if a bot stands in for now
    present: bool  # somebody is connected
    clock: float | None  # seconds left; None: no clock
    ticking: bool


class Offer(Wire):
    """A combo of the column."""

    slot: int
    race: Named
    power: Named
    name: str
    tokens: int
    tokens_receipt: ReceiptLine
    coins: int  # lying on it
    price: int  # what lies on it taken off; below 0: it pays you
    price_receipt: ReceiptLine
    action: str | None  # None: cannot be picked now
    reasons: list[Reason]  # why not, when it is me who picks
    loves: list[int]  # regions that suit it more than others: cheaper for it, or worth more


class Choice(Wire):
    """Something that can be done now."""

    action: str
    kind: Literal[
        "pick",
        "decline",
        "abandon",
        "conquer",
        "roll",
        "gamble",
        "end",
        "give_up",
        "place",
        "put",
        "choose",
        "use",
    ]
    label: str  # the words on a button
    region: int = -1
    # Tokens placed: the most that can go there now. One choice stands for all smaller placings there: a
    # client arranges by itself and sends `t9.2 t4.1 …` in one `Move`, as many as `Ask.hand` says.
    count: int = 0
    means: Named | None = None  # a special way to conquer, or what is used
    marker: Named | None = None
    cost: int | None = None
    receipt: ReceiptLine | None = None
    chance: float | None = None  # of success, where a die decides
    either_way: list[str] = []  # what happens if it succeeds, and if it fails
    brings: str = ""  # of an answer: what changes with it, short enough for the board


class Suggestion(Wire):
    """One tap that arranges the troops: a list of placing actions."""

    id: str
    label: str
    actions: list[str]


class TrailStep(Wire):
    id: str
    label: str
    state: Literal["done", "now", "later"]


class Coach(Wire):
    """In a guided game: what to do now and why. `action` is what the coach would do."""

    title: str
    text: str
    action: str = ""
    region: int = -1


class Ask(Wire):
    """What is being asked of the seat that looks. Only the seat that decides gets one."""

    seat: int
    step: str
    sentence: str
    detail: str = ""
    race: Named | None = None  # which race acts
    hand: int = 0  # tokens to place or to conquer with
    choices: list[Choice]
    main: str = ""  # action of the one main button, if there is one
    suggestions: list[Suggestion] = []
    coach: Coach | None = None


class UndoRoom(Wire):
    """How far back one can go, and what stands there."""

    undo: int
    redo: int
    wall: str  # a sentence
    wall_id: str  # start, die, draw, handover, end


class EventLine(Wire):
    """One thing that happened. `number` counts entries of the log, several events may share one."""

    number: int
    round: int
    turn: int  # seat whose turn it was
    kind: str
    text: str
    seat: int = -1
    region: int = -1
    amount: int | None = None
    race: Named | None = None
    thing: Named | None = None  # what was found
    receipt: ReceiptLine | None = None
    lines: list[TermLine] = []  # scoring: coin by coin, with regions
    important: bool = True  # worth a line in a short recap


class Standing(Wire):
    seat: int
    coins: int
    tokens: int  # decides ties
    winner: bool


class Picture(Wire):
    """The table as one seat, or a spectator, may see it."""

    type: Literal["picture"] = "picture"
    version: int
    you: int  # the seat whose eyes these are; SPECTATOR for none
    round: int
    rounds: int
    turn: int
    decides: int  # seat that decides now, or NOBODY
    step: str
    now: str  # one sentence for everybody: whose turn, what is awaited
    spots: list[Spot]
    finds: list[Find] = []  # in the order of their pack
    offers: list[Offer]
    players: list[Player]
    ask: Ask | None
    trail: list[TrailStep]
    undo: UndoRoom
    income: ReceiptLine | None  # what the seat that looks would score now
    first: int = 0  # the reader's log keeps its lines numbered below this, and goes on with `events`
    events: list[EventLine]
    fresh: bool = False  # not a step forward from the picture before (undo, other eyes): do not animate
    result: list[Standing] = []  # when the game is over


# --- tables -------------------------------------------------------------------------------------------------


class SeatPlan(Wire):
    """Who is to sit somewhere: `me` (this device), `open` (whoever follows the link), or a bot."""

    who: Literal["me", "open", "bot"]
    name: Name = ""
    level: str = ""  # of the bot


PackName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class TableOptions(Wire):
    packs: list[PackName] | None = Field(default=None, max_length=8)  # None: of the board, or the base game
    board: str = Field(default="", pattern=r"^[a-z0-9_]{0,40}$")  # empty: by the number of players
    races: list[str] | None = None  # None: all
    powers: list[str] | None = None
    minutes: float | None = Field(default=None, ge=0.5, le=600)  # for a player's whole game; None: no clock
    free_undo: bool = False  # beyond the wall: only where one device holds all people's seats
    guide: bool = False  # a coach explains every step
    standin: str = ""  # level of the bot that takes over when time runs out or somebody leaves
    seed: str = Field(default="", max_length=40)  # a repeatable game (solo and hot-seat only)
    start: str = Field(default="", max_length=4000)  # a position to start from: puzzles, little lessons


class NewTable(Wire):
    seats: list[SeatPlan] = Field(min_length=2, max_length=5)
    options: TableOptions = TableOptions()
    lang: Lang = "en"


class Created(Wire):
    """Keys are shown once, to whoever opened the table; links carry them behind the `#`."""

    table: str
    key: str  # of the device that opened the table: its seats, and its options
    join: str  # whoever has it may take an open seat
    watch: str  # spectators


class JoinTable(Wire):
    key: Key  # the join key
    name: Name


class Joined(Wire):
    table: str
    key: str
    seat: int


class SeatInfo(Wire):
    seat: int
    name: str
    who: Literal["person", "open", "bot"]
    level: str = ""


class TableInfo(Wire):
    """What does not change from move to move."""

    id: str
    phase: Literal["waiting", "playing", "over"]
    seats: list[SeatInfo]
    options: TableOptions
    mine: list[int]  # seats of the key that asks
    owner: bool
    join: str = ""  # for the owner, while seats are open
    watch: str = ""
    board: Board
    left_out: list[LeftOut] = []  # what makes no sense on this board


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
    cause: Literal["illegal", "stale", "not_yours", "wall", "phase", "busy", "unreadable", "storage"]
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


# --- what a browser may say ------------------------------------------------------------------------------


class Hello(Wire):
    """The first message of a connection. Keys travel here, never in an address."""

    type: Literal["hello"] = "hello"
    table: TableId
    key: Key
    lang: Lang = "en"


class Move(Wire):
    type: Literal["move"] = "move"
    id: int = Field(ge=0, le=2**31)
    version: int = Field(ge=0, le=2**31)
    actions: list[Action] = Field(min_length=1, max_length=MAX_ACTIONS)


class Back(Wire):
    """Undo or redo one decision."""

    type: Literal["undo", "redo"]
    id: int = Field(ge=0, le=2**31)
    version: int = Field(ge=0, le=2**31)


class Look(Wire):
    """With several people at one device: whose eyes are on the screen now."""

    type: Literal["look"] = "look"
    seat: int = Field(ge=-1, le=7)


class About(Wire):
    type: Literal["about"] = "about"
    id: int = Field(ge=0, le=2**31)
    region: int = Field(ge=0, le=63)


class Speak(Wire):
    type: Literal["lang"] = "lang"
    lang: Lang


class StandIn(Wire):
    """A bot takes one of my seats, or I take it back. The owner may also fill the seat of somebody gone."""

    type: Literal["standin"] = "standin"
    id: int = Field(ge=0, le=2**31)
    seat: Seat
    bot: bool


class Begin(Wire):
    """The owner starts without waiting: open seats go to bots."""

    type: Literal["begin"] = "begin"
    id: int = Field(ge=0, le=2**31)


class Say(Wire):
    type: Literal["say"] = "say"
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_CHAT)]


ToServer = Annotated[
    Hello | Move | Back | Look | About | Speak | StandIn | Begin | Say, Field(discriminator="type")
]
ToClient = Annotated[
    Welcome | Picture | Seated | Refused | Accepted | Answer | Said | Trouble, Field(discriminator="type")
]


# --- the house around the tables ----------------------------------------------------------------------------


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


class Library(Wire):
    """Everything in a world that has a name. Sections may be empty."""

    races: list[Entry]
    powers: list[Entry]
    relics: list[Entry] = []
    places: list[Entry] = []
    others: list[Entry]  # terrains, symbols, markers, means, neutrals
    steps: list[Entry]  # how a turn goes
    left_out: list[LeftOut] = []  # on the board that was asked for
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
