"""Faces: the parts of which a face is put together, and the check of a face in a pack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args

from smallworld.engine.errors import choices

from .limits import COLOUR, shown

Head = Literal[
    "round",
    "oval",
    "heart",
    "square",
    "broad",
    "pear",
    "long",
    "huge",
    "skull",
    "muzzle",
    "snout",
    "stalk",
    "dome",
    "shield",
    "flame",
    "drop",
    "mud",
    "fur",
]
Ears = Literal["", "human", "pointed", "upright", "mouse", "fins", "bat", "round", "droopy"]
Eyes = Literal[
    "",
    "round",
    "big",
    "dots",
    "almond",
    "sleepy",
    "close",
    "slit",
    "hollow",
    "ember",
    "cyclops",
    "spider",
    "goggles",
    "single",
]
Brows = Literal["", "thin", "soft", "plain", "bushy", "angry"]
Nose = Literal[
    "",
    "button",
    "straight",
    "bulb",
    "potato",
    "hooked",
    "drooping",
    "snub",
    "holes",
    "slits",
    "whiskers",
    "beak",
]
Mouth = Literal["", "smile", "smirk", "flat", "frown", "wide", "small", "grim", "grin", "low", "jaw"]
Teeth = Literal["", "tusks", "fangs", "buck", "gap", "saw", "one"]
Hair = Literal[
    "",
    "short",
    "curly",
    "long",
    "braids",
    "swept",
    "topknot",
    "tuft",
    "strands",
    "pines",
    "moss",
    "mohawk",
    "bun",
    "bob",
    "crest",
    "frill",
]
Beard = Literal[
    "",
    "long",
    "plaited",
    "forked",
    "fluffy",
    "goatee",
    "moustache",
    "wisps",
    "sideburns",
    "tentacles",
]
Horns = Literal["", "bull", "ram", "single", "small", "antennae", "antlers", "crownlet"]
Hat = Literal[
    "",
    "pointed",
    "cap",
    "straw",
    "kettle",
    "helmet",
    "visor",
    "winged",
    "broken",
    "crown",
    "tiara",
    "feathers",
    "leaves",
    "turban",
    "hood",
    "bandana",
    "miner",
    "toadstool",
    "nemes",
    "beret",
    "chef",
    "nightcap",
]
Collar = Literal[
    "plain",
    "shirt",
    "armour",
    "fur",
    "spikes",
    "ruff",
    "high",
    "leaves",
    "stripes",
    "bones",
    "shell",
    "rags",
    "cloud",
    "bib",
    "legs",
    "beads",
]
Marks = Literal[
    "",
    "freckles",
    "cheeks",
    "paint",
    "scar",
    "gills",
    "hollows",
    "wrinkles",
    "scales",
    "stripes",
    "half",
    "tears",
    "sutures",
    "crack",
    "stones",
    "wraps",
    "veil",
    "mandibles",
    "planks",
]
Prop = Literal[
    "",
    "spear",
    "axe",
    "pick",
    "bow",
    "hammer",
    "trident",
    "bone",
    "club",
    "wheat",
    "pipe",
    "wand",
    "bolt",
    "lantern",
    "candle",
    "wrench",
    "drumstick",
    "ankh",
    "bird",
    "staff",
    "orb",
    "monocle",
    "patch",
    "earring",
    "medal",
    "cigar",
    "flower",
    "scroll",
    "cup",
    "sword",
    "banner",
    "parrot",
]

BADGES: Final = (  # what is drawn on a badge, under its emblem
    "bands",
    "bars",
    "bricks",
    "checks",
    "dots",
    "lattice",
    "rays",
    "rings",
    "scales",
    "slant",
    "waves",
)

FACE_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "head": get_args(Head),
    "ears": get_args(Ears),
    "eyes": get_args(Eyes),
    "brows": get_args(Brows),
    "nose": get_args(Nose),
    "mouth": get_args(Mouth),
    "teeth": get_args(Teeth),
    "hair": get_args(Hair),
    "beard": get_args(Beard),
    "horns": get_args(Horns),
    "hat": get_args(Hat),
    "collar": get_args(Collar),
    "marks": get_args(Marks),
    "prop": get_args(Prop),
}
FACE_COLOURS: Final = ("skin", "ground", "hair_color", "cloth", "trim")
FACE_NEEDS: Final = ("head", "skin", "ground")


def face_faults(
    path: str, data: object, tell: Callable[[str, str], None], needs: tuple[str, ...] = FACE_NEEDS
) -> bool:
    """Whether a face can be drawn; if not, every fault is told with its place and the choices."""
    if not isinstance(data, Mapping):
        tell(path, f"expected a table, got {shown(data)}")
        return False
    told = [(f"{path}.{key}", "is missing") for key in needs if key not in data]
    for key, value in data.items():
        if key in FACE_COLOURS:
            if not isinstance(value, str) or not COLOUR.match(value):
                told.append((f"{path}.{key}", f'expected a colour as "#a05c3e", got {shown(value)}'))
        elif key not in FACE_PARTS:
            told.append((f"{path}.{key}", choices("part of a face", key, (*FACE_PARTS, *FACE_COLOURS))))
        elif not isinstance(value, str) or value not in FACE_PARTS[key]:
            told.append((f"{path}.{key}", choices(key, value, [name for name in FACE_PARTS[key] if name])))
    for place, text in told:
        tell(place, text)
    return not told


def face_schema(needs: tuple[str, ...] = FACE_NEEDS) -> dict[str, Any]:
    """A face as JSON Schema."""
    colour = {"type": "string", "pattern": f"^{COLOUR.pattern.removesuffix(chr(92) + 'Z')}$"}
    parts = {name: {"enum": list(known)} for name, known in FACE_PARTS.items()}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(needs),
        "properties": parts | dict.fromkeys(FACE_COLOURS, colour),
    }
