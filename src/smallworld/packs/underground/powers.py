"""The 21 powers of Underground. Rules texts in five languages stand in `texts/`."""

from __future__ import annotations

from smallworld.engine.pieces import Power

from .pack import pack


@pack.power
class Adventurous(Power):
    """Coming."""

    id = "adventurous"
    tokens = 5


@pack.power
class Fisher(Power):
    """Coming."""

    id = "fisher"
    tokens = 4


@pack.power
class Flocking(Power):
    """Coming."""

    id = "flocking"
    tokens = 5


@pack.power
class Frightened(Power):
    """Coming."""

    id = "frightened"
    tokens = 4


@pack.power
class Immortal(Power):
    """Coming."""

    id = "immortal"
    tokens = 4


@pack.power
class Magic(Power):
    """Coming."""

    id = "magic"
    tokens = 5


@pack.power
class Martyr(Power):
    """Coming."""

    id = "martyr"
    tokens = 4


@pack.power
class Mining(Power):
    """Coming."""

    id = "mining"
    tokens = 4


@pack.power
class Muddy(Power):
    """Coming."""

    id = "muddy"
    tokens = 3


@pack.power
class Mystic(Power):
    """Coming."""

    id = "mystic"
    tokens = 4


@pack.power
class Quarreling(Power):
    """Coming."""

    id = "quarreling"
    tokens = 3


@pack.power
class Reborn(Power):
    """Coming."""

    id = "reborn"
    tokens = 5


@pack.power
class Royal(Power):
    """Coming."""

    id = "royal"
    tokens = 5


@pack.power
class Shield(Power):
    """Coming."""

    id = "shield"
    tokens = 3


@pack.power
class Stone(Power):
    """Coming."""

    id = "stone"
    tokens = 4


@pack.power
class Thieving(Power):
    """Coming."""

    id = "thieving"
    tokens = 4


@pack.power
class Tomb(Power):
    """Coming."""

    id = "tomb"
    tokens = 5


@pack.power
class Vampire(Power):
    """Coming."""

    id = "vampire"
    tokens = 5


@pack.power
class Vanishing(Power):
    """Coming."""

    id = "vanishing"
    tokens = 5


@pack.power
class Vengeful(Power):
    """Coming."""

    id = "vengeful"
    tokens = 4


@pack.power
class Wise(Power):
    """Coming."""

    id = "wise"
    tokens = 4
