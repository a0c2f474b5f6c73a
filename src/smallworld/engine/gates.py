"""What stands between a race and a region: one list, read by the legal list and by the reasons alike.

A gate shuts regions, whatever they cost. Those that do not depend on the way a region is taken are worked
out when a race begins to act (`State.open`); the others each time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from .bits import regions
from .combo import Combo
from .kits import Way
from .scene import Scene
from .state import State
from .world import NONE, SEATS

Facts = dict[str, str | int]


class Gate(NamedTuple):
    rule: str  # id of the reason
    shut: Callable[[State, Way | None], int]  # regions it closes to the acting race
    facts: Callable[[State, int], Facts]  # what the sentence about a region needs


# --- gates that stand for the whole turn -----------------------------------------------------------------


def _terrain(s: State, means: Way | None) -> int:
    return ~s.combo.settle


def _immune(s: State, means: Way | None) -> int:
    """An ordinary ward lets the holder's own races in; others nobody at all, or who holds their home."""
    if not s.immune:
        return 0
    me = s.owner[s.acting]
    if not s.world.special_wards:
        return s.immune & ~s.regions_of(me)
    shut, special = s.immune & ~s.regions_of(me), s.world.special_wards
    barred = opened = 0
    for entry in s.markers:
        if special[entry >> 6]:
            kind, bit = s.world.markers[entry >> 6], 1 << (entry & 63)
            if kind.opens_to == "nobody" or keeper(s, kind.home) != me:
                barred |= bit
            else:
                opened |= bit
    if opened & shut:
        for region in regions(opened & shut):
            # Unless another ward stands there, and not mine.
            if all(special[marker] or not s.world.marker_immune[marker] for marker in s.markers_in(region)):
                shut &= ~(1 << region)
    return shut | barred


def keeper(s: State, home: str) -> int:
    """The seat that holds the region where a marker lies, or NONE."""
    spots = s.spots(s.world.marker_index(home))
    race = s.occ[spots.bit_length() - 1] if spots else NONE
    return s.owner[race] if race != NONE else NONE


def _truce(s: State, means: Way | None) -> int:
    me, shut = s.owner[s.acting], 0
    if me in s.truce and s.active[me] == s.acting:
        for seat, bound in enumerate(s.truce):
            if bound == me and s.active[seat] != NONE:
                shut |= s.mask[s.active[seat]]
    return shut


def _toll(s: State, means: Way | None) -> int:
    shut, me = 0, s.owner[s.acting]
    for race in s.world.toll_races:
        if s.mask[race] and s.combos[race].toll > s.coins[me] and s.owner[race] != me:
            shut |= s.mask[race]
    return shut


def _spared(s: State, means: Way | None) -> int:
    """The land of whoever leads a party, when it is after somebody else's."""
    world = s.world
    if world.party is None or s.acting != world.led:
        return 0
    guide = world.party.guide(world.players, s.round)
    return s.regions_of(guide) if guide != world.party.rival(world.players, s.round) else 0


# --- gates that depend on the way ------------------------------------------------------------------------


def _own(s: State, means: Way | None) -> int:
    return s.mask[s.acting]


def _foothold(s: State, means: Way | None) -> int:
    return -1 if means is not None and not means.first_conquest and not s.mask[s.acting] else 0


def _reach(s: State, means: Way | None) -> int:
    if _foothold(s, means):
        return 0
    return ~reach_of(s, means) if s.mask[s.acting] else 0


def _entry(s: State, means: Way | None) -> int:
    if _foothold(s, means):
        return 0
    return 0 if s.mask[s.acting] else ~reach_of(s, means)


def reach_of(s: State, means: Way | None) -> int:
    if means is None or means.reach is None:
        return s.reach
    return means.reach.now(Scene(s, s.acting, s.combo))


def _place(s: State, means: Way | None) -> int:
    if means is None or means.where is None:
        return 0
    return ~means.where.now(Scene(s, s.acting, s.combo))


def _unaided(s: State, means: Way | None) -> int:
    """Defenders who admit no help: only over a real border, on open ground, by tokens alone."""
    if not s.strict:
        return 0
    return s.strict if means is not None else s.strict & ~(plain_reach(s) & s.world.open_terrain)


