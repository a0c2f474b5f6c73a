"""The strength of combos in bot games. Written from the atlas by `python -m tools.atlas_values`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from smallworld.engine import World

from .text_cache import Data

_Z: Final = 1.96  # 95 %


@cache
def _measured() -> dict[str, dict[str, dict[str, list[float]]]]:
    found: dict[str, dict[str, dict[str, list[float]]]] = json.loads(
        files(__package__).joinpath("worth.json").read_text(encoding="utf-8")
    )
    return found


def world_of(packs: Iterable[str], board: str) -> str:
    """The key of a measurement: exactly these packs on this board."""
    return f"{'+'.join(packs)} {board}"


def worth(world: World, race: int, power: int) -> Data | None:
    """None if it was not measured."""
    table = _measured().get(world_of((pack.id for pack in world.packs), world.board.id), {})
    cell = table.get(world.race_ids[race], {}).get(world.power_ids[power])
    if cell is None:
        return None
    coins, error = cell
    return {"coins": coins, "low": round(coins - _Z * error, 1), "high": round(coins + _Z * error, 1)}
