"""The six relics: found where monsters fall, carried to where they are used, working for active races."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine.content.changes import Change, Put, TakeCoins
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Counter, Marker, Means, Question, Relic
from smallworld.engine.effects import doubles
from smallworld.engine.words.region_sets import everywhere, here

from .pack import pack
from .position_queries import not_with_its_copy, victims


def _lies(relic: str) -> Marker:
    return Marker(id=relic, stays=True, joins=True)


@pack.relic
class FlyingDoormat(Relic):
    """Once per turn it carries its holder anywhere, and stays there."""

    markers = (_lies("flying_doormat"),)
    means = (Means(id="doormat", reach=everywhere, carries="flying_doormat"),)


def collect(scene: PieceView, region: int) -> Sequence[Change]:
    """A coin from each player with an active token next to the region."""
    return [TakeCoins(seat) for seat in victims(scene, 1 << region)]


def _wear(scene: PieceView, region: int) -> Sequence[Change]:
    return (Put("froggys_ring", region), *collect(scene, region))


@pack.relic
class FroggysRing(Relic):
    """At the end of the turn a coin from each player with an active token next to it."""

    markers = (_lies("froggys_ring"),)
    counters = (Counter(id="bag_rings", span="turn"),)
    questions = (
        Question(
            id="ring",
            at="parting",
            about="region",
            options=not_with_its_copy("bag_rings"),
            answer=_wear,
        ),
    )


@pack.relic
class TrollsSocks(Relic):
    """Once per turn a region falls as if it were empty, and nobody is hurt."""

    markers = (_lies("trolls_socks"),)
    means = (Means(id="socks", as_if_empty=True, spares=True, carries="trolls_socks"),)


def _lay(scene: PieceView, region: int) -> Sequence[Change]:
    return (Put("scepter_of_avarice", region),)


@pack.relic
class ScepterOfAvarice(Relic):
    """The coins of its region count twice."""

    serves_parties = True
    markers = (_lies("scepter_of_avarice"),)
    effects = (doubles(here),)
    counters = (Counter(id="bag_doubles", span="turn"),)
    questions = (
        Question(
            id="scepter",
            at="parting",
            about="region",
            options=not_with_its_copy("bag_doubles"),
            answer=_lay,
        ),
    )


@pack.relic
class ShinyOrb(Relic):
    """Once per turn a lone active token becomes one of its holder's."""

    markers = (_lies("shiny_orb"),)
    means = (Means(id="orb", replaces=True, or_from_hand=True, first_conquest=False, carries="shiny_orb"),)


@pack.relic
class KillerRabbitSword(Relic):
    """Once per turn a region costs two less."""

    markers = (_lies("killer_rabbit_sword"),)
    means = (Means(id="sword", discount=2, carries="killer_rabbit_sword"),)
