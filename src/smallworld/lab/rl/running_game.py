"""One running game, for both kinds of environment: decisions go in, observations and rewards come out."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from smallworld.engine import IllegalAction, SmallWorldError, State, World, check, new_state, winners
from smallworld.engine.errors import choices
from smallworld.engine.notation.strings import action_string
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import sample
from smallworld.engine.verbs.denials import Denial

from .actions import Actions, Mask
from .observation import Observer

Reward = Literal["win", "margin"]
Observation = dict[str, NDArray[Any]]

MARGIN = 100  # coins of margin that count as a reward of 1


class RunningGame:
    """`reward`: the reward at the end. `shaping`: reward for each coin gained (negative for coins paid)."""

    def __init__(self, world: World, *, reward: Reward = "win", shaping: float = 0.0) -> None:
        if reward not in get_args(Reward):
            raise SmallWorldError(choices("reward", reward, get_args(Reward)))
        self.world = world
        self.reward = reward
        self.shaping = shaping
        self.actions = Actions(world)
        self.observer = Observer(world)
        self._luck = Random(0)
        self.state: State = new_state(world)
        self.legal: list[int] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> RunningGame:
        """The same game, going on by itself, with the same chance to come."""
        new = copy(self)
        new.state, new._luck = self.state.copy(), Random()
        new._luck.setstate(self._luck.getstate())
        return new

    def observation_space(self) -> spaces.Dict:
        numbers = spaces.Box(-1.0, 1.0, (self.observer.size,), np.float32)
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        return spaces.Dict({"observation": numbers, "action_mask": mask})

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(len(self.actions))

    def start(self, seed: int) -> None:
        """A new game; the seed decides all chance events."""
        self._luck = Random(seed)
        self.state = new_state(self.world)
        self._settle()

    def _settle(self) -> None:
        """Resolve chance events until somebody decides, or the game is over."""
        state = self.state
        while state.is_chance:
            play(state, sample(state, self._luck.random))
        self.legal = codes(state)

    def do(self, code: int) -> list[float]:
        """Play a decision. Returns the reward of each seat, for it and the chance events that follow."""
        state = self.state
        if code not in self.legal:
            raise IllegalAction(action_string(self.world, code), self.reasons(code))
        before = state.coins.copy()
        play(state, code)
        self._settle()
        rewards = [0.0] * len(before)
        if self.shaping:
            rewards = [self.shaping * (now - then) for now, then in zip(state.coins, before, strict=True)]
        if state.over:
            rewards = [a + b for a, b in zip(rewards, result(state, self.reward), strict=True)]
        return rewards

    def reasons(self, code: int) -> tuple[Denial, ...]:
        """Why an action is not possible now."""
        return check(self.state, code)

    def mask(self, seat: int) -> Mask:
        return self.actions.mask(self.legal if self.state.seat == seat else ())

    def observe(self, seat: int) -> Observation:
        return {"observation": self.observer.observe(self.state, seat), "action_mask": self.mask(seat)}

    def outcome(self) -> dict[str, Any]:
        """What everybody may know when the game is over."""
        return {"coins": list(self.state.coins), "shares": result(self.state, "win")}


def result(s: State, reward: Reward) -> list[float]:
    """`win`: 1, shared equally by the winners. `margin`: coins minus the average of the others' coins, in
    hundreds; adds up to 0.
    """
    if reward == "win":
        best = winners(s)
        return [1 / len(best) if seat in best else 0.0 for seat in range(len(s.coins))]
    others, total = len(s.coins) - 1, sum(s.coins)
    return [(coins - (total - coins) / others) / MARGIN for coins in s.coins]
