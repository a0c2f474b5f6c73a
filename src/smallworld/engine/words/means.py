"""`Means`: a special way to take a region, beside the ordinary one. Different means may serve one conquest
together: what each of them does adds up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Final

from ..errors import choices
from . import word
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.piece_view import PieceView
    from ..content.pieces import Piece

MOST_WAYS: Final = 16_382  # an action code has 14 bits for the way, and 0 is the ordinary one


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
    unlimited: bool = False  # as often as the player likes
    first_conquest: bool = True
    carries: str = ""  # id of the marker that ends up in the region
    counter: str = ""  # means with the same counter share their one use per turn; empty: its own
    when: Callable[[PieceView], bool] | None = None  # only while this is true
    why_not: str = ""  # otherwise: one of the piece's reasons
    # Several means that serve one conquest; worked out from those of the pieces, see `ways_together`.
    parts: tuple[Means, ...] = ()

    @property
    def used_counter(self) -> str:
        return f"{self.counter or self.id}_used"

    @property
    def needs_no_token(self) -> bool:
        """A means that replaces takes its token from the tray."""
        return self.replaces

    @property
    def pays_its_way(self) -> bool:
        """It costs what the region costs, so dice and discounts count."""
        return not self.replaces and not self.price

    @property
    def helps_to_pay(self) -> bool:
        """It does something about the cost or the losses; a fixed price leaves nothing to do."""
        return bool(self.discount or self.as_if_empty or self.spares or self.rolls)

    def goes_with(self, other: Means) -> bool:
        """Whether both may serve one conquest. A replacement takes no other help, and the same help given
        twice is none, but for discounts."""
        if self.replaces or other.replaces or self.used_counter == other.used_counter:
            return False
        if (self.price and (other.price or other.helps_to_pay)) or (other.price and self.helps_to_pay):
            return False
        twice = (
            self.reach is not None and other.reach is not None,
            self.as_if_empty and other.as_if_empty,
            self.spares and other.spares,
            self.rolls and other.rolls,
        )
        return not any(twice)

    def faults(self, markers: Collection[str]) -> list[str]:
        """Faults in what an author wrote. `markers`: those of the piece, by id."""
        found = []
        if self.carries and self.carries not in markers:
            found.append(f"carries: {choices('marker', self.carries, markers)}")
        if self.replaces and (self.price or self.discount or self.as_if_empty):
            found.append("replaces cannot be combined with price, discount or as_if_empty")
        if self.rolls and (self.replaces or self.price):
            found.append("rolls cannot be combined with replaces or price")
        if self.unlimited and (self.per_victim or self.counter):
            found.append("unlimited cannot be combined with per_victim or counter")
        if self.per_victim and not self.replaces:
            found.append("per_victim needs replaces")
        if self.price and (self.discount or self.as_if_empty):
            found.append("a fixed price cannot be combined with discount or as_if_empty")
        return found


def added_up(parts: Sequence[Means]) -> Means:
    """The way in which these serve one conquest."""
    places = [part.where for part in parts if part.where is not None]
    return Means(
        id=".".join(part.id for part in parts),
        reach=next((part.reach for part in parts if part.reach is not None), None),
        where=reduce(and_, places) if places else None,
        price=max(part.price for part in parts),
        discount=sum(part.discount for part in parts),
        as_if_empty=any(part.as_if_empty for part in parts),
        spares=any(part.spares for part in parts),
        rolls=any(part.rolls for part in parts),
        first_conquest=all(part.first_conquest for part in parts),
        parts=tuple(parts),
    )


def ways_together(pieces: Iterable[type[Piece]], badges_lie: bool) -> list[tuple[Means, ...]]:
    """All sets of two or more means that one race may have and use for one conquest: those of its own, of its
    badge and of what lies in its regions. `badges_lie`: so a second badge is possible."""
    every = [(means, piece) for piece in pieces for means in piece.means if not means.replaces]

    single = ("race",) if badges_lie else ("race", "power")  # a race has one of these kinds

    def meet(one: type[Piece], other: type[Piece]) -> bool:
        return one is other or one.kind != other.kind or one.kind not in single

    def larger(chosen: list[tuple[Means, type[Piece]]], first: int) -> Iterator[tuple[Means, ...]]:
        for number in range(first, len(every)):
            means, piece = every[number]
            if all(means.goes_with(one) and meet(piece, other) for one, other in chosen):
                more = [*chosen, every[number]]
                if len(more) > 1:
                    yield tuple(one for one, _ in more)
                yield from larger(more, number + 1)

    found: list[tuple[Means, ...]] = []
    for parts in larger([], 0):
        found.append(parts)
        if len(found) > MOST_WAYS:
            break
    return sorted(found, key=len)


WORD = word.Word(
    "means",
    Means,
    "A special way to take a region, beside the ordinary one.",
    (
        word.name_of("id", "id"),
        word.regions("reach", None),
        word.regions("where", None),
        word.number("price", 0, 10, 0),
        word.number("discount", 0, 10, 0),
        word.yes("as_if_empty"),
        word.yes("spares"),
        word.yes("rolls"),
        word.yes("replaces"),
        word.yes("or_from_hand"),
        word.yes("per_victim"),
        word.yes("unlimited"),
        word.yes("first_conquest", default=True),
        word.name_of("marker", "carries", ""),
        word.name_of("id", "counter", ""),
    ),
    rules={
        "no_foothold": ("This can't be your first conquest.", "Conquer a region the usual way first."),
        "not_there": ("That doesn't work in region {region}.", "Choose another region."),
        "fixed_price": (
            "{means} always costs {cost} tokens: the die can't help.",
            "Keep {cost} tokens in hand for it.",
        ),
        "rolls": ("{means} rolls the die for the region first.", "Choose the region and roll."),
        "no_means": ("Your race can't do that ({means}).", "Conquer it the usual way."),
        "means_used": ("Already used this turn: {means}.", "You can use it again next turn."),
        "tray_empty": (
            "There are no tokens of this race left in the tray.",
            "Tokens must come back to the tray first.",
        ),
        "not_active": (
            "There is no opponent's active token in region {region}.",
            "Look for another player's single active token.",
        ),
        "not_lone": (
            "There are {tokens} tokens in region {region}, not just one.",
            "Look for a single token.",
        ),
        "same_victim": (
            "You have already done this to {seat} this turn.",
            "It works once per turn for each opponent: choose another player.",
        ),
    },
    events={"converted": "The {race} take region {region} from within."},
)
