"""What a party could take and what its order leaves of that: a shorter legal list, with the reasons."""

from __future__ import annotations

from collections.abc import Sequence

from ...actions import C_CONQUER, C_ROLL
from ...bits import regions
from ...content.piece_view import PieceView
from ...content.pieces import Party, Target
from ...events import Stage
from ...position.state import State
from ...verbs.denials import Denial
from ...world.world import DIE_MAX, NONE
from ..gates import OWN, gates, listed, start_acting, targets
from .price import cost_of


def possible(s: State) -> list[Target]:
    """Every target, whatever it costs: a region in reach, or one behind a region that can only be passed
    through."""
    race, world = s.acting, s.world
    free = targets(s)
    crossing = s.counters[world.counter_ids["crossing"]]
    if crossing:  # it must go on to the other side
        return [Target(r, NONE, cost_of(s, r)) for r in regions(free & far_side(s, crossing - 1))]
    plain = free & ~world.transit
    found = [Target(region, NONE, cost_of(s, region)) for region in regions(plain)]
    for way in regions(free & world.transit):
        fee = cost_of(s, way)
        behind = far_side(s, way) & s.open & ~s.mask[race] & ~plain
        found += [Target(region, way, fee + cost_of(s, region)) for region in regions(behind)]
    return found + _by_means(s, plain)


def _by_means(s: State, plain: int) -> list[Target]:
    """Regions that only a special means reaches, at what they cost that way."""
    from .conquer import usable_ways, way_targets  # which builds on this file

    found = []
    for index in usable_ways(s, s.combo) if s.combo.ways else ():
        means = s.world.ways[index]
        for region in regions(way_targets(s, means, index) & ~plain & ~s.world.transit):
            found.append(Target(region, NONE, cost_of(s, region, means), index))
    return found


def far_side(s: State, way: int) -> int:
    """The regions behind one that can only be passed through; no second one of that kind."""
    return s.world.borders[way] & ~s.world.transit


def in_range(s: State, found: Sequence[Target]) -> list[Target]:
    """Targets for which the tokens in hand are enough; if there are none, those the die may help with."""
    hand = s.hand[s.acting]
    enough = [target for target in found if target.cost <= hand]
    if enough:
        return enough
    # Passing through a region takes one token there and one for the target.
    return [t for t in found if t.cost <= hand + DIE_MAX and hand > (0 if t.way == NONE else 1)]


def sift(s: State, found: list[Target]) -> tuple[list[Target], tuple[Stage, ...]]:
    """The targets that the order leaves, and those left after each stage."""
    scene, stages = PieceView(s, s.acting, s.combo), list[Stage]()
    for aim in s.world.aims:
        if not found or (stages and len(found) == 1):
            break
        keys = aim.keys(scene, found)
        best = max(keys)
        found = [target for target, key in zip(found, keys, strict=True) if key == best]
        named = tuple(sorted({target.region for target in found}))
        stages.append(Stage(aim.id, best, named, len(found)))
    return found, tuple(stages)


def party_of(s: State) -> type[Party]:
    party = s.world.party
    assert party is not None
    return party


def guide(s: State) -> int:
    return party_of(s).guide(s.world.players, s.round)


def step_towards(s: State, target: Target) -> int:
    """The action that begins with a target: conquer it, or the region on the way; with too few tokens,
    roll."""
    by = (target.by + 1) << 6
    if target.cost > s.hand[s.acting]:
        return C_ROLL | by | target.region
    return C_CONQUER | by | (target.region if target.way == NONE else target.way)


def codes(s: State) -> list[int]:
    """The choices that the order leaves open."""
    left, _ = sift(s, in_range(s, possible(s)))
    return list(dict.fromkeys(step_towards(s, target) for target in left))


def party_cost(s: State, code: int) -> int:
    """The whole cost of a party's choice: the target and the region on the way."""
    left, _ = sift(s, in_range(s, possible(s)))
    return min((target.cost for target in left if step_towards(s, target) == code), default=0)


def next_targets(s: State) -> tuple[list[Target], tuple[Stage, ...]]:
    """What the party would attack first if it moved now, and why."""
    world, race = s.world, s.world.party_race
    if race == NONE or s.over:
        return [], ()
    if s.acting != race:
        s = s.copy()
        order = world.orders[s.round]
        if order.index(s.turn) > order.index(world.players):  # it has already moved: the next round counts
            s.round = min(s.round + 1, world.rounds)
        s.turn = world.players
        for region in regions(s.mask[race]):
            s.hand[race] += s.tokens[region] - 1
            s.tokens[region] = 1
        s.hand[race] += s.tray[race]
        s.tray[race] = 0
        s.bonus = NONE
        s.counters[world.counter_ids["crossing"]] = 0
        start_acting(s, race)
    return sift(s, in_range(s, possible(s))) if s.hand[race] else ([], ())


# --- why not ---------------------------------------------------------------------------------------------


def refusals(s: State, region: int, *, rolling: bool, way: int = NONE) -> list[Denial]:
    """Why a party does not attack a region: the gates, then the stage that dropped it."""
    if OWN.shut(s, None) >> region & 1:
        return [Denial(OWN.rule, OWN.facts(s, region))]
    if (C_ROLL if rolling else C_CONQUER) | (way + 1) << 6 | region in codes(s):
        return []
    found = possible(s)
    mine = [target for target in found if target.region == region and target.by == way]
    means = s.world.ways[way] if way != NONE else None
    faults = [
        Denial(gate.rule, gate.facts(s, region))
        for gate in gates(s)
        if gate.shut(s, means) >> region & 1 and not (mine and gate.rule in ("reach", "entry", "unaided"))
    ]
    if faults:
        return faults
    if means is not None and not mine:
        plain = ", ".join(map(str, sorted({target.region for target in found}))) or "none"
        return [Denial("nearer", {"region": region, "options": plain})]
    near = in_range(s, found)
    options = listed(sum(1 << r for r in {target.region for target in sift(s, near)[0]}))
    if not mine:
        return [Denial("passage", {"region": region, "options": options})]
    return _passed_over(s, near, mine, options) or _price_faults(s, mine[0], rolling, options)


def _passed_over(s: State, found: list[Target], mine: list[Target], options: str) -> list[Denial]:
    scene, words = PieceView(s, s.acting, s.combo), s.world.aim_reasons
    for aim in s.world.aims:
        keys = dict(zip(found, aim.keys(scene, found), strict=True))
        if not keys:
            return []
        best, here = max(keys.values()), max(aim.keys(scene, mine))
        if here < best:
            facts: dict[str, str | int] = {
                "region": mine[0].region,
                "here": abs(here),
                "best": abs(best),
                "options": options,
            }
            return [Denial(aim.id, facts, words=words[aim.id])]
        found = [target for target in found if keys[target] == best]
    return []


def _price_faults(s: State, target: Target, rolling: bool, options: str) -> list[Denial]:
    hand, cost = s.hand[s.acting], target.cost
    facts: dict[str, str | int] = {"region": target.region, "cost": cost, "hand": hand, "short": cost - hand}
    if not hand:
        return [Denial("no_token")]
    if cost <= hand:
        if target.way != NONE and not rolling:
            return [Denial("way_first", {"region": target.region, "way": target.way})]
        return [Denial("enough", facts)]
    return [Denial("too_far" if rolling or cost > hand + DIE_MAX else "tokens", facts)]
