"""Quick estimates from a position. Nothing here knows a race or a power by name.

Bots think about a `State` in which the coins of others are unknown; `imagine` fills in plausible values so
that the engine can continue. How rich the others are never influences a decision.

Bots use the engine's internals only through this module.
"""

from __future__ import annotations

from collections.abc import Collection

from smallworld.engine.bits import regions
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.effects import Coins
from smallworld.engine.position import state as st
from smallworld.engine.position.region_contents import leave_region, people_in
from smallworld.engine.position.state import State
from smallworld.engine.position.token_markers import extra_tokens, is_present, stands
from smallworld.engine.turn.steps.score import bonus, final_lines
from smallworld.engine.verbs.views import View
from smallworld.engine.words.coins import RegionCoins
from smallworld.engine.words.truce import TRUCE
from smallworld.engine.world.combo import Combo
from smallworld.engine.world.world import NONE

UNKNOWN_COINS = 20  # enough to pay for any combo


def imagine(view: View) -> State:
    """A state to think with: hidden values are replaced by plausible ones."""
    state = view.state.copy()
    state.coins = [UNKNOWN_COINS if coins == NONE else coins for coins in state.coins]
    return state


def leads_a_party(s: State) -> bool:
    """Whether the seat decides for a party that has several equal options, not for itself."""
    return s.step == st.CONQUER and s.acting == s.world.party_race != NONE


def region_worth(s: State, race: int, region: int) -> int:
    """Coins a region brings its holder each turn: one, plus what race and power add."""
    worth = 1
    for amount, where in s.combos[race].region_coins:
        if where >> region & 1:
            worth += amount
    return worth


def steady_coins(s: State, race: int) -> int:
    """Coins a race brings every turn as it stands, computed by the engine, without payments for conquests or
    for the first scoring.
    """
    mask, combo = s.mask[race], s.combos[race]
    total = mask.bit_count()
    if combo.plain_coins:
        return total
    conquests, s.nonempty = s.nonempty, 0
    total += bonus(s, race, mask, combo)
    s.nonempty = conquests
    if mask:
        for amount, counter in combo.once_coins:
            if not s.counters[counter]:
                total -= amount
    return total


def conquest_coins(s: State, race: int, region: int) -> int:
    """Coins for the conquest itself, where the combo is paid for taking occupied regions."""
    if s.occ[region] == NONE:
        return 0
    return s.combos[race].conquest_coins


def army(s: State, race: int) -> int:
    """All tokens of a race, on the map and in hand, and helpers that fight beside them."""
    if race == s.world.party_race:
        return s.world.supply[race]  # a party comes with all its tokens
    helpers = s.combos[race].auxiliaries
    count = s.world.supply[race] - s.tray[race]
    if s.world.people:
        count += extra_tokens(s, race)
    return count if helpers is None else count + s.counters[s.world.counter_ids[helpers.owned]]


def recruits_due(s: State, race: int) -> int:
    """Tokens that will join a race when it redeploys, while it is still conquering."""
    combo = s.combos[race].acting_combo
    if not combo.recruits or s.acting != race or s.step not in (st.READY, st.CONQUER, st.ROLLED):
        return 0
    scene = PieceView(s, race, combo)
    return min(s.tray[race], sum(effect.amount(scene) for effect in combo.recruits))


def ashore(s: State) -> State:
    """The position without the conquests that the acting race must leave when it redeploys."""
    if not s.world.transit or s.step not in (st.READY, st.CONQUER, st.ROLLED):
        return s
    race = s.acting
    leave = s.mask[race] & s.conquered & s.world.transit & ~s.combo.dwells
    if leave:
        s = s.copy()
        for region in regions(leave):
            s.hand[race] += leave_region(s, region, None)
    return s


def traits(combo: Combo) -> list[float]:
    """Abilities of a race and power that no position shows: the same numbers for every pack."""
    count = len(combo.discount)
    lands = combo.settle.bit_count()
    markers = [combo.world.markers[index] for index in combo.asked_markers]
    return [
        float(combo.fades),
        float(combo.in_decline().outlives),
        float(combo.rolls_first),
        1.0 - combo.losses,
        float(len(combo.means)),
        sum(effect.tokens / max(1, effect.per_conquests) for effect in combo.recruits),
        -sum(combo.discount[region] for region in regions(combo.settle)) / lands,  # how much cheaper
        sum(near.bit_count() for near in combo.adj) / count / count,  # how far it reaches
        combo.entry.bit_count() / count,  # where it can enter
        lands / count,
        float(combo.conquest_coins),
        sum(amount * (where & combo.settle).bit_count() for amount, where in combo.region_coins) / lands,
        float(sum(marker.defence * marker.count for marker in markers)),
        float(sum(marker.count for piece, _ in combo.pieces for marker in piece.markers if marker.immune)),
    ]


