"""Search: the planner's best plans, compared by rollouts.

The planner's beam search proposes turns. With two players, those that leave the opponent the worst best
answer are kept. They, and declining, are played on for two rounds, with every seat playing as a fast planner,
and judged by coins gained on the others plus the evaluation. A combo is picked in the same way.

A future is one order of the stacks and one die for each turn. All candidates get the same futures, and the
better half gets more, until one is left. A few rollouts are noisy, so the planner's value still counts. The
effort is counted in turns, not in seconds: the same seed gives the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from smallworld.engine import View
from smallworld.engine import actions as ac
from smallworld.engine.bits import regions
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.asked import race_asked
from smallworld.engine.verbs.chance import Seeded, outcomes
from smallworld.engine.world.world import DIE, NONE

from .ends import last_placement, only_coins_count, solve
from .evaluation import outlook
from .greedy import any_tie, greedy_action
from .heuristics import imagine, leads_a_party, riches
from .personality import Character
from .planner import (
    as_expected,
    best_fade,
    best_reply,
    best_turn,
    foreseen,
    good_picks,
    good_turns,
    quick_answer,
    quick_pick,
)
from .plans import TurnPlan, bounded, carry_out, first_outcome, pass_chance

SIEVE = 12  # plans for which the opponent's answer is computed
CANDIDATES = 6  # plans that are compared by rollouts
ROUNDS = 2  # length of a rollout
PRIOR = 4.0  # the planner's value counts as much as this many rollouts
TURNS_PER_MS = 4.0  # rollout turns for each millisecond a decision may take on average
REPLY = 3  # beam for the opponent's best answer
ENDS = 4000  # positions that are looked at to solve a last turn
PLACEMENTS = 24  # redeployments that are tried


class SearchBot:
    """`ms`: limit for the average time of a decision. `beam`, `taste`: as for the planner."""

    def __init__(self, seed: int | str = 0, ms: int = 40, beam: int = 10, taste: str = "plain") -> None:
        for name, value in (("ms", ms), ("beam", beam)):
            if value < 1:
                raise ValueError(f"{name}: expected at least 1, got {value}")
        self.turns = ms * TURNS_PER_MS
        self.beam = beam
        self.character = Character(seed, taste)
        self._source = Seeded(f"search/{seed}")
        self._plan: list[int] = []
        self._expected: State | None = None

    def choose(self, view: View) -> int:
        s = imagine(view)
        if only_coins_count(s):
            placed = last_placement(s)
            if placed is not None:
                return placed
        if s.step == st.FADE:
            return best_fade(s)
        if s.step == st.QUESTION and s.seat != s.turn:
            return best_reply(s)
        if s.step not in (st.PICK, st.READY, st.CONQUER, st.ROLLED, st.REDEPLOY) or leads_a_party(s):
            return greedy_action(s, self._source.random())
        if not self._plan or s != self._expected:
            self._plan = self.plan(s)
        action = self._plan.pop(0)
        play(s, action)
        self._expected = s
        return action

    def plan(self, s: State) -> list[int]:
        if s.step == st.REDEPLOY:
            return placement(s)
        if s.step == st.PICK:
            plans = sorted(good_picks(s, max(1, self.beam // 2), self._source.random), reverse=True)
        elif only_coins_count(s):
            end = solve(s, ENDS, every_find=False)
            if end.exact:
                return end.plan
            plans = candidates(s, self.beam, [TurnPlan(end.coins, end.plan)])
        else:
            plans = candidates(s, self.beam)
        return self.best(s, plans).actions

    def best(self, s: State, plans: list[TurnPlan]) -> TurnPlan:
        """Compare plans with the same futures; the better half gets further ones."""
        futures = int(self.turns / (2 * len(plans) * ROUNDS * len(s.coins)))
        likings = [self.character.tilt(s, plan.actions) for plan in plans]
        totals = [PRIOR * (plan.worth + liking) for plan, liking in zip(plans, likings, strict=True)]
        left = list(range(len(plans)))
        while len(left) > 1:
            for _ in range(futures):
                future = Future(self._source.random)
                for index in left:
                    totals[index] += likings[index] + played_on(s, plans[index].actions, future)
            left = sorted(left, key=lambda index: -totals[index])[: len(left) // 2]
        return plans[left[0]]


def candidates(s: State, beam: int, more: Sequence[TurnPlan] = ()) -> list[TurnPlan]:
    """Ways to play the rest of a turn that are worth comparing; `more`: besides those of the planner."""
    plans = sorted(foreseen(s, [*more, *good_turns(s, beam)]), reverse=True)
    if len(s.coins) == 2 and s.world.party is None:
        sieved = shortlist(plans, SIEVE)
        plans = sorted((TurnPlan(after_reply(s, plan), plan.actions) for plan in sieved), reverse=True)
    return shortlist(plans, CANDIDATES)


def shortlist(plans: list[TurnPlan], length: int) -> list[TurnPlan]:
    """The best plans, and always declining."""
    return plans[:length] + [plan for plan in plans[length:] if plan.actions == [ac.C_DECLINE]]


class Future:
    """One future: an order of the stacks, and a die for each turn."""

    def __init__(self, random: Callable[[], float]) -> None:
        self.luck = random()
        self._ranks = [random() for _ in range(64)]

    def outcome(self, s: State) -> int:
        if s.step == st.DIE:
            return ac.C_FACE | DIE[int(self._ranks[s.round * len(s.coins) + s.turn & 63] * len(DIE))]
        return max(CODES[s.step](s), key=lambda code: self._ranks[code & 63])


def played_on(start: State, actions: list[int], future: Future) -> float:
    """Coins gained on the others if the turn goes like this and the game is played on for some rounds."""
    s, seat = start.copy(), start.turn
    carry_out(s, actions)
    end = start.round + ROUNDS
    for _ in bounded((ROUNDS + 1) * len(s.coins)):
        if s.over or s.round > end or (s.round == end and s.turn > seat):
            break
        if s.is_chance:
            play(s, future.outcome(s))
        elif s.step == st.PICK:
            play(s, quick_pick(s))
        elif s.step in (st.READY, st.CONQUER, st.ROLLED) and not leads_a_party(s):
            carry_out(s, best_turn(s, 1).actions)
        elif s.step == st.FADE:
            play(s, best_fade(s))
        elif leads_a_party(s):
            play(s, any_tie(s, future.luck))
        else:
            play(s, greedy_action(s, future.luck))
    gains = [riches(s, seat) - riches(start, seat) for seat in range(len(s.coins))]
    margin = gains[seat] - (sum(gains) - gains[seat]) / max(1, len(gains) - 1)
    return margin if s.over else margin + outlook(s, seat, s.world.rounds - end)


def after_reply(start: State, plan: TurnPlan) -> float:
    """Two players: what a plan gains, minus the opponent's best answer; dice by expected value."""
    s = start.copy()
    carry_out(s, plan.actions, as_expected)
    if s.step != st.DIE:
        return answered(start, s)
    total = 0.0
    for outcome, probability in outcomes(s):
        child = s.copy()
        play(child, outcome)
        total += float(probability) * answered(start, child)
    return total


