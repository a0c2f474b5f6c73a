"""What stands in the regions: markers, guards, reach. Small mechanics that several steps share."""

from __future__ import annotations

from collections.abc import Sequence

from .bits import regions
from .changes import Change, Count, GainCoins, GainTokens, Put, SwapBadge, Truce
from .combo import Combo
from .errors import PackError
from .events import Event, Log
from .scene import Scene
from .state import State
from .world import NONE


def reguard(s: State, region: int) -> None:
    """Work out again what a region costs without its tokens."""
    world = s.world
    guard = world.ground[region]
    race = s.occ[region]
    if race != NONE:
        guard += s.bulwark[race]
    if s.marked >> region & 1:
        for entry in s.markers:
            if entry & 63 == region:
                guard += world.markers[entry >> 6].defence
    s.guard[region] = guard


def remark(s: State) -> None:
    """Work out again which regions are marked and immune."""
    marked = immune = 0
    kinds = s.world.markers
    for entry in s.markers:
        bit = 1 << (entry & 63)
        marked |= bit
        if kinds[entry >> 6].immune:
            immune |= bit
    s.marked, s.immune = marked, immune


def put_marker(s: State, marker: int, region: int, log: Log) -> None:
    """Put a marker into a region; if all of them are out, the first one standing moves."""
    if s.placed(marker) >= s.world.markers[marker].count:
        for entry in s.markers:
            if entry >> 6 == marker:
                drop_marker(s, entry, log)
                break
    s.markers.append(marker << 6 | region)
    s.markers.sort()
    remark(s)
    reguard(s, region)
    if log is not None:
        log.append(Event("marked", seat=s.seat, region=region, marker=marker))


def drop_marker(s: State, entry: int, log: Log) -> None:
    s.markers.remove(entry)
    remark(s)
    reguard(s, entry & 63)
    if log is not None:
        log.append(Event("unmarked", region=entry & 63, marker=entry >> 6))


def clear_markers(
    s: State, region: int, log: Log, *, conquered_from: int = NONE, declining: bool = False
) -> None:
    """Take off what does not outlast the conquest, abandonment or decline of a region."""
    for entry in [entry for entry in s.markers if entry & 63 == region]:
        kind = s.world.markers[entry >> 6]
        if kind.stays or (declining and kind.lasts):
            continue
        if conquered_from != NONE and kind.returns:
            s.counters[s.world.adrift[entry >> 6]] += 1
            s.displaced |= 1 << conquered_from
        drop_marker(s, entry, log)


def muster_forces(s: State, race: int) -> None:
    """Make a race the acting one: its combo, what it reaches, what is open to it."""
    s.acting = race
    owner = s.owner[race]
    combo = s.combo = s.combos[race].force
    own = s.mask[race]
    if own:
        adj = combo.adj
        reach = 0
        for region in regions(own):
            reach |= adj[region]
        s.reach = reach
    else:
        s.reach = entry_regions(s, race, combo)
    closed = s.immune
    if closed:
        for mine in s.races_of(owner):
            closed &= ~s.mask[mine]
    if owner in s.truce and s.active[owner] == race:
        for seat, bound in enumerate(s.truce):
            if bound == owner and s.active[seat] != NONE:
                closed |= s.mask[s.active[seat]]
    s.open = combo.settle & ~closed


def entry_regions(s: State, race: int, combo: Combo) -> int:
    entry = combo.entry
    if combo.moving_entries:
        scene = Scene(s, race, combo)
        for where in combo.moving_entries:
            entry |= where.now(scene)
    return entry


def vanish(s: State, race: int, log: Log) -> None:
    """The last token of a declined race has left: badge to the discards, banner back."""
    seat = s.owner[race]
    s.tray[race] += s.hand[race]
    s.hand[race] = 0
    if s.badge[race] != NONE:
        s.discards |= 1 << s.badge[race]
        s.badge[race] = NONE
    s.owner[race] = NONE
    s.recombine(race)
    s.displaced &= ~(1 << race)
    s.declined[seat] = tuple(other for other in s.declined[seat] if other != race)
    s.returned.append(race)
    s.short = True
    if log is not None:
        log.append(Event("vanished", seat=seat, race=race))


def leave_region(s: State, region: int, log: Log) -> int:
    """Take every token off a region, markers with them; the number of tokens taken."""
    race = s.occ[region]
    count = s.tokens[region]
    s.occ[region] = NONE
    s.tokens[region] = 0
    s.mask[race] &= ~(1 << region)
    if s.marked >> region & 1:
        clear_markers(s, region, log)
    reguard(s, region)
    return count


def forget(s: State, piece: str) -> None:
    """A piece begins anew: what it remembered of its last owner is gone."""
    for counter in s.world.race_counters[piece]:
        s.counters[counter] = 0


def do_changes(s: State, race: int, changes: Sequence[Change], log: Log) -> None:
    """Do what a piece's method asked for."""
    seat, world = s.owner[race], s.world
    for change in changes:
        if isinstance(change, Put):
            put_marker(s, world.marker_index(change.marker), change.region, log)
        elif isinstance(change, Count):
            s.counters[world.counter_index(change.counter)] += change.amount
        elif isinstance(change, Truce):
            s.truce[seat] = change.seat
            if log is not None:
                log.append(Event("truce", seat=seat, other=change.seat))
        elif isinstance(change, SwapBadge):
            s.badge[race], s.col_badge[change.slot] = s.col_badge[change.slot], s.badge[race]
            s.recombine(race)
            forget(s, world.power_ids[s.badge[race]])
            if log is not None:
                log.append(Event("swapped", seat=seat, race=race, power=s.badge[race]))
        elif isinstance(change, GainCoins):
            s.coins[seat] += change.amount
            if log is not None:
                log.append(Event("gained", seat=seat, amount=change.amount))
        elif isinstance(change, GainTokens):
            # A declined race that does not act has no hand to take them in.
            amount = min(change.amount, s.tray[race]) if s.is_active(race) or s.combos[race].acts else 0
            s.tray[race] -= amount
            s.hand[race] += amount
            if log is not None:
                log.append(Event("recruited", seat=seat, race=race, amount=amount))
        else:
            raise PackError(f"a piece of {world.race_ids[race]} asked for {change!r}, which is no change")
