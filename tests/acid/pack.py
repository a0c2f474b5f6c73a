"""The acid test of the vocabulary: six pieces of Underground, written without touching the engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from smallworld.engine import Pack
from smallworld.engine.bits import regions
from smallworld.engine.board import Terrain, board_from_data
from smallworld.engine.changes import Change, Put, SwapBadge
from smallworld.engine.effects import (
    as_if_empty,
    enters,
    keeps_all_tokens,
    linked_to,
    redeploys_on_decline,
)
from smallworld.engine.pieces import Marker, Means, Neutral, Power, Question, Race, Relic
from smallworld.engine.scene import Scene
from smallworld.engine.where import beside, dynamic, everywhere, symbol, terrain

pack = Pack(
    "acid",
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
)

for _path in sorted((Path(__file__).parent / "boards").glob("*.json")):
    pack.board(board_from_data(_path.stem, json.loads(_path.read_text(encoding="utf-8")), _path.name))

chasm = terrain("chasm")
volcanic = symbol("volcano") & chasm


def _next_to(scene: Scene, mask: int) -> int:
    """Real borders only: no passage carries the heat."""
    out = 0
    for region in regions(mask):
        out |= scene.board.neighbour_masks[region]
    return out


def _foot_of_the_volcano(scene: Scene) -> int:
    return _next_to(scene, scene.spots("volcano"))


def _heat(scene: Scene) -> int:
    """Next to the Volcano, or joined to it through regions the race holds."""
    reached, hot = 0, _foot_of_the_volcano(scene)
    while hot & scene.held & ~reached:
        reached |= hot & scene.held
        hot |= _next_to(scene, reached)
    return hot


def _volcanoes(scene: Scene) -> Sequence[int]:
    return regions(scene.where(volcanic))


def _light_it(scene: Scene, region: int) -> Sequence[Change]:
    return (Put("volcano", region),)


@pack.race
class Flames(Race):
    """Near the Volcano they burn down whoever stands in the way."""

    tokens, supply = 4, 9
    effects = (enters(dynamic(_foot_of_the_volcano), only=True), as_if_empty(where=dynamic(_heat)))
    markers = (Marker(id="volcano"),)
    questions = (
        Question(
            id="volcano", at="picked", about="region", options=_volcanoes, answer=_light_it, optional=False
        ),
    )


@pack.race
class Spiderines(Race):
    """Every region at a chasm is next to all they hold."""

    tokens, supply = 7, 12
    effects = (linked_to(beside(chasm)), enters(beside(chasm)))


def _other_combos(scene: Scene) -> Sequence[int]:
    return range(scene.combos_in_column)


def _swap(scene: Scene, slot: int) -> Sequence[Change]:
    return (SwapBadge(slot),)


@pack.race
class ShadowMimes(Race):
    """When picked they may swap their badge with that of another combo."""

    tokens, supply = 7, 12
    questions = (Question(id="swap", at="picked", about="combo", options=_other_combos, answer=_swap),)


@pack.power
class Tomb(Power):
    """In decline all tokens stay, are arranged once more, and flee as if active."""

    tokens = 5
    effects = (keeps_all_tokens(), redeploys_on_decline())


@pack.power
class Vampire(Power):
    """Once per turn and opponent, a lone active token becomes one of theirs."""

    tokens = 5
    means = (Means(id="bite", replaces=True, or_from_hand=True, per_victim=True, first_conquest=False),)


@pack.relic
class FlyingDoormat(Relic):
    """Once per turn it carries its holder anywhere, and stays there."""

    markers = (Marker(id="flying_doormat", stays=True),)
    means = (Means(id="doormat", reach=everywhere, carries="flying_doormat"),)
