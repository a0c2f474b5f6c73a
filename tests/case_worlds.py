"""Boards that exist for rule cases only: they stay as they are when the boards of a pack are redrawn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from smallworld.engine import World
from smallworld.engine.content.board import Board, board_from_data
from smallworld.packs import find_packs, world_from_description

FOLDER = Path(__file__).parent / "cases"
# Board -> its file, and its number of players.
BOARDS = {f"bend_{players}p": (FOLDER / "river" / "board.json", players) for players in (2, 3)}


@cache
def board(name: str) -> Board:
    path, players = BOARDS[name]
    data = json.loads(path.read_text(encoding="utf-8"))
    return board_from_data(name, {**data, "players": players}, source=path.name)


@cache
def _world(name: str, packs: tuple[str, ...], options: tuple[tuple[str, str], ...], rounds: int) -> World:
    # The first pack is the home of a board that no pack has.
    found = sorted((find_packs()[pack] for pack in packs), key=lambda pack: pack.id != "river")
    return World(board(name), found, options=dict(options), rounds=rounds)


def case_world(given: Mapping[str, Any]) -> World:
    """The world of a case: on a board of its own, or as any description."""
    if given["board"] not in BOARDS:
        return world_from_description(given)
    packs = tuple(given.get("packs", ("base", "river")))
    options = tuple(sorted(given.get("options", {}).items()))
    return _world(given["board"], packs, options, given.get("rounds", 0))
