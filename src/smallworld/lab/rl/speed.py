"""Decisions per second of the environments: `python -m smallworld.lab.rl.speed`.

Random legal actions, in processor time; the best of several short runs, because machines are noisy.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import numpy as np

from ..compiled import engine_in_use
from .batch import Batch
from .gymnasium_env import SmallWorldEnv
from .pettingzoo_env import env, raw_env

RUNS = 5
SECONDS = 1.0
GAMES = 256  # of a batch


def aec_game(table: Any, random: Random) -> int:
    table.reset()
    steps = 0
    while True:
        seen, _, over, _, _ = table.last()
        if over:
            return steps
        table.step(random.choice(seen["action_mask"].nonzero()[0]))
        steps += 1


def single_game(learner: SmallWorldEnv, random: Random) -> int:
    seen, _ = learner.reset()
    steps, over = 0, False
    while not over:
        seen, _, over, _, _ = learner.step(random.choice(seen["action_mask"].nonzero()[0]))
        steps += 1
    return steps


def steps_per_s(game: Callable[[Any, Random], int], table: Any) -> float:
    table.reset(seed=1)
    best, random = 0.0, Random(1)
    for _ in range(RUNS):
        steps, start = 0, process_time()
        while (spent := process_time() - start) < SECONDS:
            steps += game(table, random)
        best = max(best, steps / spent)
    return best


def batch_steps_per_s(batch: Batch) -> float:
    best, random = 0.0, np.random.default_rng(1)
    for _ in range(RUNS):
        steps, start = 0, process_time()
        while (spent := process_time() - start) < SECONDS:
            batch.step(batch.sample(random))
            steps += batch.games
        best = max(best, steps / spent)
    return best


def main() -> None:
    print(f"engine: {engine_in_use()}")
    print("players   raw_env   env   single, random bots   single, greedy bots   batch of 256   (steps/s)")
    for players in (2, 3, 4, 5):
        many = batch_steps_per_s(Batch(GAMES, players, seed=1))
        plain, wrapped = (steps_per_s(aec_game, make(players)) for make in (raw_env, env))
        easy, hard = (
            steps_per_s(single_game, SmallWorldEnv([bot] * (players - 1))) for bot in ("random", "greedy")
        )
        print(f"{players:>7} {plain:>9,.0f} {wrapped:>5,.0f} {easy:>21,.0f} {hard:>21,.0f} {many:>14,.0f}")


if __name__ == "__main__":
    main()
