"""CPU instructions of the engine per decision: its cost, independent of other load on the machine.

Valgrind counts them over the same random games, so that two versions can be compared to a percent on a busy
machine. The result is the difference between a long run and a short one, without imports, first combos and
Python's exit.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from .compiled import copy_package

WARM: Final = 150  # games before counting
GAMES: Final = 60
WORLDS: Final = ("base", "underground")

# Self-contained, so that it runs on older versions too: installed packs that those do not have are left out.
PROGRAM: Final = """
import importlib.metadata, importlib.util, os, sys
from random import Random
installed = importlib.metadata.entry_points
importlib.metadata.entry_points = lambda **wanted: [
    entry for entry in installed(**wanted) if importlib.util.find_spec(entry.module)
]
from smallworld.engine import new_state
from smallworld.lab.playout import playout
from smallworld.packs import find_packs, load_world
packs = sys.argv[1].split("+")
if not set(packs) <= set(find_packs()):
    sys.exit(3)
world, random = load_world(players=int(sys.argv[2]), packs=packs), Random(7).random
print(sum(playout(new_state(world), random) for _ in range(int(sys.argv[3]))), flush=True)
os._exit(0)
"""
NO_SUCH_WORLD: Final = 3
_REFS: Final = re.compile(r"I\s+refs:\s+([\d,]+)")


class CannotCount(Exception):
    """Valgrind is missing, or there is nothing to count. The message says which."""


def games_of(folder: Path, world: str, players: int, games: int, tool: Sequence[str] = ()) -> tuple[int, str]:
    """Random games with the package in a folder: decisions made (-1: no such world), output of the tool."""
    command = [*tool, sys.executable, "-P", "-c", PROGRAM, world, str(players), str(games)]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode == NO_SUCH_WORLD:
        return -1, ""
    if done.returncode:
        raise CannotCount(f"{folder}: the games could not be played:\n{done.stderr}".rstrip())
    return int(done.stdout), done.stderr


def per_decision(folder: Path, world: str, players: int = 2) -> float | None:
    """Instructions per decision of random games; None if the package has no such world."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise CannotCount("valgrind is not installed, and it is what counts the instructions")
    tool = (valgrind, "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={os.devnull}")
    counted = []
    for games in (WARM, WARM + GAMES):
        decisions, said = games_of(folder, world, players, games, tool)
        if decisions < 0:
            return None
        counted.append((decisions, references(said)))
    (few, less), (many, more) = counted
    return (more - less) / (many - few)


def references(said: str) -> int:
    """The number of instructions in valgrind's output."""
    found = _REFS.search(said)
    if found is None:
        raise CannotCount(f"valgrind did not say how many instructions there were:\n{said}".rstrip())
    return int(found.group(1).replace(",", ""))


def compare(against: Path | None, worlds: Sequence[str] = WORLDS) -> None:
    """Print the instructions of this package, plain and compiled, beside those of one in another folder."""
    if against is not None and not (against / "smallworld" / "engine").is_dir():
        raise CannotCount(f"{against}: no package smallworld in this folder; name the src of a checkout")
    with TemporaryDirectory(prefix="smallworld-") as work:
        sources = {"before": against / "smallworld" if against is not None else None, "now": None}
        rows: dict[tuple[str, str], dict[str, float | None]] = {}
        for version, source in sources.items():
            if version == "before" and source is None:
                continue
            for kind in ("plain", "compiled"):
                copy = Path(work, version, kind)
                copy_package(copy, source)
                if kind == "compiled" and not _compile(copy):
                    continue
                for world in worlds:
                    rows.setdefault((world, kind), {})[version] = per_decision(copy, world)
    print(f"{'instructions per decision':<28}{'before':>10}{'now':>10}{'change':>9}")
    for (world, kind), found in rows.items():
        old, new = found.get("before"), found.get("now")
        change = f"{new / old - 1:+.1%}" if old and new else ""
        print(f"{f'{world}, two players, {kind}':<28}{_shown(old):>10}{_shown(new):>10}{change:>9}")


def _compile(folder: Path) -> bool:
    """Compile a copy with its own version's code. Returns whether that was possible."""
    script = str(folder / "smallworld" / "lab" / "compiled.py")
    done = subprocess.run([sys.executable, "-P", script, str(folder)], capture_output=True, check=False)
    if done.returncode:
        print(f"NOT COMPILED, plain figures only:\n{done.stderr.decode(errors='replace')}", file=sys.stderr)
    return not done.returncode


def _shown(figure: float | None) -> str:
    return "" if figure is None else f"{figure:,.0f}"
