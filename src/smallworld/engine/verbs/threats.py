"""Who could take a region in their next turn, with the gates and prices of a real conquest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..bits import regions
from ..position.state import State
from ..turn.gates import targets
from ..turn.steps import ready
from ..turn.steps.conquer import is_usable, way_targets
from ..turn.steps.price import cost_of, have_for
from ..world.world import NONE


class Threat(NamedTuple):
    """A race that could take a region without the die. `bring`: its tokens, and what counts as such;
    `need`: the cost, by the ordinary way or, if that is too high, by the cheapest special way."""

    region: int
    seat: int
    race: int
    bring: int
    need: int


def threats(s: State, region: int) -> list[Threat]:
    """The races of other players that could take a region if it were their turn now: active ones, and
    declined ones that act."""
    return threats_to(s, 1 << region)


def threats_to(s: State, mask: int) -> list[Threat]:
    """The same for several regions, one after the other."""
    readied = list(_readied(s))
    return [
        threat
        for region in regions(mask)
        for seat, race, attacking in readied
        if s.occ[region] == NONE or s.owner[s.occ[region]] != seat
        for threat in _threat(attacking, seat, race, region)
    ]


def _readied(s: State) -> Iterator[tuple[int, int, State]]:
    """Each race that may attack, with a position in which its troops are in hand."""
    for seat in range(s.world.players):
        for race in s.races_of(seat):
            if race == s.active[seat] or s.combos[race].acts:
                attacking = s.copy()
                attacking.turn, attacking.bonus, attacking.touched = seat, NONE, False
                attacking.counters[: len(s.world.turn_zeros)] = s.world.turn_zeros
                ready.begin(attacking, race, None)
                yield seat, race, attacking


def _threat(s: State, seat: int, race: int, region: int) -> list[Threat]:
    if targets(s) >> region & 1:
        bring, need = have_for(s, region), cost_of(s, region)
        if s.hand[race] and need <= bring:
            return [Threat(region, seat, race, bring, need)]
    found = []
    for index in s.combo.ways:
        means = s.world.ways[index]
        if is_usable(s, s.combo, index) and way_targets(s, means, index) >> region & 1:
            bring, need = have_for(s, region), cost_of(s, region, means)
            if need <= bring and (s.hand[race] or means.replaces):
                found.append(Threat(region, seat, race, bring, need))
    return sorted(found, key=lambda threat: threat.need)[:1]
