"""A small policy and value network from self-play, with numpy alone.

    python examples/rl/zero.py --out results/zero

1. A teacher's games are exported: what each decision saw, what was legal, what was chosen, who won.
2. A network of two layers learns to choose as the teacher did, and to say who will win.
3. It plays itself, looking one decision ahead with its own value; what it then prefers is the next lesson.
4. It plays on the ladder as any other bot: `examples/rl/zero.py:NetworkBot:weights=results/zero/network.npz`.

The same command gives the same network. `curve.svg` shows how it learned. Set OPENBLAS_NUM_THREADS=1: for so
small a network threads cost more than they bring.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from smallworld.bots.heuristics import imagine
from smallworld.engine import Seeded, View, winners
from smallworld.engine.turn.turn import play
from smallworld.engine.verbs.chance import sample
from smallworld.lab.rl.actions import Actions
from smallworld.lab.rl.export import Positions, batches, export, read_positions
from smallworld.lab.rl.observation import Observer
from smallworld.lab.sim import Settings, simulate

Numbers = NDArray[np.float32]
HIDDEN = 192
BATCH = 256
RATE = 1e-3
DECAY = 1e-4  # of the weights, so that it does not learn games by heart
VALUE = 0.5  # weight of the value's error beside the policy's


class Network:
    """Observation → hidden layer → a number for each action, and the chance to win."""

    def __init__(self, weights: Mapping[str, Numbers]) -> None:
        self.weights = {name: np.asarray(array, dtype=np.float32) for name, array in weights.items()}

    @classmethod
    def new(cls, numbers: int, actions: int, seed: int) -> Network:
        random = np.random.default_rng(seed)

        def layer(rows: int, columns: int, scale: float = 1.0) -> Numbers:
            found = random.standard_normal((rows, columns)) * scale * np.sqrt(2 / rows)
            return np.asarray(found, dtype=np.float32)

        return cls(
            {
                "in": layer(numbers, HIDDEN),
                "in_bias": np.zeros(HIDDEN, np.float32),
                "policy": layer(HIDDEN, actions, 0.1),
                "policy_bias": np.zeros(actions, np.float32),
                "value": layer(HIDDEN, 1, 0.1),
                "value_bias": np.zeros(1, np.float32),
            }
        )

    def __call__(self, seen: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The hidden layer, the logits of all actions, and the chances to win."""
        w = self.weights
        hidden = np.maximum(0, seen @ w["in"] + w["in_bias"])
        logits = hidden @ w["policy"] + w["policy_bias"]
        value = 1 / (1 + np.exp(-(hidden @ w["value"] + w["value_bias"])[..., 0]))
        return hidden, logits, value

    def slopes(self, data: Positions, rows: NDArray[np.int64]) -> tuple[dict[str, Numbers], float, float]:
        """How the error changes with each weight; the errors of policy and value."""
        w, seen = self.weights, data.observation[rows]
        hidden, logits, value = self(seen)
        chances = softmax(np.where(data.mask[rows], logits, -1e9))
        target, won = data.policy[rows], data.win[rows]
        by_logit = (chances - target) / len(rows)
        by_value = (VALUE * (value - won) / len(rows))[:, None]
        by_hidden = (by_logit @ w["policy"].T + by_value @ w["value"].T) * (hidden > 0)
        slopes = {
            "in": seen.T @ by_hidden,
            "in_bias": by_hidden.sum(0),
            "policy": hidden.T @ by_logit,
            "policy_bias": by_logit.sum(0),
            "value": hidden.T @ by_value,
            "value_bias": by_value.sum(0),
        }
        policy_error = -float(np.mean(np.sum(target * np.log(chances + 1e-9), axis=1)))
        surprise = won * np.log(value + 1e-9) + (1 - won) * np.log(1 - value + 1e-9)
        return slopes, policy_error, -float(np.mean(surprise))


def softmax(logits: Numbers) -> Numbers:
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True), dtype=np.float32)


