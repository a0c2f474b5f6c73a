"""Planner: searches the whole turn. Which regions in which order and by which means (dice by expected value),
whether to decline, which combo at what price. The fitted evaluation judges the end of the turn.

The plan is made once and followed until chance or an unexpected position.
"""

from __future__ import annotations

from collections.abc import Callable

from smallworld.engine import View, asked
from smallworld.engine import actions as ac
from smallworld.engine.bits import regions
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.steps.score import income
from smallworld.engine.turn.turn import CODES, DO, play
from smallworld.engine.verbs.chance import Seeded, outcomes, sample
from smallworld.engine.verbs.help_needed import with_spare_help
from smallworld.engine.world.world import DIE, NONE

from .ends import last_placement, only_coins_count, solve
from .evaluation import outlook, weights
from .greedy import any_tie, chances, goes_on, greedy_action
from .heuristics import army, ashore, imagine, leads_a_party, region_worth, riches
from .personality import Character
from .plans import TurnPlan, bounded, carry_out, first_outcome, least

FIRST = 3  # plans of a declined race that are combined with the active race's turn
ABANDONING = 4  # smallest beam that considers abandoning regions
FORESEEN = 10  # plans for which a party's answer is computed
ENDS = 200  # positions that are looked at to solve a last turn
DOUBT = 1.0  # coins by which abandoning must look better than staying


