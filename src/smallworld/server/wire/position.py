"""The position as one seat, or a spectator, may see it, and the current choices."""

from __future__ import annotations

from typing import Literal

from .base import NOBODY, Named, Placing, Reason, ReceiptLine, TermLine, Wire
from .coach import PlanStep


class Find(Wire):
    """Something that has been found on the map, and who benefits from it."""

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
    marker: Named  # with the name of the relic or place that it stands for
    count: int
    owner: int = -1  # seat whose piece it is, wherever it stands; NOBODY if nobody's
    token: bool = False  # a person who is one of the tokens here


class Spot(Wire):
    """What lies in a region now."""

    region: int
    stack: Stack | None
    markers: list[MarkerHere]
    badges: list[Named] = []  # powers that lie here and work for the holder of the region
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
    """A person whom a player has captured and holds."""

    person: Named
    race: Named  # the captive's own race


class Player(Wire):
    seat: int
    name: str
    coins: int | None  # None: hidden from this viewer
    troops: list[Troop]  # active first
    captives: list[Captive] = []
    bot: str  # name of the level if a bot decides for this seat now, else empty
    personality: Named | None = None  # how that bot likes to play
    person: bool  # a person holds the seat, even if a bot has taken over
    present: bool  # somebody is connected
    away: int | None = None  # seconds since the person who sits here lost the connection
    clock: float | None  # seconds left; None: no clock
    ticking: bool
    party: bool = False  # nobody holds this seat: it moves by its own rules, and its coins are public
    supply: int = 0  # of a party: tokens beside the board, which it takes in hand when its turn begins
    leads: bool = False  # decides what a party leaves open in this round


class Worth(Wire):
    """The measured value of a combo in many bot games: coins above average, and how sure that is."""

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
    price: int  # the cost minus the coins on it; below 0: a gain
    price_receipt: ReceiptLine
    action: str | None  # None: cannot be picked now
    reasons: list[Reason]  # why not, if this viewer picks
    loves: list[int]  # regions that suit it more than others: cheaper for it, or worth more
    worth: Worth | None = None  # None: not measured


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
    label: str  # the label of its button
    region: int = -1
    seat: int = -1  # of an answer that names a player
    slot: int = -1  # of a combo in the column, picked or answered with
    # Tokens placed: the most that can go there now. One choice stands for all smaller placings there: a
    # client arranges them itself and sends all of them in one `Move`, as many as `Ask.hand` says.
    count: int = 0
    tools: list[Named] = []  # special means of a conquest, of which several may serve together; what is used
    spare: bool = (
        False  # the region can be taken as surely with fewer tools: offered to those who look for it
    )
    marker: Named | None = None
    cost: int | None = None
    receipt: ReceiptLine | None = None
    chance: float | None = None  # of success, where a die decides
    either_way: list[str] = []  # what happens if it succeeds, and if it fails
    brings: str = ""  # of an answer or a use: what it changes, short enough for the board
    waste: str = ""  # it throws the turn away: what that costs, to be asked once more


class Suggestion(Wire):
    """One tap that arranges the troops."""

    id: str
    label: str
    placing: list[Placing]


class TrailStep(Wire):
    id: str
    label: str
    state: Literal["done", "now", "later"]


class HandKind(Wire):
    """Tokens of one kind in the hand of the seat that decides."""

    thing: Named
    count: int
    stays: bool = True  # False: they fight, and leave the map again when troops are redeployed
    leads: bool = False  # has a crown: the one leader of its race


class Ask(Wire):
    """The question to the viewer's seat. Only the seat that decides gets one."""

    seat: int
    step: str
    sentence: str
    detail: str = ""
    race: Named | None = None  # which race acts
    piece: Named | None = None  # whose rules ask the question
    hand: int = 0  # tokens to place or to conquer with
    kinds: list[HandKind] = []  # the same by kind, and whatever fights beside them
    choices: list[Choice]
    main: str = ""  # action of the one main button, if there is one
    suggestions: list[Suggestion] = []


class UndoRoom(Wire):
    """How far undo can go, and what stops it there."""

    undo: int
    redo: int
    wall: str  # a sentence
    wall_id: str  # start, die, draw, handover, end


class WhyStage(Wire):
    """One criterion of a party's order: the best value, and the regions that had it."""

    rule: str
    text: str  # empty if it decided nothing
    best: int
    regions: list[int]
    decided: bool  # it left fewer regions than before


