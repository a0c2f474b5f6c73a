"""Score: a coin for each region, active and declined, and whatever the pieces add."""

from __future__ import annotations

from ..combo import Combo
from ..doing import do_changes
from ..errors import SmallWorldError
from ..events import Event, Log
from ..receipts import doubled_lines, score_receipt
from ..scene import Scene
from ..state import State
from ..terms import Receipt, Term
from ..world import NONE


def score(s: State, seat: int, log: Log) -> None:
    if log is not None:
        receipt = score_receipt(s, seat)
        party = seat >= s.world.players  # whose purse is open
        kind, race = ("earned", s.active[seat]) if party else ("scored", NONE)
        log.append(Event(kind, seat=seat, race=race, amount=receipt.total, receipt=receipt))
    s.coins[seat] += income(s, seat)
    for old in s.declined[seat]:
        if s.combos[old].once_coins:
            note_payment(s, old)
    race = s.active[seat]
    if race != NONE:
        combo = s.combos[race]
        if combo.once_coins:
            note_payment(s, race)
        for piece, here in combo.scored_moments:
            do_changes(s, race, piece.on_scored(Scene(s, race, combo, piece, here)), log)


def note_payment(s: State, race: int) -> None:
    """What is paid a single time has been paid, if the race held anything."""
    if s.mask[race]:
        for _, counter, _ in s.combos[race].once_coins:
            s.counters[counter] = 1


def settle_up(s: State, log: Log) -> None:
    """The game is over: what the rules pay in the end."""
    for seat in range(len(s.coins)):
        lines = final_lines(s, seat)
        if lines:
            amount = sum(line.amount for line in lines)
            s.coins[seat] += amount
            if log is not None:
                receipt = Receipt(amount, tuple(lines))
                log.append(Event("settled_up", seat=seat, amount=amount, receipt=receipt))


def final_lines(s: State, seat: int) -> list[Term]:
    """What a player would receive if the game were over, by rule."""
    scene = Scene(s, NONE, s.world.idle)
    lines = [Term(rule.final_coins(scene, seat), rule.id) for rule in s.world.final_rules]
    return [line for line in lines if line.amount]


def winners(s: State) -> tuple[int, ...]:
    """Most coins; then most race tokens on the board; still equal: they share the victory."""
    if not s.over:
        raise SmallWorldError("nobody has won yet: the game is not over")
    if max(s.coins) == max(s.coins[s.world.players :], default=NONE):
        return (s.world.players,)  # a party wins a tie
    best = max((coins, s.tokens_on_map(seat)) for seat, coins in enumerate(s.coins))
    return tuple(seat for seat, coins in enumerate(s.coins) if (coins, s.tokens_on_map(seat)) == best)


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


def income_of(s: State, race: int) -> int:
    """Coins one race would score now."""
    mask = s.mask[race]
    combo = s.combos[race]
    total = mask.bit_count()
    return total if combo.plain_coins else total + bonus(s, race, mask, combo)


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
    for amount, every, grouped, _ in combo.group_coins:
        total += amount * ((mask & grouped.now(Scene(s, race, combo))).bit_count() // every)
    for amount, times, _ in combo.counted_coins:
        total += amount * times(Scene(s, race, combo))
    if mask:
        for amount, counter, _ in combo.once_coins:
            if not s.counters[counter]:
                total += amount
    if combo.doubles:
        total += sum(line.amount for line in doubled_lines(s, race))
    return total
