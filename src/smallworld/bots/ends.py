"""Exact ends: the rest of a turn, solved for the coins it brings.

In the last turn of the game nothing else counts. Every set and order of conquests, every means, gamble and
last attempt with the die, regions given back and combos to pick are tried, with expected values for chance,
unless an upper bound says that they cannot be better. Among equals the plan is best that takes most regions
from those who still have a turn. Tokens and markers go where they bring most coins.

The work is counted in positions, so that the answer is the same on every machine. If they run out, conquests
that were not tried count as left out, and the answer says that it is not exact.
"""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.engine import actions as ac
from smallworld.engine import asked
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.steps.score import income
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.chance import outcomes
from smallworld.engine.words.coins import (
    CoinSource,
    ConquestCoins,
    GroupCoins,
    MarkerCoins,
    OnceCoins,
    RegionCoins,
    RisingCoins,
)
from smallworld.engine.world.combo import Combo
from smallworld.engine.world.world import DIE, NONE

from .greedy import chances, goes_on, greedy_action
from .heuristics import army, ashore, leads_a_party, riches, treasure
from .plans import PLANNED, bounded, first_outcome

POSITIONS = 20000  # how many are looked at, if nothing else is said
TAKEN = 0.0001  # coins that a region taken from somebody who still has a turn counts, to decide among equals
UNKNOWN = 2.0  # coins that a find or a moment of a piece is taken to add at most
LOW, HIGH = -1000.0, 1000.0
Key = tuple[object, ...]


@dataclass(frozen=True)
class End:
    """The best way to play the rest of a turn, up to the next chance, and the coins to expect of the turn."""

    plan: list[int]
    coins: float
    exact: bool  # nothing better is there


def solve(start: State, positions: int = POSITIONS, *, every_find: bool = True, above: float = LOW) -> End:
    """The seat whose turn it is decides now. Without `every_find` one average outcome stands for all that may
    be found in a region. If there are no more coins than `above`, which is proved faster, there is no plan.
    """
    turn = TurnSolver(start, positions, every_find)
    need = turn.coins + above + 1e-9
    coins = turn.value(start, need)
    return End(turn.plan() if coins > need else [], round(coins - turn.coins, 2), turn.exact)


def only_coins_count(s: State) -> bool:
    """Whether this is the last turn of the game: nobody has one after it."""
    return s.round == s.world.rounds and s.turn == s.seat == s.world.seats - 1 and not s.over


def last_placement(s: State) -> int | None:
    """In the last turn: where tokens or markers bring most coins; None if that does not matter."""
    turn = TurnSolver(s, 0, every_find=False)
    if s.step in (st.MARKERS, st.GIVE_UP) or (s.step == st.REDEPLOY and turn.tokens_matter(s)):
        return turn.placed(s)
    return None


class Bound:
    """An upper bound of the coins that further conquests of this turn can add.

    A region costs no less than with all discounts that may come, and brings no more than one payment of each
    source. For each special means that can be used once the best region is free.
    """

    def __init__(self, start: State) -> None:
        seat, race = start.turn, start.active[start.turn]
        acting = [old for old in start.declined[seat] if start.combos[old].acts]
        self.races = [*acting, *([race] if race != NONE else [])]
        self.rows: list[tuple[float, int, int]] = []  # coins, tokens, bit of the region
        self.free = 0  # conquests that may need no token
        combos = [start.combos[one].acting_combo for one in self.races]
        for combo in combos:
            self.free += len(combo.uses)
            for index in combo.means:
                means = start.world.means[index]
                if not means.unlimited:
                    self.free += len(start.coins) - 1 if means.per_victim else 1
        for region in range(len(start.occ)):
            coins, tokens = 0.0, 99
            for combo in combos:
                if combo.settle >> region & 1:
                    coins = max(coins, most_coins_of(start, combo, region))
                    tokens = min(tokens, fewest_tokens_for(start, combo, region))
            if coins:
                self.rows.append((coins, tokens, 1 << region))
        self.most = max([row[0] for row in self.rows], default=0.0)

    def more(self, s: State) -> float:
        """Coins that further conquests can add to what is held now, at most."""
        own, tokens = 0, s.hand[s.acting]
        for race in self.races:
            own |= s.mask[race]
            if race != s.acting and not s.done >> race & 1:
                tokens += army(s, race) - s.mask[race].bit_count()
        if tokens <= 0:
            return self.free * self.most
        bought = [0.0] * (tokens + 1)  # the most coins for each number of tokens
        for coins, price, bit in self.rows:
            if price <= tokens and not own & bit:
                for have in range(tokens, price - 1, -1):
                    with_it = bought[have - price] + coins
                    if with_it > bought[have]:
                        bought[have] = with_it
        # A last attempt with the die needs a token, and succeeds in half of the cases at most.
        return max(bought[tokens], bought[tokens - 1] + 0.5 * self.most) + self.free * self.most


