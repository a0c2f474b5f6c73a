"""What packs are made of: races, powers, relics, places, natives, rules, and the markers, means, uses and
questions they bring.

Pieces are classes that hold data only; nothing is ever stored on them during a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from .effects import ACTIVE, Effect, Life
from .where import Where

if TYPE_CHECKING:
    from .board import Board
    from .changes import Change
    from .scene import Scene


@dataclass(frozen=True, kw_only=True)
class Marker:
    """A thing that stands in a region: a camp, a hero, a hole."""

    id: str
    count: int = 1  # how many exist
    defence: int = 0
    immune: bool = False  # the region can neither be conquered nor affected …
    # … but by the holder's own races, by whoever holds the marker's home, or by nobody at all
    opens_to: Literal["holder", "home", "nobody"] = "holder"
    home: str = ""  # the marker whose holder is spared, with opens_to="home"
    placed: Literal["redeploy", "otherwise"] = (
        "otherwise"  # asked for at redeployment, or put by something else
    )
    moves: bool = False  # taken back to hand before it is asked for again
    per_turn: int | Where = 0  # how many are put out in a turn: a number, or one for each such region held
    per_region: int = 0  # how many in one region; 0: no limit
    lasts: bool = False  # stays when the race declines
    keeps_badge: bool = False  # … and its badge stays with the race
    bound: bool = False  # … but not for a race that only borrows the badge from a place
    returns: bool = False  # put out again by its owner when the region is conquered
    shields: bool = False  # a lone token beside it is not alone
    stays: bool = False  # belongs to the map: conquest, decline, abandonment leave it
    joins: bool = False  # its piece works for whoever holds the region
    never_doubled: bool = False  # what doubles coins has no effect in its region
    # It is itself a token: each race may have one more, who stands where he says, and is captured by whoever
    # takes his region, in place of a loss.
    token: bool = False


@dataclass(frozen=True, kw_only=True)
class Means:
    """A special way to take a region, beside the ordinary one."""

    id: str
    reach: Where | None = None  # None: the ordinary reach
    where: Where | None = None  # only these regions; None: all
    price: int = 0  # a fixed number of tokens; 0: the ordinary cost
    discount: int = 0
    as_if_empty: bool = False
    spares: bool = False  # the defender loses no token
    rolls: bool = False  # the die is rolled for a named target first, and makes it cheaper
    replaces: bool = False  # a token from the tray takes the place of a lone active one
    or_from_hand: bool = False  # … or from the hand when the tray is empty
    per_victim: bool = False  # once per turn for each opponent, not once per turn
    unlimited: bool = False  # as often as one likes
    first_conquest: bool = True
    carries: str = ""  # id of the marker that ends up in the region
    counter: str = ""  # means with the same counter share their one use per turn; unsaid: its own
    when: Callable[[Scene], bool] | None = None  # only while this holds

    @property
    def used_counter(self) -> str:
        return f"{self.counter or self.id}_used"


@dataclass(frozen=True, kw_only=True)
class Use:
    """Something a race may do once in its turn, any time while it readies or conquers; no token is needed."""

    id: str
    options: Callable[[Scene], Sequence[int]]  # regions
    answer: Callable[[Scene, int], Sequence[Change]]

    @property
    def used_counter(self) -> str:
        return f"{self.id}_used"


@dataclass(frozen=True, kw_only=True)
class Question:
    """A choice the rules of a piece put to its player: in a phase of the turn, or when `Ask`ed."""

    id: str
    at: str = ""  # the phase it belongs to (see turn); empty: only when a moment asks it
    about: Literal[
        "seat", "combo", "region", "yes", "die"
    ]  # die: nobody is asked, the die answers with its pips
    options: Callable[[Scene], Sequence[int]]
    answer: Callable[[Scene, int], Sequence[Change]]
    optional: bool = True
    repeats: bool = False  # asked again until it is declined or has no option left
    commits: bool = False  # answered, the turn has begun in earnest: too late to decline
    life: Life = ACTIVE
    # Why an option is none: a rule of the piece's `reasons` with its facts, or None.
    refuses: Callable[[Scene, int], tuple[str, Mapping[str, str | int]] | None] | None = None


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A number a piece needs to remember. `race`: cleared when the combo is picked; `turn`: at each turn;
    `game`: never."""

    id: str
    span: Literal["race", "turn", "game"]


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Piece:
    """Base of everything below. Subclasses set data and may define the moments."""

    id: ClassVar[str] = ""
    kind: ClassVar[str] = "piece"
    effects: ClassVar[tuple[Effect, ...]] = ()
    markers: ClassVar[tuple[Marker, ...]] = ()
    means: ClassVar[tuple[Means, ...]] = ()
    uses: ClassVar[tuple[Use, ...]] = ()
    questions: ClassVar[tuple[Question, ...]] = ()
    counters: ClassVar[tuple[Counter, ...]] = ()
    # Refusals of its own: id -> (what is wrong, what would make it legal), as in terms.RULES.
    reasons: ClassVar[Mapping[str, tuple[str, str]]] = {}
    serves_parties: ClassVar[bool] = False  # lying in a region, it works for a party without a person, too
    # Without any of these it makes no sense: region sets, or decks by id. Unsaid: the sets of its effects.
    needs: ClassVar[tuple[Where | str, ...] | None] = None

    @classmethod
    def on_turn(cls, scene: Scene) -> Sequence[Change]:
        """The turn of the piece's player begins."""
        return ()

    @classmethod
    def on_conquered(cls, scene: Scene, region: int) -> Sequence[Change]:
        """The piece's race has just conquered a region."""
        return ()

    @classmethod
    def on_attacked(cls, scene: Scene, region: int) -> Sequence[Change]:
        """Somebody else (`scene.mover`) attacks a region of the piece's player, held by any of his races."""
        return ()

    @classmethod
    def on_lost(cls, scene: Scene, region: int) -> Sequence[Change]:
        """The piece's race has just lost a region to `scene.mover`."""
        return ()

    @classmethod
    def on_captured(cls, scene: Scene, region: int) -> Sequence[Change]:
        """The piece's token marker was captured by `scene.mover`; `scene` is that of the race he is from."""
        return ()

    @classmethod
    def on_found(cls, scene: Scene, region: int) -> Sequence[Change]:
        """The piece was drawn and lies in a region now; `scene` is its holder's, if there is one."""
        return ()

    @classmethod
    def on_joined(cls, scene: Scene, region: int) -> Sequence[Change]:
        """The piece lies in a region that a race has just come to hold, or has just been found there."""
        return ()

    @classmethod
    def on_released(cls, scene: Scene, region: int) -> Sequence[Change]:
        """The race that held the piece's region has lost or left it."""
        return ()

    @classmethod
    def on_scored(cls, scene: Scene) -> Sequence[Change]:
        """The piece's player has just scored."""
        return ()

    @classmethod
    def on_decline(cls, scene: Scene) -> Sequence[Change]:
        """The piece's race has just gone into decline."""
        return ()


