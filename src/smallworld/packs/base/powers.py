"""The 20 powers of the base game. Rules texts in five languages stand in `texts/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from smallworld.engine.content.changes import Change, Truce
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Marker, Means, Power, Question
from smallworld.engine.effects import (
    CONQUEST,
    cheaper,
    coins,
    declines_after_scoring,
    linked,
    outlives,
    reaches,
    rolls_first,
    settles,
)
from smallworld.engine.words.region_sets import everywhere, water
from smallworld.engine.world.world import SEATS

from .pack import cavern, farmland, forest, hill, pack, swamp


@pack.power
class Alchemist(Power):
    """Two coins each turn."""

    tokens = 4
    effects = (coins(2),)


@pack.power
class Berserk(Power):
    """Roll before each conquest."""

    tokens = 4
    effects = (rolls_first(),)


@pack.power
class Bivouacking(Power):
    """Five encampments that defend and are never lost."""

    tokens = 5
    markers = (
        Marker(
            id="encampment", count=5, defence=1, placed="redeploy", moves=True, returns=True, shields=True
        ),
    )


@pack.power
class Commando(Power):
    """Every region costs one less."""

    tokens = 4
    effects = (cheaper(1),)


def _unattacked(scene: PieceView) -> Sequence[int]:
    return [seat for seat in scene.opponents if seat not in scene.attacked and scene.has_army(seat)]


def _no_peace(scene: PieceView, seat: int) -> tuple[str, Mapping[str, str | int]] | None:
    if seat in scene.attacked:
        return "attacked", {"seat": SEATS[seat]}
    if seat in scene.opponents and not scene.has_army(seat):
        return "no_army", {"seat": SEATS[seat]}
    return None


def _make_peace(scene: PieceView, seat: int) -> Sequence[Change]:
    return (Truce(seat),)


@pack.power
class Diplomat(Power):
    """Peace with one player you did not attack, until your next turn."""

    tokens = 5
    questions = (
        Question(
            id="truce",
            at="parting",
            about="seat",
            options=_unattacked,
            answer=_make_peace,
            refuses=_no_peace,
        ),
    )
    reasons: ClassVar = {
        "attacked": ("You attacked {seat} this turn.", "Choose a player you left in peace."),
        "no_army": ("{seat} has no active race.", "Choose a player with an active race."),
    }


@pack.power
class DragonMaster(Power):
    """Once per turn a single token takes any region in reach, and the dragon guards it."""

    tokens = 5
    markers = (Marker(id="dragon", immune=True),)
    means = (Means(id="dragon", price=1, carries="dragon"),)


@pack.power
class Flying(Power):
    """Any land region is in reach."""

    tokens = 5
    effects = (reaches(everywhere),)


@pack.power
class Forest(Power):
    """A coin for each forest."""

    tokens = 4
    effects = (coins(1, per=forest),)


@pack.power
class Fortified(Power):
    """A fortress each turn: a coin while active, a defence always."""

    tokens = 3
    effects = (coins(1, per="fortress"),)
    markers = (
        Marker(id="fortress", count=6, defence=1, placed="redeploy", per_turn=1, per_region=1, lasts=True),
    )


@pack.power
class Heroic(Power):
    """Two heroes make two regions immune."""

    tokens = 5
    markers = (
        Marker(id="hero", count=2, immune=True, placed="redeploy", moves=True, must=True, per_region=1),
    )


@pack.power
class Hill(Power):
    """A coin for each hill."""

    tokens = 4
    effects = (coins(1, per=hill),)


@pack.power
class Merchant(Power):
    """A coin more for every region."""

    tokens = 2
    effects = (coins(1, per=everywhere),)


@pack.power
class Mounted(Power):
    """Hills and farmland cost one less."""

    tokens = 5
    effects = (cheaper(1, where=hill | farmland),)


@pack.power
class Pillaging(Power):
    """A coin for each non-empty region conquered this turn."""

    tokens = 5
    effects = (coins(1, per=CONQUEST),)


@pack.power
class Seafaring(Power):
    """Seas and lakes can be taken, and are kept in decline."""

    tokens = 5
    effects = (settles(water),)


@pack.power
class Spirit(Power):
    """In decline it does not count as the one declined race."""

    tokens = 5
    effects = (outlives(),)


@pack.power
class Stout(Power):
    """May decline right after scoring a full turn."""

    tokens = 4
    effects = (declines_after_scoring(),)


@pack.power
class Swamp(Power):
    """A coin for each swamp."""

    tokens = 4
    effects = (coins(1, per=swamp),)


@pack.power
class Underworld(Power):
    """Caverns cost one less and are next to each other."""

    tokens = 5
    effects = (cheaper(1, where=cavern), linked(cavern))


@pack.power
class Wealthy(Power):
    """Seven coins, once."""

    tokens = 4
    effects = (coins(7, once=True),)