def most_coins_of(s: State, combo: Combo, region: int) -> float:
    race = s.occ[region]
    held = race != NONE
    coins = 1.0 + (TAKEN if held and s.owner[race] > s.turn else 0.0)
    for source in combo.coin_sources:
        if isinstance(source, RegionCoins):
            coins += source.amount if source.where >> region & 1 else 0
        elif isinstance(source, ConquestCoins):
            coins += source.amount if held else 0
        elif isinstance(source, RisingCoins):
            coins += source.amount * (s.mask[combo.race].bit_count() + 4)
        elif type(source) is not CoinSource and not isinstance(source, OnceCoins):
            coins += source.amount
    if combo.doubles:
        coins *= 2
    if combo.conquered_moments:
        coins += UNKNOWN
    return coins + UNKNOWN if treasure(s, region) else coins


def fewest_tokens_for(s: State, combo: Combo, region: int) -> int:
    if combo.auxiliaries is not None:
        return 1
    race, tokens, less = s.occ[region], s.tokens[region], 0
    if combo.as_if_empty or (race != NONE and s.owner[race] == s.turn):
        tokens = 0
    if race != NONE:
        less += s.race_defence[race]
    less += sum([abs(amount) for amount, _ in combo.moving_discounts])
    best = max(DIE) if combo.rolls_first else 0
    for index in combo.means:
        means = s.world.means[index]
        if means.unlimited:
            less += means.discount
            best = max(best, max(DIE) if means.rolls else 0)
            tokens = 0 if means.as_if_empty or means.price else tokens
    return max(1, s.guard[region] + combo.discount[region] + tokens - less - best)


