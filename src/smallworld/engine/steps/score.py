"""Score: a coin for each region, active and declined, and whatever the pieces add."""

from __future__ import annotations

from ..combo import Combo
from ..events import Event, Log
from ..receipts import score_receipt
from ..scene import Scene
from ..state import State


def score(s: State, seat: int, log: Log) -> None:
    if log is not None:
        receipt = score_receipt(s, seat)
        log.append(Event("scored", seat=seat, amount=receipt.total, receipt=receipt))
    s.coins[seat] += income(s, seat)
    for race in s.races_of(seat):
        if s.mask[race]:
            for _, counter, _ in s.combos[race].once_coins:
                s.counters[counter] = 1


def income(s: State, seat: int) -> int:
    """Coins the seat would score now."""
    total = 0
    for race in s.races_of(seat):
        mask = s.mask[race]
        total += mask.bit_count()
        combo = s.combos[race]
        if not combo.plain_coins:
            total += bonus(s, race, mask, combo)
    return total


def bonus(s: State, race: int, mask: int, combo: Combo) -> int:
    """Coins beyond the one for each region. The receipt spells out the same sum."""
    total = 0
    for amount, _ in combo.flat_coins:
        total += amount
    for amount, where, _ in combo.region_coins:
        total += amount * (mask & where).bit_count()
    for amount, _ in combo.conquest_coins:
        total += amount * s.nonempty
    for amount, marker, _ in combo.marker_coins:
        for entry in s.markers:
            if entry >> 6 == marker and mask >> (entry & 63) & 1:
                total += amount
    for amount, moving, _ in combo.moving_coins:
        total += amount * (mask & moving.now(Scene(s, race, combo))).bit_count()
    if mask:
        for amount, counter, _ in combo.once_coins:
            if not s.counters[counter]:
                total += amount
    return total
