"""What a moment, a use or an answer may ask to happen. Packs return these; the engine does them.

Nobody changes them. They are not frozen, because frozen ones take several times as long to make.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Put:
    """Put one marker into a region; one that is already out elsewhere moves if none is left."""

    marker: str
    region: int


@dataclass(slots=True)
class Drop:
    """Take all markers of a kind off the map."""

    marker: str


@dataclass(slots=True)
class Count:
    """Add to a counter of the piece."""

    counter: str
    amount: int = 1


@dataclass(slots=True)
class Truce:
    """The seat may not attack the active race of the player until his next turn."""

    seat: int


@dataclass(slots=True)
class SwapBadge:
    """Exchange the badge of the combo just picked with that of a combo in the column."""

    slot: int


@dataclass(slots=True)
class GainCoins:
    amount: int


@dataclass(slots=True)
class TakeCoins:
    """Coins from another player, as far as there are any."""

    seat: int
    amount: int = 1


@dataclass(slots=True)
class GiveCoins:
    """Coins to another player, as far as there are any."""

    seat: int
    amount: int = 1


@dataclass(slots=True)
class GainTokens:
    """Tokens of the piece's race from the tray into the hand, as far as there are any."""

    amount: int


@dataclass(slots=True)
class Join:
    """A token marker joins the piece's race: it has one token more."""

    marker: str


@dataclass(slots=True)
class Bring:
    """A token marker goes from the hand into a region, with its token."""

    marker: str
    region: int


@dataclass(slots=True)
class Free:
    """A captured token marker comes back to its race, among the tokens that were driven out."""

    marker: str


@dataclass(slots=True)
class Withdraw:
    """One token of a region goes back to the hand; the last one gives the region up."""

    region: int


@dataclass(slots=True)
class Leave:
    """All tokens of these regions (a mask) go to the tray, their markers with them."""

    regions: int


@dataclass(slots=True)
class Discard:
    """One token of a region goes to the tray; the last one gives the region up."""

    region: int


@dataclass(slots=True)
class TakeOver:
    """The player's active race replaces his declined one in a region with one token from the tray (or the
    hand). No conquest."""

    region: int


@dataclass(slots=True)
class Strike:
    """Whoever stands in the region loses it to nobody, with so many tokens; the player to move attacks."""

    region: int
    losses: int


@dataclass(slots=True)
class Settle:
    """Natives of a kind take the place of whatever natives stand in a region."""

    natives: str
    region: int
    tokens: int


@dataclass(slots=True)
class Draw:
    """Draw from a deck by chance; what comes up is found in the region."""

    deck: str
    region: int


@dataclass(slots=True)
class SweepCombo:
    """A combo of the column goes, by place from 0: badge to the discards, banner under the stack, coins
    to a seat."""

    slot: int
    to: int


@dataclass(slots=True)
class Ask:
    """Put one of the piece's own questions on the spot, whoever's turn it is. `subject`: a number for it."""

    question: str
    subject: int = 0


Change = (
    Put
    | Drop
    | Count
    | Truce
    | SwapBadge
    | GainCoins
    | TakeCoins
    | GiveCoins
    | GainTokens
    | Join
    | Bring
    | Free
    | Withdraw
    | Leave
    | Discard
    | TakeOver
    | Strike
    | Settle
    | Draw
    | SweepCombo
    | Ask
)