TRAITS = 14


def late_coins(combo: Combo, known: Collection[str]) -> float:
    """Coins a turn that a combo brings in decline, beyond the one for each region, by pieces that are not
    `known`.
    """
    combo, total = combo.in_decline(), 0.0
    lands = max(1, combo.settle.bit_count())
    for source in combo.coin_sources:
        if f"{source.piece.kind}.{source.piece.id}" in known:
            continue
        payments = 1.0
        if isinstance(source, RegionCoins):
            payments = LAND * (source.where & combo.settle).bit_count() / lands
        total += source.amount * payments
    return total


LAND = 4  # regions a race usually takes into decline


def treasure(s: State, region: int) -> float:
    """Expected coins and use from what lies in a region, or from what its natives guard."""
    race, worth = s.occ[region], 0.0
    if race != NONE and s.owner[race] == NONE and s.combos[race].lost_moments:
        worth = FIND
    if s.marked >> region & 1:
        for marker in s.markers_in(region):
            piece = s.world.joins[marker]
            if piece >= 0:
                worth += FIND
                for effect in s.world.joinable[piece].effects:
                    worth += effect.amount if isinstance(effect, Coins) else 0
    return worth


FIND = 0.7  # coins per turn a find is worth before it is known


def prize(s: State, region: int) -> float:
    """Expected coins from the person who would be captured with a region."""
    return CAPTIVE * len(people_in(s, region)) if s.world.people else 0.0


CAPTIVE = 1.5  # coins a captive is worth: one at once, or some at the end


def riches(s: State, seat: int) -> float:
    """Coins, plus what the rules would pay at the end of the game as things stand."""
    if not s.world.final_rules or s.over:
        return s.coins[seat]
    return s.coins[seat] + sum(line.amount for line in final_lines(s, seat))


def exposed(s: State, seat: int) -> float:
    """Coins at stake with a player's leaders who stand where a neighbour could take them."""
    race, total = s.active[seat], 0.0
    if race == NONE:
        return total
    for person in s.world.people:
        region = stands(s, person, race) if is_present(s, person, race) else NONE
        if region != NONE and not s.immune >> region & 1:
            danger = threat(s, seat, region)
            margin = danger - s.guard[region] - s.tokens[region]
            total += CAPTIVE * min(1.0, max(0.0, 0.5 + 0.05 * margin)) if danger else 0.0
    return total


def standing(s: State, seat: int) -> float:
    """Lead over the average of the others, now and over the next few turns if nothing happens except that
    weak regions are lost.
    """
    ahead = min(LOOKAHEAD, s.world.rounds - s.round)
    if s.world.people and s.phase <= s.world.phase_index["ready"]:
        ahead = max(1, ahead)  # during a conquest every token is useful
    values = [riches(s, other) + ahead * _prospects(s, other) for other in range(len(s.coins))]
    if s.world.people:
        values = [value - exposed(s, other) for other, value in enumerate(values)]
    return values[seat] - (sum(values) - values[seat]) / max(1, len(values) - 1)


LOOKAHEAD = 3
RISK = 0.3  # chance that a region within a neighbour's reach is lost in a turn
TOKEN = 0.15  # coins per turn that one more token is worth


def _prospects(s: State, seat: int) -> float:
    total = 0.0
    for race in s.races_of(seat):
        mask, bound = s.mask[race], NONE
        total += steady_coins(s, race)
        if s.active[seat] == race:
            total += TOKEN * army(s, race)
            bound = TRUCE.of(s, seat)
        for region in regions(mask & ~s.immune):
            if threat(s, seat, region, bound) >= s.guard[region] + s.tokens[region]:
                total -= RISK * region_worth(s, race, region)
    return total


def threat(s: State, seat: int, region: int, bound: int = NONE) -> int:
    """How many tokens the strongest neighbouring active army of another player could bring. The seat `bound`
    may not attack."""
    worst = 0
    for other, race in enumerate(s.active):
        if race == NONE or other == seat or other == bound:  # noqa: SIM109
            continue
        mask = s.mask[race]
        if mask:
            near = s.combos[race].adj
            for held in regions(mask):
                if near[held] >> region & 1:
                    break
            else:
                continue
        worst = max(worst, army(s, race) - mask.bit_count())
    return worst


def weakest_border(s: State, seat: int, race: int) -> int:
    """The region of a race that is cheapest for a neighbour to take; any region if no neighbour is near."""
    best, best_key = -1, (0, 0)
    for region in regions(s.mask[race]):
        near = 1 if threat(s, seat, region) else 0
        key = (near, -(s.guard[region] + s.tokens[region]) + region_worth(s, race, region))
        if s.immune >> region & 1:
            key = (-1, key[1])
        if best < 0 or key > best_key:
            best, best_key = region, key
    return best
