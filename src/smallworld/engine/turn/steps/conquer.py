"""Conquer: pay tokens for a region in reach; the defender loses one token and the others flee."""

from __future__ import annotations

from ...actions import C_CONQUER, C_END, C_GAMBLE, C_ROLL, C_USE, CONQUER_CODES, ROLL_CODES
from ...bits import regions
from ...content.piece_view import PieceView
from ...content.pieces import Person
from ...events import Event, Log
from ...position import state as st
from ...position.region_contents import clear_markers, evict, update_guard
from ...position.state import State
from ...verbs.receipt_types import Receipt
from ...verbs.receipts import conquest_receipt
from ...words.means import Means
from ...world.combo import Combo
from ...world.world import DIE_MAX, NONE
from ..apply_changes import after_loss, attack, do_changes, put, update_joined
from ..gates import start_acting, targets
from . import party_order
from .price import cost_of, prices, strength_of, without_own


def codes(s: State) -> list[int]:
    """Everything the acting race can do now: conquer, roll the die, roll first, use something, stop."""
    combo = s.combo
    if combo.by_party:
        return party_order.codes(s)
    race = s.acting
    have = s.hand[race]
    out: list[int] = [C_END]
    if have:
        if s.tokens_only or combo.rolls_first:
            add_special_codes(s, combo, out)
        else:
            guard, discount, tokens = s.guard, combo.discount, s.tokens
            found = s.reach & s.open & ~s.mask[race]
            if not combo.plain:
                discount, tokens = prices(s, combo, found)
                have = strength_of(s)
            elif s.world.own_tokens_yield and s.declined[s.turn]:
                tokens = without_own(s, tokens, found)
            best = have + DIE_MAX
            for region in regions(found):
                cost = guard[region] + tokens[region] + discount[region]
                if cost <= have:
                    out.append(CONQUER_CODES[region])
                elif cost <= best:
                    out.append(ROLL_CODES[region])
    if combo.ways:
        for index in combo.ways:
            if is_usable(s, combo, index):
                add_way_codes(s, combo, index, out)
    if combo.uses and s.bonus == NONE:
        for index, options in usable_uses(s, combo):
            out += [C_USE | index << 6 | region for region in options]
    return out


def add_special_codes(s: State, combo: Combo, out: list[int]) -> None:
    """Codes of the ordinary way for a race that rolls first, or where a defender allows only tokens.

    Against such a defender a first roll is no help, so the final attempt is open to everybody.
    """
    found = targets(s)
    discount, tokens = prices(s, combo, found)
    hand, strength, guard = s.hand[s.acting], strength_of(s), s.guard
    rolls_first, strict = combo.rolls_first, s.tokens_only
    gamble = rolls_first and s.bonus == NONE
    rolled = s.bonus if s.bonus > 0 else 0
    for region in regions(found):
        cost = guard[region] + tokens[region] + discount[region]
        if strict >> region & 1:
            if cost <= hand:
                out.append(CONQUER_CODES[region])
            elif s.bonus == NONE and cost <= hand + DIE_MAX:
                out.append(ROLL_CODES[region])
            continue
        if cost - rolled <= strength:
            out.append(CONQUER_CODES[region])
        elif not rolls_first and cost <= strength + DIE_MAX:
            out.append(ROLL_CODES[region])
        if gamble and cost <= strength + DIE_MAX:
            gamble = False
            out.append(C_GAMBLE)


# --- special means and uses ------------------------------------------------------------------------


def usable_ways(s: State, combo: Combo) -> list[int]:
    """Special ways that are open to the acting race: nothing they need is used up this turn. After a first
    roll, those that a roll helps."""
    return [index for index in combo.ways if is_usable(s, combo, index)]


def is_usable(s: State, combo: Combo, index: int) -> bool:
    world = s.world
    means = world.ways[index]
    if s.bonus != NONE and (means.rolls or not means.pays_its_way):
        return False
    if means.parts:
        return all(is_usable(s, combo, part) for part in world.way_parts[index])
    if s.counters[world.means_counters[index]] and not means.per_victim:
        return False
    return means.when is None or means.when(PieceView(s, s.acting, combo))


