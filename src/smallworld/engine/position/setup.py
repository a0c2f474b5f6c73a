"""Make positions: a new game, or any position from its parts; and find out what makes one impossible."""

from __future__ import annotations

from functools import lru_cache

from ..bits import mask_of, regions
from ..content.pieces import has_effect
from ..effects import NOTES
from ..errors import PositionError
from ..turn import turn
from ..turn.steps import pick
from ..words.outlives import Outlives
from ..words.settles import lets_settle
from ..world.world import COLUMN, MOST_COINS, NONE, World
from . import state as st
from .region_contents import binds, joined_now, put_marker, update_guard, update_marked
from .state import State, empty_state, settle_natives
from .token_markers import extra_tokens, people_faults
from .validate_turn import OF_ACTING


def new_state(world: World) -> State:
    """The first position: natives on the map, no player has a race, the column is about to be drawn."""
    return _first_state(world).copy()


@lru_cache(maxsize=64)
def _first_state(world: World) -> State:
    state = empty_state(world)
    settle_natives(state)
    for marker, region in world.printed_markers:
        put_marker(state, marker, region, None)
    for race in range(len(world.all_races)):
        state.joined[race] = joined_now(state, race)
        state.update_combo(race)
    state.phase = turn.BEFORE_TURN
    turn.advance(state, None)
    pick.refill(state, None)
    return state


def derive(s: State) -> None:
    """Work out everything that follows from tokens, hands, owners, badges and markers."""
    world = s.world
    count = len(world.all_races)
    s.mask = [0] * count
    s.tray = list(world.supply)
    for region, race in enumerate(s.occ):
        if race != NONE:
            s.mask[race] |= 1 << region
            s.tray[race] -= s.tokens[region]
    s.markers.sort()
    s.lying.sort()
    update_marked(s)
    for race in range(count):
        s.tray[race] += extra_tokens(s, race) - s.hand[race]
        s.joined[race] = joined_now(s, race)
        s.update_combo(race)
    for region in range(len(s.occ)):
        update_guard(s, region)
    owned = [race for race in range(len(world.races)) if s.owner[race] != NONE]
    seen_races = mask_of([*owned, *s.col_race, *s.returned])
    seen_badges = mask_of(badge for badge in s.badge if badge != NONE) | mask_of(s.col_badge) | s.discards
    seen_badges |= mask_of(entry >> 6 for entry in s.lying)
    lie = {world.markers[entry >> 6].id for entry in s.markers}
    seen = [seen_races, seen_badges]
    seen += [mask_of(i for i, name in enumerate(deck) if name in lie) for deck in world.decks[2:]]
    face_down = s.unseen[world.row_deck] if world.row is not None else 0
    s.unseen = [(1 << len(deck)) - 1 & ~mask for deck, mask in zip(world.decks, seen, strict=True)]
    if world.row is not None:
        s.unseen[world.row_deck] = face_down
    s.combo, s.reach, s.open, s.tokens_only = world.idle, 0, 0, 0


def refuse_impossible(s: State) -> None:
    faults = position_faults(s)
    if faults:
        raise PositionError(faults)


def position_faults(s: State) -> list[str]:
    """Everything in a position that the rules could never lead to."""
    faults = [*_map_faults(s), *_race_faults(s), *_seat_faults(s), *_column_faults(s), *_turn_faults(s)]
    return [*faults, *_row_faults(s)] if s.world.row is not None else faults


