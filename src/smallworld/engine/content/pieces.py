"""The kinds of piece that packs bring: races, powers, relics, places, natives, rules and parties; with uses,
questions and decks.

Pieces are classes that hold data only; nothing is stored on them during a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from ..words.counter import Counter as Counter
from ..words.effect import ACTIVE, Effect, Life
from ..words.marker import Marker as Marker
from ..words.means import Means as Means
from ..words.region_sets import Where

if TYPE_CHECKING:
    from .board import Board
    from .changes import Change
    from .piece_view import PieceView


@dataclass(frozen=True, kw_only=True)
class Use:
    """An ability used once in a turn, at any time while the race readies or conquers; it needs no token.

    Whoever ends the conquests passes. After a die ended them, a question after `ready` may offer it.
    """

    id: str
    options: Callable[[PieceView], Sequence[int]]  # regions
    answer: Callable[[PieceView, int], Sequence[Change]]

    @property
    def used_counter(self) -> str:
        return f"{self.id}_used"


@dataclass(frozen=True, kw_only=True)
class Question:
    """A choice that a piece gives its player: in a phase of the turn, or when `Ask`ed."""

    id: str
    at: str = ""  # the phase it belongs to (see `turn`); empty: only when a moment asks it
    about: Literal[
        "seat", "combo", "region", "yes", "die"
    ]  # die: nobody is asked; the pips of the die are the answer
    options: Callable[[PieceView], Sequence[int]]
    answer: Callable[[PieceView, int], Sequence[Change]]
    optional: bool = True
    repeats: bool = False  # asked again until the player ends it or no option is left
    commits: bool = False  # after an answer it is too late to decline
    life: Life = ACTIVE
    # Why something is not an option: a rule of the piece's `reasons` with its facts, or None.
    refuses: Callable[[PieceView, int], tuple[str, Mapping[str, str | int]] | None] | None = None


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Piece:
    """Base class of all pieces. Subclasses set data and may define moments."""

    id: ClassVar[str] = ""
    kind: ClassVar[str] = "piece"
    effects: ClassVar[tuple[Effect, ...]] = ()
    markers: ClassVar[tuple[Marker, ...]] = ()
    means: ClassVar[tuple[Means, ...]] = ()
    uses: ClassVar[tuple[Use, ...]] = ()
    questions: ClassVar[tuple[Question, ...]] = ()
    counters: ClassVar[tuple[Counter, ...]] = ()
    # Its own refusals: id -> (what is wrong, what would make it legal), as in `denials.RULES`.
    reasons: ClassVar[Mapping[str, tuple[str, str]]] = {}
    # It also works for a party: a piece that lies in one of its regions, or a rule that joins every race.
    serves_parties: ClassVar[bool] = False
    # Left out of the game if the board has none of these: region sets, or decks by id. None: the sets of its
    # effects.
    needs: ClassVar[tuple[Where | str, ...] | None] = None

    @classmethod
    def on_turn(cls, scene: PieceView) -> Sequence[Change]:
        """The turn of the piece's player begins."""
        return ()

    @classmethod
    def on_conquered(cls, scene: PieceView, region: int) -> Sequence[Change]:
        """The piece's race has just conquered a region."""
        return ()

    @classmethod
    def on_attacked(cls, scene: PieceView, region: int) -> Sequence[Change]:
        """Another player (`scene.mover`) attacks a region that any race of the piece's player holds."""
        return ()

    @classmethod
    def on_lost(cls, scene: PieceView, region: int) -> Sequence[Change]:
        """The piece's race has just lost a region to `scene.mover`."""
        return ()

    @classmethod
    def on_captured(cls, scene: PieceView, region: int) -> Sequence[Change]:
        """The piece's token marker was captured by `scene.mover`; `scene` is that of the marker's race."""
        return ()

    @classmethod
    def on_found(cls, scene: PieceView, region: int) -> Sequence[Change]:
        """The piece was drawn and now lies in a region; `scene` is that of the region's holder, if there
        is one."""
        return ()

    @classmethod
    def on_joined(cls, scene: PieceView, region: int) -> Sequence[Change]:
        """A race has just taken the region the piece lies in, or the piece was just found in its region."""
        return ()

    @classmethod
    def on_released(cls, scene: PieceView, region: int) -> Sequence[Change]:
        """The race that held the piece's region has lost or left it."""
        return ()

    @classmethod
    def on_scored(cls, scene: PieceView) -> Sequence[Change]:
        """The piece's player has just scored."""
        return ()

    @classmethod
    def on_decline(cls, scene: PieceView) -> Sequence[Change]:
        """The piece's race has just gone into decline."""
        return ()

    @classmethod
    def on_revealed(cls, scene: PieceView) -> Sequence[Change]:
        """The card has just been turned over; `scene` is that of a rule of the game."""
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
    """Lies on the map, can be carried to other regions, and works for an active race that holds its
    region."""

    kind = "relic"


