"""The first combo of the column, if a world does not leave it to chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..content.pieces import Piece, Power, Race
from ..errors import PackError, choices
from .left_out import Absent

# Options of every world, in addition to those of its packs.
OPENING: Final = {"first_race": "race", "first_power": "power"}


def opening_combo(
    wanted: Mapping[str, str],
    races: Sequence[type[Race]],
    powers: Sequence[type[Power]],
    left_out: Sequence[Absent],
) -> tuple[int, int]:
    """The race and the power of the first combo, as numbers; -1: chance decides."""
    numbers, faults = [-1, -1], []
    shelves: tuple[Sequence[type[Piece]], ...] = (races, powers)
    absent = {out.piece.id: ", ".join(out.needs) for out in left_out}
    for place, (option, kind) in enumerate(OPENING.items()):
        name, ids = wanted.get(option), [piece.id for piece in shelves[place]]
        if name in ids:
            numbers[place] = ids.index(name)
        elif name in absent:
            faults.append(f"option {option}: {name} makes no sense on this board (it needs {absent[name]})")
        elif name is not None:
            faults.append(f"option {option}: {choices(kind, name, ids)}")
    if faults:
        raise PackError(faults)
    return numbers[0], numbers[1]
