"""Learn to beat the random bot in about two minutes on one core: `python examples/rl/learn.py`. Needs numpy only.

The policy is a softmax over the legal actions. Each action is described by a few numbers taken from the
observation: what stands in the region (or lies in the slot of the column) that it is about, and how the turn
stands. A linear score for each kind of action says how good that looks. The weights follow the natural policy
gradient: play some games, see which choices came before more coins than usual, make those more likely.
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
from smallworld.lab.rl.table import Observation

Numbers = NDArray[np.float64]
TABLE = ("round", "asked hand", "touched", "spoils", "coins")
DISCOUNT = 0.9  # of what comes a turn later
KL = 0.02  # how far the policy may move in one step


@dataclass
class Episode:
    """What was felt at each decision, the slope of its log probability, and the coins that followed."""

    contexts: list[Numbers] = field(default_factory=list)
    slopes: list[Numbers] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)

    def returns(self) -> Numbers:
        out, total = np.zeros(len(self.rewards)), 0.0
        for index in range(len(out) - 1, -1, -1):
            if self.rewards[index]:  # coins are paid or scored: one of a few moments in a turn
                total = self.rewards[index] + DISCOUNT * total
            out[index] = total
        return out


class Policy:
    def __init__(self, env: SmallWorldEnv, seed: int = 0) -> None:
        self.actions, self.observer = env.table.actions, env.table.observer
        self.random = np.random.default_rng(seed)
        codes = np.array(self.actions.codes)
        self.kinds, about, extra = codes >> ac.SHIFT, codes & 63, codes >> 6 & 63
        # Rows of `things`: the regions, then the combos of the column, then nothing.
        regions, slots = self.observer.regions.rows, self.observer.column.rows
        placeless = np.isin(self.kinds, (ac.DECLINE, ac.GAMBLE, ac.END, ac.CHOOSE))
        self.rows = np.where(self.kinds == ac.PICK, regions + about, about)
        self.rows[placeless] = regions + slots
        self.amounts = np.where(self.kinds == ac.PLACE, extra / 10, extra > 0)
        self.table = [self.observer.table.column(name) for name in TABLE]
        self.mine = self.observer.regions.column("me active")
        self.context_size = len(TABLE) + 3
        self.thing_size = max(self.observer.regions.width, self.observer.column.width)
        self.weights = np.zeros((ac.CHOOSE + 1, self.context_size + self.thing_size + 1))

    def context(self, vector: NDArray[np.float32]) -> Numbers:
        held = self.observer.regions.of(vector)[:, self.mine].sum() / 10
        table = self.observer.table.of(vector)[0, self.table]
        return np.array([1.0, held, held * table[0], *table])

    def features(self, seen: Observation) -> tuple[NDArray[np.int64], Numbers, Numbers]:
        """Numbers of the legal actions, a row of features for each, the context they share."""
        legal, vector = seen["action_mask"].nonzero()[0], seen["observation"]
        regions, column = self.observer.regions, self.observer.column
        things = np.zeros((regions.rows + column.rows + 1, self.thing_size))
        things[: regions.rows, : regions.width] = regions.of(vector)
        things[regions.rows : -1, : column.width] = column.of(vector)
        context = self.context(vector)
        out = np.empty((len(legal), self.weights.shape[1]))
        out[:, : self.context_size] = context
        out[:, self.context_size : -1] = things[self.rows[legal]]
        out[:, -1] = self.amounts[legal]
        return legal, out, context

    def choose(self, seen: Observation, episode: Episode | None = None) -> int:
        legal, features, context = self.features(seen)
        kinds = self.kinds[legal]
        scores = (features * self.weights[kinds]).sum(axis=1)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        chosen = int(np.searchsorted(chances.cumsum(), self.random.random() * chances.sum()))
        chosen = min(chosen, len(legal) - 1)
        if episode is not None:
            slope = np.zeros_like(self.weights)
            chances[chosen] -= 1
            np.subtract.at(slope, kinds, chances[:, None] * features)
            episode.contexts.append(context)
            episode.slopes.append(slope.ravel())
        return int(legal[chosen])

    def learn(self, episodes: list[Episode]) -> None:
        """One natural gradient step: more of what brought more coins than usual at such a point."""
        contexts = np.array([row for episode in episodes for row in episode.contexts])
        slopes = np.array([row for episode in episodes for row in episode.slopes])
        returns = np.concatenate([episode.returns() for episode in episodes])
        usual = contexts @ np.linalg.lstsq(contexts, returns, rcond=None)[0]
        better = (returns - usual) / (returns - usual).std()
        gradient = slopes.T @ better / len(better)
        fisher = slopes.T @ slopes / len(better)
        step = np.linalg.solve(fisher + 1e-3 * np.eye(len(gradient)), gradient)
        self.weights += (sqrt(2 * KL / (gradient @ step)) * step).reshape(self.weights.shape)


def play(env: SmallWorldEnv, policy: Policy, *, learn: bool = False) -> tuple[float, Episode]:
    """One game: the share of the win, and what there is to learn from."""
    episode = Episode()
    seen, info = env.reset()
    over = False
    while not over:
        seen, reward, over, _, info = env.step(policy.choose(seen, episode if learn else None))
        episode.rewards.append(reward)
    return info["shares"]["ABCDE".index(info["seat"])], episode


def train(env: SmallWorldEnv, policy: Policy, *, steps: int, games: int = 40) -> None:
    for _ in range(steps):
        policy.learn([play(env, policy, learn=True)[1] for _ in range(games)])


def win_rate(env: SmallWorldEnv, policy: Policy, games: int) -> tuple[float, float, float]:
    """The share of games won, and its 95 % interval (Wilson)."""
    rate = sum(play(env, policy)[0] for _ in range(games)) / games
    z = 1.96
    centre, spread = rate + z * z / (2 * games), z * sqrt(rate * (1 - rate) / games + (z / 2 / games) ** 2)
    return rate, (centre - spread) / (1 + z * z / games), (centre + spread) / (1 + z * z / games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    env = SmallWorldEnv(opponents=[options.opponent], shaping=0.1)
    env.reset(seed=options.seed)
    policy = Policy(env, options.seed)
    start, steps = perf_counter(), 0
    while perf_counter() - start < options.seconds:
        if steps % 10 == 0:
            rate, low, high = win_rate(env, policy, 100)
            print(f"{perf_counter() - start:5.0f} s, {steps:3} steps: wins {rate:.0%} ({low:.0%} to {high:.0%})")
        train(env, policy, steps=1)
        steps += 1
    rate, low, high = win_rate(env, policy, 1000)
    print(f"after {steps} steps: wins {rate:.1%} ({low:.1%} to {high:.1%}) of 1000 games")


if __name__ == "__main__":
    main()
