"""Conquer: pay tokens for a region you can reach; the tokens that were there lose one and flee."""

from __future__ import annotations

from .. import state as st
from ..actions import C_CONQUER, C_END, C_GAMBLE, C_ROLL, CONQUER_CODES, ROLL_CODES
from ..bits import regions
from ..combo import Combo
from ..events import Event, Log
from ..field import clear_markers, do_changes, put_marker, reguard, vanish
from ..pieces import Means
from ..receipts import conquest_receipt
from ..scene import Scene
from ..state import State
from ..terms import Receipt
from ..world import DIE_MAX, NONE


def codes(s: State) -> list[int]:
    """Everything the acting race can do now: conquer, try the die, roll first, stop."""
    combo = s.combo
    race = s.acting
    own = s.mask[race]
    hand = s.hand[race]
    out: list[int] = [C_END]
    if hand:
        guard, discount, tokens = s.guard, combo.discount, s.tokens
        if not combo.plain:
            discount, tokens = shifted(s, combo)
        best = hand + DIE_MAX
        if combo.rolls_first:
            affordable = hand if s.bonus == NONE else hand + s.bonus
            for region in regions(s.reach & s.open & ~own):
                cost = guard[region] + tokens[region] + discount[region]
                if cost <= affordable:
                    out.append(CONQUER_CODES[region])
                if cost <= best and s.bonus == NONE:
                    best = -1
                    out.append(C_GAMBLE)
        else:
            for region in regions(s.reach & s.open & ~own):
                cost = guard[region] + tokens[region] + discount[region]
                if cost <= hand:
                    out.append(CONQUER_CODES[region])
                elif cost <= best:
                    out.append(ROLL_CODES[region])
    if combo.means or s.world.relic_means:
        for index in usable_means(s, combo):
            add_means_codes(s, combo, index, out)
    return out


def shifted(s: State, combo: Combo) -> tuple[list[int], list[int]]:
    """Discounts and defending tokens as they count now, for combos whose effects depend on the position."""
    scene = Scene(s, s.acting, combo)
    discount, tokens = combo.discount.copy(), s.tokens
    for amount, where in combo.moving_discounts:
        for region in regions(where.now(scene)):
            discount[region] -= amount
    if combo.as_if_empty:
        tokens = tokens.copy()
        for where in combo.as_if_empty:
            for region in regions(where.now(scene)):
                tokens[region] = 0
    return discount, tokens


def cost_of(s: State, region: int, means: Means | None = None) -> int:
    """Tokens the acting race needs for a region, by the ordinary way or a special one."""
    combo = s.combo
    if means is not None:
        if means.replaces:
            return 0
        if means.price:
            return means.price
    discount, tokens = combo.discount, s.tokens
    if not combo.plain:
        discount, tokens = shifted(s, combo)
    cost = s.guard[region] + discount[region]
    if means is not None:
        cost -= means.discount
    if means is None or not means.as_if_empty:
        cost += tokens[region]
    if s.bonus > 0:
        cost -= s.bonus
    return max(1, cost)


# --- special means ---------------------------------------------------------------------------------


def usable_means(s: State, combo: Combo) -> list[int]:
    """Means the acting race has and has not used up this turn; after a first roll, those a roll helps."""
    world = s.world
    found = list(combo.means)
    if s.is_active(s.acting):
        for index, marker in world.relic_means:
            if s.spots(marker) & s.mask[s.acting]:
                found.append(index)
    return [
        index
        for index in found
        if (world.means[index].per_victim or not s.counters[world.used[index]])
        and (s.bonus == NONE or world.means[index].pays_its_way)
    ]


def means_targets(s: State, means: Means, index: int) -> int:
    """Regions a means could take, whatever they cost."""
    combo = s.combo
    own = s.mask[s.acting]
    if not own and not means.first_conquest:
        return 0
    reach = s.reach
    if means.reach is not None:
        reach = means.reach.now(Scene(s, s.acting, combo))
    targets = reach & s.open & ~own
    if not means.replaces:
        return targets
    if not s.tray[s.acting] and not (means.or_from_hand and s.hand[s.acting]):
        return 0
    me, done = s.owner[s.acting], s.counters[s.world.used[index]]
    lone = 0
    for seat, race in enumerate(s.active):
        if seat == me or race == NONE or (means.per_victim and done >> seat & 1):
            continue
        for region in regions(s.mask[race] & targets):
            if s.tokens[region] == 1 and shield_of(s, region) == NONE:
                lone |= 1 << region
    return lone


def shield_of(s: State, region: int) -> int:
    """A marker beside which a lone token is not alone, or NONE."""
    if s.marked >> region & 1:
        for marker in s.markers_in(region):
            if s.world.markers[marker].shields:
                return marker
    return NONE


