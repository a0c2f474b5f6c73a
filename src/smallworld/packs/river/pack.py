"""Terrains, symbols, rules and boards of River World. What is official, told or ours: docs/river.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files

from smallworld.engine.content.board import Board, Terrain, board_from_data
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Rule
from smallworld.packs.base.pack import OwnTokens

pack = Pack(
    "river",
    version=1,
    needs=("base",),
    # The river of other worlds is the same thing: whatever works there works here.
    terrains=(Terrain("river", cost=1, water=True, transit=True),),
    symbols=("harbour", "pirate", "shipyard", "temple"),
    texts=f"{__package__}.texts",
    looks=__package__,
)


@pack.rule
class RiverWorld(Rule):
    """On boards with a river, troops that fly over everything spoil the game."""

    leaves_out = ("flying",)

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        return home == pack.id


@pack.rule
class OwnTokensByTheRiver(OwnTokens):
    """The option of the base game on boards of this pack."""

    id = "own_tokens_by_the_river"

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        return home == pack.id and options.get("own_tokens") == "yield"


for _file in sorted(files(__package__).joinpath("boards").iterdir(), key=lambda file: file.name):
    if _file.name.endswith(".json"):
        _name = _file.name.partition(".")[0]
        pack.board(board_from_data(_name, json.loads(_file.read_text(encoding="utf-8")), source=_file.name))