class Adam:
    """Steps down the slopes, larger where they have been steady."""

    def __init__(self, network: Network) -> None:
        self.network, self.steps = network, 0
        self.mean = {name: np.zeros_like(array) for name, array in network.weights.items()}
        self.square = {name: np.zeros_like(array) for name, array in network.weights.items()}

    def step(self, slopes: Mapping[str, Numbers]) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            self.mean[name] = 0.9 * self.mean[name] + 0.1 * slope
            self.square[name] = 0.999 * self.square[name] + 0.001 * slope * slope
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            weights = self.network.weights[name]
            weights -= RATE * (mean / (np.sqrt(square) + 1e-8) + DECAY * weights)


def learn(network: Network, adam: Adam, data: Positions, random: np.random.Generator) -> dict[str, float]:
    """Once through the games; every tenth is kept for the test."""
    tested = data.game % 10 == 0
    rows, tests = np.flatnonzero(~tested), np.flatnonzero(tested)
    for some in batches(len(rows), BATCH, random):
        slopes, _, _ = network.slopes(data, rows[some])
        adam.step(slopes)
    _, logits, _ = network(data.observation[tests])
    chosen = np.where(data.mask[tests], logits, -1e9).argmax(axis=1)
    _, policy_error, value_error = network.slopes(data, tests)
    same = float(np.mean(chosen == data.policy[tests].argmax(axis=1)))
    return {"policy": policy_error, "value": value_error, "same": same}


class NetworkBot:
    """Plays what the network likes best. `look`: so many actions are tried and judged by the value first."""

    def __init__(self, seed: int | str = 0, weights: str = "", look: int = 0, explore: float = 0.0) -> None:
        with np.load(weights) as file:
            self.network = Network(dict(file))
        self.look, self.explore = look, explore
        self.random = Seeded(f"network/{seed}").random
        self.weights: dict[int, float] = {}  # of its last decision, for the export
        self.observer: Observer | None = None

    def choose(self, view: View) -> int:
        assert view.legal is not None
        world = view.state.world
        if self.observer is None or self.observer.world is not world:
            self.observer, self.actions = Observer(world), Actions(world)
            if len(self.actions) != len(self.network.weights["policy_bias"]):
                raise ValueError("this network was trained for another board or other packs")
        codes = list(view.legal.codes)
        _, logits, _ = self.network(self.observer.observe(view.state, view.seat))
        chances = softmax(logits[[self.actions.numbers[code] for code in codes]])
        if self.look and len(codes) > 1:
            chances = self.looked(view, codes, chances)
        self.weights = dict(zip(codes, map(float, chances), strict=True))
        if self.explore and self.random() < self.explore:
            return codes[int(np.searchsorted(np.cumsum(chances), self.random() * 0.999999))]
        return codes[int(chances.argmax())]

    def looked(self, view: View, codes: list[int], chances: Numbers) -> Numbers:
        """The policy after a look at the best actions: each is played, and what follows is judged."""
        assert self.observer is not None
        best = np.argsort(-chances)[: self.look]
        seats, seen, values = list[int](), list[Numbers](), np.zeros(len(best), np.float32)
        for place, at in enumerate(best):
            state = imagine(view)
            play(state, codes[at])
            while state.is_chance:
                play(state, sample(state, self.random))
            seats.append(state.seat)
            if state.over:
                values[place] = view.seat in winners(state)
                seen.append(np.zeros(self.observer.size, np.float32))
            else:
                seen.append(self.observer.observe(state, state.seat))
        _, _, told = self.network(np.stack(seen))
        others = view.state.world.players - 1
        for place, seat in enumerate(seats):
            if seat >= 0:
                values[place] = told[place] if seat == view.seat else (1 - told[place]) / others
        logits = np.log(chances + 1e-6)
        logits[best] += 8.0 * (values - values.mean())
        return softmax(logits)


