"""How things look, as packs define it."""

from __future__ import annotations

from smallworld.packs.files import faces

from .base import Wire


class Colours(Wire):
    """For the light and for the dark theme."""

    light: str
    dark: str


class TerrainLook(Wire):
    pattern: str = ""  # names of the client's drawings, or path data on a square of 512; else plain dots
    fill: Colours
    ink: Colours | None = None  # of the drawings
    glow: Colours | None = None  # it shines
    joined: bool = False  # neighbouring regions of it are drawn as one
    deep: bool = False  # a hole
    shore: bool = False  # drawn with a shore towards its neighbours


class Landmark(Wire):
    """A drawing of its own on the land, in a region with a symbol. It stands on 0, 0 and reaches upwards."""

    width: float
    height: float
    strokes: list[tuple[str, str]]  # how the pen draws, and path data
    fill: Colours
    ink: Colours | None = None
    glow: Colours | None = None
    shore: str = ""  # at the border with a region of this terrain, not inside


class Veil(Wire):
    """What an open card lays over all regions of a terrain."""

    terrain: str
    fill: Colours
    ink: Colours | None = None
    opacity: float = 0.5
    tile: str = ""  # path data on a square of 64, repeated
    moves: bool = False  # the tiles drift


class Ground(Wire):
    """What the board lies on."""

    style: str = ""
    fill: Colours | None = None
    ink: Colours | None = None


class Face(Wire):
    """A face, put together from the client's parts."""

    head: faces.Head
    skin: str
    ground: str  # what it stands on
    hair_color: str = "#4a3326"
    cloth: str = "#6b4a2f"
    trim: str = "#d8b24a"  # metal, horn, the colour of eyes
    ears: faces.Ears = ""
    eyes: faces.Eyes = ""
    brows: faces.Brows = ""
    nose: faces.Nose = ""
    mouth: faces.Mouth = ""
    teeth: faces.Teeth = ""
    hair: faces.Hair = ""
    beard: faces.Beard = ""
    horns: faces.Horns = ""
    hat: faces.Hat = ""
    collar: faces.Collar = "plain"
    marks: faces.Marks = ""
    prop: faces.Prop = ""


class Looks(Wire):
    """How the pieces of some packs look. Keys are `kind.id`; pieces not listed are drawn plainly."""

    icons: dict[str, str] = {}  # an icon of the client, or SVG path data on a square of 512
    terrains: dict[str, TerrainLook] = {}  # by id
    glows: dict[str, Colours] = {}  # what shines
    landmarks: dict[str, Landmark] = {}  # of symbols, by id
    veils: dict[str, Veil] = {}  # of cards, by id
    fills: dict[str, Colours] = {}  # tokens with their own colour
    badges: dict[str, str] = {}  # the pattern on a power's badge, by id
    faces: dict[str, Face] = {}  # of races, neutrals and, by race, leaders
    figures: list[str] = []  # markers that are drawn as persons, by id
    ground: Ground = Ground()
    cover: list[str] = []  # pieces for a title page