class Place(Piece):
    """Lies on the map, never moves, and works for the holder of its region."""

    kind = "place"


class Card(Piece):
    """One of a row of cards. While it is the open one, it is one more piece of every race."""

    kind = "card"
    copies: ClassVar[int] = 1  # how many of it the row is made from


@dataclass(frozen=True)
class Row:
    """Cards that lie face down, as many as there are rounds; the others are not seen in this game. One is
    turned over when each round begins."""

    id: str  # as a deck in strings: `id.card_2`
    cards: tuple[type[Card], ...]

    @property
    def size(self) -> int:
        return sum(card.copies for card in self.cards)


class Rule(Piece):
    """A rule of the whole game: its questions are asked of the player to move, with any race."""

    kind = "rule"
    joins: ClassVar[bool] = False  # it is one more piece of every race
    brings_natives: ClassVar[tuple[str, ...]] = ()  # natives that it brings into play
    leaves_out: ClassVar[tuple[str, ...]] = ()  # races and powers, by id, that are not played with it
    row: ClassVar[Row | None] = None  # cards of which one is turned over in each round
    aims: ClassVar[tuple[Aim, ...]] = ()  # stages it adds at the end of a party's order
    own_tokens_yield: ClassVar[bool] = False  # tokens of a player's other races do not count in the cost

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        """Whether it is in force on a board that comes from the pack `home`."""
        return True

    @classmethod
    def final_coins(cls, scene: PieceView, seat: int) -> int:
        """Coins a player receives for it at the end of the game."""
        return 0


class Person(NamedTuple):
    """A token marker, one for each race. Counters hold what is known of it, race by race."""

    marker: int
    piece: type[Piece]
    present: int  # first of the counters: 1 while it is with its race
    captor: int  # first of the counters: the seat that holds it captive, from 1


@dataclass(frozen=True)
class Aim:
    """One stage of a party's order: of the targets left, those with the greatest key stay.

    `keys` gives a number for each target. The party's `reasons` say why a target was dropped.
    """

    id: str
    keys: Callable[[PieceView, Sequence[Target]], Sequence[int]]


class Party(Rule):
    """Natives of the board with a seat, a turn, coins and an order for their moves, but no player.

    A party is an active race that never picks, declines or redeploys. Its tokens that leave the map go to its
    tray, and from there into its hand when its turn begins.
    """

    purse: ClassVar[int] = 0  # coins it starts with
    rounds: ClassVar[Mapping[int, int]] = {}  # rounds of a game, for each number of players it is made for
    tokens_option: ClassVar[str] = ""  # the option with its number of tokens; empty: all that exist
    order: ClassVar[tuple[Aim, ...]] = ()  # how it chooses among the regions it could take

    @classmethod
    def guide(cls, players: int, round: int) -> int:
        """The seat that decides what the order leaves open; the party moves right after it."""
        return 0

    @classmethod
    def rival(cls, players: int, round: int) -> int:
        """The seat whose regions it attacks. If that is not the guide, it spares the guide's regions."""
        return 0

    @classmethod
    def next_options(cls, coins: Sequence[int], options: Mapping[str, str]) -> Mapping[str, str]:
        """The options of the next game of a series, from the coins at the end of this one, the party's
        last."""
        return options


@dataclass(frozen=True)
class Deck:
    """Pieces that lie face down until they are drawn. It is in play when the natives `drawn_by` are."""

    id: str
    pieces: tuple[type[Piece], ...]
    drawn_by: str


class Target(NamedTuple):
    """A region a party could take; `way`: a region it must take first to get there, or -1; `by`: the special
    way that takes it there, or -1."""

    region: int
    way: int
    cost: int  # of both regions together
    by: int = -1


@lru_cache(maxsize=1024)  # combos are made again and again
def listener(moment: str, effect: Effect, piece: type[Piece]) -> type[Piece]:
    """A piece that only answers one moment, made for an effect."""

    def answer(scene: PieceView, region: int = -1) -> Sequence[Change]:
        return effect.answer(piece, scene, region)

    return type("Listener", (Piece,), {moment: staticmethod(answer)})


def has_effect(piece: type[Piece], kind: type[Effect]) -> bool:
    """Whether one of its effects is of this kind, active or in decline."""
    return any(isinstance(effect, kind) for effect in piece.effects)


MOMENTS = tuple(name for name in vars(Piece) if name.startswith("on_"))


def has_moment(piece: type[Piece], moment: str, base: type[Piece] = Piece) -> bool:
    return getattr(piece, moment).__func__ is not getattr(base, moment).__func__