def curve(points: list[dict[str, float]]) -> str:
    """The share of wins against each opponent, and of the teacher's choices that it makes too, by lesson."""
    width, height, left, bottom, top, right = 720, 340, 56, 46, 16, 150
    colours = {"against random": "#2f7f4f", "against greedy": "#2b6cb0", "same choice": "#b7791f"}

    def x(at: float) -> float:
        return left + at / max(1, len(points) - 1) * (width - left - right)

    def y(share: float) -> float:
        return top + (1 - share) * (height - top - bottom)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="sans-serif" font-size="13"><title>How the network learned</title>'
        f'<rect width="{width}" height="{height}" fill="#fffdf7"/>'
    ]
    for tenth in range(0, 11, 2):
        out.append(f'<path d="M{left} {y(tenth / 10):.1f}H{width - right}" stroke="#ccc"/>')
        out.append(
            f'<text x="{left - 8}" y="{y(tenth / 10) + 4:.1f}" text-anchor="end">{tenth * 10} %</text>'
        )
    for at in range(len(points)):
        out.append(f'<text x="{x(at):.1f}" y="{height - 26}" text-anchor="middle">{at}</text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 8}" text-anchor="middle">lesson</text>')
    ends: list[float] = []
    for name, colour in colours.items():
        line = " ".join(f"{x(at):.1f},{y(point[name]):.1f}" for at, point in enumerate(points))
        end = y(points[-1][name])
        while any(abs(end - other) < 15 for other in ends):
            end += 15
        ends.append(end)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        out.append(f'<text x="{width - right + 8}" y="{end + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small policy and value network from self-play.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--teacher", default="greedy")
    parser.add_argument(
        "--games", type=int, default=600, help="of the teacher, and of each round of self-play"
    )
    parser.add_argument("--lessons", type=int, default=6, help="times through the teacher's games")
    parser.add_argument("--rounds", type=int, default=1, help="of self-play")
    parser.add_argument("--test-games", type=int, default=100, help="against each opponent after each lesson")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args()
    out: Path = wanted.out
    out.mkdir(parents=True, exist_ok=True)
    file = out / "network.npz"
    random = np.random.default_rng(wanted.seed)
    settings = Settings((wanted.teacher,), 2, wanted.seed)
    export(settings, wanted.games, out / "teacher", wanted.jobs)
    data = read_positions(out / "teacher")
    print(f"{len(data)} decisions of {wanted.teacher}", flush=True)
    network = Network.new(data.observation.shape[1], data.mask.shape[1], wanted.seed)
    adam = Adam(network)
    here = f"{__file__}:NetworkBot:weights={file}"
    points: list[dict[str, float]] = []

    def test(told: dict[str, float]) -> None:
        np.savez(file, **network.weights)  # type: ignore[arg-type]
        point = {"same choice": told["same"]}
        for other in ("random", "greedy"):
            tally = simulate([here, other], wanted.test_games, seed=wanted.seed + 1, jobs=wanted.jobs)
            point[f"against {other}"] = tally.standings[here].win_share
        points.append(point)
        words = "  ".join(f"{name} {value:.3f}" for name, value in {**told, **point}.items())
        print(f"lesson {len(points) - 1}: {words}", flush=True)

    test({"same": 0.0})
    for _ in range(wanted.lessons):
        test(learn(network, adam, data, random))
    for number in range(wanted.rounds):
        played = Settings((f"{here},look=8,explore=0.3",), 2, wanted.seed + 10 + number)
        export(played, wanted.games, out / f"self-play-{number + 1}", wanted.jobs)
        test(learn(network, adam, read_positions(out / f"self-play-{number + 1}"), random))
    (out / "curve.json").write_text(json.dumps(points, indent=1) + "\n", encoding="utf-8")
    (out / "curve.svg").write_text(curve(points), encoding="utf-8")
    bots = [f"Network={here}", f"Looking={here},look=8", "greedy", "random"]
    tally = simulate(
        bots, 6 * wanted.test_games, seed=wanted.seed + 2, ladder=True, players=2, jobs=wanted.jobs
    )
    for bot, rating in tally.ratings().items():
        low, high = rating.ci
        print(f"{bot.partition('=')[0]}: {rating.points:+.0f} ({low:+.0f} to {high:+.0f})")


if __name__ == "__main__":
    main()
