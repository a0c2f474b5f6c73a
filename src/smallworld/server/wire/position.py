"""The position as one seat, or a spectator, may see it, and what can be done now."""

from __future__ import annotations

from typing import Literal

from .base import NOBODY, Named, Reason, ReceiptLine, TermLine, Wire


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
    token: bool = False  # somebody who is one of the tokens here


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
    people: list[Named] = []  # those of its tokens that have a name
    regions: int


class Captive(Wire):
    """Somebody whom a player has captured and holds."""

    person: Named
    race: Named  # the one he is from


class Player(Wire):
    seat: int
    name: str
    coins: int | None  # None: not for your eyes
    troops: list[Troop]  # active first
    captives: list[Captive] = []
    bot: str  # name of the level if a bot decides for this seat now, else empty
    manner: Named | None = None  # how that bot likes to play
    person: bool  # a person sits here, even if a bot stands in for now
    present: bool  # somebody is connected
    clock: float | None  # seconds left; None: no clock
    ticking: bool
    party: bool = False  # nobody sits here: it moves by its own rules, and its coins are open
    supply: int = 0  # of a party: tokens beside the board, which it takes in hand when its turn begins
    leads: bool = False  # decides what a party leaves open in this round


class Worth(Wire):
    """What many games of bots found a combo to be worth: coins above average, and how sure that is."""

    coins: float
    low: float
    high: float


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
    worth: Worth | None = None  # None: nobody has measured it


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


class HandKind(Wire):
    """Tokens of one kind in the hand of whoever is asked."""

    thing: Named
    count: int
    stays: bool = True  # False: they fight, and leave the map again when troops are redeployed
    leads: bool = False  # wears a crown: the one leader of its people


class Ask(Wire):
    """What is being asked of the seat that looks. Only the seat that decides gets one."""

    seat: int
    step: str
    sentence: str
    detail: str = ""
    race: Named | None = None  # which race acts
    piece: Named | None = None  # whose rules put the question
    hand: int = 0  # tokens to place or to conquer with
    kinds: list[HandKind] = []  # the same by kind, and whatever fights beside them
    choices: list[Choice]
    main: str = ""  # action of the one main button, if there is one
    suggestions: list[Suggestion] = []


class UndoRoom(Wire):
    """How far back one can go, and what stands there."""

    undo: int
    redo: int
    wall: str  # a sentence
    wall_id: str  # start, die, draw, handover, end


class WhyStage(Wire):
    """One stage of a party's order: what was best, and the regions that had it."""

    rule: str
    text: str  # empty if it decided nothing
    best: int
    regions: list[int]
    decided: bool  # it left fewer than there were before


class WhyLine(Wire):
    """Why a party turns to a region."""

    text: str  # all of it in one sentence
    cost: int
    way: int = -1  # the region it passes through first
    chosen_by: int = NOBODY  # who decided among equals
    rolls: bool = False
    stages: list[WhyStage]


class PartyAims(Wire):
    """What a party would turn to first if it moved now: one region, or several for somebody to decide."""

    regions: list[int]
    ways: list[int]  # what it would pass through on the way there
    why: WhyLine


class EventLine(Wire):
    """One thing that happened. `number` counts entries of the log, several events may share one."""

    number: int
    round: int
    turn: int  # seat whose turn it was
    kind: str
    text: str
    seat: int = -1
    other: int = -1  # a second seat that it happened to, or who did it
    region: int = -1
    amount: int | None = None
    race: Named | None = None
    thing: Named | None = None  # what was found
    receipt: ReceiptLine | None = None
    lines: list[TermLine] = []  # scoring: coin by coin, with regions
    why: WhyLine | None = None  # of a party's choice
    important: bool = True  # worth a line in a short recap
    pause: int = 0  # milliseconds it wants to be looked at
    hold: int = 0  # milliseconds that its outcome is held back, while a die rolls
    cue: str = ""  # what it sounds like


class Task(Wire):
    """What a lesson wants one to do."""

    text: str
    done: bool


class Standing(Wire):
    seat: int
    coins: int
    tokens: int  # decides ties
    winner: bool


class SeatCurve(Wire):
    seat: int
    coins: list[int]  # at the start, and at the end of each round


class Moment(Wire):
    """Something worth telling of a game: whose it was, when, and in words."""

    seat: int
    round: int
    text: str
    coins: int = 0


class DiceLuck(Wire):
    seat: int
    rolls: int
    pips: int
    expected: float  # what fair dice bring on average


class Harvest(Wire):
    """What a people brought in all its turns, active and in decline."""

    seat: int
    race: Named | None
    name: str
    coins: int


class Story(Wire):
    """A game that is over, in figures."""

    first: int = (
        0  # the round before the first one that was played: more than 0 if the game began in the middle
    )
    curves: list[SeatCurve]
    turning: Moment | None  # when the winner took the lead for good
    best: Moment | None  # the turn that scored most
    luck: list[DiceLuck]
    harvest: list[Harvest]  # best first


class ScoreRow(Wire):
    """What a score sheet says about a finished game; the reader adds the date. Lists go by seat."""

    names: list[str]
    packs: list[str]
    board: str
    tokens: int  # of the party; 0: there was none
    races: list[list[str]]  # of each player: `power race`, in the order in which they were picked
    scores: list[int]  # a party's comes last
    winners: list[int]
    daily: str = ""  # the day, if it was the game of one
    share: str = ""  # of a game of the day: a short text for friends
    next_options: dict[str, str] = {}  # of the packs, in the next game of the series
    next_tokens: int = 0  # of the party, in the next game of the series; 0: there is none


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
    aims: PartyAims | None = None  # of the party, if there is one and it could do anything
    ask: Ask | None
    trail: list[TrailStep]
    undo: UndoRoom
    income: ReceiptLine | None  # what the seat that looks would score now
    first: int = 0  # the reader's log keeps its lines numbered below this, and goes on with `events`
    events: list[EventLine]
    fresh: bool = False  # not a step forward from the picture before (undo, other eyes): do not animate
    result: list[Standing] = []  # when the game is over
    story: Story | None = None  # then, too
    score: ScoreRow | None = None
    tasks: list[Task] = []  # of a lesson
    # A private copy of the table, and what the seat has done there; None: the table itself.
    sketch: list[str] | None = None
