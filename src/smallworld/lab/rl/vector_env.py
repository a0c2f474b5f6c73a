"""Many games as a Gymnasium vector environment: one learner in each, with bots in the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from smallworld.bots.registry import Bot, make_bot
from smallworld.engine import view
from smallworld.engine.notation.strings import SEATS, parse_action, parse_seat

from .batch import Batch
from .running_game import Observation, Reward, result


class SmallWorldVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`num_envs` games of `SmallWorldEnv`, with its options; game number i with seed s is that of
    `SmallWorldEnv` with seed s + i.

    A game that ends begins again in the same step: its last observation and coins are in
    `infos["final_obs"]` and `infos["final_info"]`. An illegal action raises `IllegalAction`, and nothing is
    played: the mask is in every observation.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # Gymnasium's form

    def __init__(
        self,
        num_envs: int,
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: str | None = None,
        board: str | None = None,
        world: str = "",
        packs: Sequence[str] | None = None,
        reward: Reward = "win",
        shaping: float = 0.0,
    ) -> None:
        self.opponents = [opponents] if isinstance(opponents, str) else list(opponents)
        players = len(self.opponents) + 1
        self.batch = Batch(
            num_envs, players, board, world=world, packs=packs, reward=reward, shaping=shaping, seed=0
        )
        self.num_envs = num_envs
        self.fixed_seat = None if seat is None else parse_seat(seat, players)
        numbers = gymnasium.spaces.Box(-1.0, 1.0, (self.batch.observer.size,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (len(self.batch.actions),), np.int8)
        self.single_observation_space = gymnasium.spaces.Dict({"observation": numbers, "action_mask": mask})
        self.single_action_space = gymnasium.spaces.Discrete(len(self.batch.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats = [0] * num_envs
        self._bots: list[list[Bot | None]] = [[] for _ in range(num_envs)]
        self._sources: list[np.random.Generator] = []
        for spec in self.opponents:
            make_bot(spec)  # report a wrong name now, not during training

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games. `seed`: of the first one, or of each; `options` is not used."""
        if seed is not None or not self._sources:
            each: Sequence[int | None] = [None] * self.num_envs
            if seed is not None:
                each = range(seed, seed + self.num_envs) if isinstance(seed, int) else seed
            self._sources = [seeding.np_random(number)[0] for number in each]
        for game in range(self.num_envs):
            self._begin(game)
        return self._observe(), {"seat": self._letters()}

    def _begin(self, game: int) -> None:
        """A new game with bots of its own, up to the learner's first decision."""
        source, players = self._sources[game], self.batch.world.players
        drawn = int(source.integers(players))
        seat = self.seats[game] = drawn if self.fixed_seat is None else self.fixed_seat
        number = int(source.integers(1 << 62))
        bots: list[Bot | None] = [None] * players
        for step, spec in enumerate(self.opponents, start=1):
            bots[(seat + step) % players] = make_bot(spec, seed=f"{number}/{step}")
        self._bots[game] = bots
        self.batch.start(game, number)
        self._wait(game)

    def _wait(self, game: int) -> bool:
        """Let the bots decide until it is the learner's turn; returns whether the game is over."""
        rows, actions = self.batch.rows, self.batch.actions
        over = False
        while not over:
            state = rows.states[game]
            bot = self._bots[game][state.seat]
            if bot is None:
                break
            choice = bot.choose(view(state, state.seat))
            code = parse_action(state.world, choice) if isinstance(choice, str) else choice
            over = rows.do(game, actions.numbers[code])
        rows.show(game, self.seats[game])
        return over

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        chosen, rows = np.asarray(actions), self.batch.rows
        self.batch.check(chosen)
        before = [state.coins[seat] for state, seat in zip(rows.states, self.seats, strict=True)]
        rewards, over = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        for game, number in enumerate(chosen.tolist()):
            over[game] = rows.do(game, number) or self._wait(game)
            rows.show(game, self.seats[game])
            state, seat = rows.states[game], self.seats[game]
            rewards[game] = self.batch.shaping * (state.coins[seat] - before[game])
            if over[game]:
                rewards[game] += result(state, self.batch.reward)[seat]
        infos = self._end(over) if over.any() else {}
        infos["seat"] = self._letters()
        return self._observe(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _end(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """What is to be said about games that are over; new ones begin in their places."""
        last, states = self._observe(), self.batch.rows.states
        observations, infos = np.full((2, self.num_envs), None, dtype=object)
        for game in np.flatnonzero(over).tolist():
            observations[game] = {name: array[game].copy() for name, array in last.items()}
            state = states[game]
            infos[game] = {"coins": list(state.coins), "shares": result(state, "win")}
            infos[game]["seat"] = SEATS[self.seats[game]]
            self._begin(game)
        return {"final_obs": observations, "_final_obs": over, "final_info": infos, "_final_info": over}

    def _observe(self) -> Observation:
        out = self.batch.write(self.batch.new_arrays())
        return {"observation": out.observation, "action_mask": out.mask}

    def _letters(self) -> list[str]:
        return [SEATS[seat] for seat in self.seats]
