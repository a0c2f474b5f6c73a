"""A batch of games of one world, stepped together and seen as arrays that the caller owns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smallworld.engine import IllegalAction, SmallWorldError, World, check
from smallworld.engine.errors import choices
from smallworld.engine.notation.strings import action_string
from smallworld.engine.world.world import NONE
from smallworld.packs import load_world

from ..worlds import packs_of
from .actions import Actions
from .copies import CopiedEnv
from .observation import Observer
from .rows import Rows
from .running_game import Reward, result


@dataclass(frozen=True)
class Arrays:
    """One entry for each game. Seats are numbers from 0; a party, which has a purse of its own, is the last.

    When a game ends, `over` is true, `reward` and `coins` are those of its end, and everything else is of the
    game that begins in its place.
    """

    observation: NDArray[np.float32]  # games × numbers: what the seat that decides knows
    mask: NDArray[np.int8]  # games × actions: 1 for what it may do
    seat: NDArray[np.int8]  # games: who decides
    reward: NDArray[np.float32]  # games × seats: for the last step
    over: NDArray[np.bool_]  # games: whether the last step ended a game
    coins: NDArray[np.int16]  # games × seats: at the end of the game that is over; otherwise 0


class Batch(CopiedEnv):
    """`games` games of one world. `seed` decides all their chance; `reset` can give each game its own.

    The other options are those of the environments. `reset` and `step` write into `out`, by default arrays of
    the batch's own (`batch.arrays`), which the next step overwrites.
    """

    shared = ("world", "actions", "observer")

    def __init__(
        self,
        games: int,
        players: int = 2,
        board: str | None = None,
        *,
        world: str = "",
        packs: Sequence[str] | None = None,
        reward: Reward = "win",
        shaping: float = 0.0,
        seed: int | None = None,
        rules: World | None = None,
    ) -> None:
        if games < 1:
            raise SmallWorldError(f"a batch has at least one game, not {games}")
        if reward not in get_args(Reward):
            raise SmallWorldError(choices("reward", reward, get_args(Reward)))
        board = board or ""
        self.world = rules or load_world(board, players=players, packs=packs_of(world, packs, board))
        self.games = games
        self.reward: Reward = reward
        self.shaping = shaping
        self.actions = Actions(self.world)
        self.observer = Observer(self.world)
        self._coins_at = self.observer.table.start
        self._luck = [Random() for _ in range(games)]
        self.rows = Rows(games, self.world, self.observer.layout(), self.actions.codes)
        self.arrays = self.new_arrays()
        self.rows.luck = [luck.random for luck in self._luck]
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games on {self.world.board.id}>"

    def new_arrays(self) -> Arrays:
        """Arrays of the right shapes, to be owned by the caller."""
        games, seats = self.games, self.world.seats
        return Arrays(
            np.zeros((games, self.observer.size), np.float32),
            np.zeros((games, len(self.actions)), np.int8),
            np.zeros(games, np.int8),
            np.zeros((games, seats), np.float32),
            np.zeros(games, np.bool_),
            np.zeros((games, seats), np.int16),
        )

    def reset(self, seed: int | Sequence[int] | None = None, out: Arrays | None = None) -> Arrays:
        """New games. A number seeds them all, a list each of them: the same seed and the same actions give
        the same game, whatever the others do. Without a seed, chance goes on where it was."""
        out = out or self.arrays
        if seed is not None:
            seeds = seed
            if isinstance(seeds, int):
                seeds = np.random.default_rng(seeds).integers(1 << 62, size=self.games).tolist()
            if len(seeds) != self.games:
                raise SmallWorldError(f"{self.games} games need as many seeds, not {len(seeds)}")
            for luck, number in zip(self._luck, seeds, strict=True):
                luck.seed(number)
        for game in range(self.games):
            self.rows.start(game)
            self.rows.show(game, self.rows.states[game].seat)
        out.reward.fill(0)
        out.over.fill(False)
        out.coins.fill(0)
        return self.write(out)

    def start(self, game: int, seed: int) -> None:
        """A new game in one place, decided by its own seed."""
        self._luck[game].seed(seed)
        self.rows.start(game)

    def step(self, actions: ArrayLike, out: Arrays | None = None) -> Arrays:
        """Play one decision in each game. If one of them is illegal, nothing is played at all."""
        out = out or self.arrays
        chosen = np.asarray(actions)
        self.check(chosen)
        states, shaping = self.rows.states, self.shaping
        before = [state.coins.copy() for state in states] if shaping else []
        over = self.rows.step(chosen.tolist())
        out.reward.fill(0)
        out.over.fill(False)
        out.coins.fill(0)
        if shaping:
            out.reward[:] = [state.coins for state in states]
            out.reward[:] -= before
            out.reward[:] *= shaping
        for game in over:
            state = states[game]
            out.reward[game] += result(state, self.reward)
            out.over[game] = True
            out.coins[game] = state.coins
            self.rows.start(game)
            self.rows.show(game, self.rows.states[game].seat)
        return self.write(out)

    def check(self, chosen: NDArray[Any]) -> None:
        """Raise `IllegalAction` with its reasons unless each number is legal in its game."""
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise SmallWorldError(f"{self.games} games need as many action numbers, not {chosen!r}")
        known = (chosen >= 0) & (chosen < len(self.actions))
        if not known.all():
            number = int(chosen[~known][0])
            raise SmallWorldError(f"there is no action {number}: they go from 0 to {len(self.actions) - 1}")
        game = self.rows.illegal(chosen.tolist())
        if game != NONE:
            code = self.actions.codes[int(chosen[game])]
            name = f"{action_string(self.world, code)} in game {game}"
            raise IllegalAction(name, check(self.rows.states[game], code))

    def write(self, out: Arrays) -> Arrays:
        """Write the rows as they are now."""
        numbers = np.frombuffer(b"".join(self.rows.rows), np.int8)
        out.observation[:] = numbers.reshape(self.games, -1)
        np.multiply(out.observation, self.observer.scale, out=out.observation)
        coins = np.array(self.rows.coins, np.float32) * self.observer.scale[self._coins_at]
        np.minimum(coins, 1, out=out.observation[:, self._coins_at])
        out.mask[:] = np.frombuffer(b"".join(self.rows.masks), np.int8).reshape(self.games, -1)
        out.seat[:] = self.rows.seats
        return out

    def sample(self, random: np.random.Generator) -> NDArray[np.int_]:
        """A random legal action for each game."""
        return np.array(self.rows.choose(random.random(self.games).tolist()))

    def __getstate__(self) -> dict[str, Any]:
        kept = vars(self).copy()
        del kept["rows"]
        return kept | {"states": self.rows.states}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        states = kept.pop("states")
        vars(self).update(kept)
        self.rows = Rows(self.games, self.world, self.observer.layout(), self.actions.codes)
        self.rows.luck = [luck.random for luck in self._luck]
        for game, state in enumerate(states):
            self.rows.states[game] = state
            self.rows.settle(game)
            self.rows.show(game, state.seat)
