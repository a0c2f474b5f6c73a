"""The position as one seat, or a spectator, may see it, and what can be done now."""

from __future__ import annotations

from typing import Literal

from .base import Named, Reason, ReceiptLine, TermLine, Wire


class Find(Wire):
    """Something that has been found on the map, and for whom it works."""

    thing: Named  # relic, place, or a badge that lies in a region
    region: int
    holder: int  # seat, or NOBODY
    badge: Named | None = None  # what lies with it


class Stack(Wire):
    race: Named
    owner: int  # seat, or NOBODY for neutral tokens
    tokens: int
    active: bool


class MarkerHere(Wire):
    marker: Named  # by the name of the relic or place that it stands for
    count: int
    owner: int = -1  # seat whose piece it is, wherever it stands; NOBODY if nobody's


class Spot(Wire):
    """What lies in a region now."""

    region: int
    stack: Stack | None
    markers: list[MarkerHere]
    badges: list[Named] = []  # powers that lie here and work for whoever holds the region
    immune: bool
    label: str  # for screen readers: everything about the region in one sentence


class Helpers(Wire):
    """What fights beside a race's tokens without being one."""

    thing: Named
    owned: int
    left: int  # not used yet this turn


class Troop(Wire):
    """A race that a player has on the map or in hand."""

    race: Named
    power: Named | None
    name: str  # race and power together, as people say it
    active: bool
    tokens: int  # on the map
    hand: int
    helpers: Helpers | None = None
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
    seat: int = -1  # of an answer that names a player
    slot: int = -1  # of a combo in the column, picked or answered with
    # Tokens placed: the most that can go there now. One choice stands for all smaller placings there: a
    # client arranges by itself and sends `t9.2 t4.1 …` in one `Move`, as many as `Ask.hand` says.
    count: int = 0
    means: Named | None = None  # a special way to conquer, or what is used
    marker: Named | None = None
    cost: int | None = None
    receipt: ReceiptLine | None = None
    chance: float | None = None  # of success, where a die decides
    either_way: list[str] = []  # what happens if it succeeds, and if it fails
    brings: str = ""  # of an answer or a use: what changes with it, short enough for the board


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
    piece: Named | None = None  # whose rules put the question
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
