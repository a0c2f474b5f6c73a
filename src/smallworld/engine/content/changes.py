"""The changes that a moment, a use or an answer may ask for. Packs return them; the engine applies them.

Treat them as immutable. They are not frozen because frozen ones take several times as long to make.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..words.truce import Truce as Truce


@dataclass(slots=True)
class Put:
    """Put one marker into a region. If all of its kind are on the map, one of them moves."""

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
class SwapBadge:
    """Exchange the badge of the combo just picked with that of a combo in the column."""

    slot: int


@dataclass(slots=True)
class GainCoins:
    amount: int


@dataclass(slots=True)
class TakeCoins:
    """Coins from another player, at most as many as that player has."""

    seat: int
    amount: int = 1


@dataclass(slots=True)
class GiveCoins:
    """Coins to another player, at most as many as there are."""

    seat: int
    amount: int = 1


@dataclass(slots=True)
class GainTokens:
    """Tokens of the piece's race from the tray into the hand, at most as many as the tray has."""

    amount: int


@dataclass(slots=True)
class Join:
    """A token marker joins the piece's race, which then has one token more."""

    marker: str


@dataclass(slots=True)
class Bring:
    """A token marker goes from the hand into a region, with its token."""

    marker: str
    region: int


@dataclass(slots=True)
class Free:
    """A captured token marker returns to its race, among the displaced tokens."""

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
    """The player's active race replaces the player's declined race in a region with one token from the
    tray (or the hand). It is not a conquest."""

    region: int


@dataclass(slots=True)
class Strike:
    """The holder of a region loses it, with so many tokens, and nobody takes it. It counts as an attack by
    the player to move."""

    region: int
    losses: int


@dataclass(slots=True)
class Settle:
    """Natives of a kind replace the natives in a region."""

    natives: str
    region: int
    tokens: int


@dataclass(slots=True)
class Draw:
    """Draw from a deck by chance; the piece drawn is found in the region."""

    deck: str
    region: int


@dataclass(slots=True)
class Foresee:
    """The player is shown the next card of the row, and nobody else is until it is turned over."""


@dataclass(slots=True)
class SweepCombo:
    """Remove a combo from the column, by place from 0: power to the discards, race under the stack, coins
    to a seat."""

    slot: int
    to: int


@dataclass(slots=True)
class Ask:
    """Ask one of the piece's own questions at once, in anybody's turn. `subject`: a number passed on to
    it."""

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
    | Foresee
    | SweepCombo
    | Ask
)