def usable_uses(s: State, combo: Combo) -> list[tuple[int, list[int]]]:
    """Uses not made yet this turn, with their regions."""
    world, found = s.world, []
    for index in combo.uses:
        use = world.uses[index]
        if not s.counters[world.use_counters[index]]:
            options = use.options(use_scene(s, combo, index))
            if options:
                found.append((index, list(options)))
    return found


def use_scene(s: State, combo: Combo, index: int) -> PieceView:
    use = s.world.uses[index]
    for piece, here in combo.pieces:
        if use in piece.uses:
            return PieceView(s, s.acting, combo, piece, here)
    return PieceView(s, s.acting, combo)


def way_targets(s: State, means: Means, index: int) -> int:
    """Regions a special way could take, whatever they cost."""
    found = targets(s, means)
    if not found or not means.replaces:
        return found
    if not s.tray[s.acting] and not (means.or_from_hand and s.hand[s.acting]):
        return 0
    me, done = s.owner[s.acting], s.counters[s.world.means_counters[index]]
    lone = 0
    for seat, race in enumerate(s.active):
        if seat == me or race == NONE or (means.per_victim and done >> seat & 1):
            continue
        for region in regions(s.mask[race] & found):
            if s.tokens[region] == 1 and shield_of(s, region) == NONE:
                lone |= 1 << region
    return lone


def shield_of(s: State, region: int) -> int:
    """A marker because of which a single token does not count as alone, or NONE."""
    if s.marked >> region & 1:
        for marker in s.markers_in(region):
            if s.world.markers[marker].shields:
                return marker
    return NONE


def add_way_codes(s: State, combo: Combo, index: int, out: list[int]) -> None:
    means = s.world.ways[index]
    if not s.hand[s.acting] and not means.needs_no_token:
        return
    found = way_targets(s, means, index)
    if not found:
        return
    take_it, roll_for_it = C_CONQUER | (index + 1) << 6, C_ROLL | (index + 1) << 6
    if means.replaces:
        for region in regions(found):
            out.append(take_it | region)
        return
    guard, discount, tokens = s.guard, combo.discount, s.tokens
    if means.price:
        guard = discount = tokens = s.world.nothing
        less = -means.price
    else:
        less = means.discount + (s.bonus if s.bonus > 0 else 0)
        if combo.shifting or s.tokens_only or s.world.own_tokens_yield:
            discount, tokens = prices(s, combo, found)
        if means.as_if_empty:
            tokens = s.world.nothing
    strength = strength_of(s) + less
    best = strength if means.price else strength + DIE_MAX  # no die makes a fixed price lower
    if means.rolls:
        strength = -99  # a means that rolls never takes a region without the die
    rolls = means.rolls or not combo.rolls_first
    for region in regions(found):
        cost = guard[region] + tokens[region] + discount[region]
        if cost <= strength:
            out.append(take_it | region)
        elif cost <= best:
            if rolls:
                out.append(roll_for_it | region)
            elif s.bonus == NONE and C_GAMBLE not in out:
                out.append(C_GAMBLE)


def use(s: State, action: int, log: Log) -> bool:
    """Use something on a region. It costs no token, but after it the race can no longer decline."""
    index, region = action >> 6 & 63, action & 63
    kind, scene = s.world.uses[index], use_scene(s, s.combo, index)
    s.counters[s.world.use_counters[index]] = 1
    s.touched, s.before_ready = True, ()
    do_changes(s, s.acting, kind.answer(scene, region), log)
    return s.step == st.CONQUER and exhausted(s)


# --- doing it --------------------------------------------------------------------------------------


def conquer(s: State, action: int, log: Log) -> bool:
    region, way = action & 63, action >> 6 & 0x3FFF  # as `way_of`, without a call
    means = s.world.ways[way - 1] if way else None
    cost = cost_of(s, region, means)
    receipt = conquest_receipt(s, region, means) if log is not None else None
    s.step, s.bonus = st.CONQUER, NONE
    if way:
        take_by(s, way - 1, region, cost, log, receipt=receipt)
    else:
        take(s, region, cost, log, receipt=receipt)
    # An interruption comes first; whether anything is left to do is checked after it.
    return s.step == st.CONQUER and not s.hand[s.acting] and exhausted(s)