class Race(Piece):
    kind = "race"
    tokens: ClassVar[int] = 0
    supply: ClassVar[int] = 0


class Native(Race):
    """A race that belongs to nobody and defends its regions."""

    kind = "neutral"


class Power(Piece):
    kind = "power"
    tokens: ClassVar[int] = 0


class Relic(Piece):
    """Lies on the map, is carried along, and works for whoever holds its region with an active race."""

    kind = "relic"


class Place(Piece):
    """Lies on the map for good and works for whoever holds its region."""

    kind = "place"


class Rule(Piece):
    """A rule of the whole game: its questions are put to the player to move, whatever race there is."""

    kind = "rule"
    joins: ClassVar[bool] = False  # it is one more piece of every race, and asks and works as such
    brings_natives: ClassVar[tuple[str, ...]] = ()  # natives that are in play because of it
    leaves_out: ClassVar[tuple[str, ...]] = ()  # races and powers, by id, that make no sense with it

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        """Whether it is in force on a board that comes from the pack `home`."""
        return True

    @classmethod
    def final_coins(cls, scene: Scene, seat: int) -> int:
        """Coins a player receives for it when the game is over."""
        return 0


class Person(NamedTuple):
    """A marker that is a token, one for each race. What is known of him stands in counters, race by race."""

    marker: int
    piece: type[Piece]
    present: int  # first of the counters: 1 while he is with his race
    captor: int  # first of the counters: the seat that holds him, counted from 1


@dataclass(frozen=True)
class Aim:
    """One stage of the order in which a party chooses: of the targets left, those with the greatest key stay.

    `keys` gives a number for each target. Why a target was passed over stands in the party's `reasons`.
    """

    id: str
    keys: Callable[[Scene, Sequence[Target]], Sequence[int]]


class Party(Rule):
    """Natives of the board with a seat of their own: a turn, a purse, a rule for their moves, and no person.

    They are an active race that never picks, declines or redeploys. What leaves the map goes to their tray,
    and from there into their hand when their turn begins.
    """

    purse: ClassVar[int] = 0  # coins they start with
    rounds: ClassVar[Mapping[int, int]] = {}  # how long a game is, for each number of players it is made for
    tokens_option: ClassVar[str] = ""  # the option that says how many tokens there are; empty: all that exist
    order: ClassVar[tuple[Aim, ...]] = ()  # how they choose among the regions they could take

    @classmethod
    def guide(cls, players: int, round: int) -> int:
        """Who decides what their order leaves open; they move right after this seat."""
        return 0

    @classmethod
    def rival(cls, players: int, round: int) -> int:
        """Whose land they are after. Is it not the guide's, that one is spared."""
        return 0

    @classmethod
    def next_options(cls, coins: Sequence[int], options: Mapping[str, str]) -> Mapping[str, str]:
        """The options of the next game, after one that ended with these coins, the party's last."""
        return options


@dataclass(frozen=True)
class Deck:
    """Pieces that lie face down until something draws them: it is in play when those natives are."""

    id: str
    pieces: tuple[type[Piece], ...]
    drawn_by: str


class Target(NamedTuple):
    """A region a party could take; `way`: one it would take first, because it must pass through, or -1."""

    region: int
    way: int
    cost: int  # of both together


def listener(moment: str, answer: Callable[..., Sequence[Change]]) -> type[Piece]:
    """A piece that does nothing but answer one moment."""
    return type("Listener", (Piece,), {moment: staticmethod(answer)})


def has_flag(piece: type[Piece], flag: str) -> bool:
    """Whether one of its effects is this yes or no, whenever that works."""
    return any(getattr(effect, "flag", "") == flag for effect in piece.effects)


MOMENTS = tuple(name for name in vars(Piece) if name.startswith("on_"))


def has_moment(piece: type[Piece], moment: str, base: type[Piece] = Piece) -> bool:
    return getattr(piece, moment).__func__ is not getattr(base, moment).__func__
