"""How things look, as packs say it."""

from __future__ import annotations

from .base import Wire


class Colours(Wire):
    """For the light and for the dark theme."""

    light: str
    dark: str


class TerrainLook(Wire):
    pattern: str = ""  # drawings of the client, by name, or path data on a square of 512; else plain dots
    fill: Colours
    ink: Colours | None = None  # of the drawings
    glow: Colours | None = None  # it shines
    joined: bool = False  # neighbouring regions of it run into each other
    deep: bool = False  # a hole
    shore: bool = False  # it meets its neighbours in a shore that grows shallow


class Ground(Wire):
    """What the board lies on."""

    style: str = ""
    fill: Colours | None = None
    ink: Colours | None = None


class Looks(Wire):
    """How the pieces of some packs look. Keys are `kind.id`; what is not named is drawn plainly."""

    icons: dict[str, str] = {}  # an icon of the client, or SVG path data on a square of 512
    terrains: dict[str, TerrainLook] = {}  # by id
    glows: dict[str, Colours] = {}  # what shines
    fills: dict[str, Colours] = {}  # tokens with a colour of their own
    figures: list[str] = []  # markers that stand there like persons, by id
    ground: Ground = Ground()
    cover: list[str] = []  # pieces for a title page
