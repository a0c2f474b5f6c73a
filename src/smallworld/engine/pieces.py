"""What packs are made of: races, powers, relics, and the markers, means and questions they bring.

Pieces are classes that hold data only; nothing is ever stored on them during a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from .effects import Effect
from .where import Where

if TYPE_CHECKING:
    from .changes import Change
    from .scene import Scene


@dataclass(frozen=True, kw_only=True)
class Marker:
    """A thing that stands in a region: a camp, a hero, a hole."""

    id: str
    count: int = 1  # how many exist
    defence: int = 0
    immune: bool = False  # opponents can neither conquer nor affect the region
    placed: Literal["redeploy", "otherwise"] = (
        "otherwise"  # asked for at redeployment, or put by something else
    )
    moves: bool = False  # taken back to hand before it is asked for again
    one_per_turn: bool = False  # only one of them is put out in a turn
    per_region: int = 0  # how many in one region; 0: no limit
    lasts: bool = False  # stays when the race declines
    returns: bool = False  # put out again by its owner when the region is conquered
    shields: bool = False  # a lone token beside it is not alone
    stays: bool = False  # belongs to the map: conquest, decline, abandonment leave it


@dataclass(frozen=True, kw_only=True)
class Means:
    """A special way to take a region, beside the ordinary one."""

    id: str
    reach: Where | None = None  # None: the ordinary reach
    price: int = 0  # a fixed number of tokens; 0: the ordinary cost
    discount: int = 0
    as_if_empty: bool = False
    replaces: bool = False  # a token from the tray takes the place of a lone active one
    or_from_hand: bool = False  # … or from the hand when the tray is empty
    per_victim: bool = False  # once per turn for each opponent, not once per turn
    first_conquest: bool = True
    carries: str = ""  # id of the marker that ends up in the region

    @property
    def needs_no_token(self) -> bool:
        return self.replaces

    @property
    def pays_its_way(self) -> bool:
        """It costs what the region costs, so dice and discounts count."""
        return not self.replaces and not self.price


@dataclass(frozen=True, kw_only=True)
class Question:
    """A choice the rules of a piece put to its player."""

    id: str
    at: Literal["picked", "parting"]  # right after the combo was picked, or at the end of the turn
    about: Literal["seat", "combo", "region"]
    options: Callable[[Scene], Sequence[int]]
    answer: Callable[[Scene, int], Sequence[Change]]
    optional: bool = True


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A number a piece needs to remember. `race`: cleared when the combo is picked; `turn`: at each turn."""

    id: str
    span: Literal["race", "turn"]


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Piece:
    """Base of races, powers and relics. Subclasses set data and may define the moments below."""

    id: ClassVar[str] = ""
    kind: ClassVar[str] = "piece"
    effects: ClassVar[tuple[Effect, ...]] = ()
    markers: ClassVar[tuple[Marker, ...]] = ()
    means: ClassVar[tuple[Means, ...]] = ()
    questions: ClassVar[tuple[Question, ...]] = ()
    counters: ClassVar[tuple[Counter, ...]] = ()

    @classmethod
    def on_conquered(cls, scene: Scene, region: int) -> Sequence[Change]:
        """The piece's race has just conquered a region."""
        return ()

    @classmethod
    def on_turn(cls, scene: Scene) -> Sequence[Change]:
        """The turn of the piece's player begins."""
        return ()

    @classmethod
    def on_decline(cls, scene: Scene) -> Sequence[Change]:
        """The piece's race has just gone into decline."""
        return ()


class Race(Piece):
    kind = "race"
    tokens: ClassVar[int] = 0
    supply: ClassVar[int] = 0


class Power(Piece):
    kind = "power"
    tokens: ClassVar[int] = 0


class Relic(Piece):
    """A piece that lies on the map and works for whoever holds its region with an active race."""

    kind = "relic"


@dataclass(frozen=True)
class Neutral:
    """Tokens that belong to nobody and defend their region (lost tribes)."""

    id: str
    supply: int


def has_moment(piece: type[Piece], moment: str) -> bool:
    return getattr(piece, moment).__func__ is not getattr(Piece, moment).__func__
