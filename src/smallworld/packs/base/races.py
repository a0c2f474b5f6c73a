"""The 14 races of the base game. Rules texts in five languages stand in `texts/`."""

from __future__ import annotations

from smallworld.engine.content.pieces import Counter, Marker, Means, Race
from smallworld.engine.effects import (
    ALWAYS,
    CONQUEST,
    acts_in_decline,
    attack_only,
    cheaper,
    coins,
    defence,
    enters,
    keeps_all_tokens,
    loses,
    plants,
    recruits,
)
from smallworld.engine.words.region_sets import beside_held, coast, everywhere

from .pack import farmland, magic, mine, mountain, pack


@pack.race
class Amazons(Race):
    """Four extra tokens that conquer, but never defend."""

    tokens = 6
    supply = 15
    effects = (attack_only(4),)


@pack.race
class Dwarves(Race):
    """A coin for each mine, even in decline."""

    tokens = 3
    supply = 8
    effects = (coins(1, per=mine, life=ALWAYS),)


@pack.race
class Elves(Race):
    """Lose no token when an enemy takes their land."""

    tokens = 6
    supply = 11
    effects = (loses(0),)


@pack.race
class Ghouls(Race):
    """In decline all of them stay and go on conquering."""

    tokens = 5
    supply = 10
    effects = (keeps_all_tokens(), acts_in_decline())


@pack.race
class Giants(Race):
    """Cheaper next to a mountain they stand on."""

    tokens = 6
    supply = 11
    effects = (cheaper(1, where=beside_held(mountain)),)


@pack.race
class Halflings(Race):
    """Enter anywhere, and dig immune holes in the first two regions they conquer."""

    tokens = 6
    supply = 11
    effects = (enters(everywhere), plants("hole", most=2, counter="hole_dug"))
    markers = (Marker(id="hole", count=2, immune=True),)
    counters = (Counter(id="hole_dug", span="race"),)


@pack.race
class Humans(Race):
    """A coin for each farmland."""

    tokens = 5
    supply = 10
    effects = (coins(1, per=farmland),)


@pack.race
class Orcs(Race):
    """A coin for each non-empty region conquered this turn."""

    tokens = 5
    supply = 10
    effects = (coins(1, per=CONQUEST),)


@pack.race
class Ratmen(Race):
    """Nothing but their numbers."""

    tokens = 8
    supply = 13


@pack.race
class Skeletons(Race):
    """A new token for every two non-empty regions conquered this turn."""

    tokens = 6
    supply = 20
    effects = (recruits(1, per_conquests=2),)


@pack.race
class Sorcerers(Race):
    """Once per turn and opponent, replace a lone active token next to them."""

    tokens = 5
    supply = 18
    means = (Means(id="sorcery", replaces=True, per_victim=True, first_conquest=False),)


@pack.race
class Tritons(Race):
    """Coasts cost one less."""

    tokens = 6
    supply = 11
    effects = (cheaper(1, where=coast),)


@pack.race
class Trolls(Race):
    """A lair in each region adds to its defence, in decline too."""

    tokens = 5
    supply = 10
    effects = (defence(1, "lair", life=ALWAYS),)


@pack.race
class Wizards(Race):
    """A coin for each magic source."""

    tokens = 5
    supply = 10
    effects = (coins(1, per=magic),)