def exhausted(s: State) -> bool:
    """Whether nothing can be taken or done: no token in hand, and nothing that needs none."""
    if s.hand[s.acting]:
        return False
    combo = s.combo
    if combo.free_means and any(s.world.ways[i].needs_no_token for i in usable_ways(s, combo)):
        return False
    return not (combo.uses and usable_uses(s, combo))


def take_by(
    s: State,
    index: int,
    region: int,
    cost: int,
    log: Log,
    *,
    all_in: bool = False,
    receipt: Receipt | None = None,
) -> None:
    """Take a region by a special way: mark its means as used and put their markers there."""
    world = s.world
    means = world.ways[index]
    for part in world.way_parts[index]:
        used = world.means_counters[part]
        if world.means[part].per_victim:
            s.counters[used] |= 1 << s.owner[s.occ[region]]
        elif not world.means[part].unlimited:
            s.counters[used] = 1
    if means.replaces:
        convert(s, region, log, receipt)
    else:
        losses = 0 if means.spares else NONE
        take(s, region, cost, log, losses=losses, way=index, all_in=all_in, receipt=receipt)
    for part in world.way_parts[index]:
        if world.means[part].carries:
            put(s, world.marker_index(world.means[part].carries), region, log)


def convert(s: State, region: int, log: Log, receipt: Receipt | None) -> None:
    """A token from the tray (or the hand) replaces a single token, which goes to its tray."""
    race = s.acting
    if s.tray[race]:
        s.tray[race] -= 1
        s.hand[race] += 1
    take(s, region, 1, log, losses=1, receipt=receipt)
    if log is not None:
        log.append(Event("converted", seat=s.turn, region=region, race=race))


def take(
    s: State,
    region: int,
    cost: int,
    log: Log,
    *,
    losses: int = NONE,
    way: int = NONE,
    all_in: bool = False,
    receipt: Receipt | None = None,
) -> None:
    """The acting race moves tokens from the hand into a region; the holder loses it.

    Helpers replace all tokens but one, as far as they go, except in the final attempt, which takes all
    tokens. `losses`: NONE for the usual number.
    """
    race = s.acting
    combo = s.combo
    bit = 1 << region
    previous = s.occ[region]
    tokens = cost
    if combo.auxiliaries is not None and cost > 1 and not all_in and not s.tokens_only & bit:
        tokens = combo.auxiliaries.spend(s, cost)
    if log is not None:
        log.append(
            Event(
                "conquered",
                seat=s.turn,
                region=region,
                race=race,
                amount=tokens,
                way=way,
                receipt=receipt,
            )
        )
    race_defence = s.race_defence[race]
    beaten = s.combos[previous] if previous != NONE else None
    captured: tuple[Person, ...] = ()
    if beaten is not None:
        race_defence |= s.race_defence[previous]
        s.nonempty += 1
        owner = s.owner[previous]
        if owner == s.turn:
            losses = 1
        elif owner != NONE:
            attack(s, previous, region, log)
            # One token, unless the race or the means says otherwise.
            if losses < 0:
                losses = beaten.losses
        captured = evict(s, region, previous, losses, log)
    own = s.mask[race]
    s.reach = s.reach | combo.adj[region] if own else combo.adj[region]
    s.mask[race] = own | bit
    s.occ[region] = race
    s.tokens[region] = tokens
    s.hand[race] -= tokens
    s.conquered |= bit
    if s.tokens_only:
        s.tokens_only &= ~bit
    if not s.touched:
        s.touched = True
        s.before_ready = ()
    marked = s.marked & bit
    if marked:
        clear_markers(s, region, log, conquered_from=previous)
    if race_defence:
        update_guard(s, region)
    if beaten is not None:
        after_loss(s, previous, beaten, region, captured, log)
    if marked and s.marked & bit and not update_joined(s, race, log) and s.world.special_immunity:
        start_acting(s, race)  # what lies here may open or close regions
    if combo.conquered_moments:
        for piece, here in combo.conquered_moments:
            do_changes(s, race, piece.on_conquered(PieceView(s, race, combo, piece, here), region), log)
