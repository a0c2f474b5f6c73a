"""A private copy of a position to try things out in: nobody else sees it, and nothing of it counts.

It begins where the seat is asked next, as if nobody moved until then, and knows no more than the seat does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from smallworld.bots.greedy import greedy_action
from smallworld.bots.sense import imagine
from smallworld.engine import Game, NotationError, State, action_string, check, parse_action, view
from smallworld.engine import actions as ac
from smallworld.engine.actions import is_chance
from smallworld.engine.chance import Drawn
from smallworld.engine.turn import CODES, play

from .refusal import Refusal

_LUCK: Final = Drawn(random.SystemRandom().random)  # never the table's own: it would tell the future
MOST: Final = 2000  # decisions of others that are passed over until the seat is asked


class Sketch:
    def __init__(self, state: State, seat: int, version: int) -> None:
        """`version`: of the table it was made from."""
        self.seat, self.made, self.version = seat, version, version
        start = imagine(view(state, seat))
        _stand_still(start, seat)
        if start.over or start.seat != seat:
            raise Refusal("phase", "not_playing")
        self.game = Game(start.world, start=start, luck=_LUCK)

    def move(self, actions: Sequence[str], version: int) -> None:
        """Decisions of whoever is asked; chance follows by itself. All of them or none."""
        if version != self.version:
            raise Refusal("stale")
        if self.game.over:
            raise Refusal("phase", "not_playing")
        trial = self.game.state.copy()
        codes = []
        for text in actions:
            if trial.is_chance:
                raise Refusal("illegal", "chance_between", action=text)
            try:
                code = parse_action(self.game.world, text)
            except NotationError as error:
                raise Refusal("unreadable", "no_action", action=text) from error
            if denials := check(trial, code, trial.seat):
                raise Refusal("illegal", denials=denials)
            play(trial, code)
            codes.append(code)
        for code in codes:
            self.game.play(code)
        self._pass_over()
        self.version += 1

    def undo(self) -> None:
        """As far as one likes: nothing here is for good."""
        if not any(not is_chance(code) for code in self.game.log):
            raise Refusal("wall", "wall", wall="start")
        self.game.undo(beyond_wall=True)
        while self.game.log and self.game.state.seat != self.seat:
            self.game.undo(beyond_wall=True)
        self.version += 1

    @property
    def plan(self) -> list[str]:
        """What the seat did in its first turn here, up to the first thing chance decided."""
        found, start = [], self.game.positions[0]
        for number, code in enumerate(self.game.log):
            s = self.game.positions[number]
            if is_chance(code) or (s.round, s.turn) != (start.round, start.turn):
                break
            if s.seat == self.seat:
                found.append(action_string(self.game.world, code))
        return found

    def _pass_over(self) -> None:
        """The others stand still here too."""
        while not self.game.over and self.game.state.seat != self.seat:
            self.game.play(_idle(self.game.state))


def _stand_still(s: State, seat: int) -> None:
    for _ in range(MOST):
        if s.over or s.seat == seat:
            return
        play(s, _LUCK.outcome(s) if s.is_chance else _idle(s))


def _idle(s: State) -> int:
    """Whoever may end does; where something has to be done, what plain rules would do."""
    return ac.C_END if ac.C_END in CODES[s.step](s) else greedy_action(s)
