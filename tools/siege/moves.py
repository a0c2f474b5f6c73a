"""What a move costs without sockets and storage, in one version and another, in turn.

    python -m tools.siege.moves                              CPU milliseconds at 200 tables of two
    python -m tools.siege.moves --against ../older/src       beside another version's sources
    python -m tools.siege.moves --players 5 --tables 20

The best of several short runs counts, because other load slows runs down.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from .besieged import environment

# Self-contained, so that it runs on older versions too.
_PROGRAM = """
import asyncio, sys
from smallworld.server import bench
try:
    from smallworld.server.http.running.server_process import settle
except ImportError:
    from smallworld.server.http.serve import settle  # a version before the folders of http
settle()
found = asyncio.run(bench.moves_at(int(sys.argv[1]), int(sys.argv[2])))
print(found["cpu_ms"], found["median_ms"], found["bytes_sent"])
"""


def run(surroundings: dict[str, str], tables: int, players: int) -> tuple[float, ...]:
    command = [sys.executable, "-P", "-c", _PROGRAM, str(tables), str(players)]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the moves could not be played:\n{done.stderr[-2000:]}")
    return tuple(map(float, done.stdout.split()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--against", default="", help="the src folder of another version, to compare with")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        versions = {"here": dict(os.environ)}
        if args.against:
            if not (Path(args.against) / "smallworld").is_dir():
                parser.error(f"--against: {args.against} is no folder with the package smallworld")
            versions["against"] = environment(args.against, Path(folder))
        found: dict[str, list[tuple[float, ...]]] = {name: [] for name in versions}
        for _ in range(args.runs):
            for name, surroundings in versions.items():
                found[name].append(run(surroundings, args.tables, args.players))
    print("version  CPU ms  median  bytes")
    for name, runs in found.items():
        cpu, middle, sent = (min(figures) for figures in zip(*runs, strict=True))
        print(f"{name:<8} {cpu:>6.3f} {middle:>7.3f} {sent:>6.0f}")


if __name__ == "__main__":
    main()
