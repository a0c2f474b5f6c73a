"""Where a board is played: who holds which region at the end of each turn, and what it is worth to be there.

`smallworld sim BOT --board BOARD --watch smallworld.lab.held_regions:HeldRegions --out FOLDER`, then
`python -m smallworld.lab.held_regions FOLDER`.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from smallworld.engine.bits import regions
from smallworld.engine.content.board import Board
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.position.state import State
from smallworld.packs import find_packs

from .results import read_rows
from .watchers import Cell, RowWatcher

LIKELY = 1.96  # standard errors to each side of a 95 % interval


class HeldRegions(RowWatcher):
    """The table `held`: the regions of a player at the end of each of his turns."""

    table = "held"
    columns: ClassVar[dict[str, type[Cell]]] = {"round": int, "seat": str, "regions": str}

    def on_turn_end(self, after: State, seat: int, number: int) -> None:
        held = " ".join(str(region) for region in regions(after.regions_of(seat)))
        self.rows.append((number, SEATS[seat], held))


@dataclass
class Mean:
    """A mean with half of its 95 % interval."""

    values: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def half(self) -> float:
        count, mean = len(self.values), self.value
        spread = sum((value - mean) ** 2 for value in self.values) / max(1, count - 1)
        return LIKELY * math.sqrt(spread / count)

    def __str__(self) -> str:
        return f"{self.value:+.1f} ± {self.half:.1f}"


@dataclass
class Grounds:
    """What a run says about a board."""

    board: Board
    wins: dict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))  # in percent
    entries: dict[int, Mean] = field(default_factory=lambda: defaultdict(Mean))  # margin by first foothold
    held: dict[int, float] = field(default_factory=lambda: defaultdict(float))  # share of all turn ends
    longest: dict[int, Mean] = field(default_factory=lambda: defaultdict(Mean))  # margin by holder
    sides: dict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))  # margin by bank


def sides_of(board: Board) -> dict[int, str]:
    """The pieces of land that a river leaves, named by their lowest region."""
    river = {region.id for region in board.regions if region.terrain == "river"}
    named: dict[int, str] = {}
    for region in board.regions:
        if region.id in river or region.id in named:
            continue
        waiting = [region.id]
        while waiting:
            one = waiting.pop()
            if one not in named and one not in river:
                named[one] = f"side of {region.id}"
                waiting += board.regions[one].neighbours
    return named | dict.fromkeys(river, "river")


def measure(board: Board, games: Iterable[Mapping[str, Any]], held: Iterable[Mapping[str, Any]]) -> Grounds:
    found = Grounds(board)
    sides = sides_of(board)
    seats = SEATS[: board.players]
    margins: dict[object, dict[str, float]] = {}
    for row in games:
        coins = {seat: float(row[f"coins_{seat}"]) for seat in seats}
        winners = row["winners"]
        for seat in seats:
            found.wins[seat].values.append(100 * (seat in winners) / max(1, len(winners)))
        margins[row["game"]] = {
            seat: coins[seat] - (sum(coins.values()) - coins[seat]) / (len(seats) - 1) for seat in seats
        }
    turns = 0
    ends: dict[tuple[object, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    begun: set[tuple[object, str]] = set()
    for game, seat, here in _turns(held):
        turns += 1
        for region in here:
            found.held[region] += 1
            ends[game, region][seat] += 1
        if here and (game, seat) not in begun:
            begun.add((game, seat))
            margin = margins[game][seat]
            foot = [region for region in here if board.regions[region].border]
            for region in foot:
                found.entries[region].values.append(margin)
            for side in {sides[region] for region in here} - {"river"}:
                found.sides[side].values.append(margin)
    for region in found.held:
        found.held[region] *= len(seats) / turns
    for (game, region), counts in sorted(ends.items(), key=str):
        most = max(counts.values())
        owners = [seat for seat, count in counts.items() if count == most]
        if len(owners) == 1:
            found.longest[region].values.append(margins[game][owners[0]])
    return found


def _turns(held: Iterable[Mapping[str, Any]]) -> Iterator[tuple[object, str, list[int]]]:
    for row in held:
        yield row["game"], row["seat"], [int(region) for region in str(row["regions"]).split()]


def report(found: Grounds) -> str:
    board = found.board
    lines = [f"{board.id}: {len(found.wins['A'].values)} games", "", "seat  wins"]
    lines += [f"{seat}     {mean.value:.1f} ± {mean.half:.1f} %" for seat, mean in sorted(found.wins.items())]
    lines += ["", "held in its first turn: seats, margin of the seat at the end"]
    lines += [f"{side}: {len(mean.values)}, {mean}" for side, mean in sorted(found.sides.items())]
    lines += [
        "",
        "region: held at the end of turns, margin of who held it longest, of who began there",
    ]
    for region in board.regions:
        if not found.held.get(region.id):
            continue
        words = [str(region.id), region.terrain, *region.symbols, "natives" if region.natives else ""]
        name = " ".join(word for word in words if word)
        longest = str(found.longest[region.id]) if found.longest[region.id].values else "-"
        began = found.entries[region.id]
        start = f"{began} ({len(began.values)})" if began.values else "-"
        lines.append(f"{name}: {100 * found.held[region.id]:.0f} %, {longest}, {start}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m smallworld.lab.held_regions")
    parser.add_argument("folder", type=Path, help="of a run that was watched by HeldRegions")
    parser.add_argument("--board", required=True)
    wanted = parser.parse_args(arguments)
    boards = {id: board for pack in find_packs().values() for id, board in pack.boards.items()}
    print(report(measure(boards[wanted.board], read_rows(wanted.folder), read_rows(wanted.folder, "held"))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
