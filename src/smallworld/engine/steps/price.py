"""What a region costs the acting race, and what it can bring against it."""

from __future__ import annotations

from ..bits import regions
from ..combo import Combo
from ..kits import Way
from ..scene import Scene
from ..state import State


def prices(s: State, combo: Combo, among: int) -> tuple[list[int], list[int]]:
    """Discounts and defending tokens as they count now, for some regions."""
    discount, tokens = combo.discount, s.tokens
    if combo.shifting:
        scene = Scene(s, s.acting, combo)
        discount = discount.copy()
        for amount, where in combo.moving_discounts:
            for region in regions(where.now(scene) & among):
                discount[region] -= amount
        if combo.as_if_empty:
            tokens = tokens.copy()
            for where in combo.as_if_empty:
                for region in regions(where.now(scene) & among & ~s.strict):
                    tokens[region] = 0
    if s.strict:
        discount = discount.copy()
        for region in regions(s.strict & among):
            discount[region] = combo.surcharge[region]
    return discount, tokens


def strength_of(s: State) -> int:
    """Tokens in hand, and whatever else counts as tokens beside at least one of them."""
    hand = s.hand[s.acting]
    return hand + helpers_left(s) if hand and s.combo.auxiliaries is not None else hand


def helpers_left(s: State) -> int:
    helpers = s.combo.auxiliaries
    if helpers is None:
        return 0
    world, counters = s.world, s.counters
    return counters[world.counter_ids[helpers.owned]] - counters[world.counter_ids[helpers.spent]]


def cost_of(s: State, region: int, means: Way | None = None) -> int:
    """Tokens the acting race needs for a region, by the ordinary way or a special one."""
    combo = s.combo
    if means is None and not combo.shifting and not s.strict:
        cost = s.guard[region] + s.tokens[region] + combo.discount[region]
        if s.bonus > 0:
            cost -= s.bonus
        return cost if cost > 1 else 1
    discount, tokens = prices(s, combo, 1 << region)
    return cost_at(s, region, means, discount, tokens)


def cost_at(s: State, region: int, means: Way | None, discount: list[int], tokens: list[int]) -> int:
    if means is not None:
        if means.replaces:
            return 0
        if means.price:
            return means.price
    cost = s.guard[region] + discount[region]
    if means is not None:
        cost -= means.discount
    if means is None or not means.as_if_empty:
        cost += tokens[region]
    if s.bonus > 0:
        cost -= s.bonus
    return cost if cost > 1 else 1


def have_for(s: State, region: int) -> int:
    """What can be brought against a region: helpers do not count where no help is admitted."""
    return s.hand[s.acting] if s.strict >> region & 1 else strength_of(s)


def spend_helpers(s: State, cost: int) -> int:
    """As many helpers as possible go first, but one real token must stay; the number of tokens."""
    helpers = s.combo.auxiliaries
    assert helpers is not None
    sent = min(helpers_left(s), cost - 1)
    s.counters[s.world.counter_ids[helpers.spent]] += sent
    return cost - sent
