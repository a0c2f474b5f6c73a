"""Pick a combo: pay a coin onto each one above it, take what lies on it, and refill the column."""

from __future__ import annotations

from .. import state as st
from ..actions import PICK, SHIFT
from ..bits import regions
from ..events import Event, Log
from ..field import forget
from ..receipts import muster_receipt, price_receipt
from ..state import State
from ..world import COLUMN, NONE


def codes(s: State) -> list[int]:
    # No credit: each combo above costs one coin of one's own.
    affordable = min(len(s.col_badge), s.coins[s.seat] + 1)
    return [PICK << SHIFT | slot for slot in range(affordable)]


def pick(s: State, action: int, log: Log) -> bool:
    slot, seat = action & 63, s.seat
    receipt = price_receipt(s, slot) if log is not None else None
    s.coins[seat] += s.col_coins[slot] - slot
    for above in range(slot):
        s.col_coins[above] += 1
    race, power = s.col_race.pop(slot), s.col_badge.pop(slot)
    s.col_coins.pop(slot)
    s.owner[race], s.badge[race], s.active[seat] = seat, power, race
    s.recombine(race)
    s.picked = s.touched = True
    forget(s, s.world.race_ids[race])
    forget(s, s.world.power_ids[power])
    if log is not None:
        log.append(Event("picked", seat=seat, race=race, power=power, amount=slot, receipt=receipt))
    return True


def muster(s: State, log: Log) -> None:
    """Take the tokens of the combo just picked, as far as the tray has them; then the column is refilled."""
    s.short = True
    seat = s.turn
    race = s.active[seat]
    combo = s.combos[race]
    if log is not None:
        receipt = muster_receipt(s, race)
        log.append(Event("mustered", seat=seat, race=race, amount=receipt.total, receipt=receipt))
    amount = min(combo.tokens, s.tray[race])
    s.tray[race] -= amount
    s.hand[race] += amount


def refill(s: State, log: Log) -> None:
    """Fill the column from the stacks. A draw that could go more than one way becomes a chance step."""
    s.short = False
    while True:
        if len(s.col_badge) < len(s.col_race):
            unseen = s.unseen_badges
            if not unseen:
                if not s.discards:
                    break
                unseen, s.unseen_badges, s.discards = s.discards, s.discards, 0
                if log is not None:
                    log.append(Event("reshuffled"))
            if unseen & (unseen - 1):
                interrupt(s, st.DRAW_BADGE)
                return
            show_badge(s, unseen.bit_length() - 1, log)
        elif len(s.col_race) < COLUMN:
            unseen = s.unseen_races
            if unseen & (unseen - 1):
                interrupt(s, st.DRAW_RACE)
                return
            if unseen:
                show_race(s, unseen.bit_length() - 1, log)
            elif s.returned:
                show_race(s, s.returned.pop(0), log)
            else:
                break
        else:
            break
    if s.step >= st.DRAW_RACE:
        resume(s)


def interrupt(s: State, step: int) -> None:
    """Ask chance first; what was asked before comes back with `resume`, after the last of several draws."""
    if s.step < st.DRAW_RACE:
        s.stack.append(s.step)
        s.stack.append(s.seat)
        s.stack.append(s.arg)
    s.step, s.seat, s.arg = step, NONE, 0


def resume(s: State) -> None:
    s.arg, s.seat, s.step = s.stack.pop(), s.stack.pop(), s.stack.pop()


def show_race(s: State, race: int, log: Log) -> None:
    s.unseen_races &= ~(1 << race)
    s.col_race.append(race)
    s.col_coins.append(0)
    if log is not None:
        log.append(Event("drawn_race", race=race))


def show_badge(s: State, power: int, log: Log) -> None:
    s.unseen_badges &= ~(1 << power)
    s.col_badge.append(power)
    if log is not None:
        log.append(Event("drawn_badge", race=s.col_race[len(s.col_badge) - 1], power=power))


def draw_race(s: State, action: int, log: Log) -> bool:
    show_race(s, action & 63, log)
    s.short = True
    return False


def draw_badge(s: State, action: int, log: Log) -> bool:
    show_badge(s, action & 63, log)
    s.short = True
    return False


def race_outcomes(s: State) -> tuple[int, ...]:
    return regions(s.unseen_races)


def badge_outcomes(s: State) -> tuple[int, ...]:
    return regions(s.unseen_badges)
