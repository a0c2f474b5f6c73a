"""Fit the evaluation on self-play: `python -m smallworld.lab.fit`. Needs numpy (extra `lab`).

Recipe: bots of a kind play each other; at the end of every turn the features of the seat that moved are
written down, with the coins it gains on the average of the others from there to the end. A ridge regression
for each number of rounds left gives the weights; neighbouring numbers of rounds share data, so that the
weights change smoothly.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from pathlib import Path

import numpy as np

from smallworld import bots
from smallworld.bots.evaluation import FEATURES, features
from smallworld.bots.registry import make_bot
from smallworld.engine import new_state
from smallworld.engine.turn import play
from smallworld.lab.arena import play_game
from smallworld.packs import load_world

Sample = tuple[int, list[float], float]  # rounds left, features, margin still to come


def samples_of_game(task: tuple[int, str, int]) -> list[Sample]:
    players, bot, number = task
    world = load_world(players=players)
    seats = [make_bot(bot, seed=f"fit/{number}/{seat}") for seat in range(players)]
    result = play_game(world, seats, f"fit/{number}")
    found: list[tuple[int, int, list[float], float]] = []
    state = new_state(world)
    for action in result.log:
        seat, number_of_round = state.turn, state.round
        play(state, action)
        if (state.turn, state.round) != (seat, number_of_round) and not state.over:
            left = world.rounds - number_of_round
            found.append((seat, left, features(state, seat), _margin(tuple(state.coins), seat)))
    return [(left, row, _margin(result.coins, seat) - now) for seat, left, row, now in found]


def _margin(coins: tuple[int, ...], seat: int) -> float:
    others = [amount for other, amount in enumerate(coins) if other != seat]
    return coins[seat] - sum(others) / len(others)


def fit(samples: list[Sample], rounds: int, ridge: float = 30.0) -> list[list[float]]:
    """One row of weights for each number of rounds left; none are needed for 0."""
    table = [[0.0] * FEATURES]
    left = np.array([sample[0] for sample in samples])
    x = np.array([sample[1] for sample in samples])
    y = np.array([sample[2] for sample in samples])
    for target in range(1, rounds):
        # Samples one round away count a quarter.
        weight = np.where(left == target, 1.0, np.where(abs(left - target) == 1, 0.25, 0.0))
        xw = x * weight[:, None]
        solution = np.linalg.solve(xw.T @ x + ridge * np.eye(FEATURES), xw.T @ y)
        table.append([round(float(value), 4) for value in solution])
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()
    path = Path(bots.__file__).with_name("weights.json")
    data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for players in options.players:
            tasks = [(players, options.bot, number) for number in range(options.games)]
            games = pool.map(samples_of_game, tasks, chunksize=8)
            samples = [sample for game in games for sample in game]
            data[str(players)] = fit(samples, load_world(players=players).rounds)
            print(f"{players} players: {len(samples)} samples of {options.games} games by {options.bot}")
    path.write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
