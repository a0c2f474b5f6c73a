"""Decisions as received, tried out on copies: parsed, checked and played once, then adopted.

A table adopts them when they are durable, a private copy at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import Game, NotationError, State, action_string, check, parse_action
from smallworld.engine.game.game import Step, step_from
from smallworld.engine.verbs.chance import Luck

from .refusal import Refusal


class PlannedMove:
    """The next steps of a game, which itself stays unchanged."""

    def __init__(self, game: Game) -> None:
        self.start = self.state = game.state
        self.steps: list[Step] = []

    def decide(self, actions: Sequence[str], seat: int | None = None) -> None:
        """Apply decisions of one seat, or of whichever seat decides: all of them or none.

        Chance may come only after the last of them. Otherwise a message that fails after a roll would be a
        free second roll, and its refusal would tell the result.
        """
        for text in actions:
            if self.state.is_chance:
                raise Refusal("illegal", "chance_between", action=text)
            try:
                code = parse_action(self.state.world, text)
            except NotationError as error:
                raise Refusal("unreadable", "no_action", action=text) from error
            if denials := check(self.state, code, seat):
                raise Refusal("illegal", denials=denials)
            self._do(code)

    def settle(self, luck: Luck) -> None:
        """Add the chance outcomes that follow."""
        while self.state.is_chance:
            self._do(luck.outcome(self.state))

    def _do(self, code: int) -> None:
        step = step_from(self.state, code)
        self.steps.append(step)
        self.state = step.after

    @property
    def actions(self) -> list[str]:
        return [action_string(self.state.world, step.code) for step in self.steps]

    def fits(self, state: State) -> bool:
        """Whether it was made for exactly this position."""
        return self.start is state
