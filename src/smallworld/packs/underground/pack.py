"""Terrains, symbols, monsters and boards of Underground."""

from __future__ import annotations

import json
from importlib.resources import files

from smallworld.engine.board import Terrain, board_from_data
from smallworld.engine.pack import Pack
from smallworld.engine.pieces import Neutral
from smallworld.engine.where import symbol, terrain

pack = Pack(
    "underground",
    version=1,
    terrains=(
        Terrain("mud_pool"),
        Terrain("mushroom_forest"),
        Terrain("mystic_crystal"),
        Terrain("mine"),
        Terrain("black_mountain", defence=1),
        Terrain("river", cost=1, water=True, transit=True),
        Terrain("chasm", barred=True),
    ),
    symbols=("volcano",),
    neutral=Neutral("monsters", supply=14),
    looks=__package__,
)

mud_pool, mushroom_forest, mystic_crystal = (
    terrain("mud_pool"),
    terrain("mushroom_forest"),
    terrain("mystic_crystal"),
)
mine, black_mountain, river, chasm = (
    terrain("mine"),
    terrain("black_mountain"),
    terrain("river"),
    terrain("chasm"),
)
volcanic = symbol("volcano") & chasm

for _file in sorted(files(__package__).joinpath("boards").iterdir(), key=lambda file: file.name):
    if _file.name.endswith(".json"):
        _name = _file.name.removesuffix(".json")
        pack.board(board_from_data(_name, json.loads(_file.read_text(encoding="utf-8")), source=_file.name))
