"""Search: the planner's best turns, each judged by what the others make of it.

For two players a plan is worth what it earns less the best turn the opponent can answer with, dice by
expectation. With more players the answers are played out one after the other. The work is counted in plans,
not in seconds, so that the same seed gives the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Callable

from smallworld.engine import View
from smallworld.engine import state as st
from smallworld.engine.chance import Seeded, outcomes, sample
from smallworld.engine.state import State
from smallworld.engine.turn import play

from .evaluation import outlook
from .greedy import greedy_action
from .planner import Plan, best_fade, best_turn, good_picks, good_turns
from .sense import imagine

PLANS_PER_MS = 0.2  # plans a turn for each millisecond a decision may take on average


class SearchBot:
    """`ms`: what a decision may take on average. `beam`: as the planner's. `reply`: that of the answers."""

    def __init__(self, seed: int | str = 0, ms: int = 80, beam: int = 10, reply: int = 3) -> None:
        for name, value in (("ms", ms), ("beam", beam), ("reply", reply)):
            if value < 1:
                raise ValueError(f"{name}: expected at least 1, got {value}")
        self.width = max(2, int(ms * PLANS_PER_MS))
        self.beam, self.reply = beam, reply
        self._random = Seeded(f"search/{seed}").random
        self._plan: list[int] = []
        self._expected: State | None = None

    def choose(self, view: View) -> int:
        s = imagine(view)
        if s.step == st.PICK:
            return max(good_picks(s, self.beam // 2, self._random)).actions[0]
        if s.step in (st.READY, st.CONQUER, st.ROLLED):
            if not self._plan or s != self._expected:
                self._plan = self.best_plan(s)
            action = self._plan.pop(0)
            play(s, action)
            self._expected = s
            return action
        if s.step == st.FADE:
            return best_fade(s)
        return greedy_action(s, self._random())

    def best_plan(self, s: State) -> list[int]:
        plans = sorted(good_turns(s, self.beam), reverse=True)[: self.width]
        if len(plans) == 1:
            return plans[0].actions
        return max(plans, key=lambda plan: self.tried(s, plan)).actions

    def tried(self, start: State, plan: Plan) -> float:
        """Coins gained on the others once the plan is played and answered, by expectation over its die."""
        s = start.copy()
        for action in plan.actions:
            play(s, action)
        if s.step != st.DIE:
            return self.answered(start, s)
        total = 0.0
        for outcome, probability in outcomes(s):
            child = s.copy()
            play(child, outcome)
            total += float(probability) * self.answered(start, child)
        return total

    def answered(self, start: State, s: State) -> float:
        finish_turn(s, start)
        seat = start.turn
        gained = s.coins[seat] - start.coins[seat]
        left = s.world.rounds - start.round
        if s.over or s.active[s.turn] < 0 or s.step != st.READY:
            return gained + outlook(s, seat, left)
        if len(s.coins) == 2:
            return gained - best_turn(s, self.reply).worth
        return self.played_out(start, s)

    def played_out(self, start: State, s: State) -> float:
        """More than two players: everybody answers in turn."""
        seat = start.turn
        while not s.over and s.turn != seat:
            if s.is_chance:
                play(s, sample(s, self._random))
            elif s.step in (st.READY, st.CONQUER, st.ROLLED):
                follow(s, best_turn(s, 1).actions)
            else:
                play(s, greedy_action(s))
        gains = [now - before for now, before in zip(s.coins, start.coins, strict=True)]
        margin = gains[seat] - (sum(gains) - gains[seat]) / (len(gains) - 1)
        return margin + outlook(s, seat, s.world.rounds - start.round)


def follow(s: State, actions: list[int]) -> None:
    for action in actions:
        play(s, action)
        if s.step >= st.FIRST_CHANCE:
            return


def finish_turn(s: State, start: State, random: Callable[[], float] = lambda: 0.0) -> None:
    """What is left of a turn after conquest: redeployment, markers, questions, the victims' part."""
    while not s.over and s.turn == start.turn and s.round == start.round:
        play(s, sample(s, random) if s.is_chance else greedy_action(s))
    while s.is_chance:
        play(s, sample(s, random))
