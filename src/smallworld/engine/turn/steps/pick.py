"""Pick a combo: pay a coin on each combo above it, take the coins on it, and refill the column."""

from __future__ import annotations

from ...actions import C_DRAW, PICK, SHIFT
from ...bits import regions
from ...events import Event, Log
from ...position import state as st
from ...position.region_contents import forget, joined_now, reshuffle
from ...position.state import State
from ...position.token_markers import extra_tokens
from ...verbs.receipts import muster_receipt, price_receipt
from ...world.world import BADGES, BANNERS, COLUMN, NONE
from ..apply_changes import find, show_card
from ..decision_stack import draw_arg, draw_parts, interrupt, resume
from ..row import turn_over
from .resume import finished


def codes(s: State) -> list[int]:
    # Each combo above costs one coin, which the player must have.
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
    if s.card >= 0:
        s.joined[race] = joined_now(s, race)
    s.update_combo(race)
    s.picked = s.touched = True
    forget(s, s.world.race_ids[race])
    forget(s, s.world.power_ids[power])
    if log is not None:
        log.append(Event("picked", seat=seat, race=race, power=power, amount=slot, receipt=receipt))
    return True


def take_tokens(s: State, log: Log) -> None:
    """Take the tokens of the combo just picked, as far as the tray has them; then refill the column."""
    s.short = True
    seat = s.turn
    race = s.active[seat]
    combo = s.combos[race]
    if log is not None:
        receipt = muster_receipt(s, race)
        log.append(Event("mustered", seat=seat, race=race, amount=receipt.total, receipt=receipt))
    amount = min(combo.tokens + extra_tokens(s, race), s.tray[race])
    s.tray[race] -= amount
    s.hand[race] += amount


def refill(s: State, log: Log) -> None:
    """Fill the column from the stacks. A draw with more than one possible outcome becomes a chance step."""
    s.short = False
    deck = next_draw(s, log)
    if deck != NONE:
        interrupt(s, st.DRAW, NONE, draw_arg(deck))


def next_draw(s: State, log: Log) -> int:
    """Show what has only one possible outcome; returns the deck that must be drawn from by chance, or
    NONE."""
    while True:
        if len(s.col_badge) < len(s.col_race):
            unseen = _opening(s, BADGES, s.world.first_power) or s.unseen[BADGES]
            if not unseen:
                if not s.discards:
                    return NONE
                reshuffle(s, log)
                unseen = s.unseen[BADGES]
            if unseen & (unseen - 1):
                return BADGES
            show_badge(s, unseen.bit_length() - 1, log)
        elif len(s.col_race) < COLUMN:
            unseen = _opening(s, BANNERS, s.world.first_race) or s.unseen[BANNERS]
            if unseen & (unseen - 1):
                return BANNERS
            if unseen:
                show_race(s, unseen.bit_length() - 1, log)
            elif s.returned:
                show_race(s, s.returned.pop(0), log)
            else:
                return NONE
        else:
            return NONE


def _opening(s: State, deck: int, first: int) -> int:
    """The piece that the world wants on top of its first column, as a mask; 0: any piece."""
    if first == NONE or s.round > 1 or s.col_badge:
        return 0
    return s.unseen[deck] & 1 << first


def show_race(s: State, race: int, log: Log) -> None:
    s.unseen[BANNERS] &= ~(1 << race)
    s.col_race.append(race)
    s.col_coins.append(0)
    if log is not None:
        log.append(Event("drawn_race", race=race))


def show_badge(s: State, power: int, log: Log) -> None:
    s.unseen[BADGES] &= ~(1 << power)
    s.col_badge.append(power)
    if log is not None:
        log.append(Event("drawn_badge", race=s.col_race[len(s.col_badge) - 1], power=power))


def draw_codes(s: State) -> list[int]:
    deck, _ = draw_parts(s.arg)
    return [C_DRAW | deck << 6 | index for index in regions(s.unseen[deck])]


def drawn(s: State, action: int, log: Log) -> bool:
    """Something was drawn: for the column, or for a region where it is found."""
    index = action & 63
    deck, region = draw_parts(s.arg)
    if deck == s.world.row_deck:
        resume(s)
        if region == NONE:
            turn_over(s, index, log)
        else:  # a seat looks at it
            show_card(s, region, index, log)
        return finished(s, log)
    if region != NONE:
        resume(s)
        find(s, deck, index, region, log)
        return finished(s, log)
    if deck == BANNERS:
        show_race(s, index, log)
    else:
        show_badge(s, index, log)
    # All draws in a row, before the interrupted decision is asked again.
    following = next_draw(s, log)
    if following != NONE:
        s.arg = draw_arg(following)
    else:
        resume(s)
    return False