def _map_faults(s: State) -> list[str]:
    world, faults = s.world, []
    for region, race in enumerate(s.occ):
        terrain = world.board.regions[region].terrain
        if race == NONE:
            if s.tokens[region]:
                faults.append(f"region {region}: {s.tokens[region]} tokens of nobody")
            continue
        name = world.race_ids[race]
        if s.tokens[region] < 1:
            faults.append(
                f"region {region}: {name} hold it with {s.tokens[region]} tokens; at least 1 is needed"
            )
        if world.barred >> region & 1:
            faults.append(f"region {region}: nobody can stand on {terrain}")
        elif world.closed >> region & 1:
            # A declined race may keep a sea that it took while its power was active; others cannot be there.
            settled = s.combos[race].settle >> region & 1 or once_allowed(s, region)
            if world.is_native(race) or (s.is_active(race) and not settled):
                faults.append(f"region {region}: {name} cannot stand on {terrain}")
        elif world.transit >> region & 1 and not _may_rest(s, race, region):
            faults.append(f"region {region}: {name} cannot rest on {terrain}")
    for marker, kind in enumerate(world.markers):
        printed = sum(number == marker for number, _ in world.printed_markers) if kind.stays else 0
        if s.placed(marker) < printed:
            faults.append(f"marker {kind.id}: {s.placed(marker)} on the map, where {printed} always are")
        if s.placed(marker) > kind.count:
            faults.append(f"marker {kind.id}: {s.placed(marker)} on the map, but only {kind.count} exist")
        for region in regions(s.spots(marker)):
            here = s.markers_in(region).count(marker)
            if kind.per_region and here > kind.per_region:
                faults.append(
                    f"marker {kind.id}: {here} in region {region}, at most {kind.per_region} may be"
                )
            held = s.occ[region] != NONE and not world.is_native(s.occ[region])
            if not held and kind.starts is None and not kind.stays and not world.barred >> region & 1:
                faults.append(f"marker {kind.id}: region {region} is held by nobody")
    return faults + _figure_faults(s) + people_faults(s)


def _may_rest(s: State, race: int, region: int) -> bool:
    """Whether a race may be in a region: it is passing through, may stay, or is declined and once was
    allowed to."""
    on_the_way = s.acting in (race, NONE) and s.phase < s.world.phase_index["redeploy"]
    if s.owner[race] == s.turn and (race == s.acting or on_the_way):
        return True
    if s.world.is_native(race):
        return bool(s.combos[race].dwells >> region & 1)  # as a party may, while a card lets it
    return not s.is_active(race) or bool(s.combos[race].dwells >> region & 1) or once_allowed(s, region)


def once_allowed(s: State, region: int) -> bool:
    """Whether a badge in some region lets its holder settle here. A race that has lost the badge leaves in
    its own turn."""
    return any(lets_settle(s.world, s.world.powers[entry >> 6]) >> region & 1 for entry in s.lying)


def _figure_faults(s: State) -> list[str]:
    """Faults of markers: one that bars everybody stands alone, one with a home needs it, a badge needs
    what binds it."""
    world, faults = s.world, []
    for entry in s.markers:
        kind, region = world.markers[entry >> 6], entry & 63
        if kind.opens_to == "nobody" and s.occ[region] != NONE:
            faults.append(f"marker {kind.id}: region {region} is held, but nobody can stand beside it")
        home = kind.home or (world.marker_piece[entry >> 6].id if world.joins[entry >> 6] < 0 else "")
        if kind.stays and home in world.marker_ids and not s.spots(world.marker_ids[home]):
            faults.append(f"marker {kind.id}: nobody owns it, for {home} is not on the map")
        if kind.stays and world.barred >> region & 1:
            faults.append(f"marker {kind.id}: region {region} is no place for it")
    for entry in s.lying:
        if not binds(s, entry & 63):
            faults.append(f"badge {world.power_ids[entry >> 6]}: nothing binds it to region {entry & 63}")
    return faults


