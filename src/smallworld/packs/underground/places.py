"""The nine places: found where monsters fall, there for good, working for whoever holds their region."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine.content.changes import Ask, Change, Count, Discard, Draw, Drop, GainCoins, Put, Strike
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Marker, Place, Question, Use
from smallworld.engine.effects import ALWAYS, coins, gains, linked
from smallworld.engine.words.region_sets import alike, here

from .pack import pack
from .position_queries import haunts, late_prey, own_declined, prey


def _sacrifice(scene: PieceView, region: int) -> Sequence[Change]:
    return (Discard(region), GainCoins(3))


@pack.place
class AltarOfSouls(Place):
    """After scoring, three coins for a declined token, wherever it stands."""

    markers = (Marker(id="altar_of_souls", stays=True, joins=True),)
    questions = (
        Question(
            id="altar",
            at="aftermath",
            about="region",
            options=own_declined,
            answer=_sacrifice,
            life=ALWAYS,
        ),
    )


def _haunt(scene: PieceView, region: int) -> Sequence[Change]:
    return (Put("ghost", region),)


@pack.place
class TombRaidersCrypt(Place):
    """At the end of the turn its Ghost goes into any other region and guards it."""

    markers = (
        Marker(id="tomb_raiders_crypt", stays=True, joins=True),
        Marker(id="ghost", immune=True, opens_to="home", home="tomb_raiders_crypt", stays=True),
    )
    questions = (Question(id="ghost", at="parting", about="region", options=haunts, answer=_haunt),)

    @classmethod
    def on_released(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Drop("ghost"),)


@pack.place
class DiamondFields(Place):
    """A coin for it and for each region of its terrain that the same race holds."""

    serves_parties = True
    markers = (Marker(id="diamond_fields", stays=True, joins=True),)
    effects = (coins(1, per=alike, life=ALWAYS),)


@pack.place
class GreatBrassPipe(Place):
    """All regions of its terrain are next to each other."""

    serves_parties = True
    markers = (Marker(id="great_brass_pipe", stays=True, joins=True),)
    effects = (linked(alike),)


@pack.place
class FountainOfYouth(Place):
    """A new token at the start of each turn."""

    markers = (Marker(id="fountain_of_youth", stays=True, joins=True),)
    effects = (gains("turn", tokens=1),)


@pack.place
class KeepOnTheMotherland(Place):
    """A coin, and harder to take."""

    serves_parties = True
    markers = (Marker(id="keep_on_the_motherland", defence=1, stays=True, joins=True),)
    effects = (coins(1, per=here, life=ALWAYS),)


@pack.place
class MineOfTheLostDwarf(Place):
    """Two coins, never doubled."""

    serves_parties = True
    markers = (Marker(id="mine_of_the_lost_dwarf", stays=True, joins=True, never_doubled=True),)
    effects = (coins(2, per=here, life=ALWAYS),)


@pack.place
class Stonehedge(Place):
    """Draws a badge, whose power belongs to whoever holds it."""

    markers = (Marker(id="stonehedge", stays=True, joins=True),)

    @classmethod
    def on_found(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Draw("power", region),)


def _devour(scene: PieceView, region: int) -> Sequence[Change]:
    return (Strike(region, losses=2), Put("balrog", region))


def _devour_late(scene: PieceView, region: int) -> Sequence[Change]:
    return (Count("balrog_used"), *_devour(scene, region))


@pack.place
class WickedestPentacle(Place):
    """Its Balrog takes a region next door from everybody, and moves on once a turn."""

    markers = (
        Marker(id="wickedest_pentacle", stays=True, joins=True),
        Marker(id="balrog", immune=True, opens_to="nobody", stays=True),
    )
    uses = (Use(id="balrog", options=prey, answer=_devour),)
    questions = (
        Question(id="balrog", about="region", options=prey, answer=_devour, optional=False),
        # When a die has ended the conquests, he may still be moved.
        Question(id="balrog_late", at="conquered", about="region", options=late_prey, answer=_devour_late),
    )

    @classmethod
    def on_joined(cls, scene: PieceView, region: int) -> Sequence[Change]:
        """He comes when somebody finds it, or is the first to take it where it lay open from the start."""
        return () if scene.spots("balrog") else (Count("balrog_used"), Ask("balrog"))