class TurnSolver:
    """The values of the positions of a turn."""

    def __init__(self, start: State, positions: int, every_find: bool) -> None:
        self.start = start
        self.left = positions
        self.every_find = every_find
        self.exact = True
        self.seat = start.turn
        self.round = start.round
        self.later = [seat for seat in range(len(start.coins)) if seat > start.turn]
        self.coins = riches(start, start.turn) - TAKEN * self.rivals_regions(start)
        self._bounds: dict[int, Bound] = {}  # by active race
        self._values: dict[Key, tuple[float, bool]] = {}  # and whether it is a value, not only a bound
        self._best: dict[Key, int] = {}  # the action that leads to a value
        self._settled: dict[Combo, bool] = {}

    def plan(self) -> list[int]:
        """The actions that led to the value of the start, until chance, another seat or the end."""
        s, found = self.start.copy(), list[int]()
        for _ in bounded():
            if s.is_chance or s.seat != self.seat or s.step not in PLANNED or self.is_scored(s):
                break
            best = self._best.get(key_of(s))
            found.append(best if best is not None else self.choice(s)[1])
            if found[-1] in (ac.C_END, ac.C_DECLINE):
                break
            play(s, found[-1])
        return found

    def value(self, s: State, need: float = LOW) -> float:
        """Expected coins at the end of the turn. If no more than `need`, an upper bound is enough."""
        if self.is_scored(s):
            return self.held(s)
        if s.is_chance:
            return self.expected(s)
        if s.seat != self.seat or leads_a_party(s):
            child = s.copy()
            play(child, greedy_action(s))
            return self.value(child, need)
        if s.step not in PLANNED and s.step != st.QUESTION:
            return self.finished(s)
        key = key_of(s)
        known = self._values.get(key)
        if known is not None and (known[1] or known[0] <= need):
            return known[0]
        found, best = self.choice(s, need)
        self._values[key] = (found, found > need)
        if found > need:
            self._best[key] = best
        return found

    def choice(self, s: State, need: float = LOW) -> tuple[float, int]:
        """The value and the action that leads to it; or if it is no more than `need`, an upper bound and any
        action.
        """
        codes, stop, best, bound = CODES[s.step](s), LOW, ac.C_END, LOW
        if s.step == st.PICK:
            return max([(self.picked(s, code), code) for code in codes])
        if ac.C_END in codes and s.step in PLANNED:
            bound = stop = self.stopped(s)
            need = max(need, stop)
            if self.left <= 0:
                self.exact = False
                return stop, ac.C_END
        children = []
        for code in codes:
            if code == ac.C_END and stop > LOW:
                continue
            self.left -= 1
            child, share = s.copy(), 1.0
            play(child, code)
            if code >> ac.SHIFT == ac.ROLL and stop > LOW and child.step == st.DIE and not goes_on(s, code):
                share = chances(s, code)  # if it fails, the turn ends as if nothing had been tried
                play(child, ac.C_FACE | max(DIE))
            most = self.upper(child)
            children.append((most if share == 1.0 else stop + share * (most - stop), code, share, child))
        children.sort(key=lambda one: -one[0])
        for most, code, share, child in children:
            worth = most
            if most > need and share == 1.0:
                worth = self.value(child, need)
            elif most > need:
                worth = stop + share * (self.value(child, stop + (need - stop) / share) - stop)
            if worth > need:
                need, best = worth, code
            bound = max(bound, worth)
        return bound, best

    def picked(self, s: State, code: int) -> float:
        """The value of picking a combo; each gets its share of the work."""
        child = s.copy()
        play(child, code)
        for _ in bounded():
            if not child.is_chance:
                break
            play(child, first_outcome(child))  # a combo for the column: nobody picks it in this turn
        share = self.left // len(CODES[s.step](s))
        turn = TurnSolver(child, share, self.every_find)
        worth = turn.value(child)
        self.exact &= turn.exact
        return worth

    def upper(self, s: State) -> float:
        """An upper bound of the value."""
        if self.is_scored(s):
            return self.held(s)
        if s.seat == self.seat and s.step in (st.READY, st.CONQUER, st.ROLLED):
            race = s.active[self.seat]
            bound = self._bounds.get(race)
            if bound is None:
                bound = self._bounds[race] = Bound(s)
            if self.is_settled(s):
                return self.held(s) + bound.more(s)
            if not self.tokens_matter(s) and not self.is_asked(s):
                return self.stopped(s) + bound.more(s)
        if s.step == st.REDEPLOY and s.acting == s.active[self.seat] and self.is_settled(s):
            return self.held(s)
        return HIGH

    def expected(self, s: State) -> float:
        found = []
        if s.step == st.DRAW and asked(s).region == NONE:
            child = s.copy()
            play(child, first_outcome(s))
            return self.value(child)
        for outcome, share in outcomes(s):
            child = s.copy()
            play(child, outcome)
            found.append((self.held(child), float(share), child))
        if s.step == st.DRAW and not self.every_find:
            return self.value(sorted(found, key=lambda one: one[0])[len(found) // 2][2])
        return sum([share * self.value(child) for _, share, child in found])

    def stopped(self, s: State) -> float:
        """The value of conquering nothing more with this race."""
        if s.acting == s.active[self.seat] and self.is_settled(s):
            return self.held(s)
        child = s.copy()
        play(child, ac.C_END)
        return self.value(child)

    # --- after the conquests -----------------------------------------------------------------------------

    def finished(self, s: State) -> float:
        """The value of a position in which tokens or markers are placed, or regions given up."""
        if s.step == st.REDEPLOY and s.acting == s.active[self.seat] and self.is_settled(s):
            return self.held(s)
        s = s.copy()
        for _ in bounded():
            if self.is_scored(s) or s.step in PLANNED or s.is_chance:
                break
            play(s, self.placed(s) if s.seat == self.seat else greedy_action(s))
        return self.value(s)

    def placed(self, s: State) -> int:
        """The action that brings most coins for each token; among equals the greedy one."""
        codes, now = CODES[s.step](s), self.held(s)
        if s.step == st.REDEPLOY and not self.tokens_matter(s):
            return max(codes)
        best = greedy_action(s)
        most = self.gain(s, best, now) + 1e-9
        for code in codes:
            gain = self.gain(s, code, now)
            if gain > most:
                best, most = code, gain
        return best

    def gain(self, s: State, code: int, now: float) -> float:
        self.left -= 1
        child = s.copy()
        play(child, code)
        gained = self.held(child) - now
        return gained / (code >> 6 & 63) if code >> ac.SHIFT == ac.PLACE else gained

    # --- what is held ------------------------------------------------------------------------------------

    def is_scored(self, s: State) -> bool:
        return s.over or s.turn != self.seat or s.round != self.round or s.step in (st.FADE, st.VICTIMS)

    def held(self, s: State) -> float:
        """Coins, with those that are due for what is held now."""
        s = ashore(s)
        coins = riches(s, self.seat)
        if not self.is_scored(s):
            coins += income(s, self.seat)
        return coins - TAKEN * self.rivals_regions(s) if self.later else coins

    def rivals_regions(self, s: State) -> int:
        """How many regions those hold who still have a turn in this round."""
        return sum([s.mask[race].bit_count() for seat in self.later for race in s.races_of(seat)])

    def is_settled(self, s: State) -> bool:
        """Whether the coins of the turn are settled with the last conquest: they depend neither on where
        tokens and markers are placed nor on an answer.
        """
        if s.world.rule_question_phases or s.stack:
            return False
        for race in s.races_of(self.seat):
            combo = s.combos[race]
            settled = self._settled.get(combo)
            if settled is None:
                settled = self._settled[combo] = not (
                    combo.asked_markers or combo.asking or moves_coins(combo, by_markers=True)
                )
            if not settled:
                return False
        return True

    def is_asked(self, s: State) -> bool:
        """Whether an answer may bring coins before the turn is scored."""
        asking = any(s.combos[race].asking for race in s.races_of(self.seat))
        return asking or bool(s.world.rule_question_phases or s.stack)

    def tokens_matter(self, s: State) -> bool:
        return any(moves_coins(s.combos[race], by_markers=False) for race in s.races_of(self.seat))


def moves_coins(combo: Combo, *, by_markers: bool) -> bool:
    """Whether its coins may depend on where tokens (or markers) stand."""
    if combo.doubles or combo.scored_moments or combo.attack_only:
        return True
    for source in combo.coin_sources:
        if isinstance(source, (GroupCoins, RisingCoins)):
            if not source.where.static:
                return True
        elif isinstance(source, MarkerCoins):
            if by_markers:
                return True
        elif type(source) is not CoinSource and not isinstance(
            source, (RegionCoins, ConquestCoins, OnceCoins)
        ):
            return True
    return False


def key_of(s: State) -> Key:
    """Equal for positions of one turn that are the same for its rest."""
    numbers = (s.step, s.arg, s.acting, s.phase, s.bonus, s.touched, s.done, s.conquered, s.nonempty)
    lists = (s.mask, s.hand, s.tray, s.counters, s.markers, s.lying, s.stack)
    return (s.coins[s.turn], s.attacked, *numbers, *[tuple(one) for one in lists])