def _race_faults(s: State) -> list[str]:
    world, faults = s.world, []
    for race, name in enumerate(world.race_ids):
        if s.hand[race] < 0:
            faults.append(f"{name}: {s.hand[race]} tokens in hand")
        if s.tray[race] < 0:
            used = world.supply[race] - s.tray[race]
            faults.append(
                f"{name}: {used} tokens on the map and in hand, but only {world.supply[race]} exist"
            )
        if world.is_native(race):
            continue
        if s.owner[race] == NONE:
            if s.mask[race] or s.hand[race]:
                faults.append(f"{name}: tokens in play, but nobody owns the race")
        elif not s.is_active(race):
            combo = s.combos[race]
            stacked = [region for region in regions(s.mask[race]) if s.tokens[region] > 1]
            # A race that still conquers, or has just been doing so, has tokens to do it with.
            keeps = combo.keeps_all or combo.acts or race == s.acting
            if stacked and not keeps and not world.may_stack:
                faults.append(f"{name}: declined, but more than one token in region {stacked[0]}")
            if s.hand[race] and not keeps and not s.displaced >> race & 1:
                faults.append(f"{name}: declined, but {s.hand[race]} tokens in hand")
            if not s.mask[race] and not s.hand[race]:
                faults.append(f"{name}: declined with no token left; its banner should have returned")
    badges = [badge for badge in s.badge if badge != NONE] + s.col_badge + list(regions(s.discards))
    badges += [entry >> 6 for entry in s.lying]
    for power, name in enumerate(world.power_ids):
        if badges.count(power) > 1:
            faults.append(f"power {name}: in {badges.count(power)} places at once")
    banners = [race for race, owner in enumerate(s.owner) if owner != NONE] + s.col_race + s.returned
    for race, name in enumerate(world.race_ids):
        if banners.count(race) > 1:
            faults.append(f"race {name}: in {banners.count(race)} places at once")
    return faults


def too_many_declined(s: State, seat: int) -> list[int]:
    """Declined races of which all but one should have left the map; empty if nothing is wrong.

    A race that declined with a badge that lies in a region stays when it loses that, until the next decline.
    """
    limited = [race for race in s.declined[seat] if not s.combos[race].outlives]
    spare = sum(has_effect(s.world.powers[lies >> 6], Outlives) for lies in s.lying)
    return limited if len(limited) > 1 + spare else []


def _seat_faults(s: State) -> list[str]:
    world, faults = s.world, []
    for seat in range(world.seats):
        letter = "ABCDEFGH"[seat]
        if s.coins[seat] != NONE and not 0 <= s.coins[seat] <= MOST_COINS:
            faults.append(f"player {letter}: {s.coins[seat]} coins")
        if crowd := too_many_declined(s, seat):
            names = ", ".join(world.race_ids[race] for race in crowd)
            faults.append(f"player {letter}: more than one declined race: {names}")
        faults += [f"player {letter}: {fault}" for note in NOTES for fault in note.faults(s, seat)]
    return faults


def _column_faults(s: State) -> list[str]:
    faults = []
    if len(s.col_race) > COLUMN:
        faults.append(f"column: {len(s.col_race)} combos; at most {COLUMN} are on offer")
    if any(not 0 <= coins <= MOST_COINS for coins in s.col_coins):
        faults.append(f"column: expected 0 to {MOST_COINS} coins on a combo")
    return faults


def _row_faults(s: State) -> list[str]:
    world, faults = s.world, []
    left, name = s.unseen[world.row_deck], world.deck_ids[world.row_deck]
    turned = len(world.row_cards) - left.bit_count()
    if turned > s.round:
        faults.append(f"{name}: {turned} cards are turned over in round {s.round}")
    if s.card != NONE and left >> s.card & 1:
        faults.append(f"{name}: the open card is face down")
    if s.foreseen != NONE and not (left >> s.foreseen & 1 and s.seers):
        faults.append(f"{name}: the next card is one that nobody could have seen")
    if s.seers and (s.round >= world.rounds or s.seers >> world.players):
        faults.append(f"{name}: nobody can have seen a next card")
    declined = 0
    for races in s.declined:
        for race in races:
            declined |= s.mask[race]
    if s.adrift & ~(declined & (world.transit | world.closed)):
        faults.append(f"{name}: only regions of declined races can be held by a card alone")
    return faults


def _turn_faults(s: State) -> list[str]:
    world, faults = s.world, []
    if s.picked and not s.touched:
        faults.append("turn: a combo was picked, so something was done this turn")
    if not 1 <= s.round <= world.rounds:
        faults.append(f"round {s.round}: expected 1 to {world.rounds}")
    if not 0 <= s.turn < world.seats:
        faults.append(f"turn of seat {s.turn}: expected 0 to {world.seats - 1}")
    elif s.step in OF_ACTING and (s.acting == NONE or s.owner[s.acting] != s.turn):
        faults.append(f"step {st.STEP_NAMES[s.step]}: the player to move has no race that acts")
    return faults
