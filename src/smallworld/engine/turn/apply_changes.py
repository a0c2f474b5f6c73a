"""Apply what pieces ask for: changes, questions, draws, and what follows when a region changes hands.

Pieces never change a position themselves: their moments return changes, which are applied here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ..bits import regions
from ..content import changes as ch
from ..content.piece_view import PieceView
from ..content.pieces import Person, Piece, Power
from ..errors import PackError
from ..events import Event, Log
from ..position import state as st
from ..position.region_contents import (
    clear_markers,
    evict,
    forget,
    gain_tokens,
    is_among,
    joined_now,
    leave_region,
    pay,
    put_marker,
    remove_all,
    reshuffle,
    surviving_people,
    swap_badge,
    sweep_combo,
    update_guard,
    vanish_if_gone,
    where_it_lies,
)
from ..position.state import State, settle
from ..position.token_markers import bring, free, join, person_of
from ..words.truce import make_truce
from ..world.combo import Combo
from ..world.world import BADGES, BANNERS, NONE
from .decision_stack import die_arg, draw_arg, interrupt, question_arg
from .gates import refresh_reach
from .questions import question_scene

# A function that applies a change for a race and its seat; returns whether reach or open regions may have
# changed.
Apply = Callable[[State, int, int, Any, Log], bool]

# --- pieces that lie in regions ---------------------------------------------------------------------------


def update_joined(s: State, race: int, log: Log) -> bool:
    """Update a race's pieces after its regions, or what lies in them, changed; returns whether other
    pieces work for it now."""
    if race == NONE or s.owner[race] == NONE:
        return False
    old, new = s.joined[race], joined_now(s, race)
    if old == new:
        return False
    world, before = s.world, s.combos[race]
    s.joined[race] = new
    s.update_combo(race)
    for entry in old:
        if world.reacts_to_release[entry >> 6] and not is_among(entry >> 6, new):
            release(s, race, world.joinable[entry >> 6], log)
    if before.acts and not s.combos[race].acts and race != s.acting and not s.displaced >> race & 1:
        # It no longer acts in decline, so it has no hand. In its own turn it finishes the turn first.
        s.tray[race] += s.hand[race]
        s.hand[race] = 0
    if before.defence != s.combos[race].defence:
        for region in regions(s.mask[race]):
            update_guard(s, region)
    refresh_reach(s)  # a piece that worked for another race may have shut or opened regions
    for entry in new:
        if world.reacts_to_joining[entry >> 6] and not is_among(entry >> 6, old):
            piece = world.joinable[entry >> 6]
            region = where_it_lies(s, piece)
            do_changes(
                s, race, piece.on_joined(PieceView(s, race, s.combos[race], piece, region), region), log
            )
    return True


def release(s: State, race: int, piece: type[Piece], log: Log) -> None:
    """A piece stops working for a race: the markers of a badge go, unless they outlast it."""
    if issubclass(piece, Power):
        for marker in piece.markers:
            if marker.bound or not (marker.lasts or marker.stays):
                remove_all(s, s.world.marker_index(marker.id), log)
    if "on_released" in s.world.moments_of[piece]:
        region = where_it_lies(s, piece)
        scene = PieceView(s, race, s.combos[race], piece, region)
        do_changes(s, race, piece.on_released(scene, region), log)


def vacate(s: State, region: int, log: Log) -> int:
    """Every token leaves a region; returns their number. What lies there stays and is released."""
    race = s.occ[region]
    count = leave_region(s, region, log)
    if s.joined[race] and s.marked >> region & 1:
        update_joined(s, race, log)
    return count


def put(s: State, marker: int, region: int, log: Log) -> None:
    """Put a marker down. If a piece comes with it, that works for the holder of the region."""
    piece = s.world.joins[marker]
    lay = s.spots(marker).bit_length() - 1 if piece >= 0 else NONE
    put_marker(s, marker, region, log)
    if s.world.marker_immune[marker]:
        refresh_reach(s)  # it shuts this region and opens the one it came from
    if piece >= 0:
        loser, holder = s.occ[lay] if lay != NONE else NONE, s.occ[region]
        if loser != holder:
            update_joined(s, loser, log)
        if loser != holder or s.world.tied_to_region[piece]:
            update_joined(s, holder, log)


def _draw(s: State, race: int, seat: int, change: ch.Draw, log: Log) -> bool:
    """Draw a piece for a region. If only one is possible, it is found at once, without a chance step."""
    deck = s.world.deck_ids.index(change.deck)
    if deck == BADGES and not s.unseen[BADGES]:
        reshuffle(s, log)
    unseen = s.unseen[deck]
    if unseen & (unseen - 1):
        interrupt(s, st.DRAW, NONE, draw_arg(deck, change.region))
    elif unseen:
        find(s, deck, unseen.bit_length() - 1, change.region, log)
    return False


def find(s: State, deck: int, index: int, region: int, log: Log) -> None:
    """Put the drawn piece into the region; it works at once."""
    world = s.world
    s.unseen[deck] &= ~(1 << index)
    race = s.occ[region]
    if deck == BADGES:
        s.lying.append(index << 6 | region)
        s.lying.sort()
        forget(s, world.power_ids[index])
        if log is not None:
            log.append(Event("bound", seat=s.turn, region=region, power=index))
        update_joined(s, race, log)
        return
    if deck == BANNERS:
        raise PackError("a banner cannot be found in a region")
    piece = world.deck_pieces[deck - 2][index]
    marker = world.marker_index(piece.id)
    if log is not None:
        log.append(Event("found", seat=s.turn, region=region, marker=marker))
    put(s, marker, region, log)
    if "on_found" in world.moments_of[piece]:
        holder = race if race != NONE and s.owner[race] != NONE else NONE
        combo = s.combos[holder] if holder != NONE else world.idle
        do_changes(s, holder, piece.on_found(PieceView(s, holder, combo, piece, region), region), log)


def _foresee(s: State, race: int, seat: int, change: ch.Foresee, log: Log) -> bool:
    """Show the next card of the row to the seat; what it is may have to be drawn first."""
    deck = s.world.row_deck
    if deck == NONE or s.round >= s.world.rounds:
        return False
    unseen = s.unseen[deck]
    card = s.foreseen
    if card == NONE and unseen & (unseen - 1):
        interrupt(s, st.DRAW, NONE, draw_arg(deck, seat))
    else:
        show_card(s, seat, card if card != NONE else unseen.bit_length() - 1, log)
    return False


def show_card(s: State, seat: int, card: int, log: Log) -> None:
    """A seat sees the next card of the row."""
    s.foreseen = card
    s.seers |= 1 << seat
    if log is not None:
        log.append(Event("foreseen", seat=seat, card=card, amount=1))


# --- questions --------------------------------------------------------------------------------------------


def ask(s: State, question: int, race: int, subject: int, log: Log, *, on_the_spot: bool) -> bool:
    """Ask a question if it has an option. A single forced option is answered at once."""
    world = s.world
    kind = world.questions[question]
    scene = question_scene(s, question, race, subject)
    options = kind.options(scene)
    if not options:
        return False
    if kind.about == "die":
        interrupt(s, st.DIE, NONE, die_arg(question))
        return False
    if len(options) == 1 and not kind.optional:
        do_changes(s, race, kind.answer(scene, options[0]), log)
        return False
    arg = question_arg(question, race, subject)
    if on_the_spot:
        interrupt(s, st.QUESTION, scene.seat, arg)
    else:
        s.step, s.seat, s.arg = st.QUESTION, scene.seat, arg
    return True


# --- attacks and losses -----------------------------------------------------------------------------------


def attack(s: State, race: int, region: int, log: Log) -> None:
    """The player to move attacks a region that a race holds; a failed attempt is an attack too."""
    owner = s.owner[race]
    if owner == NONE or owner == s.turn:
        return
    if s.active[owner] == race and s.active[s.turn] == s.acting:
        s.attacked |= 1 << owner
    if s.world.reacts_to_attacks:
        for mine in s.races_of(owner):
            for piece, here in s.combos[mine].moments.get("on_attacked", ()):
                scene = PieceView(s, mine, s.combos[mine], piece, here)
                do_changes(s, mine, piece.on_attacked(scene, region), log)


def after_loss(
    s: State, race: int, combo: Combo, region: int, captured: tuple[Person, ...], log: Log
) -> None:
    """A race has lost a region to the player to move; `combo`: that of the race before the loss."""
    if combo.lost_moments:
        for piece, here in combo.lost_moments:
            do_changes(s, race, piece.on_lost(PieceView(s, race, combo, piece, here), region), log)
    if s.joined[race] and s.marked >> region & 1:
        update_joined(s, race, log)
    if not s.mask[race]:
        vanish_if_gone(s, race, log)
    for person in captured:
        scene = PieceView(s, race, s.combos[race])
        do_changes(s, race, person.piece.on_captured(scene, region), log)


def _strike(s: State, race: int, seat: int, change: ch.Strike, log: Log) -> bool:
    """Empty a region: an attack of the player to move without tokens."""
    region, struck = change.region, s.occ[change.region]
    if struck == NONE:
        return True
    combo, owner = s.combos[struck], s.owner[struck]
    attack(s, struck, region, log)
    if log is not None:
        log.append(Event("struck", seat=s.turn, region=region, race=struck))
    # A race that loses no token to an enemy loses none here.
    captured = evict(s, region, struck, change.losses if owner == s.turn or combo.losses else 0, log)
    s.occ[region], s.tokens[region] = NONE, 0
    if s.marked >> region & 1:
        clear_markers(s, region, log, conquered_from=struck if owner != NONE else NONE)
    update_guard(s, region)
    after_loss(s, struck, combo, region, captured, log)
    return True


# --- changes ----------------------------------------------------------------------------------------------


def do_changes(s: State, race: int, changes: Sequence[ch.Change], log: Log) -> None:
    """Apply the changes that a piece's method returned. `race` is NONE for a rule of the game and for a
    piece that nobody holds."""
    if not changes:
        return
    seat = s.owner[race] if race != NONE else s.turn
    reach_changed = False
    for change in changes:
        do = APPLY.get(type(change))
        if do is None:
            raise PackError(f"a piece of {s.world.race_ids[race]} asked for {change!r}, which is no change")
        reach_changed |= do(s, race, seat, change, log)
    if reach_changed:
        refresh_reach(s)


def _put(s: State, race: int, seat: int, change: ch.Put, log: Log) -> bool:
    put(s, s.world.marker_index(change.marker), change.region, log)
    return False


def _drop(s: State, race: int, seat: int, change: ch.Drop, log: Log) -> bool:
    remove_all(s, s.world.marker_index(change.marker), log)
    return True


def _ask(s: State, race: int, seat: int, change: ch.Ask, log: Log) -> bool:
    ask(s, s.world.question_ids[change.question], race, change.subject, log, on_the_spot=True)
    return False


def _leave(s: State, race: int, seat: int, change: ch.Leave, log: Log) -> bool:
    for region in regions(change.regions):
        gone = s.occ[region]
        count = clear(s, region, log)
        if log is not None:
            log.append(Event("lost", seat=s.owner[gone], race=gone, region=region, amount=count))
        vanish_if_gone(s, gone, log)
    return True


def clear(s: State, region: int, log: Log) -> int:
    """Move the tokens of a region to the tray, but token markers to the hand; returns how many went to the
    tray."""
    race = s.occ[region]
    people = surviving_people(s, race, region) if s.world.people else 0
    count = vacate(s, region, log) - people
    s.tray[race] += count
    s.hand[race] += people
    return count


def _withdraw(s: State, race: int, seat: int, change: ch.Withdraw, log: Log) -> bool:
    """Move one token back to the hand."""
    region = change.region
    if log is not None:
        log.append(Event("withdrawn", seat=seat, race=race, region=region))
    if s.tokens[region] > 1:
        s.tokens[region] -= 1
        s.hand[race] += 1
        return False
    s.hand[race] += vacate(s, region, log)
    return True


def _discard(s: State, race: int, seat: int, change: ch.Discard, log: Log) -> bool:
    region, gone = change.region, s.occ[change.region]
    if log is not None:
        log.append(Event("lost", seat=s.owner[gone], race=gone, region=region, amount=1))
    if s.tokens[region] > 1:
        s.tokens[region] -= 1
        s.tray[gone] += 1
    else:
        clear(s, region, log)
        vanish_if_gone(s, gone, log)
    return True


def _take_over(s: State, race: int, seat: int, change: ch.TakeOver, log: Log) -> bool:
    """Replace all declined tokens of a region by one token of the active race."""
    region = change.region
    old, new = s.occ[region], s.active[seat]
    s.tray[old] += vacate(s, region, log)
    source = s.tray if s.tray[new] else s.hand
    source[new] -= 1
    s.occ[region], s.tokens[region] = new, 1
    s.mask[new] |= 1 << region
    update_guard(s, region)
    if log is not None:
        log.append(Event("reborn", seat=seat, race=new, region=region, other=old))
    if s.marked >> region & 1:
        update_joined(s, new, log)
    vanish_if_gone(s, old, log)
    return True


def _settle(s: State, race: int, seat: int, change: ch.Settle, log: Log) -> bool:
    old = s.occ[change.region]
    if old != NONE:
        s.tray[old] += vacate(s, change.region, log)
    natives = s.world.race_index(change.natives)
    settle(s, natives, change.region, change.tokens)
    update_guard(s, change.region)
    if log is not None:
        log.append(Event("settled", region=change.region, race=natives, amount=change.tokens))
    if s.marked >> change.region & 1:
        update_joined(s, natives, log)
    return True


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


def _gain_coins(s: State, race: int, seat: int, change: ch.GainCoins, log: Log) -> bool:
    s.coins[seat] += change.amount
    if log is not None:
        log.append(Event("gained", seat=seat, amount=change.amount))
    return s.world.enough_coins > 0  # a toll may be in or out of reach now


def _take_coins(s: State, race: int, seat: int, change: ch.TakeCoins, log: Log) -> bool:
    pay(s, change.seat, seat, change.amount, log)
    return s.world.enough_coins > 0


def _give_coins(s: State, race: int, seat: int, change: ch.GiveCoins, log: Log) -> bool:
    pay(s, seat, change.seat, change.amount, log)
    return s.world.enough_coins > 0


APPLY: Final[dict[type, Apply]] = {
    ch.Count: _count,
    ch.Truce: make_truce,
    ch.SwapBadge: _swap_badge,
    ch.SweepCombo: _sweep_combo,
    ch.GainTokens: _gain_tokens,
    ch.Join: _join,
    ch.Bring: _bring,
    ch.Free: _free,
    ch.GainCoins: _gain_coins,
    ch.TakeCoins: _take_coins,
    ch.GiveCoins: _give_coins,
    ch.Put: _put,
    ch.Drop: _drop,
    ch.Withdraw: _withdraw,
    ch.Leave: _leave,
    ch.Discard: _discard,
    ch.TakeOver: _take_over,
    ch.Strike: _strike,
    ch.Settle: _settle,
    ch.Draw: _draw,
    ch.Foresee: _foresee,
    ch.Ask: _ask,
}
