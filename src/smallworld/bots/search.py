"""Search: the planner's best turns, tried out. Each is played on with the others answering and a next turn
of one's own, several times with different luck, and the one that does best on average is taken.

The work is counted in such trials, not in seconds, so that the same seed gives the same game on every
machine; a clock only stops it when a machine is far too slow.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from smallworld.engine import View
from smallworld.engine import state as st
from smallworld.engine.chance import Seeded, sample
from smallworld.engine.state import State
from smallworld.engine.turn import play

from .evaluation import outlook
from .greedy import greedy_action
from .planner import Plan, best_fade, best_turn, good_picks, good_turns
from .sense import imagine

TRIALS_PER_MS = 0.9  # trials a turn for each millisecond a decision may take on average
PATIENCE = 12.0  # a turn may take so many times its share before the clock stops it


class SearchBot:
    """`ms`: what a decision may take on average. `width`: plans tried out. `beam`: as the planner's."""

    def __init__(self, seed: int | str = 0, ms: int = 80, beam: int = 10, width: int = 8) -> None:
        for name, value in (("ms", ms), ("beam", beam), ("width", width)):
            if value < 1:
                raise ValueError(f"{name}: expected at least 1, got {value}")
        self.ms, self.beam, self.width = ms, beam, width
        self._seed = f"search/{seed}"
        self._turns = 0
        self._random = Seeded(self._seed).random
        self._plan: list[int] = []
        self._expected: State | None = None

    def choose(self, view: View) -> int:
        s = imagine(view)
        if s.step == st.PICK:
            return self._best_of(s, good_picks(s, 3, self._random))[0]
        if s.step in (st.READY, st.CONQUER, st.ROLLED):
            if not self._plan or s != self._expected:
                self._plan = self._best_of(s, good_turns(s, self.beam))
            action = self._plan.pop(0)
            play(s, action)
            self._expected = s
            return action
        if s.step == st.FADE:
            return best_fade(s)
        return greedy_action(s, self._random())

    def _best_of(self, s: State, plans: list[Plan]) -> list[int]:
        """Sequential halving: all plans get a few trials, the better half some more, and so on."""
        rivals = sorted(plans, reverse=True)[: self.width]
        if len(rivals) == 1:
            return rivals[0].actions
        self._turns += 1
        trials = max(len(rivals), int(self.ms * TRIALS_PER_MS))
        stop = perf_counter() + self.ms * PATIENCE / 1000
        totals = {id(plan): 0.0 for plan in rivals}
        played = 0
        rounds = max(1, len(rivals).bit_length())
        while len(rivals) > 1:
            each = max(1, trials // rounds // len(rivals))
            for number in range(played, played + each):
                for plan in rivals:
                    luck = Seeded(
                        f"{self._seed}/{self._turns}/{number}"
                    ).random  # the same luck for all plans
                    totals[id(plan)] += trial(s, plan, luck)
                if perf_counter() > stop:
                    return max(rivals, key=lambda plan: totals[id(plan)]).actions
            played += each
            rivals.sort(key=lambda plan: -totals[id(plan)])
            rivals = rivals[: (len(rivals) + 1) // 2]
        return rivals[0].actions


def trial(start: State, plan: Plan, random: Callable[[], float]) -> float:
    """Coins gained on the others once the plan, their answers and one's own next turn are played."""
    s = start.copy()
    seat, coins, first_round = s.turn, s.coins.copy(), s.round
    for action in plan.actions:
        play(s, action)
        while s.is_chance:
            play(s, sample(s, random))
    last = min(first_round + 1, s.world.rounds)
    while not s.over and not (s.round > last or (s.round == last and s.turn > seat)):
        if s.is_chance:
            play(s, sample(s, random))
        elif s.step in (st.READY, st.CONQUER, st.ROLLED):
            for action in best_turn(s, 1).actions:
                play(s, action)
                if s.step >= st.FIRST_CHANCE:
                    break
        else:
            play(s, greedy_action(s))
    gains = [now - before for now, before in zip(s.coins, coins, strict=True)]
    margin = gains[seat] - (sum(gains) - gains[seat]) / (len(gains) - 1)
    return margin + outlook(s, seat, s.world.rounds - last)
