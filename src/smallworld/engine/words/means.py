"""`Means`: a special way to take a region, beside the ordinary one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import choices
from . import word
from .region_sets import Where

if TYPE_CHECKING:
    from ..content.piece_view import PieceView


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

    def faults(self, markers: Collection[str]) -> list[str]:
        """Faults in what an author wrote. `markers`: those of the piece, by id."""
        found = []
        if self.carries and self.carries not in markers:
            found.append(f"carries: {choices('marker', self.carries, markers)}")
        if self.replaces and (self.price or self.discount or self.as_if_empty):
            found.append("replaces cannot go with price, discount or as_if_empty")
        if self.rolls and (self.replaces or self.price):
            found.append("rolls cannot go with replaces or price")
        if self.unlimited and (self.per_victim or self.counter):
            found.append("unlimited cannot go with per_victim or counter")
        if self.per_victim and not self.replaces:
            found.append("per_victim needs replaces")
        if self.price and (self.discount or self.as_if_empty):
            found.append("a fixed price cannot go with discount or as_if_empty")
        return found


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
