"""Changes in which no region changes hands: coins, numbers, badges, tokens in hand and people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from . import changes as ch
from .events import Event, Log
from .field import gain_tokens, pay, swap_badge, sweep_combo
from .people import bring, free, join, person_of
from .state import State

# What does a change for a race and its seat; whether reach or open regions may be others now.
Doing = Callable[[State, int, int, Any, Log], bool]


def _count(s: State, race: int, seat: int, change: ch.Count, log: Log) -> bool:
    s.counters[s.world.counter_index(change.counter)] += change.amount
    return False


def _truce(s: State, race: int, seat: int, change: ch.Truce, log: Log) -> bool:
    s.truce[seat] = change.seat
    if log is not None:
        log.append(Event("truce", seat=seat, other=change.seat))
    return False


def _swap_badge(s: State, race: int, seat: int, change: ch.SwapBadge, log: Log) -> bool:
    swap_badge(s, race, change.slot, log)
    return False


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


# Whoever has other coins may now be able to pay what he could not, or the other way round.


def _gain_coins(s: State, race: int, seat: int, change: ch.GainCoins, log: Log) -> bool:
    s.coins[seat] += change.amount
    if log is not None:
        log.append(Event("gained", seat=seat, amount=change.amount))
    return bool(s.world.toll_races)


def _take_coins(s: State, race: int, seat: int, change: ch.TakeCoins, log: Log) -> bool:
    pay(s, change.seat, seat, change.amount, log)
    return bool(s.world.toll_races)


def _give_coins(s: State, race: int, seat: int, change: ch.GiveCoins, log: Log) -> bool:
    pay(s, seat, change.seat, change.amount, log)
    return bool(s.world.toll_races)


SMALL: Final[dict[type, Doing]] = {
    ch.Count: _count,
    ch.Truce: _truce,
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
