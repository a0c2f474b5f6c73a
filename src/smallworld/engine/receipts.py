"""Spelling numbers out: the same effects that were worked out for play, as terms somebody can read."""

from __future__ import annotations

from .bits import mask_of, regions
from .combo import Combo
from .effects import AsIfEmpty, Cheaper, Coins, Defence
from .kits import Way
from .people import is_present
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
        people = [world.markers[m].id for m in s.markers_in(region) if world.markers[m].token]
        if s.tokens[region] > len(people):
            terms.append(Term(s.tokens[region] - len(people), world.race_ids[race], region))
        terms += [Term(1, name, region) for name in people]
    for marker in dict.fromkeys(s.markers_in(region)):
        amount = world.markers[marker].defence * s.markers_in(region).count(marker)
        if amount:
            terms.append(Term(amount, world.markers[marker].id, region))
    if race != NONE and s.bulwark[race]:
        for _, effect in s.combos[race].effects:
            if isinstance(effect, Defence):
                terms.append(Term(effect.amount, effect.name, region))
    return terms


def defence_receipt(s: State, region: int) -> Receipt:
    """What a region costs an attacker without any modifier."""
    terms = _defence_terms(s, region)
    return Receipt(sum(term.amount for term in terms), tuple(terms))


def _discount_terms(combo: Combo, scene: Scene, region: int, unaided: bool) -> list[Term]:
    """`unaided`: only what makes the region dearer counts."""
    terms: list[Term] = []
    for piece, effect in combo.effects:
        counts = isinstance(effect, Cheaper) and (not unaided or effect.amount < 0)
        if isinstance(effect, Cheaper) and counts and _in(effect.where, region, scene):
            terms.append(Term(-effect.amount, piece.id, region))
    return terms


def conquest_receipt(s: State, region: int, means: Way | None = None) -> Receipt:
    """What a region costs the acting race, the ordinary way or by a special means."""
    if means is not None and (means.replaces or means.price):
        return Receipt(means.price, (Term(means.price, means.id, region),))
    combo = s.combo
    scene = Scene(s, s.acting, combo)
    unaided = bool(s.strict >> region & 1)
    emptied = (means is not None and means.as_if_empty) or (
        not unaided
        and any(
            isinstance(effect, AsIfEmpty) and _in(effect.where, region, scene) for _, effect in combo.effects
        )
    )
    terms = _defence_terms(s, region, tokens_count=not emptied)
    terms += _discount_terms(combo, scene, region, unaided)
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
    terms += [
        Term(1, world.markers[person.marker].id) for person in world.people if is_present(s, person, race)
    ]
    wanted = sum(term.amount for term in terms)
    if wanted > s.tray[race]:
        terms.append(Term(s.tray[race] - wanted, "tray_limit"))
    return Receipt(min(wanted, s.tray[race]), tuple(terms))


def price_receipt(s: State, slot: int) -> Receipt:
    """What a combo costs in coins: one for each above it, less those lying on it."""
    terms = [Term(slot, "above")]
    if s.col_coins[slot]:
        terms.append(Term(-s.col_coins[slot], "on_combo"))
    return Receipt(slot - s.col_coins[slot], tuple(terms))


def score_lines(s: State, seat: int) -> list[Term]:
    """Every coin the seat would score now, by region where it belongs to one."""
    races = s.races_of(seat)
    lines = [line for race in races for line in _land_lines(s, race)]
    for race in races:
        lines += _piece_lines(s, race)
        lines += doubled_lines(s, race)
    return lines


def _land_lines(s: State, race: int) -> list[Term]:
    return [Term(1, "regions", region) for region in regions(s.mask[race])]


def _piece_lines(s: State, race: int) -> list[Term]:
    combo = s.combos[race]
    scene = Scene(s, race, combo)
    return [
        line
        for piece, effect in combo.effects
        if isinstance(effect, Coins)
        for line in _coin_lines(s, effect, piece.id, s.mask[race], scene)
    ]


def doubled_lines(s: State, race: int) -> list[Term]:
    """What regions whose coins count twice bring once more: the coins that belong to the region itself."""
    combo = s.combos[race]
    if not combo.doubles:
        return []
    found: list[Term] = []
    for where, piece in combo.doubles:
        doubled = where.now(Scene(s, race, combo)) & s.mask[race]
        if doubled:
            earned = _piece_lines(s, race)
            for region in regions(doubled & ~_stingy(s)):
                amount = 1 + sum(line.amount for line in earned if line.region == region)
                found.append(Term(amount, piece.id, region))
    return found


def _stingy(s: State) -> int:
    """Regions in which nothing doubles coins."""
    return mask_of(entry & 63 for entry in s.markers if s.world.markers[entry >> 6].never_doubled)


def _coin_lines(s: State, effect: Coins, label: str, mask: int, scene: Scene) -> list[Term]:
    per, amount = effect.per, effect.amount
    if effect.once:
        unpaid = mask and not scene.count(f"{label}_paid")
        return [Term(amount, label)] if unpaid else []
    if effect.times is not None:
        times = effect.times(scene)
        return [Term(amount * times, label)] if times else []
    if per is None:
        return [Term(amount, label)]
    if isinstance(per, Where):
        where = per.now(scene) & mask
        if effect.every > 1:
            groups = where.bit_count() // effect.every
            return [Term(amount * groups, label)] if groups else []
        return [Term(amount, label, region) for region in regions(where)]
    if per == "conquest":
        return [Term(amount * s.nonempty, label)] if s.nonempty else []
    spots = [entry & 63 for entry in s.markers if s.world.markers[entry >> 6].id == per]
    return [Term(amount, label, region) for region in spots if mask >> region & 1]


def score_receipt(s: State, seat: int) -> Receipt:
    """What the seat would score now, one term for the regions and one for each piece that adds."""
    races = s.races_of(seat)
    land = sum(s.mask[race].bit_count() for race in races)
    sums = {"regions": land} if land else {}
    for race in races:
        for line in (*_piece_lines(s, race), *doubled_lines(s, race)):
            sums[line.label] = sums.get(line.label, 0) + line.amount
    return Receipt(sum(sums.values()), tuple(Term(amount, label) for label, amount in sums.items()))
