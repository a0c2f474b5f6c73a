"""Measures the printed pieces: what an average combo does in each scene, and what each piece is worth.

In every scene some printed combos are dealt, races and powers in turn. Other pieces are compared with their
average; the value of a printed piece is what it brings beyond the average of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from smallworld.engine import World
from smallworld.packs import load_world

from ..atlas.result import fingerprint
from ..workers import call_all
from .deal import BOT, Deal, play_deal
from .game_file import GameFile
from .scenes import CELLS, SEED, WORLDS, Scene, in_turn, scene

COMBOS: Final = 12  # dealt in each scene
SCENES: Final = 16  # in each cell


def printed_world(at: Scene) -> World:
    return load_world(at.board, packs=WORLDS[at.cell.world])


def printed_combo(at: Scene, number: int) -> tuple[str, str]:
    """Races and powers come in turn, each in its own order."""
    world, place = printed_world(at), at.index * COMBOS + number
    races = [race.id for race in world.races]
    where = f"{at.cell}/{at.board}"
    return in_turn(races, place, f"race/{where}"), in_turn(world.power_ids, place, f"power/{where}")


def play_printed(task: int) -> tuple[int, Deal]:
    number, combo = divmod(task, COMBOS)
    at = scene(number)
    return task, play_deal(printed_world(at), at, *printed_combo(at, combo))


def calibrate(
    folder: Path,
    scenes: int = SCENES,
    jobs: int = 1,
    ray: str = "",
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Deal]:
    """Play the missing games; all deals, in the order of the games."""
    total = scenes * len(CELLS) * COMBOS
    journal = GameFile(folder, {"seed": SEED, "bot": BOT, "combos": COMBOS, "weights": fingerprint()})
    try:
        todo: Iterable[int] = (task for task in range(total) if task not in journal.deals)
        with closing(call_all(play_printed, todo, jobs, ray)) as found:
            for task, deal in found:
                journal.add(task, deal)
                progress(len(journal.deals), total)
    finally:
        journal.close()
    return [deal for task, deal in sorted(journal.deals.items()) if task < total]
