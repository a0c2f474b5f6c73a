"""The game as a Gymnasium environment: one learner, with registered bots in the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from smallworld.bots.registry import Bot, make_bot
from smallworld.engine import SmallWorldError, view
from smallworld.engine.notation.strings import SEATS, parse_action, parse_seat
from smallworld.packs import load_world

from ..worlds import packs_of
from .copies import CopiedEnv
from .running_game import Observation, Reward, RunningGame

ILLEGAL_REWARD = -1.0


class SmallWorldEnv(CopiedEnv, gymnasium.Env[Any, Any]):
    """`opponents`: bots clockwise from the learner, e.g. `planner:beam=8`; the game has one player more.

    `seat`: a letter, or None for a random one in each game. `world`: a name of `lab.worlds`. An illegal
    action ends the game, with a reward of −1 and the reasons in `info["illegal"]`.
    """

    shared = ("action_space", "observation_space")
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # Gymnasium's form

    def __init__(
        self,
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: str | None = None,
        board: str | None = None,
        world: str = "",
        packs: Sequence[str] | None = None,
        reward: Reward = "win",
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        self.opponents = [opponents] if isinstance(opponents, str) else list(opponents)
        board = board or ""
        packs = packs_of(world, packs, board)
        rules = load_world(board, players=len(self.opponents) + 1, packs=packs)
        self.table = RunningGame(rules, reward=reward, shaping=shaping)
        self.fixed_seat = None if seat is None else parse_seat(seat, rules.players)
        self.seat = self.fixed_seat or 0
        self.render_mode = render_mode
        self.observation_space = self.table.observation_space()
        self.action_space = self.table.action_space()
        self._bots: list[Bot | None] = []
        self._under_way = False
        for spec in self.opponents:
            make_bot(spec)  # report a wrong name now, not during training

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game. A seed decides it and the games after it; `options` is not used."""
        super().reset(seed=seed)
        players = self.table.world.players
        drawn = int(self.np_random.integers(players))
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat
        number = int(self.np_random.integers(1 << 62))
        self._bots = [None] * players
        for step, spec in enumerate(self.opponents, start=1):
            self._bots[(self.seat + step) % players] = make_bot(spec, seed=f"{number}/{step}")
        self.table.start(number)
        self._under_way = True
        self._wait()
        return self.table.observe(self.seat), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._under_way:
            raise SmallWorldError("the game is over: reset the environment first")
        code = self.table.actions.codes[action]
        if code not in self.table.legal:
            self._under_way = False
            return self.table.observe(self.seat), ILLEGAL_REWARD, True, False, self._info(illegal=code)
        reward = self.table.do(code)[self.seat] + self._wait()
        over = self.table.state.over
        self._under_way = not over
        return self.table.observe(self.seat), reward, over, False, self._info()

    def _wait(self) -> float:
        """Let the bots decide until it is the learner's turn; returns the reward from that."""
        table, reward = self.table, 0.0
        while not table.state.over:
            bot = self._bots[table.state.seat]
            if bot is None:
                break
            choice = bot.choose(view(table.state, table.state.seat))
            code = parse_action(table.world, choice) if isinstance(choice, str) else choice
            reward += table.do(code)[self.seat]
        return reward

    def _info(self, illegal: int | None = None) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": SEATS[self.seat]}
        if illegal is not None:
            info["illegal"] = [str(reason) for reason in self.table.reasons(illegal)]
        elif self.table.state.over:
            info |= self.table.outcome()
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Only the mask, under the name that sb3-contrib's MaskablePPO looks for."""
        return self.table.mask(self.seat).astype(np.bool_)

    def render(self) -> str:
        """The position as the learner sees it, as a string for `smallworld position`."""
        return str(view(self.table.state, self.seat))
