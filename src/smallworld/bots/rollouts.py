"""Rollouts of a plan: it is played on with several random futures, and the coins of all seats are recorded.

The search bot does the same to choose. Here the coins of every turn are kept, so that the coach can explain
its advice. The effort is counted in turns played, not in seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter

from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import play

from .evaluation import outlook
from .greedy import any_tie, greedy_action
from .heuristics import leads_a_party, riches
from .planner import best_fade, best_turn, quick_pick
from .plans import TurnPlan, bounded, carry_out, covered
from .search import Future

AHEAD = 3  # turns of the seat after the present one whose coins are reported
SAY = 4.0  # the planner's value of a plan counts as much as this many rollouts
# Upper limit in coins per turn for what a seat may gain on the others after the rollout: the evaluation is
# linear and goes wrong in rare positions.
MOST = 2.0


@dataclass
class RolloutResult:
    """A plan, and how it went in each future."""

    plan: TurnPlan
    margins: list[float] = field(default_factory=list)  # gained on the others, evaluation included
    rows: list[list[float]] = field(default_factory=list)  # coins of the seat for each turn, from this one on

    @property
    def value(self) -> float:
        """Average of the rollouts and the planner's value, because a few rollouts are noisy."""
        return (SAY * self.plan.worth + sum(self.margins)) / (SAY + len(self.margins))

    @property
    def coins(self) -> list[float]:
        """Expected coins in each of the coming turns."""
        return [sum(column) / len(column) for column in zip(*self.rows, strict=True)]


@dataclass(frozen=True)
class Effort:
    """How long to think: turns played in rollouts, and seconds after which no new rollout begins.

    Without a limit in seconds the same question gets the same answer on every machine.
    """

    turns: int
    seconds: float = float("inf")


def compare(
    start: State,
    plans: list[TurnPlan],
    effort: Effort,
    random: Callable[[], float],
    keep: Callable[[TurnPlan], bool],
) -> list[RolloutResult]:
    """The results of all plans, best first. All plans get the same futures; the better half, and those in
    `keep`, get more.
    """
    courses, begun = [RolloutResult(plan) for plan in plans], perf_counter()
    _meet(start, courses, effort.turns // 2, random, begun + effort.seconds / 2)
    _meet(start, _better(courses, keep), effort.turns // 2, random, begun + effort.seconds)
    return sorted(courses, key=lambda course: -course.value)


def _meet(
    start: State, courses: list[RolloutResult], turns: int, random: Callable[[], float], until: float
) -> None:
    length = min(AHEAD + 1, 1 + start.world.rounds - start.round) * len(start.coins)
    for number in range(max(1, turns // (length * len(courses)))):
        if number and perf_counter() > until:
            return
        future = Future(random)
        for course in courses:
            margin, row = played_on(start, course.plan.actions, future)
            course.margins.append(margin)
            course.rows.append(row)


def _better(courses: list[RolloutResult], keep: Callable[[TurnPlan], bool]) -> list[RolloutResult]:
    ranked = sorted(courses, key=lambda course: -course.value)
    half = max(2, len(ranked) // 2)
    return ranked[:half] + [course for course in ranked[half:] if keep(course.plan)]


def difference(better: RolloutResult, other: RolloutResult) -> tuple[float, float]:
    """How many coins one plan is better than another, and the standard error."""
    pairs = [mine - theirs for mine, theirs in zip(better.margins, other.margins, strict=False)]
    mean = sum(pairs) / len(pairs)
    spread = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1) / len(pairs))
    return better.value - other.value, spread


def played_on(start: State, actions: list[int], future: Future) -> tuple[float, list[float]]:
    """What the deciding seat gains on the others, and its coins turn by turn, if the game is played on."""
    s, seat = start.copy(), start.seat
    row, held, mine = [0.0] * (AHEAD + 1), start.coins[seat], start.turn == seat
    turn, round = 0, start.round
    carry_out(s, actions, steps=covered(s))
    for _ in bounded((AHEAD + 2) * len(s.coins)):
        if s.over:
            break
        if mine and s.turn != seat:
            row[turn] += s.coins[seat] - held
            held, turn = s.coins[seat], turn + 1
            if turn > AHEAD:
                break
        mine, round = s.turn == seat, s.round
        if s.step in (st.READY, st.CONQUER, st.ROLLED) and not leads_a_party(s):
            carry_out(s, best_turn(s, 1).actions)
        else:
            play(s, _sensible(s, future))
    if s.over and turn <= AHEAD:
        row[turn] += s.coins[seat] - held
    gains = [riches(s, other) - riches(start, other) for other in range(len(s.coins))]
    margin = gains[seat] - (sum(gains) - gains[seat]) / max(1, len(gains) - 1)
    if s.over:
        return margin, row
    left = s.world.rounds - round
    return margin + max(-MOST * left, min(MOST * left, outlook(s, seat, left))), row


def _sensible(s: State, future: Future) -> int:
    """A fast bot's choice, or the chance event of this future."""
    if s.is_chance:
        return future.outcome(s)
    if s.step == st.PICK:
        return quick_pick(s)
    if s.step == st.FADE:
        return best_fade(s)
    if leads_a_party(s):
        return any_tie(s, future.luck)
    return greedy_action(s, future.luck)
