"""Terrains, symbols, rules and boards of River World. What is official, told or ours: docs/river.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from smallworld.engine.content.board import Board, Terrain, board_from_data
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Marker, Rule
from smallworld.engine.effects import ALWAYS, coins
from smallworld.engine.words.region_sets import beside, marked, symbol, terrain, water
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


river, harbour, shipyard = terrain("river"), symbol("harbour"), symbol("shipyard")
temple, pirate_bay = symbol("temple"), symbol("pirate")

SHIP: Final = "pirate_ship"
SHIPS: Final = 12
pirate_ships = marked(SHIP)


class OnTheRiver(Rule):
    """A rule for the boards of this pack."""

    serves_parties = True

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        return home == pack.id


@pack.rule
class RiverWorld(OnTheRiver):
    """On boards with a river, troops that fly over everything spoil the game."""

    leaves_out = ("flying",)
    needs = (river, harbour, shipyard, temple)
    markers = (Marker(id=SHIP, count=SHIPS, defence=1, starts=pirate_bay),)


@pack.rule
class Harbours(OnTheRiver):
    """A player's first harbour is worth a coin, the second two, the third three, and so on."""

    joins = True
    effects = (coins(1, per=harbour, rising=True, life=ALWAYS),)


@pack.rule
class Pirates(OnTheRiver):
    """Land beside a pirate ship is worth a coin less, however many ships there are."""

    joins = True
    effects = (coins(-1, per=beside(pirate_ships) & ~water, life=ALWAYS),)


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
