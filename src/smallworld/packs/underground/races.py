"""The 15 races of Underground. Rules texts in five languages stand in `texts/`."""

from __future__ import annotations

from smallworld.engine.pieces import Race

from .pack import pack


@pack.race
class Cultists(Race):
    """Coming."""

    id = "cultists"
    tokens, supply = 5, 10


@pack.race
class Drow(Race):
    """Coming."""

    id = "drow"
    tokens, supply = 4, 9


@pack.race
class Flames(Race):
    """Coming."""

    id = "flames"
    tokens, supply = 4, 9


@pack.race
class Gnomes(Race):
    """Coming."""

    id = "gnomes"
    tokens, supply = 6, 11


@pack.race
class IronDwarves(Race):
    """Coming."""

    id = "iron_dwarves"
    tokens, supply = 7, 12


@pack.race
class Kraken(Race):
    """Coming."""

    id = "kraken"
    tokens, supply = 5, 10


@pack.race
class Liches(Race):
    """Coming."""

    id = "liches"
    tokens, supply = 5, 10


@pack.race
class Lizardmen(Race):
    """Coming."""

    id = "lizardmen"
    tokens, supply = 7, 12


@pack.race
class Mudmen(Race):
    """Coming."""

    id = "mudmen"
    tokens, supply = 5, 12


@pack.race
class Mummies(Race):
    """Coming."""

    id = "mummies"
    tokens, supply = 10, 15


@pack.race
class Ogres(Race):
    """Coming."""

    id = "ogres"
    tokens, supply = 5, 10


@pack.race
class ShadowMimes(Race):
    """Coming."""

    id = "shadow_mimes"
    tokens, supply = 7, 12


@pack.race
class Shrooms(Race):
    """Coming."""

    id = "shrooms"
    tokens, supply = 5, 10


@pack.race
class Spiderines(Race):
    """Coming."""

    id = "spiderines"
    tokens, supply = 7, 12


@pack.race
class WillOWisps(Race):
    """Coming."""

    id = "will_o_wisps"
    tokens, supply = 6, 11