def answered(start: State, s: State) -> float:
    finish_turn(s, start)
    if s.world.party is not None:
        return after_the_party(s, start)
    gained = riches(s, start.turn) - riches(start, start.turn)
    if s.over or s.step != st.READY:
        return gained + outlook(s, start.turn, s.world.rounds - start.round)
    return gained - best_turn(s, REPLY).worth


def after_the_party(s: State, start: State) -> float:
    """What a turn has gained on the others after the party's move; its die counts as failed."""
    for _ in bounded():
        if s.over or s.turn < s.world.players:
            break
        play(s, first_outcome(s) if s.is_chance else quick_answer(s))
    gains = [now - before for now, before in zip(s.coins, start.coins, strict=True)]
    margin = gains[start.turn] - (sum(gains) - gains[start.turn]) / (len(gains) - 1)
    return margin + outlook(s, start.turn, s.world.rounds - start.round)


def finish_turn(s: State, start: State) -> None:
    """The rest of a turn after a race has conquered: the next race, markers, questions, victims."""
    for _ in bounded():
        if s.over or s.turn != start.turn or s.round != start.round:
            break
        if s.step == st.READY:  # a declined race has acted, now the active one does
            carry_out(s, best_turn(s, REPLY).actions)
        else:
            play(s, first_outcome(s) if s.is_chance else greedy_action(s))
    pass_chance(s)


def placement(start: State) -> list[int]:
    """Redeploy greedily; with two players, then move single tokens while that weakens the best answer."""
    s, race = start.copy(), race_asked(start)
    where: list[int] = []
    for _ in bounded():
        if (s.step, race_asked(s), s.turn) != (st.REDEPLOY, race, start.turn):
            break
        where.append(greedy_action(s) & 63)
        play(s, ac.code(ac.PLACE, where[-1], 1))
    rivals = [race for seat, race in enumerate(s.active) if seat != start.turn]
    contested = len(s.coins) == 2 and rivals[0] != NONE
    # After a declined race the active one still acts, so trying placements is of no use yet.
    tries = PLACEMENTS if contested and race == start.active[start.turn] else 0
    best, seen = None, {tuple(sorted(where))}
    for index in range(len(where)):
        for region in regions(start.mask[race]):
            moved = [*where[:index], region, *where[index + 1 :]]
            if tuple(sorted(moved)) in seen or len(seen) > tries:
                continue
            seen.add(tuple(sorted(moved)))
            best = placed(start, where) if best is None else best
            if (worth := placed(start, moved)) > best:
                best, where = worth, moved
    return [ac.code(ac.PLACE, region, 1) for region in where]


def placed(start: State, where: list[int]) -> float:
    s = start.copy()
    carry_out(s, [ac.code(ac.PLACE, region, 1) for region in where], steps=(st.REDEPLOY,))
    return answered(start, s)
