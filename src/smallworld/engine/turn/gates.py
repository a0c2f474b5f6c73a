"""Gates: what closes a region to a race, whatever it costs. Both the legal list and the reasons read this
list.

The gates of the general rules are here; words bring their own (`World.standing_gates`, `World.way_gates`).
Gates that do not depend on the way a region is taken are worked out when a race begins to act (`State.open`),
the others each time.
"""

from __future__ import annotations

from typing import Final

from ..bits import regions
from ..content.piece_view import PieceView
from ..position.state import State
from ..words.enters import entries_now
from ..words.gate import Facts, Gate
from ..words.marker import ImmuneGate, closed_by_markers
from ..words.means import Means
from ..words.unaided import tokens_only_regions
from ..world.combo import Combo
from ..world.world import NONE, SEATS

# --- gates for the whole turn ----------------------------------------------------------------------------


class _Terrain(Gate):
    def shut(self, s: State, means: Means | None) -> int:
        return ~s.combo.settle

    def facts(self, s: State, region: int) -> Facts:
        return {"region": region, "terrain": s.world.board.regions[region].terrain}


class _Spared(Gate):
    """The regions of a party's guide, if the party attacks somebody else."""

    def shut(self, s: State, means: Means | None) -> int:
        world = s.world
        if world.party is None or s.acting != world.party_race:
            return 0
        guide = world.party.guide(world.players, s.round)
        return s.regions_of(guide) if guide != world.party.rival(world.players, s.round) else 0

    def facts(self, s: State, region: int) -> Facts:
        return {"seat": SEATS[s.owner[s.occ[region]]]}


# --- gates that depend on the way a region is taken ------------------------------------------------------


class _Own(Gate):
    def shut(self, s: State, means: Means | None) -> int:
        return s.mask[s.acting]


class _Foothold(Gate):
    def shut(self, s: State, means: Means | None) -> int:
        return -1 if means is not None and not means.first_conquest and not s.mask[s.acting] else 0

    def facts(self, s: State, region: int) -> Facts:
        return {}


class _Reach(Gate):
    def shut(self, s: State, means: Means | None) -> int:
        return ~reach_of(s, means) if s.mask[s.acting] else 0

    def facts(self, s: State, region: int) -> Facts:
        adj, settle = s.combo.adj, s.combo.settle
        near = sum(1 << other for other in range(len(s.occ)) if adj[other] >> region & 1)
        return {"region": region, "neighbours": listed(near & settle)}


class _Entry(Gate):
    def shut(self, s: State, means: Means | None) -> int:
        return 0 if s.mask[s.acting] or FOOTHOLD.shut(s, means) else ~reach_of(s, means)

    def facts(self, s: State, region: int) -> Facts:
        return {"region": region, "entries": listed(s.reach & s.open)}


class _Place(Gate):
    def shut(self, s: State, means: Means | None) -> int:
        if means is None or means.where is None:
            return 0
        return ~means.where.now(PieceView(s, s.acting, s.combo))


def reach_of(s: State, means: Means | None) -> int:
    if means is None or means.reach is None:
        return s.reach
    return means.reach.now(PieceView(s, s.acting, s.combo))


def listed(mask: int) -> str:
    return ", ".join(map(str, regions(mask))) or "none"


# A race's own region: then no other gate matters.
OWN: Final = _Own("own")
IMMUNE: Final = ImmuneGate("immune")
SPARED: Final = _Spared("spared")
FOOTHOLD: Final = _Foothold("no_foothold", by_way=True)
PLACE: Final = _Place("not_there", by_way=True)
TERRAIN: Final = _Terrain("terrain")
REACH: Final = _Reach("reach", by_way=True)
ENTRY: Final = _Entry("entry", by_way=True)
STANDING: Final[tuple[Gate, ...]] = (TERRAIN, IMMUNE)
BY_WAY: Final[tuple[Gate, ...]] = (FOOTHOLD, REACH, ENTRY, PLACE)


def gates(s: State) -> list[Gate]:
    """All gates but the one for own regions, in the order in which reasons are listed."""
    return [*STANDING, *s.world.standing_gates, SPARED, *BY_WAY, *s.world.way_gates]


def targets(s: State, means: Means | None = None) -> int:
    """Regions the acting race could take that way, with enough tokens."""
    if means is not None and FOOTHOLD.shut(s, means):
        return 0
    found = reach_of(s, means) & s.open & ~s.mask[s.acting]
    if s.tokens_only:
        for gate in s.world.way_gates:
            found &= ~gate.shut(s, means)
    return found & ~PLACE.shut(s, means) if means is not None and means.where is not None else found


def start_acting(s: State, race: int) -> None:
    """Make a race the acting one: its combo, what it reaches, what is open to it."""
    s.acting = race
    combo = s.combo = s.combos[race].acting_combo
    own = s.mask[race]
    if own:
        adj = combo.adj
        reach = 0
        for region in regions(own):
            reach |= adj[region]
        s.reach = reach
    else:
        s.reach = entry_regions(s, race, combo)
    # This runs several times a turn, and most gates can be skipped most of the time.
    world, me, found = s.world, s.owner[race], combo.settle
    if s.immune:
        found &= ~closed_by_markers(s, me)
    if me in s.notes or s.coins[me] < world.enough_coins or world.gates_always_read:
        for gate in world.standing_gates:
            found &= ~gate.shut(s, None)
    if combo.by_party:
        found &= ~SPARED.shut(s, None)
    s.open = found
    s.tokens_only = 0
    for other in world.unaided_races:
        if s.mask[other]:
            s.tokens_only = tokens_only_regions(s, me)


def refresh_reach(s: State) -> None:
    """Work out the reach of the acting race again, if there is one. It is derived: any change of markers,
    coins, badges or held regions may change it."""
    if s.acting != NONE and s.owner[s.acting] != NONE:
        start_acting(s, s.acting)


def entry_regions(s: State, race: int, combo: Combo) -> int:
    return entries_now(combo, PieceView(s, race, combo)) if combo.moving_entries else combo.entry
