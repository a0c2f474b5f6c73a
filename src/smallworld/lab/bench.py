"""Benchmarks: `make bench`. Figures are compared as ratios to the calibration loop of the same run.

Each figure is the best of several short runs, because machines are shared and noisy. Two copies of the
package are measured in turn: a plain one and, if there is a compiler, a compiled one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from smallworld import __version__
from smallworld.engine import new_state
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import sample
from smallworld.engine.verbs.receipts import conquest_receipt, defence_receipt, score_receipt
from smallworld.engine.world.world import NONE, World
from smallworld.packs import load_world

from .compiled import CannotCompile, compile_in, copy_package, engine_in_use
from .instruction_count import WORLDS, CannotCount, compare
from .playout import playout
from .worlds import packs_of, player_counts, world_names

ROUNDS = 3  # of each engine
RUNS = 5  # of each measurement in a round
SECONDS = 0.2  # of playouts in a run


def calibration_loops_per_s() -> float:
    """A fixed pure-Python loop: how fast this machine runs Python now."""

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

    run()  # combos are computed at first use
    return best_time(run) / len(states) * 1e6


def all_receipts(state: State) -> None:
    for region in range(len(state.occ)):
        defence_receipt(state, region)
        conquest_receipt(state, region)
    for seat in range(len(state.coins)):
        score_receipt(state, seat)


def bench(packs: Sequence[str] = ("base",)) -> dict[str, Any]:
    """All figures of the engine in this process, for every number of players these packs allow."""
    result: dict[str, Any] = {"python": platform.python_version()}
    result["calibration_loops_per_s"] = 0.0
    for players in player_counts(packs):
        calibration = calibration_loops_per_s()
        result["calibration_loops_per_s"] = max(result["calibration_loops_per_s"], calibration)
        world = load_world(players=players, packs=packs)
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


def figures_of(folder: Path, world: str = "") -> dict[str, Any]:
    """The figures of the package in a folder, measured in a separate process."""
    command = [sys.executable, "-P", "-m", "smallworld.lab.bench", "--json"]
    command += ["--world", world] if world else []
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def best_of(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The better figures of two rounds of the same engine."""
    best = dict(one)
    for name, figure in one.items():
        if isinstance(figure, dict):
            best[name] = best_of(figure, other[name])
        elif name.endswith("_per_s"):
            best[name] = max(figure, other[name])
        elif name.endswith("_us"):
            best[name] = min(figure, other[name])
    return best


def plain_and_compiled(folder: Path, world: str = "") -> dict[str, dict[str, Any]]:
    """The figures of this package, plain and, where possible, compiled. What is installed compiled is
    measured as it is; from sources a copy is compiled.
    """
    copies = {"plain": folder / "plain", "compiled": folder / "compiled"}
    copy_package(copies["plain"])
    if engine_in_use() == "compiled":
        copies["compiled"] = Path(__file__).parents[2]
    else:
        copy_package(copies["compiled"])
        try:
            print("compiling, which takes a minute ...", file=sys.stderr)
            compile_in(copies["compiled"])
        except CannotCompile as error:
            print(f"NOT COMPILED, plain figures only: {error}")
            del copies["compiled"]
    found: dict[str, dict[str, Any]] = {}
    for _ in range(ROUNDS):  # in turn, so that a slow minute of the machine affects both
        for kind, copy in copies.items():
            figures = figures_of(copy, world)
            found[kind] = best_of(found[kind], figures) if kind in found else figures
    return found


def show(found: dict[str, dict[str, Any]]) -> None:
    loops = {kind: figures["calibration_loops_per_s"] for kind, figures in found.items()}
    calibration = " / ".join(f"{count:,.0f}" for count in loops.values())
    print(f"Python {found['plain']['python']}; calibration {calibration} loops/s")
    print("players              games/s   actions/s   per 1000 loops   copy µs   legal µs   all receipts µs")
    for players in filter(str.isdigit, found["plain"]):
        for kind, figures in found.items():
            row = figures[players]
            print(
                f"{players:>7} {kind:<8} {row['games_per_s']:>11,.0f} {row['actions_per_s']:>11,.0f}"
                f" {row['actions_per_s'] / loops[kind] * 1000:>16.2f} {row['copy_us']:>9.2f}"
                f" {row['legal_us']:>10.2f} {row['receipts_us']:>17.0f}"
            )
        if "compiled" in found:
            faster = found["compiled"][players]["actions_per_s"] / found["plain"][players]["actions_per_s"]
            print(f"{'':>7} {'faster':<8} {'':>11} {faster:>10.2f}×")


def merge_into_file(figures: dict[str, Any], file: Path = Path("bench.json")) -> None:
    """Add to the file; figures of other benchmarks in it stay."""
    known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    file.write_text(json.dumps(known | figures, indent=1) + "\n", encoding="utf-8")
    print(f"written to {file}")


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="python -m smallworld.lab.bench", description="Measure the engine.")
    parser.add_argument("--world", default="", help=f"one of: {', '.join(world_names())}")
    parser.add_argument("--json", action="store_true", help="figures of this process only, as JSON")
    parser.add_argument("--instructions", action="store_true", help="count instructions, with valgrind")
    parser.add_argument("--against", type=Path, help="the src folder of another version, to compare with")
    wanted = parser.parse_args(arguments)
    packs = packs_of(wanted.world)  # refuse an unknown world before measuring
    if wanted.instructions or wanted.against:
        try:
            compare(wanted.against, ("+".join(packs),) if wanted.world else WORLDS)
        except CannotCount as error:
            sys.exit(f"smallworld: {error}")
        return
    if wanted.json:
        print(json.dumps(bench(packs)))
        return
    print(f"smallworld {__version__} runs the {engine_in_use()} engine here ({Path(__file__).parents[1]})")
    with TemporaryDirectory(prefix="smallworld-") as folder:
        found = plain_and_compiled(Path(folder), wanted.world)
    show(found)
    if wanted.world not in ("", "base"):
        merge_into_file({wanted.world: found})
        return
    # The plain figures are at the top as well, for programs that only know those.
    merge_into_file({**found["plain"], "plain": found["plain"], "compiled": found.get("compiled")})


if __name__ == "__main__":
    main(sys.argv[1:])
