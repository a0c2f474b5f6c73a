"""A private copy of a position to try things out: nobody else sees it, and it has no effect.

It starts where the seat next decides, as if nobody moved until then, and knows no more than the seat does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from smallworld.bots.greedy import greedy_action
from smallworld.bots.heuristics import imagine
from smallworld.engine import Game, State, view
from smallworld.engine import actions as ac
from smallworld.engine.actions import is_chance
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.chance import Drawn

from .planning import PlannedMove
from .refusal import Refusal

_LUCK: Final = Drawn(random.SystemRandom().random)  # never the table's own: that would reveal the future
MOST: Final = 2000  # decisions of others that are skipped until the seat decides


class Scratchpad:
    def __init__(self, state: State, seat: int, version: int) -> None:
        """`version`: of the table it was copied from."""
        self.seat, self.made, self.version = seat, version, version
        start = imagine(view(state, seat))
        _stand_still(start, seat)
        if start.over or start.seat != seat:
            raise Refusal("phase", "not_playing")
        self.game = Game(start.world, start=start, luck=_LUCK)

    def move(self, actions: Sequence[str], version: int) -> None:
        """Decisions of the seat to decide; chance follows automatically. All of them or none."""
        if version != self.version:
            raise Refusal("stale")
        if self.game.over:
            raise Refusal("phase", "not_playing")
        plan = PlannedMove(self.game)
        plan.decide(actions)
        plan.settle(_LUCK)
        self.game.adopt(plan.steps)
        self._pass_over()
        self.version += 1

    def undo(self) -> None:
        """No limit: nothing here is final."""
        if not any(not is_chance(code) for code in self.game.log):
            raise Refusal("wall", "wall", wall="start")
        self.game.undo(beyond_wall=True)
        while self.game.log and self.game.state.seat != self.seat:
            self.game.undo(beyond_wall=True)
        self.version += 1

    @property
    def plan(self) -> list[tuple[State, int]]:
        """What the seat did in its first turn here and where, up to the first chance outcome."""
        found, start = [], self.game.positions[0]
        for number, code in enumerate(self.game.log):
            s = self.game.positions[number]
            if is_chance(code) or (s.round, s.turn) != (start.round, start.turn):
                break
            if s.seat == self.seat:
                found.append((s, code))
        return found

    def _pass_over(self) -> None:
        """The other seats do nothing here."""
        while not self.game.over and self.game.state.seat != self.seat:
            self.game.play(_idle(self.game.state))


def _stand_still(s: State, seat: int) -> None:
    for _ in range(MOST):
        if s.over or s.seat == seat:
            return
        play(s, _LUCK.outcome(s) if s.is_chance else _idle(s))


def _idle(s: State) -> int:
    """End the turn if allowed; if something must be done, what the basic rules choose."""
    return ac.C_END if ac.C_END in CODES[s.step](s) else greedy_action(s)
