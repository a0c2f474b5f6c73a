"""Terrains, symbols, tribes and boards of the base game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files

from smallworld.engine.content.board import Board, Terrain, board_from_data
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Native, Rule
from smallworld.engine.words.region_sets import symbol, terrain

pack = Pack(
    "base",
    version=1,
    terrains=(
        Terrain("farmland"),
        Terrain("forest"),
        Terrain("hill"),
        Terrain("swamp"),
        Terrain("mountain", defence=1),
        Terrain("sea", water=True, closed=True),
        Terrain("lake", water=True, closed=True),
    ),
    symbols=("mine", "magic", "cavern"),
    # Whether tokens of a player's own declined race defend against him: the later edition says yes, the
    # first one no.
    options={"own_tokens": ("defend", "yield")},
    texts=f"{__package__}.texts",
    looks=__package__,
    learn=__package__,
)


@pack.native
class LostTribes(Native):
    """Remnants of forgotten peoples, one token in each of their regions."""

    tokens = 1
    supply = 18


@pack.rule
class OwnTokens(Rule):
    """By the first edition only enemy tokens count in the cost."""

    own_tokens_yield = True

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        return home == pack.id and options.get("own_tokens") == "yield"


farmland, forest, hill, swamp = terrain("farmland"), terrain("forest"), terrain("hill"), terrain("swamp")
mountain = terrain("mountain")
mine, magic, cavern = symbol("mine"), symbol("magic"), symbol("cavern")

for _players in (2, 3, 4, 5):
    _name = f"base_{_players}p"
    _file = files(__package__).joinpath("boards", f"{_name}.json")
    pack.board(board_from_data(_name, json.loads(_file.read_text(encoding="utf-8")), source=f"{_name}.json"))
