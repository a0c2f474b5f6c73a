"""What comes of a plan: it is played on into several possible futures, and everybody's coins are watched.

The search bot asks the same question to choose; here the way there is kept, turn by turn, so that somebody
can be told why. The work is counted in turns that are played, not in seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter

from smallworld.engine import state as st
from smallworld.engine.state import State
from smallworld.engine.turn import play

from .evaluation import outlook
from .greedy import any_tie, greedy_action
from .planner import Plan, best_fade, best_turn, quick_pick
from .search import Future, follow
from .sense import leads_a_party, riches

AHEAD = 3  # turns of the seat after the present one whose coins are told
SAY = 4.0  # what was thought of a plan at first counts as much as so many futures
# Coins a turn that anybody may be thought to gain on the others after that: the evaluation is a straight
# line, and goes astray with positions that hardly ever come up.
MOST = 2.0


@dataclass
class Course:
    """A plan, and how it went in each future it met."""

    plan: Plan
    margins: list[float] = field(default_factory=list)  # gained on the others, outlook included
    rows: list[list[float]] = field(default_factory=list)  # coins of the seat, turn by turn from this one on

    @property
    def value(self) -> float:
        """Few futures are noisy: what was thought at first keeps its say."""
        return (SAY * self.plan.worth + sum(self.margins)) / (SAY + len(self.margins))

    @property
    def coins(self) -> list[float]:
        """Expected in each of the coming turns."""
        return [sum(column) / len(column) for column in zip(*self.rows, strict=True)]


@dataclass(frozen=True)
class Effort:
    """How long to think: turns that are played on, and seconds after which no further future is begun.

    Without a limit in seconds the same question gets the same answer on every machine.
    """

    turns: int
    seconds: float = float("inf")


def compare(
    start: State, plans: list[Plan], effort: Effort, random: Callable[[], float], keep: Callable[[Plan], bool]
) -> list[Course]:
    """The plans as courses, best first. Everybody meets the same futures; the better half, and those that
    `keep` names, meet more of them."""
    courses, begun = [Course(plan) for plan in plans], perf_counter()
    _meet(start, courses, effort.turns // 2, random, begun + effort.seconds / 2)
    _meet(start, _better(courses, keep), effort.turns // 2, random, begun + effort.seconds)
    return sorted(courses, key=lambda course: -course.value)


def _meet(start: State, courses: list[Course], turns: int, random: Callable[[], float], until: float) -> None:
    length = min(AHEAD + 1, 1 + start.world.rounds - start.round) * len(start.coins)
    for number in range(max(1, turns // (length * len(courses)))):
        if number and perf_counter() > until:
            return
        future = Future(random)
        for course in courses:
            margin, row = played_on(start, course.plan.actions, future)
            course.margins.append(margin)
            course.rows.append(row)


def _better(courses: list[Course], keep: Callable[[Plan], bool]) -> list[Course]:
    ranked = sorted(courses, key=lambda course: -course.value)
    half = max(2, len(ranked) // 2)
    return ranked[:half] + [course for course in ranked[half:] if keep(course.plan)]


def difference(better: Course, other: Course) -> tuple[float, float]:
    """Coins by which a course is better than another, and the standard error of that."""
    pairs = [mine - theirs for mine, theirs in zip(better.margins, other.margins, strict=False)]
    mean = sum(pairs) / len(pairs)
    spread = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1) / len(pairs))
    return better.value - other.value, spread


def played_on(start: State, actions: list[int], future: Future) -> tuple[float, list[float]]:
    """What the seat that decides gains on the others, and its coins turn by turn, if everybody plays on."""
    s, seat = start.copy(), start.seat
    row, held, mine = [0.0] * (AHEAD + 1), start.coins[seat], start.turn == seat
    turn, round = 0, start.round
    follow(s, actions)
    while not s.over:
        if mine and s.turn != seat:
            row[turn] += s.coins[seat] - held
            held, turn = s.coins[seat], turn + 1
            if turn > AHEAD:
                break
        mine, round = s.turn == seat, s.round
        if s.step in (st.READY, st.CONQUER, st.ROLLED) and not leads_a_party(s):
            follow(s, best_turn(s, 1).actions)
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
    """What somebody quick would do, or what chance holds."""
    if s.is_chance:
        return future.outcome(s)
    if s.step == st.PICK:
        return quick_pick(s)
    if s.step == st.FADE:
        return best_fade(s)
    if leads_a_party(s):
        return any_tie(s, future.luck)
    return greedy_action(s, future.luck)
