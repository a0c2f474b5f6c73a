"""Changes in which no region changes hands: coins, numbers, badges, tokens in hand and people."""

from __future__ import annotations

from . import changes as ch
from .errors import PackError
from .events import Event, Log
from .field import gain_tokens, pay, swap_badge, sweep_combo
from .people import bring, free, join, person_of
from .state import State


def small_change(s: State, race: int, seat: int, change: ch.Change, log: Log) -> bool:
    """Do one of them; whether somebody may now be able to pay what he could not."""
    if isinstance(change, ch.Count):
        s.counters[s.world.counter_index(change.counter)] += change.amount
    elif isinstance(change, ch.Truce):
        s.truce[seat] = change.seat
        if log is not None:
            log.append(Event("truce", seat=seat, other=change.seat))
    elif isinstance(change, ch.SwapBadge):
        swap_badge(s, race, change.slot, log)
    elif isinstance(change, ch.SweepCombo):
        sweep_combo(s, change.slot, change.to, log)
    elif isinstance(change, ch.GainTokens):
        gain_tokens(s, race, change.amount, log)
    elif isinstance(change, ch.Join):
        join(s, race, person_of(s, change.marker), log)
    elif isinstance(change, ch.Bring):
        bring(s, race, person_of(s, change.marker), change.region, log)
    elif isinstance(change, ch.Free):
        free(s, race, person_of(s, change.marker), log)
    else:
        _coins(s, race, seat, change, log)
        return bool(s.world.toll_races)
    return False


def _coins(s: State, race: int, seat: int, change: ch.Change, log: Log) -> None:
    if isinstance(change, ch.GainCoins):
        s.coins[seat] += change.amount
        if log is not None:
            log.append(Event("gained", seat=seat, amount=change.amount))
    elif isinstance(change, ch.TakeCoins):
        pay(s, change.seat, seat, change.amount, log)
    elif isinstance(change, ch.GiveCoins):
        pay(s, seat, change.seat, change.amount, log)
    else:
        raise PackError(f"a piece of {s.world.race_ids[race]} asked for {change!r}, which is no change")