def plain_reach(s: State) -> int:
    """What is in reach over real borders; to enter, the edge, unless a race must enter elsewhere."""
    own = s.mask[s.acting]
    if not own:
        return s.reach if s.combo.only_entry else s.world.border
    out, masks = 0, s.world.board.neighbour_masks
    for region in regions(own):
        out |= masks[region]
    return out


# --- what the sentences say ------------------------------------------------------------------------------


def _region_facts(s: State, region: int) -> Facts:
    return {"region": region}


def _no_facts(s: State, region: int) -> Facts:
    return {}


def _terrain_facts(s: State, region: int) -> Facts:
    return {"region": region, "terrain": s.world.board.regions[region].terrain}


def _immune_facts(s: State, region: int) -> Facts:
    kinds = s.world.markers
    names = [kinds[marker].id for marker in s.markers_in(region) if kinds[marker].immune]
    return {"region": region, "marker": ", ".join(names)}


def _holder_facts(s: State, region: int) -> Facts:
    return {"seat": SEATS[s.owner[s.occ[region]]]}


def _toll_facts(s: State, region: int) -> Facts:
    race = s.occ[region]
    return {"region": region, "seat": SEATS[s.owner[race]], "coins": s.combos[race].toll}


def _unaided_facts(s: State, region: int) -> Facts:
    return {"region": region, "race": s.world.race_ids[s.occ[region]]}


def _reach_facts(s: State, region: int) -> Facts:
    adj, settle = s.combo.adj, s.combo.settle
    near = sum(1 << other for other in range(len(s.occ)) if adj[other] >> region & 1)
    return {"region": region, "neighbours": listed(near & settle)}


def _entry_facts(s: State, region: int) -> Facts:
    return {"region": region, "entries": listed(s.reach & s.open)}


def listed(mask: int) -> str:
    return ", ".join(map(str, regions(mask))) or "none"


STANDING: Final = (
    Gate("terrain", _terrain, _terrain_facts),
    Gate("immune", _immune, _immune_facts),
    Gate("truce", _truce, _holder_facts),
    Gate("toll", _toll, _toll_facts),
    Gate("spared", _spared, _holder_facts),
)
BY_WAY: Final = (
    Gate("no_foothold", _foothold, _no_facts),
    Gate("reach", _reach, _reach_facts),
    Gate("entry", _entry, _entry_facts),
    Gate("not_there", _place, _region_facts),
    Gate("unaided", _unaided, _unaided_facts),
)
# Own land shuts alone: nothing else matters there.
OWN: Final = Gate("own", _own, _region_facts)
GATES: Final = (*STANDING, *BY_WAY)


def targets(s: State, means: Way | None = None) -> int:
    """Regions the acting race could take that way, if it had the tokens."""
    if means is None:
        found = s.reach & s.open & ~s.mask[s.acting]
        return found & ~_unaided(s, None) if s.strict else found
    if _foothold(s, means):
        return 0
    found = reach_of(s, means) & s.open & ~s.mask[s.acting] & ~s.strict
    return found & ~_place(s, means) if means.where is not None else found


def lead(s: State, race: int) -> None:
    """Make a race the acting one: its combo, what it reaches, what is open to it."""
    s.acting = race
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
    # The standing gates, written out: this is asked several times a turn, and most are idle most of the time.
    me, found, strict = s.owner[race], combo.settle, 0
    if s.immune:
        found &= ~_immune(s, None)
    if me in s.truce:
        found &= ~_truce(s, None)
    if s.coins[me] < s.world.most_toll:
        found &= ~_toll(s, None)
    if combo.led:
        found &= ~_spared(s, None)
    for other in s.world.unaided_races:
        # Those who admit no help against them; in one's own turn one's own do not count.
        if s.mask[other] and s.combos[other].unaided and s.owner[other] != me:
            strict |= s.mask[other]
    s.open, s.strict = found, strict


def entry_regions(s: State, race: int, combo: Combo) -> int:
    entry = combo.entry
    if combo.moving_entries:
        scene = Scene(s, race, combo)
        for where in combo.moving_entries:
            entry |= where.now(scene)
    return entry
