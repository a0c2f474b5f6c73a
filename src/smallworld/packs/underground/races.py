"""The 15 races of Underground. Rules texts in five languages stand in `texts/`."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine.bits import regions
from smallworld.engine.content.changes import Change, Count, Put, SwapBadge
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Counter, Marker, Means, Question, Race
from smallworld.engine.effects import (
    ALWAYS,
    DECLINED,
    as_if_empty,
    auxiliaries,
    cheaper,
    coins,
    enters,
    linked_to,
    passes,
    recruits,
    settles,
    toll,
    unaided,
)
from smallworld.engine.words.region_sets import beside, beside_held, dynamic, water

from .pack import chasm, mine, mud_pool, mushroom_forest, mystic_crystal, pack, volcanic
from .position_queries import elsewhere, foot_of_the_volcano, heat, lonely, near_the_ancient


def _move_the_ancient(scene: PieceView, region: int) -> Sequence[Change]:
    return (Put("great_ancient", region),)


@pack.race
class Cultists(Race):
    """Their Great Ancient guards a region and makes its neighbours cheaper."""

    tokens = 5
    supply = 10
    effects = (cheaper(1, where=dynamic(near_the_ancient)),)
    markers = (Marker(id="great_ancient", immune=True),)
    questions = (
        Question(id="ancient", at="awakening", about="region", options=elsewhere, answer=_move_the_ancient),
    )

    @classmethod
    def on_conquered(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return () if scene.spots("great_ancient") else (Put("great_ancient", region),)


@pack.race
class Drow(Race):
    """A coin for each region without neighbours of another race."""

    tokens = 4
    supply = 9
    effects = (coins(1, per=dynamic(lonely)),)


def _volcanoes(scene: PieceView) -> Sequence[int]:
    return regions(scene.where(volcanic))


def _light_it(scene: PieceView, region: int) -> Sequence[Change]:
    return (Put("volcano", region),)


@pack.race
class Flames(Race):
    """Near the Volcano they burn down whoever stands in the way."""

    tokens = 4
    supply = 9
    effects = (enters(dynamic(foot_of_the_volcano), only=True), as_if_empty(where=dynamic(heat)))
    needs = (volcanic,)
    markers = (Marker(id="volcano"),)
    questions = (
        Question(
            id="volcano", at="arrival", about="region", options=_volcanoes, answer=_light_it, optional=False
        ),
    )


@pack.race
class Gnomes(Race):
    """Nothing but tokens helps anybody against them."""

    tokens = 6
    supply = 11
    effects = (unaided(),)


@pack.race
class IronDwarves(Race):
    """A silver hammer for each mine at every redeployment; hammers fight, but never defend."""

    tokens = 7
    supply = 12
    effects = (auxiliaries(per=mine, most=7, owned="silver_hammers", spent="hammers_spent"),)
    counters = (Counter(id="silver_hammers", span="race"), Counter(id="hammers_spent", span="turn"))

    @classmethod
    def on_decline(cls, scene: PieceView) -> Sequence[Change]:
        return (Count("silver_hammers", -scene.count("silver_hammers")),)


@pack.race
class Kraken(Race):
    """At home in rivers, in decline too."""

    tokens = 5
    supply = 10
    effects = (settles(water, life=ALWAYS),)


@pack.race
class Liches(Race):
    """In decline they ask a coin of whoever takes their land."""

    tokens = 5
    supply = 10
    effects = (toll(1, life=DECLINED),)


@pack.race
class Lizardmen(Race):
    """Swim through rivers without conquering them."""

    tokens = 7
    supply = 12
    effects = (passes(water),)


@pack.race
class Mudmen(Race):
    """A new token for each mud pool at every redeployment."""

    tokens = 5
    supply = 12
    effects = (recruits(1, per=mud_pool),)


@pack.race
class Mummies(Race):
    """Many, and slow: every region costs one more."""

    tokens = 10
    supply = 15
    effects = (cheaper(-1),)


@pack.race
class Ogres(Race):
    """Every region costs one less."""

    tokens = 5
    supply = 10
    effects = (cheaper(1),)


def _other_combos(scene: PieceView) -> Sequence[int]:
    return range(scene.combos_in_column)


def _swap(scene: PieceView, slot: int) -> Sequence[Change]:
    return (SwapBadge(slot),)


@pack.race
class ShadowMimes(Race):
    """When picked they may swap their badge with that of another combo."""

    tokens = 7
    supply = 12
    questions = (Question(id="swap", at="arrival", about="combo", options=_other_combos, answer=_swap),)


@pack.race
class Shrooms(Race):
    """A coin for each mushroom forest."""

    tokens = 5
    supply = 10
    effects = (coins(1, per=mushroom_forest),)


@pack.race
class Spiderines(Race):
    """Every region at a chasm is next to all they hold."""

    tokens = 7
    supply = 12
    effects = (linked_to(beside(chasm)), enters(beside(chasm)))


@pack.race
class WillOWisps(Race):
    """They roll the die before they take a crystal, or go from one."""

    id = "will_o_wisps"
    tokens = 6
    supply = 11
    means = (
        Means(id="glow", rolls=True, unlimited=True, where=mystic_crystal | beside_held(mystic_crystal)),
    )
    needs = (mystic_crystal,)
