"""Terrains, symbols, rules and boards of River World. What is official, told or ours: docs/river.md."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import ClassVar, Final

from smallworld.engine.bits import regions
from smallworld.engine.content.board import Board, Terrain, board_from_data
from smallworld.engine.content.changes import Change, Put
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Aim, Card, Marker, Means, Place, Row, Rule, Target
from smallworld.engine.effects import ALWAYS, cheaper, coins, foresees, settles
from smallworld.engine.words.region_sets import beside, beyond, marked, symbol, terrain, water
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
    learn=__package__,
)


river, harbour, shipyard = terrain("river"), symbol("harbour"), symbol("shipyard")
temple, pirate_bay = symbol("temple"), symbol("pirate")

SHIP: Final = "pirate_ship"
SHIPS: Final = 12
CARAVEL: Final = "caravel"
pirate_ships = marked(SHIP)


class OnTheRiver(Rule):
    """A rule for the boards of this pack."""

    serves_parties = True

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        return home == pack.id


def _new_ships(scene: PieceView) -> Sequence[Change]:
    """As many as there are left."""
    there = scene.where(pirate_ships)
    calm = scene.mask_of(river) & ~there & ~scene.occupied()
    return tuple(Put(SHIP, region) for region in regions(calm)[: SHIPS - there.bit_count()])


@pack.card
class Raid(Card):
    """A ship comes to every river region without tokens."""

    copies = 4
    serves_parties = True

    @classmethod
    def on_revealed(cls, scene: PieceView) -> Sequence[Change]:
        return _new_ships(scene)


@pack.card
class Storm(Card):
    """River regions cost 3."""

    copies = 4
    serves_parties = True
    effects = (cheaper(-2, where=river, life=ALWAYS),)


@pack.card
class Ice(Card):
    """River regions are ordinary regions."""

    copies = 3
    serves_parties = True
    effects = (cheaper(-1, where=river, life=ALWAYS), settles(river, life=ALWAYS))


def _sails(scene: PieceView) -> bool:
    return scene.card not in (Storm.id, Ice.id)


def _home(scene: PieceView, region: int) -> Sequence[Change]:
    return () if scene.spots(CARAVEL) >> region & 1 else (Put(CARAVEL, region),)


@pack.place
class Shipyard(Place):
    """Its holder's active race has the caravel: once a turn a conquest sails along the river."""

    serves_parties = True
    markers = (
        Marker(id="shipyard", stays=True, joins=True, starts=shipyard),
        Marker(id=CARAVEL, stays=True, starts=shipyard),
    )
    means = (
        Means(
            id=CARAVEL,
            reach=beyond(river & ~pirate_ships) & ~water,
            when=_sails,
            why_not="becalmed",
            carries=CARAVEL,
            first_conquest=False,
        ),
    )
    reasons: ClassVar = {
        "becalmed": (
            "The caravel sails neither in a storm nor over ice.",
            "Wait for a round with open water.",
        )
    }

    @classmethod
    def on_released(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return _home(scene, region)

    @classmethod
    def on_decline(cls, scene: PieceView) -> Sequence[Change]:
        return _home(scene, scene.here)


@pack.place
class TempleOfTheSeer(Place):
    """When his turn begins, the player whose active race holds it sees the next event."""

    markers = (Marker(id="temple_of_the_seer", stays=True, joins=True, starts=temple),)
    effects = (foresees(),)


@pack.rule
class RiverWorld(OnTheRiver):
    """On boards with a river, troops that fly over everything spoil the game."""

    leaves_out = ("flying",)
    needs = (river, harbour, shipyard, temple)
    row = Row("event", (Raid, Storm, Ice))
    markers = (Marker(id=SHIP, count=SHIPS, defence=1, starts=pirate_bay),)


# --- stages of a party's order --------------------------------------------------------------------------


def _with_caravel(scene: PieceView, targets: Sequence[Target]) -> Sequence[int]:
    """Where the caravel of their rival lies."""
    owned = scene.active_of(scene.rival) & scene.mask_of(shipyard)
    spot = scene.spots(CARAVEL) if owned else 0
    return [spot >> target.region & 1 for target in targets]


def _with_harbour(scene: PieceView, targets: Sequence[Target]) -> Sequence[int]:
    theirs = scene.held_by(scene.rival) & scene.mask_of(harbour)
    return [theirs >> target.region & 1 for target in targets]


def _freeing(scene: PieceView, targets: Sequence[Target]) -> Sequence[int]:
    """Coins that the ship on the way costs them now, and no other ship."""
    ships = scene.where(pirate_ships)
    banks = scene.held & ~scene.mask_of(water)

    def freed(way: int) -> int:
        if way < 0 or not ships >> way & 1:
            return 0
        return (banks & scene.bordering(1 << way) & ~scene.bordering(ships & ~(1 << way))).bit_count()

    return [freed(target.way) for target in targets]


@pack.rule
class TribesByTheRiver(OnTheRiver):
    """What tribes that move look for beside a river, when all else is equal."""

    aims = (Aim("caravel", _with_caravel), Aim("harbour", _with_harbour), Aim("freeing", _freeing))
    reasons: ClassVar = {
        "caravel": (
            "Their rival's caravel is not in region {region}, and they prefer where it is.",
            "Choose one of: {options}.",
        ),
        "harbour": (
            "There is no harbour of their rival in region {region}, and they prefer one.",
            "Choose one of: {options}.",
        ),
        "freeing": (
            "The way to region {region} frees {here} coins for them, and they prefer the most: {best}.",
            "Choose one of: {options}.",
        ),
    }


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
