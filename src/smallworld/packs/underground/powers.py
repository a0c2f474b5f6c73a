"""The 21 powers of Underground. Rules texts in five languages stand in `texts/`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from smallworld.engine.content.changes import Ask, Change, Count, GainCoins, Leave, Put, TakeCoins, TakeOver
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Counter, Marker, Means, Power, Question, Relic
from smallworld.engine.effects import (
    ALWAYS,
    DECLINED,
    cheaper,
    coins,
    doubles,
    gains,
    keeps_all_tokens,
    loses,
    redeploys_on_decline,
)
from smallworld.engine.words.region_sets import coast, dynamic

from .pack import FINDS, black_mountain, mine, mud_pool, mushroom_forest, mystic_crystal, pack
from .position_queries import (
    blocks,
    crowds,
    doubled_by_the_bag,
    marked,
    not_with,
    on_the_map,
    one_flock,
    still_there,
    to_be_reborn,
    victims,
    with_a_place,
)
from .relics import FlyingDoormat, KillerRabbitSword, ShinyOrb, TrollsSocks, collect


@pack.power
class Adventurous(Power):
    """A coin for each region with a place."""

    tokens = 5
    effects = (coins(1, per=dynamic(with_a_place)),)
    needs = (FINDS,)


@pack.power
class Fisher(Power):
    """A coin for each pair of riverside regions."""

    tokens = 4
    effects = (coins(1, per=coast, every=2),)


@pack.power
class Flocking(Power):
    """Two coins if all regions hang together."""

    tokens = 5
    effects = (coins(2, times=one_flock),)


@pack.power
class Frightened(Power):
    """A coin for each region with three tokens or more."""

    tokens = 4
    effects = (coins(1, per=dynamic(crowds)),)


@pack.power
class Immortal(Power):
    """Lose no token when an enemy takes their land."""

    tokens = 4
    effects = (loses(0),)


def _copied(relic: type[Relic]) -> Means:
    """What a relic on the map can do, done by the Bag."""
    (means,) = relic.means
    return replace(means, id=f"bag_{means.id}", counter="bag", carries="bag", when=on_the_map(relic.id))


def _second_ring(scene: PieceView, region: int) -> Sequence[Change]:
    return (Put("bag", region), Count("bag_used"), Count("bag_rings"), *collect(scene, region))


def _second_scepter(scene: PieceView, region: int) -> Sequence[Change]:
    return (Put("bag", region), Count("bag_used"), Count("bag_doubles"))


@pack.power
class Magic(Power):
    """The Bag does what one relic on the map does, chosen anew each turn."""

    tokens = 5
    needs = (FINDS,)
    markers = (Marker(id="bag"),)
    effects = (doubles(dynamic(doubled_by_the_bag)),)
    means = tuple(_copied(relic) for relic in (FlyingDoormat, TrollsSocks, ShinyOrb, KillerRabbitSword))
    questions = (
        Question(
            id="bag_ring",
            at="parting",
            about="region",
            options=not_with("froggys_ring"),
            answer=_second_ring,
        ),
        Question(
            id="bag_scepter",
            at="parting",
            about="region",
            options=not_with("scepter_of_avarice"),
            answer=_second_scepter,
        ),
    )


@pack.power
class Martyr(Power):
    """A coin for each region an opponent takes from them."""

    tokens = 4
    effects = (gains("lost", coins=1),)


@pack.power
class Mining(Power):
    """A coin for each mine."""

    tokens = 4
    effects = (coins(1, per=mine),)


@pack.power
class Muddy(Power):
    """A coin for each mud pool, in decline too."""

    tokens = 3
    effects = (coins(1, per=mud_pool, life=ALWAYS),)


@pack.power
class Mystic(Power):
    """A coin for each crystal region."""

    tokens = 4
    effects = (coins(1, per=mystic_crystal),)


@pack.power
class Quarreling(Power):
    """A coin for each separate block of regions."""

    tokens = 3
    effects = (coins(1, times=blocks),)


def _rise(scene: PieceView, region: int) -> Sequence[Change]:
    return (TakeOver(region), Count("reborn_done"))


@pack.power
class Reborn(Power):
    """In decline, each turn one or two of their regions rise for the active race."""

    tokens = 5
    counters = (Counter(id="reborn_done", span="turn"),)
    questions = (
        Question(
            id="reborn",
            at="awakening",
            about="region",
            options=to_be_reborn,
            answer=_rise,
            repeats=True,
            commits=True,
            life=DECLINED,
        ),
    )


@pack.power
class Royal(Power):
    """The Queen makes a region immune, and stays there in decline."""

    tokens = 5
    markers = (
        Marker(
            id="queen",
            immune=True,
            placed="redeploy",
            moves=True,
            must=True,
            per_region=1,
            lasts=True,
            keeps_badge=True,
            bound=True,
        ),
    )


@pack.power
class Shield(Power):
    """Each turn a mushroom armor for each mushroom forest; it defends in decline too."""

    tokens = 3
    needs = (mushroom_forest,)
    markers = (
        Marker(
            id="mushroom_armor",
            count=8,
            defence=1,
            placed="redeploy",
            per_turn=mushroom_forest,
            lasts=True,
            keeps_badge=True,
        ),
    )


@pack.power
class Stone(Power):
    """A coin for each black mountain."""

    tokens = 4
    effects = (coins(1, per=black_mountain),)


@pack.power
class Thieving(Power):
    """A coin from each player with an active token next door."""

    tokens = 4

    @classmethod
    def on_scored(cls, scene: PieceView) -> Sequence[Change]:
        return [TakeCoins(seat) for seat in victims(scene, scene.held)]


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


def _vanish(scene: PieceView, option: int = 0) -> Sequence[Change]:
    return (GainCoins(2 * scene.held.bit_count()), Leave(scene.held))


def _anybody(scene: PieceView) -> Sequence[int]:
    return (0,) if scene.held else ()


@pack.power
class Vanishing(Power):
    """On decline all tokens leave, for two coins a region."""

    tokens = 5
    questions = (Question(id="vanishing", about="yes", options=_anybody, answer=_vanish),)

    @classmethod
    def on_decline(cls, scene: PieceView) -> Sequence[Change]:
        # Whoever merely borrows this badge from a place need not use it.
        return _vanish(scene) if scene.here < 0 else (Ask("vanishing"),)


@pack.power
class Vengeful(Power):
    """Whoever attacks any of your races is marked, and cheaper to attack on your next turn."""

    tokens = 4
    effects = (cheaper(1, where=dynamic(marked)),)
    counters = (Counter(id="vengeance", span="race"),)

    @classmethod
    def on_attacked(cls, scene: PieceView, region: int) -> Sequence[Change]:
        known = scene.count("vengeance") >> scene.mover & 1
        return () if known else (Count("vengeance", 1 << scene.mover),)

    @classmethod
    def on_scored(cls, scene: PieceView) -> Sequence[Change]:
        return _forgive(scene)

    @classmethod
    def on_decline(cls, scene: PieceView) -> Sequence[Change]:
        return _forgive(scene)

    @classmethod
    def on_released(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return _forgive(scene)


def _forgive(scene: PieceView) -> Sequence[Change]:
    """All markers come back."""
    return (Count("vengeance", -scene.count("vengeance")),)


@pack.power
class Wise(Power):
    """Two coins each turn in decline, while they hold a region."""

    tokens = 4
    effects = (coins(2, times=still_there, life=DECLINED),)