class WhyLine(Wire):
    """Why a party turns to a region."""

    text: str  # all of it in one sentence
    cost: int
    way: int = -1  # the region it passes through first
    chosen_by: int = NOBODY  # who decided among equals
    rolls: bool = False
    stages: list[WhyStage]


class PartyAims(Wire):
    """What a party would turn to first if it moved now: one region, or several for a player to decide."""

    regions: list[int]
    ways: list[int]  # what it would pass through on the way there
    why: WhyLine


class EventLine(Wire):
    """One event. `number` counts entries of the log; several events may share one."""

    number: int
    round: int
    turn: int  # seat whose turn it was
    kind: str
    text: str
    seat: int = -1
    other: int = -1  # a second seat: the one affected, or the one who did it
    region: int = -1
    amount: int | None = None
    race: Named | None = None
    thing: Named | None = None  # what was found or turned over
    receipt: ReceiptLine | None = None
    lines: list[TermLine] = []  # scoring: coin by coin, with regions
    why: WhyLine | None = None  # of a party's choice
    important: bool = True  # worth a line in a short recap
    pause: int = 0  # milliseconds to show it
    hold: int = 0  # milliseconds to delay its outcome, while a die rolls
    cue: str = ""  # its sound


class Task(Wire):
    """A task of a lesson."""

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
    """A notable moment of a game: whose it was, when, and a text."""

    seat: int
    round: int
    text: str
    coins: int = 0


class DiceLuck(Wire):
    seat: int
    rolls: int
    pips: int
    expected: float  # the average of fair dice


class Harvest(Wire):
    """The coins a race earned in all its turns, active and in decline."""

    seat: int
    race: Named | None
    name: str
    coins: int
    declined: int = 0  # of these, in decline


class Story(Wire):
    """A finished game in numbers."""

    first: int = 0  # the round before the first one played: above 0 if the game began in the middle
    sentence: str = ""  # which race brought the winner most, and where the game turned
    curves: list[SeatCurve]
    turning: Moment | None  # when the winner took the lead for good
    best: Moment | None  # the turn that scored most
    hardest: list[Moment] = []  # of each loser, the turn that fell furthest behind the others
    luck: list[DiceLuck]
    harvest: list[Harvest]  # best first


class ScoreRow(Wire):
    """The row of a score sheet for a finished game; the client adds the date. Lists are by seat."""

    names: list[str]
    packs: list[str]
    board: str
    tokens: int  # of the party; 0: there was none
    races: list[list[str]]  # of each player: `power race`, in the order in which they were picked
    scores: list[int]  # a party's comes last
    winners: list[int]
    daily: str = ""  # the date, if it was a game of the day
    share: str = ""  # of a game of the day: a short text for friends
    next_options: dict[str, str] = {}  # of the packs, in the next game of the series
    next_tokens: int = 0  # of the party, in the next game of the series; 0: there is none


class Cards(Wire):
    """A row of cards: one is turned over when each round begins."""

    open: Named | None
    turned: list[Named] = []  # that were open before
    next: Named | None = None  # only for a viewer who has seen it
    seers: list[int] = []  # seats that have seen it


class Picture(Wire):
    """The table as one seat, or a spectator, may see it."""

    type: Literal["picture"] = "picture"
    version: int
    you: int  # the viewer's seat, or SPECTATOR
    round: int
    rounds: int
    turn: int
    decides: int  # seat that decides now, or NOBODY
    step: str
    now: str  # one sentence for everybody: whose turn it is, what is expected
    spots: list[Spot]
    finds: list[Find] = []  # in the order of their pack
    cards: Cards | None = None  # in a world with a row of cards
    offers: list[Offer]
    players: list[Player]
    aims: PartyAims | None = None  # of the party, if there is one and it could do anything
    ask: Ask | None
    trail: list[TrailStep]
    undo: UndoRoom
    income: ReceiptLine | None  # what the viewer's seat would score now
    first: int = 0  # the client keeps the log lines numbered below this, then appends `events`
    events: list[EventLine]
    fresh: bool = False  # not a step forward from the picture before (undo, another seat): do not animate
    result: list[Standing] = []  # when the game is over
    story: Story | None = None  # then, too
    score: ScoreRow | None = None
    tasks: list[Task] = []  # of a lesson
    # A private copy of the table: what the seat has done there; None: the table itself.
    scratchpad: list[PlanStep] | None = None
