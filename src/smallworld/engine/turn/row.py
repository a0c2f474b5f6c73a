"""The row of cards: one is turned over when each round begins, and works for every race until the next."""

from __future__ import annotations

from ..bits import regions
from ..content.piece_view import PieceView
from ..events import Event, Log
from ..position import state as st
from ..position.region_contents import joined_now, vanish_if_gone
from ..position.state import State
from ..world.world import NONE
from .apply_changes import clear, do_changes, update_joined, vacate
from .decision_stack import draw_arg, interrupt


def reveal(s: State, log: Log) -> bool:
    """When a round begins, its card is turned over: by chance, unless somebody has seen it."""
    if s.turn != s.world.orders[s.round][0]:
        return False
    card, unseen = s.foreseen, s.unseen[s.world.row_deck]
    if card == NONE and unseen & (unseen - 1):
        interrupt(s, st.DRAW, NONE, draw_arg(s.world.row_deck))
    else:
        turn_over(s, card if card != NONE else unseen.bit_length() - 1, log)
    return False


def turn_over(s: State, card: int, log: Log) -> None:
    """A card is open now. Regions that only the one before let a race hold are left."""
    world = s.world
    before = [combo.acting_combo.dwells for combo in s.combos]
    s.unseen[world.row_deck] &= ~(1 << card)
    s.card, s.foreseen, s.seers = card, NONE, 0
    if log is not None:
        log.append(Event("revealed", card=card))
    owned = [race for race in range(len(world.all_races)) if s.owner[race] != NONE]
    for race in owned:
        update_joined(s, race, log)
    for race in owned:
        leave = s.mask[race] & before[race] & ~s.combos[race].acting_combo.dwells
        _leave(s, race, leave if s.is_active(race) else leave & s.adrift, log)
    kind = world.row_cards[card]
    if "on_revealed" in world.moments_of[kind]:
        do_changes(s, NONE, kind.on_revealed(PieceView(s, NONE, world.idle, kind)), log)


def _leave(s: State, race: int, leave: int, log: Log) -> None:
    """An active race takes its tokens in hand; those of a declined one, and of a party, go to the tray."""
    active, owner = s.is_active(race), s.owner[race]
    for region in regions(leave):
        amount = s.tokens[region]
        if log is not None:
            log.append(Event("unsettled", seat=owner, race=race, region=region, amount=amount))
        if not active:
            clear(s, region, log)
            vanish_if_gone(s, race, log)
        elif owner >= s.world.players:
            s.tray[race] += vacate(s, region, log)
        else:
            s.hand[race] += vacate(s, region, log)
    s.adrift &= ~leave


def note_adrift(s: State, race: int, regions_held: int, dwells: int) -> None:
    """Remember which of these regions a declined race holds only because of the open card."""
    doubtful = regions_held & (s.world.transit | s.world.closed)
    s.adrift = s.adrift & ~regions_held | doubtful & ~dwells


def own_dwells(s: State, race: int) -> int:
    """Where a race may stay without the open card."""
    entry = s.world.card_entries[s.card] if s.card >= 0 else NONE
    joined = tuple(one for one in joined_now(s, race) if one != entry)
    combo = s.combos[race]
    return s.world.combo(race, s.badge[race], combo.mode, joined).acting_combo.dwells
