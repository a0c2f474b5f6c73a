"""What a moment or an answered question may ask to happen. Packs return these; the engine does them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Put:
    """Put one marker into a region; one that is already out elsewhere moves if none is left."""

    marker: str
    region: int


@dataclass(frozen=True)
class Count:
    """Add to a counter of the piece."""

    counter: str
    amount: int = 1


@dataclass(frozen=True)
class Truce:
    """The seat may not attack the active race of the player until his next turn."""

    seat: int


@dataclass(frozen=True)
class SwapBadge:
    """Exchange the badge of the combo just picked with that of a combo in the column."""

    slot: int


@dataclass(frozen=True)
class GainCoins:
    amount: int


@dataclass(frozen=True)
class GainTokens:
    """Tokens of the piece's race from the tray into the hand, as far as there are any."""

    amount: int


Change = Put | Count | Truce | SwapBadge | GainCoins | GainTokens
