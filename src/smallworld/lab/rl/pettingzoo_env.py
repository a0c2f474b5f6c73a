"""The game as a PettingZoo environment: one agent at each seat, one decision at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from smallworld.engine import view
from smallworld.engine.notation.strings import SEATS
from smallworld.packs import load_world

from ..worlds import packs_of
from .copies import CopiedEnv
from .running_game import Observation, Reward, RunningGame

ILLEGAL_REWARD = -1.0


class SmallWorldAEC(CopiedEnv, AECEnv):  # type: ignore[misc]
    """Agents are the seats, "A" to "E". An illegal action raises `IllegalAction`, with its reasons.

    `board`: by default the one for this number of `players`. `world`: a name of `lab.worlds`. `reward`,
    `shaping`: see docs/learning.md.
    """

    shared = ("action_spaces", "observation_spaces")
    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's form
        "name": "smallworld_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        board: str | None = None,
        *,
        world: str = "",
        packs: Sequence[str] | None = None,
        reward: Reward = "win",
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        board = board or ""
        rules = load_world(board, players=players, packs=packs_of(world, packs, board))
        self.table = RunningGame(rules, reward=reward, shaping=shaping)
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(SEATS[: rules.players])
        self.agents: list[str] = []
        self.action_spaces = {agent: self.table.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self.table.observation_space() for agent in self.possible_agents}
        self._source: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. A seed decides it and the games after it; `options` is not used."""
        if seed is not None or self._source is None:
            self._source = np.random.default_rng(seed)
        self.table.start(int(self._source.integers(1 << 62)))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = SEATS[self.table.state.seat]

    def observe(self, agent: str) -> Observation:
        """What this seat knows; its mask is empty unless it has to decide."""
        return self.table.observe(SEATS.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"agent {agent} is asked for an action"
        self._cumulative_rewards[agent] = 0.0
        rewards = self.table.do(self.table.actions.codes[action])
        self.rewards = dict(zip(self.possible_agents, rewards, strict=False))  # a party has no agent
        self._accumulate_rewards()
        if self.table.state.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: self.table.outcome() for agent in self.agents}
            self._deads_step_first()
        else:
            self.agent_selection = SEATS[self.table.state.seat]

    def render(self) -> str:
        """The position as a spectator sees it, as a string for `smallworld position`."""
        return str(view(self.table.state))

    def close(self) -> None:
        """There is nothing to close."""


raw_env = SmallWorldAEC


def env(players: int = 2, board: str | None = None, **options: Any) -> Any:
    """`SmallWorldAEC` in PettingZoo's usual wrappers: an illegal action ends the game and costs 1."""
    out = wrappers.TerminateIllegalWrapper(raw_env(players, board, **options), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(out))