class PlannerBot:
    """`beam`: how many unfinished turns are kept at each depth. `taste`, `slip`: see `personality`."""

    def __init__(self, seed: int | str = 0, beam: int = 8, taste: str = "plain", slip: float = 0.0) -> None:
        if beam < 1:
            raise ValueError(f"beam: expected at least 1, got {beam}")
        self.beam = beam
        self.character = Character(seed, taste, slip)
        self._source = Seeded(f"planner/{seed}")
        self._plan: list[int] = []
        self._expected: State | None = None

    def choose(self, view: View) -> int:
        s = imagine(view)
        if self.character.slip == 0 and only_coins_count(s):
            placed = last_placement(s)
            if placed is not None:
                return placed
        if s.step == st.PICK:
            return self.liked(s, good_picks(s, max(2, self.beam // 3), self._source.random))[0]
        if s.step in (st.READY, st.CONQUER, st.ROLLED) and not leads_a_party(s):
            if not self._plan or s != self._expected:
                self._plan = self.plan(s)
            return self._follow(s)
        if s.step == st.FADE:
            return best_fade(s)
        if s.step == st.QUESTION and s.seat != s.turn:
            return best_reply(s)
        return greedy_action(s, self._source.random())

    def _follow(self, s: State) -> int:
        """Take the next action of the plan and remember the position it should lead to."""
        action = self._plan.pop(0)
        play(s, action)
        self._expected = s
        return action

    def plan(self, s: State) -> list[int]:
        if self.character.slip == 0 and only_coins_count(s):
            best = best_turn(s, self.beam)
            return solve(s, ENDS, every_find=False, above=best.worth).plan or best.actions
        return self.liked(s, foreseen(s, good_turns(s, self.beam)))

    def liked(self, s: State, plans: list[TurnPlan]) -> list[int]:
        return max(plans, key=lambda plan: plan.worth + self.character.tilt(s, plan.actions)).actions


def good_picks(s: State, beam: int, random: Callable[[], float]) -> list[TurnPlan]:
    """Each affordable combo: its price, and the turn one would play with it."""
    found = []
    for code in CODES[s.step](s):
        trial = s.copy()
        play(trial, code)
        settle(trial, random)
        value = float(trial.coins[s.seat] - s.coins[s.seat])
        if trial.step in (st.READY, st.CONQUER):
            value += best_turn(trial, beam).worth
        found.append(TurnPlan(value, [code]))
    return found


def quick_pick(s: State) -> int:
    """The better of the two combos that look best for their price, after trying both."""
    glances = []
    for code in CODES[s.step](s):
        trial = s.copy()
        play(trial, code)
        settle(trial, least)
        gained = trial.coins[s.seat] - s.coins[s.seat]
        glances.append((gained + outlook(trial, s.seat, s.world.rounds - s.round), code, trial, gained))
    best = sorted(glances, key=lambda glance: -glance[0])[:2]
    return max(best, key=lambda glance: glance[3] + best_turn(glance[2], 1).worth)[1]


def settle(s: State, random: Callable[[], float]) -> None:
    """Play chance and small questions until a real decision comes."""
    for _ in bounded():
        if s.is_chance:
            play(s, sample(s, random))
        elif s.step == st.QUESTION:
            play(s, greedy_action(s))
        else:
            return


def as_expected(s: State) -> int | None:
    """What a plan assumes on its way: the first outcome, and a quick answer to any question."""
    if s.is_chance:
        return first_outcome(s)
    return greedy_action(s) if s.step == st.QUESTION else None


class TurnEvaluator:
    """Value of a position for the seat whose turn it was: coins of this turn, plus the evaluation."""

    def __init__(self, start: State) -> None:
        self.seat = start.turn
        self.round = start.round
        self.coins = riches(start, start.turn)
        self.left = start.world.rounds - start.round
        self.weights = weights(start.world, self.left)
        self._others: dict[tuple[int, ...], float] = {}

    def worth(self, s: State) -> float:
        """Works in any step of the turn, or after it."""
        s = ashore(s)
        gained = riches(s, self.seat) - self.coins
        scored = s.turn != self.seat or s.round != self.round or s.over or s.step in (st.FADE, st.VICTIMS)
        if not scored:
            gained += income(s, self.seat)
        return gained + self.weights.outlook(s, self.seat, self._others)


def best_turn(start: State, beam: int) -> TurnPlan:
    """The best way to play the rest of a turn."""
    return max(good_turns(start, beam))


def good_turns(start: State, beam: int) -> list[TurnPlan]:
    """Ways to play the rest of a turn: every end position the beam search has seen."""
    plans = conquests(start, beam)
    if start.acting == start.active[start.turn]:
        return plans
    # A declined race acts first. Its best plans are judged together with the active race's turn.
    plans.sort(reverse=True)
    declines = [plan for plan in plans if plan.actions == [ac.C_DECLINE]]
    first = [plan for plan in plans if plan not in declines][: min(FIRST, beam)]
    return declines + [TurnPlan(plan.worth + what_follows(start, plan, beam), plan.actions) for plan in first]


def what_follows(start: State, plan: TurnPlan, beam: int) -> float:
    """What the next race's turn adds to a plan of the one before it. A final attempt counts as failed."""
    judge, s = TurnEvaluator(start), start.copy()
    carry_out(s, plan.actions, as_expected)
    for _ in bounded():
        if s.step == st.READY or s.turn != judge.seat or s.over:
            break
        play(s, first_outcome(s) if s.is_chance else greedy_action(s))
    if s.turn != judge.seat or s.over:
        return 0.0
    return best_turn(s, max(1, beam // 4)).worth + riches(s, judge.seat) - judge.coins - judge.worth(s)


def abandonments(start: State) -> list[list[int]]:
    """Regions to consider abandoning for their tokens: the one or two that bring least, or all of a small
    land, to enter elsewhere.
    """
    race = start.acting
    held = regions(start.mask[race])
    poor = sorted(held, key=lambda region: (region_worth(start, race, region), -start.guard[region]))[:2]
    found = [[region] for region in poor]
    if len(held) > 1:
        found.append(poor)
    if 2 < len(held) <= army(start, race) // 2:
        found.append(list(held))
    return found


def conquests(start: State, beam: int) -> list[TurnPlan]:
    """Ways to play the rest of one race's turn."""
    judge, party = TurnEvaluator(start), start.world.party
    found = [TurnPlan(judge.worth(start), [ac.C_END])]
    if start.step == st.READY and not start.touched:
        found.append(TurnPlan(worth_of_declining(start, judge), [ac.C_DECLINE]))
    frontier: list[tuple[float, State, list[int]]] = [(0.0, start, [])]
    if start.step == st.READY and beam >= ABANDONING:
        for leave in abandonments(start):
            child, actions = start.copy(), [ac.code(ac.ABANDON, region) for region in leave]
            if carry_out(child, actions) == len(actions):
                frontier.append((0.0, child, actions))
    for _ in bounded():
        if not frontier:
            break
        reached: dict[tuple[int, ...], tuple[float, State, list[int]]] = {}
        for _, s, actions in frontier:
            miss: float | None = None  # value after a failed final attempt: the same for all of them
            codes = CODES[s.step](s)
            idle = with_spare_help(s, codes, cheaper=True)
            for code in codes:
                if code in idle:
                    continue
                kind = code >> ac.SHIFT
                if kind in (ac.CONQUER, ac.USE):
                    child = s.copy()
                    if party is None:
                        play(child, code)
                    elif DO[kind](child, code, None) and not child.stack:  # before the party answers
                        found.append(TurnPlan(judge.worth(child), [*actions, code]))
                        continue
                    step = child.step
                    if step == st.QUESTION or step >= st.FIRST_CHANCE:
                        child = found_on_the_way(child, judge)
                        step = child.step
                    value = judge.worth(child)
                    if step not in (st.READY, st.CONQUER) or child.acting != s.acting:
                        found.append(TurnPlan(value, [*actions, code]))  # the turn has ended by itself
                        continue
                    key = (child.mask[child.acting], child.hand[child.acting], *child.counters)
                    if key not in reached or value > reached[key][0]:
                        reached[key] = (value, child, [*actions, code])
                elif kind == ac.ROLL and goes_on(s, code):
                    found.append(TurnPlan(worth_of_rolling(s, code, judge), [*actions, code]))
                elif kind == ac.ROLL:
                    if miss is None:
                        miss = worth_of_face(s, code, ac.C_FACE | min(DIE), judge)
                    hit = worth_of_face(s, code, ac.C_FACE | max(DIE), judge)
                    found.append(TurnPlan(miss + chances(s, code) * (hit - miss), [*actions, code]))
                elif kind == ac.GAMBLE:
                    found.append(TurnPlan(worth_of_gambling(s, code, judge), [*actions, code]))
        frontier = sorted(reached.values(), key=lambda node: -node[0])[:beam]
        found += [TurnPlan(value, [*actions, ac.C_END]) for value, _, actions in frontier]
    for plan in found:
        if plan.actions[0] >> ac.SHIFT == ac.ABANDON:
            plan.worth -= DOUBT
    return found


def foreseen(start: State, plans: list[TurnPlan]) -> list[TurnPlan]:
    """In a world with a party: the best plans, judged after the party's answer."""
    if start.world.party is None:
        return plans
    best = sorted(plans, reverse=True)
    kept = best[:FORESEEN] + [plan for plan in best[FORESEEN:] if plan.actions == [ac.C_DECLINE]]
    return [TurnPlan(after_the_party(start, plan.actions), plan.actions) for plan in kept]


def after_the_party(start: State, actions: list[int]) -> float:
    """The value of a plan after the turn and, if it is next, the party's move; dice count as failed."""
    judge, s = TurnEvaluator(start), start.copy()
    carry_out(s, actions, as_expected)
    players = s.world.players
    for _ in bounded(2):
        if s.over or s.round != start.round or (s.turn != judge.seat and s.turn < players):
            break
        if s.step == st.READY:
            carry_out(s, best_turn(s, 1).actions, as_expected)
        else:
            play(s, first_outcome(s) if s.is_chance else quick_answer(s))
    taken = s.coins[players] - start.coins[players]
    return judge.worth(s) - taken / max(1, s.world.seats - 1)


def quick_answer(s: State) -> int:
    return any_tie(s) if leads_a_party(s) else greedy_action(s)


def worth_of_declining(s: State, judge: TurnEvaluator) -> float:
    child = s.copy()
    play(child, ac.C_DECLINE)
    for _ in bounded():
        if child.turn != judge.seat or child.seat != judge.seat or child.over:
            break
        play(child, greedy_action(child))
    return judge.worth(child)


def worth_of_rolling(s: State, code: int, judge: TurnEvaluator) -> float:
    rolled = s.copy()
    play(rolled, code)
    return sum(float(share) * worth_of_face(s, code, face, judge) for face, share in outcomes(rolled))


def found_on_the_way(s: State, judge: TurnEvaluator) -> State:
    """The position after chance and small questions of a conquest; of possible finds, an average one."""
    for _ in bounded():
        if s.step != st.QUESTION and not s.is_chance:
            break
        if s.is_chance and asked(s).region != NONE:
            found = []
            for outcome, _ in outcomes(s):
                child = s.copy()
                play(child, outcome)
                settle(child, least)
                found.append((judge.worth(child), outcome, child))
            s = sorted(found, key=lambda item: item[:2])[len(found) // 2][2]
        else:
            play(s, first_outcome(s) if s.is_chance else greedy_action(s))
    return s


def worth_of_face(s: State, code: int, face: int, judge: TurnEvaluator) -> float:
    child = s.copy()
    play(child, code)
    if child.step == st.DIE:  # unless something comes first
        play(child, face)
    return judge.worth(child)


def worth_of_gambling(s: State, code: int, judge: TurnEvaluator) -> float:
    """Expected value of rolling first: after each result, the best conquest it allows."""
    rolled = s.copy()
    play(rolled, code)
    total = 0.0
    for outcome, probability in outcomes(rolled):
        child = rolled.copy()
        play(child, outcome)
        value = judge.worth(child)
        for action in CODES[child.step](child):
            after = child.copy()
            play(after, action)
            value = max(value, judge.worth(after))
        total += float(probability) * value
    return total


def best_fade(s: State) -> int:
    """Whether to decline after scoring. The score is the same either way."""
    judge = TurnEvaluator(s)
    gone = s.copy()
    play(gone, ac.C_DECLINE)
    return ac.C_DECLINE if judge.left and judge.worth(gone) > judge.worth(s) else ac.C_END


def best_reply(s: State) -> int:
    """An answer in another player's turn, e.g. to a ransom: coins against the position afterwards."""
    seat = s.seat
    left = s.world.rounds - s.round + (seat > s.turn)
    share = 1.0 / max(1, len(s.coins) - 1)

    def worth(code: int) -> float:
        child = s.copy()
        play(child, code)
        coins = [riches(child, other) for other in range(len(s.coins))]
        return coins[seat] - share * (sum(coins) - coins[seat]) + outlook(child, seat, left)

    return max(CODES[s.step](s), key=worth)