def add_means_codes(s: State, combo: Combo, index: int, out: list[int]) -> None:
    means = s.world.means[index]
    hand = s.hand[s.acting]
    if not hand and not means.needs_no_token:
        return
    way = (index + 1) << 6
    for region in regions(means_targets(s, means, index)):
        cost = cost_of(s, region, means)
        if cost <= hand:
            out.append(C_CONQUER | way | region)
        elif cost <= hand + DIE_MAX and not combo.rolls_first:
            out.append(C_ROLL | way | region)
        elif cost <= hand + DIE_MAX and s.bonus == NONE and C_GAMBLE not in out:
            out.append(C_GAMBLE)


# --- doing it --------------------------------------------------------------------------------------


def conquer(s: State, action: int, log: Log) -> bool:
    region, way = action & 63, action >> 6 & 63
    means = s.world.means[way - 1] if way else None
    cost = cost_of(s, region, means)
    receipt = conquest_receipt(s, region, means) if log is not None else None
    if means is None:
        take(s, region, cost, log, receipt=receipt)
    else:
        take_by(s, way - 1, region, cost, log, receipt=receipt)
    s.step = st.CONQUER
    s.bonus = NONE
    return not s.hand[s.acting] and not has_free_means(s)


def has_free_means(s: State) -> bool:
    """Something could still be taken with an empty hand."""
    return s.combo.free_means or (
        s.world.free_relics and any(s.world.means[i].needs_no_token for i in usable_means(s, s.combo))
    )


def take_by(s: State, index: int, region: int, tokens: int, log: Log, receipt: Receipt | None = None) -> None:
    """Take a region by a special means: use it up, carry its marker along."""
    means, used = s.world.means[index], s.world.used[index]
    victim = s.owner[s.occ[region]] if s.occ[region] != NONE else NONE
    s.counters[used] |= 1 << victim if means.per_victim else 1
    if means.replaces:
        convert(s, region, means, log)
    else:
        take(s, region, tokens, log, means=index, receipt=receipt)
    if means.carries:
        put_marker(s, s.world.marker_index(means.carries), region, log)


def convert(s: State, region: int, means: Means, log: Log) -> None:
    """A token from the tray (or the hand) takes the place of a lone one, which goes to its tray."""
    race = s.acting
    if s.tray[race]:
        s.tray[race] -= 1
        s.hand[race] += 1
    take(s, region, 1, log, all_lost=True)
    if log is not None:
        log.append(Event("converted", seat=s.turn, region=region, race=race))


def take(
    s: State,
    region: int,
    tokens: int,
    log: Log,
    *,
    all_lost: bool = False,
    means: int = NONE,
    receipt: Receipt | None = None,
) -> None:
    """The acting race moves `tokens` from hand into a region; whoever was there loses it."""
    race = s.acting
    combo = s.combo
    bit = 1 << region
    previous = s.occ[region]
    bulwark = s.bulwark[race]
    if log is not None:
        log.append(
            Event(
                "conquered",
                seat=s.turn,
                region=region,
                race=race,
                amount=tokens,
                means=means,
                receipt=receipt,
            )
        )
    if previous != NONE:
        bulwark |= s.bulwark[previous]
        s.nonempty += 1
        evict(s, region, previous, all_lost, log)
    own = s.mask[race]
    s.reach = s.reach | combo.adj[region] if own else combo.adj[region]
    s.mask[race] = own | bit
    s.occ[region] = race
    s.tokens[region] = tokens
    s.hand[race] -= tokens
    s.conquered |= bit
    if not s.touched:
        s.touched = True
        s.before_ready = ()
    if s.marked & bit:
        clear_markers(s, region, log, conquered_from=previous)
    if bulwark:
        reguard(s, region)
    if combo.conquered_moments:
        scene = Scene(s, race, combo)
        for piece in combo.conquered_moments:
            do_changes(s, race, piece.on_conquered(scene, region), log)


def evict(s: State, region: int, race: int, all_lost: bool, log: Log) -> None:
    """The tokens of a conquered region: some lost to the tray, the others in hand until the turn ends."""
    count = s.tokens[region]
    owner = s.owner[race]
    mask = s.mask[race] & ~(1 << region)
    s.mask[race] = mask
    lost = count
    if owner != NONE and not all_lost:
        lost = 1
        if owner != s.turn:
            lost = min(count, s.combos[race].losses)
    s.tray[race] += lost
    if lost < count:
        s.hand[race] += count - lost
        s.displaced |= 1 << race
    if log is not None:
        if lost:
            log.append(Event("lost", seat=owner, race=race, region=region, amount=lost))
        if lost < count:
            log.append(Event("displaced", seat=owner, race=race, region=region, amount=count - lost))
    if owner == NONE:
        return
    if s.active[owner] == race:
        if owner != s.turn and s.active[s.turn] == s.acting:
            s.attacked |= 1 << owner
    elif not mask and not (s.hand[race] and s.combos[race].acts):
        vanish(s, race, log)
