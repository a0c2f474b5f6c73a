"""Receipts from the same effects that play uses: each number as a sum of readable terms."""

from __future__ import annotations

from collections.abc import Sequence

from ..bits import mask_of, regions
from ..content.piece_view import PieceView
from ..position.state import State
from ..position.token_markers import is_present
from ..turn.steps.price import pips_against, yields
from ..words.means import Means
from ..world.combo import Combo
from ..world.world import NONE
from .receipt_types import Receipt, Term


def _defence_terms(s: State, region: int, *, tokens_count: bool = True) -> list[Term]:
    world = s.world
    terrain = world.terrains[world.board.regions[region].terrain]
    terms = [Term(terrain.cost, "region", region)]
    if terrain.defence:
        terms.append(Term(terrain.defence, terrain.id, region, "terrain"))
    race, here = s.occ[region], s.markers_in(region) if s.marked >> region & 1 else []
    if race != NONE and s.tokens[region] and tokens_count:
        people = [world.markers[m].id for m in here if world.markers[m].token]
        if s.tokens[region] > len(people):
            kind = world.all_races[race].kind
            terms.append(Term(s.tokens[region] - len(people), world.race_ids[race], region, kind))
        terms += [Term(1, name, region, "marker") for name in people]
    for marker in dict.fromkeys(here):
        amount = world.markers[marker].defence * here.count(marker)
        if amount:
            terms.append(Term(amount, world.markers[marker].id, region, world.marker_kinds[marker]))
    if race != NONE and s.race_defence[race]:
        for _, effect in s.combos[race].effects:
            terms += effect.guard_terms(region)
    return terms


def defence_receipt(s: State, region: int) -> Receipt:
    """What a region costs an attacker without discounts and surcharges."""
    terms = _defence_terms(s, region)
    return Receipt(sum(term.amount for term in terms), tuple(terms))


def conquest_receipt(s: State, region: int, means: Means | None = None) -> Receipt:
    """What a region costs the acting race, by the ordinary way or a special one."""
    parts = () if means is None else means.parts or (means,)
    if means is not None and (means.replaces or means.price):
        paid = [part for part in parts if part.price or part.replaces]
        return Receipt(means.price, tuple(_means_term(part.price, part, region) for part in paid))
    combo = s.combo
    scene, effects = PieceView(s, s.acting, combo), combo.effects
    unaided = bool(s.tokens_only >> region & 1)
    emptied = (means is not None and means.as_if_empty) or (
        combo.as_if_empty and not unaided and any(effect.empties(scene, region) for _, effect in effects)
    )
    terms = _defence_terms(s, region, tokens_count=not (emptied or yields(s, region)))
    for piece, effect in effects:
        terms += effect.price_terms(scene, piece, region, unaided)
    terms += [_means_term(-part.discount, part, region) for part in parts if part.discount]
    pips = pips_against(s, region)
    if pips:
        terms.append(Term(-pips, "die", region))
    total = sum(term.amount for term in terms)
    if total < 1:
        terms.append(Term(1 - total, "minimum", region))
    return Receipt(max(1, total), tuple(terms))


def _means_term(amount: int, means: Means, region: int) -> Term:
    """A means that puts a marker with its own id is named as that marker."""
    return Term(amount, means.id, region, "marker" if means.carries == means.id else "means")


def muster_receipt(s: State, race: int, combo: Combo | None = None) -> Receipt:
    """Tokens of a race when it is picked, with its own power or as another combo."""
    world, combo = s.world, combo or s.combos[race]
    terms = [Term(world.races[race].tokens, world.race_ids[race], kind="race")]
    terms.append(Term(world.powers[combo.power].tokens, world.power_ids[combo.power], kind="power"))
    if combo.attack_only:
        terms.append(Term(combo.attack_only, "attack_only"))
    terms += [
        Term(1, world.markers[person.marker].id, kind="marker")
        for person in world.people
        if is_present(s, person, race)
    ]
    wanted = sum(term.amount for term in terms)
    if wanted > s.tray[race]:
        terms.append(Term(s.tray[race] - wanted, "tray_limit"))
    return Receipt(min(wanted, s.tray[race]), tuple(terms))


def price_receipt(s: State, slot: int) -> Receipt:
    """The price of a combo in coins: one for each combo above it, less those on it."""
    terms = [Term(slot, "above")]
    if s.col_coins[slot]:
        terms.append(Term(-s.col_coins[slot], "on_combo"))
    return Receipt(slot - s.col_coins[slot], tuple(terms))


def score_lines(s: State, seat: int) -> list[Term]:
    """Every coin the seat would score now, with its region if it belongs to one."""
    races = s.races_of(seat)
    lines, ranked = _with_steps_once(_lines_of_pieces(s, races))
    held = 0
    for race in races:
        held |= s.mask[race]
    return [Term(1, "regions", region) for region in regions(held & ~ranked)] + lines


def _with_steps_once(lines: list[Term]) -> tuple[list[Term], int]:
    """The lines, and the regions whose own coin is in the line of a step. Each coin is in one line only."""
    ranked, found = 0, []
    for line in lines:
        if line.steps:
            if ranked >> line.region & 1:
                line = line._replace(amount=line.amount - 1, steps=())
            ranked |= 1 << line.region
        if line.amount or line.steps:
            found.append(line)
    return found, ranked


def _lines_of_pieces(s: State, races: Sequence[int]) -> list[Term]:
    return [line for race in races for line in (*_piece_lines(s, race), *doubled_lines(s, race))]


def _piece_lines(s: State, race: int) -> list[Term]:
    combo, mask = s.combos[race], s.mask[race]
    scene = PieceView(s, race, combo)
    return [line for source in combo.coin_sources for line in source.lines(s, mask, scene)]


def doubled_lines(s: State, race: int) -> list[Term]:
    """The second payment of regions whose coins count twice: the coins that belong to the region itself."""
    combo = s.combos[race]
    if not combo.doubles:
        return []
    found: list[Term] = []
    for where, piece in combo.doubles:
        doubled = where.now(PieceView(s, race, combo)) & s.mask[race]
        if doubled:
            earned = _piece_lines(s, race)
            for region in regions(doubled & ~_never_doubled(s)):
                lines, ranked = _with_steps_once([line for line in earned if line.region == region])
                amount = sum(line.amount for line in lines) + (0 if ranked else 1)
                found.append(Term(amount, piece.id, region, piece.kind))
    return found


def _never_doubled(s: State) -> int:
    """Regions in which nothing doubles coins."""
    return mask_of(entry & 63 for entry in s.markers if s.world.markers[entry >> 6].never_doubled)


def score_receipt(s: State, seat: int) -> Receipt:
    """What the seat would score now: one term for the regions and one for each piece that adds coins."""
    races = s.races_of(seat)
    lines, ranked = _with_steps_once(_lines_of_pieces(s, races))
    held = sum(s.mask[race].bit_count() for race in races) - ranked.bit_count()
    return summed_up(([Term(held, "regions")] if held else []) + lines)


def summed_up(lines: Sequence[Term]) -> Receipt:
    """The receipt of a scoring: one term for all lines of a piece."""
    sums: dict[tuple[str, str], int] = {}
    steps: dict[tuple[str, str], list[int]] = {}
    for line in lines:
        key = (line.label, line.kind)
        sums[key] = sums.get(key, 0) + line.amount
        if line.steps:
            steps.setdefault(key, []).extend(line.steps)
    terms = tuple(
        Term(amount, key[0], kind=key[1], steps=tuple(sorted(steps.get(key, ()))))
        for key, amount in sums.items()
    )
    return Receipt(sum(sums.values()), terms)
