"""Actions that throw a turn away, and what that costs: clients ask once more before such an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from smallworld.engine import State
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.turn.steps.score import income

from .choices import after_trying

KINDS: Final = ("off_map", "idle", "no_coins", "last_decline", "nothing_left")


class Waste(NamedTuple):
    kind: str  # one of KINDS
    coins: int  # what the seat would score this turn after it
    regions: int = 0  # that could be conquered instead, some of them only with the die
    hand: int = 0  # tokens that would not be used
    lost: int = 0  # coins less than if nothing at all were done


def wastes(s: State, codes: Sequence[int]) -> dict[int, Waste]:
    """The legal actions that waste the turn. Whoever has nothing better to do wastes nothing."""
    if s.step not in (st.READY, st.CONQUER) or s.combo.by_party or not s.is_active(s.acting):
        return {}
    found = {ac.C_END: _end(s, codes), ac.C_DECLINE: _decline(s, codes)}
    if s.mask[s.acting].bit_count() == 1:
        found |= {code: _abandon(s, code) for code in codes if code >> ac.SHIFT == ac.ABANDON}
    return {code: waste for code, waste in found.items() if waste is not None}


def _end(s: State, codes: Sequence[int]) -> Waste | None:
    regions = {code & 63 for code in codes if code >> ac.SHIFT in (ac.CONQUER, ac.ROLL)}
    if ac.C_END not in codes or not regions:
        return None
    coins, hand = income(s, s.seat), s.hand[s.acting]
    if not s.mask[s.acting]:
        return Waste("off_map", coins, len(regions), hand)
    if not s.conquered and hand:
        return Waste("idle", coins, len(regions), hand)
    return None if coins else Waste("no_coins", coins, len(regions), hand)


def _decline(s: State, codes: Sequence[int]) -> Waste | None:
    """In the last round nobody is left to make use of the next race."""
    if ac.C_DECLINE not in codes or s.round < s.world.rounds:
        return None
    then = after_trying(s, ac.C_DECLINE)
    coins = then.coins[s.seat] - s.coins[s.seat]
    if (then.turn, then.step) == (s.turn, st.REDEPLOY):
        coins = income(then, s.seat)  # it is scored after this
    return Waste("last_decline", coins, lost=max(0, income(s, s.seat) - coins))


def _abandon(s: State, code: int) -> Waste:
    coins = income(after_trying(s, code), s.seat)
    return Waste("nothing_left", coins, lost=income(s, s.seat) - coins)
