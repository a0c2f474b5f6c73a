"""What a region costs the acting race, and what the race can pay with."""

from __future__ import annotations

from ...bits import regions
from ...content.piece_view import PieceView
from ...position.state import ROLLED, State
from ...words.as_if_empty import tokens_now
from ...words.cheaper import discounts_now
from ...words.means import Means
from ...words.unaided import without_help
from ...world.combo import Combo
from ...world.world import NONE


def prices(s: State, combo: Combo, among: int) -> tuple[list[int], list[int]]:
    """Discounts and defending tokens as they count now, for some regions."""
    discount, tokens = combo.discount, s.tokens
    scene = PieceView(s, s.acting, combo) if combo.shifting else None
    if scene is not None:
        if combo.moving_discounts:
            discount = discounts_now(combo, scene, among)
        if combo.as_if_empty:
            tokens = tokens_now(combo, scene, tokens, among & ~s.tokens_only)
    if s.tokens_only:
        discount = without_help(s, combo, discount, among, scene)
    if s.world.own_tokens_yield and s.declined[s.owner[s.acting]]:
        tokens = without_own(s, tokens, among)
    return discount, tokens


def without_own(s: State, tokens: list[int], among: int) -> list[int]:
    """Defending tokens that count where those of the player's other races make way."""
    own = s.regions_of(s.owner[s.acting]) & among & ~s.mask[s.acting]
    if own:
        tokens = tokens.copy()
        for region in regions(own):
            tokens[region] = 0
    return tokens


def yields(s: State, region: int) -> bool:
    """Whether the tokens in a region belong to another race of the same player, and make way."""
    race = s.occ[region]
    return s.world.own_tokens_yield and race not in (NONE, s.acting) and s.owner[race] == s.owner[s.acting]


def strength_of(s: State) -> int:
    """Tokens in hand, and whatever counts as tokens together with at least one of them."""
    hand, helpers = s.hand[s.acting], s.combo.auxiliaries
    return hand + helpers.left(s) if hand and helpers is not None else hand


def cost_of(s: State, region: int, means: Means | None = None) -> int:
    """Tokens the acting race needs for a region, by the ordinary way or a special one."""
    combo = s.combo
    if means is None and not combo.shifting and not s.tokens_only:
        cost = s.guard[region] + combo.discount[region]
        if s.tokens[region] and not yields(s, region):
            cost += s.tokens[region]
        if s.bonus > 0:
            cost -= s.bonus
        return cost if cost > 1 else 1
    discount, tokens = prices(s, combo, 1 << region)
    return cost_at(s, region, means, discount, tokens)


def cost_at(s: State, region: int, means: Means | None, discount: list[int], tokens: list[int]) -> int:
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
        cost -= pips_against(s, region)
    return cost if cost > 1 else 1


def pips_against(s: State, region: int) -> int:
    """Pips of the die that make a region cheaper. A first roll is help, which strict regions do not admit."""
    if s.bonus <= 0 or (s.step == ROLLED and s.tokens_only >> region & 1):
        return 0
    return s.bonus


def have_for(s: State, region: int) -> int:
    """What can be used against a region: helpers do not count where only tokens are allowed."""
    return s.hand[s.acting] if s.tokens_only >> region & 1 else strength_of(s)
