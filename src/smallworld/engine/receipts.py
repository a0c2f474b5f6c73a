"""Spelling numbers out: the same effects that were worked out for play, as terms somebody can read."""

from __future__ import annotations

from .combo import Combo
from .effects import AsIfEmpty, Cheaper, Coins, Defence
from .pieces import Means
from .scene import Scene
from .state import State
from .terms import Receipt, Term
from .where import Where
from .world import NONE


def _in(where: Where, region: int, scene: Scene) -> bool:
    return bool(where.now(scene) >> region & 1)


def _defence_terms(s: State, region: int, *, tokens_count: bool = True) -> list[Term]:
    world = s.world
    terrain = world.terrains[world.board.regions[region].terrain]
    terms = [Term(terrain.cost, "region", region)]
    if terrain.defence:
        terms.append(Term(terrain.defence, terrain.id, region))
    race = s.occ[region]
    if race != NONE and s.tokens[region] and tokens_count:
        terms.append(Term(s.tokens[region], world.race_ids[race], region))
    for marker in dict.fromkeys(s.markers_in(region)):
        amount = world.markers[marker].defence * s.markers_in(region).count(marker)
        if amount:
            terms.append(Term(amount, world.markers[marker].id, region))
    if race != NONE and s.owner[race] != NONE:
        for _, effect in s.combos[race].effects:
            if isinstance(effect, Defence):
                terms.append(Term(effect.amount, effect.name, region))
    return terms


def defence_receipt(s: State, region: int) -> Receipt:
    """What a region costs an attacker without any modifier."""
    terms = _defence_terms(s, region)
    return Receipt(sum(term.amount for term in terms), tuple(terms))


def _discount_terms(combo: Combo, scene: Scene, region: int) -> list[Term]:
    terms: list[Term] = []
    for piece, effect in combo.effects:
        if isinstance(effect, Cheaper) and _in(effect.where, region, scene):
            terms.append(Term(-effect.amount, piece.id, region))
    return terms


def conquest_receipt(s: State, region: int, means: Means | None = None) -> Receipt:
    """What a region costs the acting race, the ordinary way or by a special means."""
    if means is not None and (means.replaces or means.price):
        return Receipt(means.price, (Term(means.price, means.id, region),))
    combo = s.combo
    scene = Scene(s, s.acting, combo)
    emptied = (means is not None and means.as_if_empty) or any(
        isinstance(effect, AsIfEmpty) and _in(effect.where, region, scene) for _, effect in combo.effects
    )
    terms = _defence_terms(s, region, tokens_count=not emptied)
    terms += _discount_terms(combo, scene, region)
    if means is not None and means.discount:
        terms.append(Term(-means.discount, means.id, region))
    if s.bonus > 0:
        terms.append(Term(-s.bonus, "die", region))
    total = sum(term.amount for term in terms)
    if total < 1:
        terms.append(Term(1 - total, "minimum", region))
    return Receipt(max(1, total), tuple(terms))


def muster_receipt(s: State, race: int) -> Receipt:
    """Tokens a combo brings when it is picked."""
    world, combo = s.world, s.combos[race]
    terms = [Term(world.races[race].tokens, world.race_ids[race])]
    terms.append(Term(world.powers[combo.power].tokens, world.power_ids[combo.power]))
    if combo.attack_only:
        terms.append(Term(combo.attack_only, "attack_only"))
    if combo.tokens > s.tray[race]:
        terms.append(Term(s.tray[race] - combo.tokens, "tray_limit"))
    return Receipt(min(combo.tokens, s.tray[race]), tuple(terms))


def price_receipt(s: State, slot: int) -> Receipt:
    """What a combo costs in coins: one for each above it, less those lying on it."""
    terms = [Term(slot, "above")]
    if s.col_coins[slot]:
        terms.append(Term(-s.col_coins[slot], "on_combo"))
    return Receipt(slot - s.col_coins[slot], tuple(terms))


def score_lines(s: State, seat: int) -> list[Term]:
    """Every coin the seat would score now, by region where it belongs to one."""
    lines: list[Term] = []
    world = s.world
    for race in s.races_of(seat):
        mask = s.mask[race]
        lines += [Term(1, "regions", region.id) for region in world.board.regions if mask >> region.id & 1]
    for race in s.races_of(seat):
        mask, combo = s.mask[race], s.combos[race]
        scene = Scene(s, race, combo)
        for piece, effect in combo.effects:
            if isinstance(effect, Coins):
                lines += _coin_lines(s, effect, piece.id, mask, scene)
    return lines


def _coin_lines(s: State, effect: Coins, label: str, mask: int, scene: Scene) -> list[Term]:
    per, amount = effect.per, effect.amount
    if effect.once:
        unpaid = mask and not scene.count(f"{label}_paid")
        return [Term(amount, label)] if unpaid else []
    if per is None:
        return [Term(amount, label)]
    if isinstance(per, Where):
        where = per.now(scene) & mask
        return [Term(amount, label, region) for region in range(len(s.occ)) if where >> region & 1]
    if per == "conquest":
        return [Term(amount * s.nonempty, label)] if s.nonempty else []
    spots = [entry & 63 for entry in s.markers if s.world.markers[entry >> 6].id == per]
    return [Term(amount, label, region) for region in spots if mask >> region & 1]


def score_receipt(s: State, seat: int) -> Receipt:
    """What the seat would score now, one term for the regions and one for each piece that adds."""
    sums: dict[str, int] = {}
    for line in score_lines(s, seat):
        sums[line.label] = sums.get(line.label, 0) + line.amount
    return Receipt(sum(sums.values()), tuple(Term(amount, label) for label, amount in sums.items()))
