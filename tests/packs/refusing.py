"""Packs that are refused, and what is said against them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from smallworld.engine import Pack, PackError, World
from smallworld.engine.content.changes import Change
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Marker, Race
from smallworld.engine.effects import Effect
from smallworld.packs import find_packs

BASE = find_packs()["base"]
Fields = dict[str, Any]


def fresh() -> Pack:
    return Pack("brew", version=1)


def refused(make: Callable[[], object]) -> list[str]:
    with pytest.raises(PackError) as caught:
        make()
    assert caught.value.faults
    return list(caught.value.faults)


def lying(name: str, **fields: Any) -> Marker:
    """The marker of a relic or place."""
    return Marker(id=name, **{"stays": True, "joins": True, **fields})


def race_faults(**fields: Any) -> list[str]:
    """What is said against a race with these fields; what it needs otherwise is there."""
    return refused(lambda: fresh().race(type("Otters", (Race,), {"tokens": 5, "supply": 10, **fields})))


def brewed(*effects: Effect, needs: tuple[str, ...] = (), **fields: Any) -> Pack:
    pack = Pack("brew", version=1, needs=needs)
    pack.race(type("Otters", (Race,), {"tokens": 5, "supply": 10, "effects": effects, **fields}))
    return pack


def world_faults(*packs: Pack, board: str = "base_2p") -> list[str]:
    return refused(lambda: World(BASE.boards[board], packs))


def none(scene: PieceView) -> Sequence[int]:
    return ()


def nothing(scene: PieceView, option: int) -> Sequence[Change]:
    return ()
