"""Greedy: one simple rule each for picking, attacking, redeploying and declining."""

from __future__ import annotations

from fractions import Fraction

from smallworld.bots.plans import pass_chance
from smallworld.engine import View, asked, odds
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.steps.price import cost_of, have_for
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.asked import asks_markers, race_asked
from smallworld.engine.verbs.chance import Seeded
from smallworld.engine.verbs.receipts import price_receipt
from smallworld.engine.words.means import Means
from smallworld.engine.world.world import NONE

from .heuristics import (
    army,
    conquest_coins,
    imagine,
    leads_a_party,
    prize,
    region_worth,
    standing,
    treasure,
    weakest_border,
)


class GreedyBot:
    def __init__(self, seed: int | str = 0) -> None:
        self._source = Seeded(f"greedy/{seed}")

    def choose(self, view: View) -> int:
        return greedy_action(imagine(view), self._source.random())


def greedy_action(s: State, luck: float = 0.0) -> int:
    """The action the greedy rules choose; `luck` breaks ties."""
    codes = CODES[s.step](s)
    if len(codes) == 1:
        return codes[0]
    step = s.step
    if step == st.PICK:
        return best_pick(s, codes)
    if leads_a_party(s):
        return least_harm(s, codes)
    if step in (st.READY, st.CONQUER, st.ROLLED):
        return best_attack(s, codes)
    if step in (st.REDEPLOY, st.VICTIMS) and not asks_markers(s):
        return best_placement(s, race_asked(s))
    if step in (st.MARKERS, st.VICTIMS):
        return best_marker(s, codes)
    if step == st.FADE:
        return ac.C_DECLINE if weary(s, s.active[s.turn]) else ac.C_END
    if step == st.GIVE_UP:
        return min(codes, key=lambda code: region_worth(s, race_asked(s), code & 63))
    return best_answer(s, codes, luck)


def best_answer(s: State, codes: list[int], luck: float) -> int:
    """The answer that leads to the best position; among equals any, but of seats rather one than nobody."""
    values = {code: worth_after(s, code) for code in codes}
    best = max(codes, key=lambda code: values[code])
    question = asked(s).question
    if question is not None and question.about == "seat":
        codes = [code for code in codes if code != ac.C_END]
    any_of_them = codes[int(luck * len(codes))]
    return any_of_them if values[any_of_them] == values[best] else best


def worth_after(s: State, code: int) -> float:
    """The value of the position for the deciding seat after this action and the first chance event."""
    child = s.copy()
    play(child, code)
    pass_chance(child)
    return standing(child, s.seat)


def least_harm(s: State, codes: list[int]) -> int:
    """Among the options a party leaves open: the best for the seat that decides."""
    return max(codes, key=lambda code: worth_after(s, code))


def any_tie(s: State, luck: float = 0.0) -> int:
    """Among the options a party leaves open: a random one. For rollouts, where it hardly matters."""
    codes = CODES[s.step](s)
    return codes[int(luck * len(codes))]


def best_pick(s: State, codes: list[int]) -> int:
    """Most tokens for the coins."""

    def worth(code: int) -> float:
        slot = code & 63
        combo = s.world.combo(s.col_race[slot], s.col_badge[slot])
        return combo.tokens - combo.attack_only / 2 - price_receipt(s, slot).total

    return max(codes, key=worth)


def weary(s: State, race: int) -> bool:
    """Whether a race has too few tokens left to take more, and a turn remains to use another race."""
    if s.round >= s.world.rounds - 1:
        return False
    mask = s.mask[race]
    spare = army(s, race) - mask.bit_count() - s.combos[race].attack_only
    return (spare < 4 and mask.bit_count() >= 2) or (not mask and not s.hand[race])


def best_attack(s: State, codes: list[int]) -> int:
    """The most coins for the fewest tokens; in the end the die, which costs nothing."""
    race = s.acting
    if ac.C_DECLINE in codes and weary(s, s.active[s.turn]):
        return ac.C_DECLINE
    best, best_value = ac.C_END, 0.0
    last_chance, best_odds, uses = ac.C_END, Fraction(0), list[int]()
    for code in codes:
        kind = code >> ac.SHIFT
        if kind == ac.CONQUER or (kind == ac.ROLL and rolls_for_less(s, code)):
            value = attack_value(s, race, code)
            if value > best_value:
                best, best_value = code, value
        elif kind == ac.ROLL:
            short = cost_of(s, code & 63, means_of(s, code)) - have_for(s, code & 63)
            hope = 6 * odds(short) * (1 + region_worth(s, race, code & 63))
            if hope > best_odds:
                last_chance, best_odds = code, hope
        elif kind == ac.GAMBLE:
            return code
        elif kind == ac.USE:
            uses.append(code)
    if uses:
        use = max(uses, key=lambda code: worth_after(s, code))
        if worth_after(s, use) > standing(s, s.seat) + WORTH_USING:
            return use
    return best if best != ac.C_END else last_chance


PASSING = 0.3  # value in coins of a region that must be left again
WORTH_USING = 0.5  # coins a use must gain


def means_of(s: State, code: int) -> Means | None:
    way = ac.way_of(code)
    return s.world.ways[way - 1] if way else None


def rolls_for_less(s: State, code: int) -> bool:
    """A roll that only makes a possible conquest cheaper."""
    means = means_of(s, code)
    return means is not None and means.rolls and cost_of(s, code & 63, means) <= have_for(s, code & 63)


def attack_value(s: State, race: int, code: int) -> float:
    """Coins gained and denied, per token spent."""
    region, means = code & 63, means_of(s, code)
    cost = cost_of(s, region, means)
    if means is not None and means.rolls:
        cost = max(1, cost - 1)  # average gain from the die
    if s.world.transit >> region & 1 and not s.combo.dwells >> region & 1:
        gain = PASSING  # no tokens can stay there; it only leads to other regions
    else:
        gain = float(region_worth(s, race, region)) + treasure(s, region)
    gain += conquest_coins(s, race, region)
    holder = s.occ[region]
    if holder != NONE and s.owner[holder] == s.turn:
        gain -= 1  # our own declined region already pays us
    elif holder != NONE and s.owner[holder] != NONE:
        gain += 0.5 + prize(s, region)
    return gain / (cost + 0.5)


def best_placement(s: State, race: int) -> int:
    """One token at a time to the weakest border."""
    return ac.code(ac.PLACE, weakest_border(s, s.owner[race], race), 1)


def best_marker(s: State, codes: list[int]) -> int:
    """Markers go where the next attack would be cheapest."""
    race = s.active[s.seat]
    puts = [code for code in codes if code >> ac.SHIFT == ac.PUT]
    return min(
        puts, key=lambda code: s.guard[code & 63] + s.tokens[code & 63] - region_worth(s, race, code & 63)
    )
