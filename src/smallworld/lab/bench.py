"""Benchmarks: `make bench`. Figures are compared as ratios to the calibration loop of the same run.

Each figure is the best of several short runs, because these machines are shared and noisy.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

from smallworld.engine import new_state
from smallworld.engine.chance import sample
from smallworld.engine.receipts import conquest_receipt, defence_receipt, score_receipt
from smallworld.engine.state import State
from smallworld.engine.turn import codes, play
from smallworld.engine.world import NONE, World
from smallworld.packs import load_world

from .playout import playout

RUNS = 5
SECONDS = 0.6


def calibration_loops_per_s() -> float:
    """A fixed pure-Python loop: how fast this machine runs Python just now."""

    def loop() -> int:
        total = 0
        for number in range(200_000):
            total += number & 7
        return total

    return 200_000 / best_time(loop, runs=7)


def best_time(function: Callable[[], object], runs: int = RUNS) -> float:
    """Seconds of the fastest of several runs."""
    best = float("inf")
    for _ in range(runs):
        start = perf_counter()
        function()
        best = min(best, perf_counter() - start)
    return best


def playouts(world: World, seed: int) -> tuple[float, float]:
    """(games/s, decisions/s) of random playouts, the best of several runs."""
    random = Random(seed).random
    games_per_s = actions_per_s = 0.0
    for _ in range(RUNS):
        games = actions = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < SECONDS:
            actions += playout(new_state(world), random)
            games += 1
        games_per_s, actions_per_s = max(games_per_s, games / spent), max(actions_per_s, actions / spent)
    return games_per_s, actions_per_s


def positions(world: World, count: int, seed: int) -> list[State]:
    """Positions in the middle of random games, where somebody is conquering."""
    source = Random(seed)
    found: list[State] = []
    while len(found) < count:
        state = new_state(world)
        while not state.over and len(found) < count:
            if not state.is_chance and state.acting != NONE and source.random() < 0.05:
                found.append(state.copy())
            play(state, sample(state, source.random) if state.is_chance else source.choice(codes(state)))
    return found


def per_position_us(states: list[State], function: Callable[[State], object]) -> float:
    def run() -> None:
        for state in states:
            function(state)

    run()  # combos are worked out at first use
    return best_time(run) / len(states) * 1e6


def all_receipts(state: State) -> None:
    for region in range(len(state.occ)):
        defence_receipt(state, region)
        conquest_receipt(state, region)
    for seat in range(len(state.coins)):
        score_receipt(state, seat)


def bench() -> dict[str, object]:
    result: dict[str, object] = {"python": platform.python_version()}
    result["calibration_loops_per_s"] = calibration_loops_per_s()
    for players in (2, 3, 4, 5):
        world = load_world(players=players)
        games, actions = playouts(world, seed=players)
        states = positions(world, 200, seed=players)
        result[str(players)] = {
            "games_per_s": games,
            "actions_per_s": actions,
            "copy_us": per_position_us(states, State.copy),
            "legal_us": per_position_us(states, codes),
            "receipts_us": per_position_us(states, all_receipts),
        }
    return result


def main() -> None:
    result = bench()
    calibration = float(str(result["calibration_loops_per_s"]))
    print(f"Python {result['python']}; calibration {calibration:,.0f} loops/s")
    print("players   games/s   actions/s   actions per 1000 loops   copy µs   legal µs   all receipts µs")
    for players in "2345":
        row = result[players]
        assert isinstance(row, dict)
        ratio = row["actions_per_s"] / calibration * 1000
        print(
            f"{players:>7} {row['games_per_s']:>9,.0f} {row['actions_per_s']:>11,.0f} {ratio:>24.2f}"
            f" {row['copy_us']:>9.2f} {row['legal_us']:>10.2f} {row['receipts_us']:>17.0f}"
        )
    Path("bench.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print("written to bench.json")


if __name__ == "__main__":
    main()
