"""Learn to beat the random bot, in about two minutes on one core: `python examples/rl/learn.py`.

The policy is a softmax over the legal actions. An action is described by what the observation says of the
region (or the slot of the column) it is about, and of the turn; a linear score for each kind of action tells
how good that looks. The weights follow the natural policy gradient: play some games, see which choices came
before more coins than usual, make those more likely.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from smallworld.engine import actions as ac
from smallworld.lab.rl import SmallWorldEnv
from smallworld.lab.rl.running_game import Observation

Numbers = NDArray[np.float64]

TURN = ("round", "asked hand", "touched", "spoils", "coins")
CONTEXT = len(TURN) + 3
DISCOUNT = 0.95  # of coins that come a payment or a scoring later
KL = 0.03  # how far the policy moves in one step


@dataclass
class Episode:
    """Of each decision of a game: how things stood, the slope of its log probability, the reward."""

    contexts: list[Numbers] = field(default_factory=list)
    slopes: list[Numbers] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)

    def returns(self) -> list[float]:
        """The discounted rewards from each decision on."""
        out, total = [], 0.0
        for reward in reversed(self.rewards):
            total = reward + DISCOUNT * total if reward else total
            out.append(total)
        return out[::-1]


class Policy:
    def __init__(self, env: SmallWorldEnv, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.observer = env.table.observer
        self.regions, self.column = self.observer.regions, self.observer.column
        self.turn = [self.observer.table.column(name) for name in TURN]
        codes = np.array(env.table.actions.codes)
        self.kinds, extra = codes >> ac.SHIFT, codes >> 6 & ac.WIDE_FIELD
        # What each action is about: a row of the regions, then of the column, or the empty one at the end.
        self.rows = (codes & 63) + np.where(self.kinds == ac.PICK, self.regions.rows, 0)
        self.rows[np.isin(self.kinds, (ac.DECLINE, ac.GAMBLE, ac.END, ac.CHOOSE))] = -1
        self.amounts = np.where(self.kinds == ac.PLACE, extra / 10, extra > 0)
        self.width = max(self.regions.width, self.column.width)
        self.weights = np.zeros((ac.CHOOSE + 1, CONTEXT + self.width + 1))

    def features(self, seen: Observation) -> tuple[NDArray[np.int64], Numbers]:
        """The legal actions, and a row of features for each; the first ones are the same for all."""
        legal, vector = seen["action_mask"].nonzero()[0], seen["observation"]
        regions, column = self.regions.of(vector), self.column.of(vector)
        things = np.zeros((len(regions) + len(column) + 1, self.width))
        things[: len(regions), : self.regions.width] = regions
        things[len(regions) : -1, : self.column.width] = column
        held = regions[:, self.regions.column("me active")].sum() / 10
        turn = self.observer.table.of(vector)[0, self.turn]
        out = np.empty((len(legal), self.weights.shape[1]))
        out[:, :CONTEXT] = (1, held, held * turn[0], *turn)
        out[:, CONTEXT:-1] = things[self.rows[legal]]
        out[:, -1] = self.amounts[legal]
        return legal, out

    def choose(self, seen: Observation, episode: Episode | None = None) -> int:
        """The number of an action, drawn from the softmax; the episode takes down what there is to learn."""
        legal, features = self.features(seen)
        kinds = self.kinds[legal]
        scores = (features * self.weights[kinds]).sum(axis=1)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        chosen = int(self.random.choice(len(legal), p=chances))
        if episode is not None:
            slope = np.zeros_like(self.weights)
            chances[chosen] -= 1
            np.subtract.at(slope, kinds, chances[:, None] * features)
            episode.contexts.append(features[0, :CONTEXT])
            episode.slopes.append(slope.ravel())
        return int(legal[chosen])

    def learn(self, episodes: list[Episode]) -> None:
        """One step of the natural gradient: more of what brought more than is usual where things stood so."""
        contexts = np.array([row for episode in episodes for row in episode.contexts])
        slopes = np.array([row for episode in episodes for row in episode.slopes])
        returns = np.array([number for episode in episodes for number in episode.returns()])
        surplus = returns - contexts @ np.linalg.lstsq(contexts, returns, rcond=None)[0]
        gradient = slopes.T @ (surplus / surplus.std()) / len(slopes)
        fisher = slopes.T @ slopes / len(slopes)
        step = np.linalg.solve(fisher + 1e-3 * np.eye(len(gradient)), gradient)
        self.weights += sqrt(2 * KL / (gradient @ step)) * step.reshape(self.weights.shape)


def play(env: SmallWorldEnv, policy: Policy, episode: Episode | None = None) -> float:
    """One game; the learner's share of the win."""
    seen, info = env.reset()
    over = False
    while not over:
        seen, reward, over, _, info = env.step(policy.choose(seen, episode))
        if episode is not None:
            episode.rewards.append(reward)
    return float(info["shares"][env.seat])


def train(env: SmallWorldEnv, policy: Policy, *, steps: int, games: int = 40) -> None:
    for _ in range(steps):
        episodes = [Episode() for _ in range(games)]
        for episode in episodes:
            play(env, policy, episode)
        policy.learn(episodes)


def win_rate(env: SmallWorldEnv, policy: Policy, games: int) -> tuple[float, float, float]:
    """The share of games won, and the ends of its 95 % interval (Wilson's)."""
    rate, z = sum(play(env, policy) for _ in range(games)) / games, 1.96
    centre, spread = rate + z * z / (2 * games), z * sqrt(rate * (1 - rate) / games + (z / 2 / games) ** 2)
    return rate, (centre - spread) / (1 + z * z / games), (centre + spread) / (1 + z * z / games)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to beat a bot in two-player games.")
    parser.add_argument("--opponent", default="random", help="a bot, as in greedy or planner:beam=8")
    parser.add_argument("--steps", type=int, default=60, help="of 40 games each")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    env = SmallWorldEnv(opponents=[options.opponent], shaping=0.1)
    env.reset(seed=options.seed)
    policy, start = Policy(env, options.seed), perf_counter()
    for step in range(0, options.steps, 10):
        rate, low, high = win_rate(env, policy, 100)
        print(f"{perf_counter() - start:4.0f} s, {step:3} steps: wins {rate:.0%} ({low:.0%} to {high:.0%})")
        train(env, policy, steps=min(10, options.steps - step))
    print(f"{perf_counter() - start:4.0f} s, {options.steps:3} steps, now 1000 games:")
    for opponent in dict.fromkeys((options.opponent, "greedy")):
        judge = SmallWorldEnv(opponents=[opponent])
        judge.reset(seed=options.seed)
        rate, low, high = win_rate(judge, policy, 1000)
        print(f"wins {rate:.1%} ({low:.1%} to {high:.1%}) against {opponent}")


if __name__ == "__main__":
    main()
