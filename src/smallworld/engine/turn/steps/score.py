"""Score: a coin for each region, active and declined, and what the pieces add."""

from __future__ import annotations

from collections.abc import Collection

from ...content.piece_view import PieceView
from ...errors import SmallWorldError
from ...events import Event, Log
from ...position.state import State
from ...verbs.receipt_types import Receipt, Term
from ...verbs.receipts import doubled_lines, score_lines, summed_up
from ...world.combo import Combo
from ...world.world import NONE
from ..apply_changes import do_changes


def score(s: State, seat: int, log: Log) -> None:
    if log is not None:
        lines = score_lines(s, seat)
        receipt = summed_up(lines)
        party = seat >= s.world.players  # its coins are public
        kind, race = ("earned", s.active[seat]) if party else ("scored", NONE)
        log.append(
            Event(kind, seat=seat, race=race, amount=receipt.total, receipt=receipt, lines=tuple(lines))
        )
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
            do_changes(s, race, piece.on_scored(PieceView(s, race, combo, piece, here)), log)


def note_payment(s: State, race: int) -> None:
    """Remember that coins paid only once were paid, if the race held a region."""
    if s.mask[race]:
        for _, counter in s.combos[race].once_coins:
            s.counters[counter] = 1


def settle_up(s: State, log: Log) -> None:
    """The game is over: pay the final coins of the rules."""
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
    scene = PieceView(s, NONE, s.world.idle)
    lines = [Term(rule.final_coins(scene, seat), rule.id, kind=rule.kind) for rule in s.world.final_rules]
    return [line for line in lines if line.amount]


def winners(s: State, out: Collection[int] = ()) -> tuple[int, ...]:
    """The player with the most coins; then most race tokens on the map; if still equal, they share the
    victory. Seats that are `out` cannot win."""
    if not s.over:
        raise SmallWorldError("nobody has won yet: the game is not over")
    left = [seat for seat in range(len(s.coins)) if seat not in out]
    if not left:
        return ()
    if max([s.coins[seat] for seat in left]) == max(s.coins[s.world.players :], default=NONE):
        return (s.world.players,)  # a party wins a tie
    best = max([(s.coins[seat], s.tokens_on_map(seat)) for seat in left])
    return tuple(seat for seat in left if (s.coins[seat], s.tokens_on_map(seat)) == best)


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
    """Coins beyond the one for each region. The receipt lists the same sources."""
    total, scene = 0, PieceView(s, race, combo)
    for source in combo.coin_sources:
        total += source.amount * source.payments(s, mask, scene)
    if combo.doubles:
        total += sum(line.amount for line in doubled_lines(s, race))
    return total
