"""Changes in which no region changes hands: coins, counters, badges, tokens in hand, token markers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..content import changes as ch
from ..events import Event, Log
from ..position.region_contents import gain_tokens, pay, swap_badge, sweep_combo
from ..position.state import State
from ..position.token_markers import bring, free, join, person_of
from ..words.truce import Truce, make_truce

# A function that applies a change for a race and its seat; returns whether reach or open regions may have
# changed.
Doing = Callable[[State, int, int, Any, Log], bool]


def _count(s: State, race: int, seat: int, change: ch.Count, log: Log) -> bool:
    s.counters[s.world.counter_index(change.counter)] += change.amount
    return False


def _swap_badge(s: State, race: int, seat: int, change: ch.SwapBadge, log: Log) -> bool:
    swap_badge(s, race, change.slot, log)
    return True


def _sweep_combo(s: State, race: int, seat: int, change: ch.SweepCombo, log: Log) -> bool:
    sweep_combo(s, change.slot, change.to, log)
    return False


def _gain_tokens(s: State, race: int, seat: int, change: ch.GainTokens, log: Log) -> bool:
    gain_tokens(s, race, change.amount, log)
    return False


def _join(s: State, race: int, seat: int, change: ch.Join, log: Log) -> bool:
    join(s, race, person_of(s, change.marker), log)
    return False


def _bring(s: State, race: int, seat: int, change: ch.Bring, log: Log) -> bool:
    bring(s, race, person_of(s, change.marker), change.region, log)
    return False


def _free(s: State, race: int, seat: int, change: ch.Free, log: Log) -> bool:
    free(s, race, person_of(s, change.marker), log)
    return False


# With other coins a player may be able, or no longer able, to pay a toll.


def _gain_coins(s: State, race: int, seat: int, change: ch.GainCoins, log: Log) -> bool:
    s.coins[seat] += change.amount
    if log is not None:
        log.append(Event("gained", seat=seat, amount=change.amount))
    return s.world.enough_coins > 0


def _take_coins(s: State, race: int, seat: int, change: ch.TakeCoins, log: Log) -> bool:
    pay(s, change.seat, seat, change.amount, log)
    return s.world.enough_coins > 0


def _give_coins(s: State, race: int, seat: int, change: ch.GiveCoins, log: Log) -> bool:
    pay(s, seat, change.seat, change.amount, log)
    return s.world.enough_coins > 0


SMALL: Final[dict[type, Doing]] = {
    ch.Count: _count,
    Truce: make_truce,
    ch.SwapBadge: _swap_badge,
    ch.SweepCombo: _sweep_combo,
    ch.GainTokens: _gain_tokens,
    ch.Join: _join,
    ch.Bring: _bring,
    ch.Free: _free,
    ch.GainCoins: _gain_coins,
    ch.TakeCoins: _take_coins,
    ch.GiveCoins: _give_coins,
}
