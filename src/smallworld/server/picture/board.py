"""The board as it is drawn: outlines, looks, names of terrains and symbols. It is the same in every game."""

from __future__ import annotations

from functools import lru_cache

from smallworld.drawing import outlines
from smallworld.engine import World

from ..wire.board import Board
from .looks import looks_of
from .rivers import river_paths
from .text_cache import WORLDS, words


@lru_cache(maxsize=WORLDS)
def board_wire(world: World, lang: str) -> Board:
    """Raises `PackError` for a board that cannot be drawn."""
    drawn, spoken = outlines(world.board), words(lang, world)
    looks = looks_of(world.packs, world.board.id)
    return Board.model_validate(
        {
            "id": world.board.id,
            "name": spoken.catalogue.name("board", world.board.id),
            "width": drawn.width,
            "height": drawn.height,
            "regions": [
                {
                    "id": region.id,
                    "name": region.name,
                    "path": outline.path,
                    "spot": outline.spot,
                    "room": outline.room,
                    "terrain": spoken.named("terrain", region.terrain),
                    "symbols": [spoken.named("symbol", symbol) for symbol in region.symbols],
                    "border": region.border,
                    "neighbours": list(region.neighbours),
                }
                for region, outline in zip(world.board.regions, drawn.regions, strict=True)
            ],
            "packs": [pack.id for pack in world.packs if not pack.source],
            "homebrew": [pack.source for pack in world.packs if pack.source],
            "flows": river_paths(
                world.board, drawn, [id for id, look in looks.terrains.items() if look.joined]
            ),
            "looks": looks,
        }
    )
