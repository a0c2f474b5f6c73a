"""How packs look: each has a `looks.toml`. Neither this module nor the client knows single pieces.

`python -m smallworld.server.picture.looks` prints the icons that installed packs name, for the client.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from smallworld.engine import PackError
from smallworld.engine.content.pack import Pack
from smallworld.engine.errors import choices
from smallworld.packs.files.faces import BADGES, FACE_NEEDS, face_faults
from smallworld.packs.files.limits import COLOUR, ICON, MOST_PATH, PATH

from ..wire.looks import Colours, Face, Ground, Landmark, Looks, TerrainLook, Veil

FILE: Final = "looks.toml"
_FILLED: Final = ("neutral", "race", "power")  # kinds that may have their own colour
_FACED: Final = ("neutral", "race", "leader")  # kinds that have a face
_LAND: Final = ("ground", "landmark", "symbol", "terrain", "veil")
_KEYS: Final = ("cover", "face", "figures", "icon", *_LAND, *_FILLED)
_TERRAIN: Final = {
    "pattern": str,
    "fill": list,
    "ink": list,
    "glow": list,
    "joined": bool,
    "deep": bool,
    "shore": bool,
}
_GROUND: Final = {"style": str, "fill": list, "ink": list}
_PENS: Final = {"body": "b", "shade": "s", "light": "l", "line": "i", "thin": "t", "pale": "p", "shine": "g"}
_LANDMARK: Final = {"size": tuple, "strokes": tuple, "fill": list, "ink": list, "glow": list, "shore": str}
_VEIL: Final = {
    "terrain": str,
    "fill": list,
    "ink": list,
    "opacity": float,
    "tile": str,
    "moves": bool,
}
_EXPECTED: Final[dict[type, str]] = {bool: "true or false", float: "a number as 0.5", str: "a word"}
_MOST_STROKES: Final = 40
_LARGEST: Final = 100  # in units of the board


def looks_of(packs: Iterable[Pack], board: str = "") -> Looks:
    """The looks of some packs together. The ground is that of the pack with the board."""
    tables = ("icons", "terrains", "glows", "landmarks", "veils", "fills", "badges", "faces")
    lists = ("figures", "cover")
    merged: dict[str, Any] = {name: {} for name in tables} | {name: [] for name in lists}
    for pack in packs:
        one = pack_looks(pack)
        for name in tables:
            merged[name] |= getattr(one, name)
        for name in lists:
            merged[name] += getattr(one, name)
        if "ground" not in merged or board in pack.boards:
            merged["ground"] = one.ground
    return Looks.model_construct(**merged)


@lru_cache(maxsize=64)
def pack_looks(pack: Pack) -> Looks:
    """The looks of a pack; empty if it has none. Raises `PackError` with all faults."""
    if not pack.looks:
        return Looks()
    if not isinstance(pack.looks, str):
        return read_looks(pack.looks, f"pack {pack.id}")
    place = f"{pack.looks.replace('.', '/')}/{FILE}"
    try:
        data = tomllib.loads(files(pack.looks).joinpath(FILE).read_text(encoding="utf-8"))
    except (ModuleNotFoundError, FileNotFoundError) as error:
        raise PackError(f"{place}: is missing") from error
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{place}: {error}") from error
    return read_looks(data, place)


def read_looks(data: Mapping[str, Any], place: str = FILE) -> Looks:
    faults = [f"{place}: {choices('key', key, _KEYS)}" for key in data if key not in _KEYS]
    faults += [f"{place}: {fault}" for fault in _faults(data)]
    if faults:
        raise PackError(faults)
    return Looks(
        icons={
            f"{kind}.{id}": icon for kind, icons in data.get("icon", {}).items() for id, icon in icons.items()
        },
        terrains={
            id: TerrainLook.model_validate(_coloured(look)) for id, look in data.get("terrain", {}).items()
        },
        glows={f"symbol.{id}": _colours(look["glow"]) for id, look in data.get("symbol", {}).items()},
        veils={id: Veil.model_validate(_coloured(look)) for id, look in data.get("veil", {}).items()},
        landmarks={id: _landmark(look) for id, look in data.get("landmark", {}).items()},
        fills={
            f"{kind}.{id}": _colours(look["fill"])
            for kind in _FILLED
            for id, look in data.get(kind, {}).items()
            if "fill" in look
        },
        badges={id: look["pattern"] for id, look in data.get("power", {}).items() if "pattern" in look},
        faces=_faces(data.get("face", {})),
        figures=list(data.get("figures", [])),
        ground=Ground.model_validate(_coloured(data.get("ground", {}))),
        cover=list(data.get("cover", [])),
    )


def _colours(pair: list[str]) -> Colours:
    return Colours(light=pair[0], dark=pair[1])


def _landmark(look: Mapping[str, Any]) -> Landmark:
    colours = {key: _colours(look[key]) for key in ("fill", "ink", "glow") if key in look}
    return Landmark(
        width=look["size"][0],
        height=look["size"][1],
        strokes=[(_PENS[pen], path) for pen, path in look["strokes"]],
        shore=look.get("shore", ""),
        **colours,
    )


def _faces(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Face]:
    """A leader has the face of his race, a crown and something of his own."""
    races = data.get("race", {})
    leaders = {id: races[id] | {"hat": "crown"} | own for id, own in data.get("leader", {}).items()}
    return {
        f"{kind}.{id}": Face.model_validate(face)
        for kind, faces in {**data, "leader": leaders}.items()
        for id, face in faces.items()
    }


def _coloured(look: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _colours(value) if isinstance(value, list) else value for key, value in look.items()}


# --- faults ---------------------------------------------------------------------------------------------


def _faults(data: Mapping[str, Any]) -> list[str]:
    faults = _names_faults("cover", data.get("cover", [])) + _names_faults("figures", data.get("figures", []))
    faults += _fields_faults("ground", data.get("ground", {}), _GROUND, needs=())
    tables: dict[str, Mapping[str, type]] = {"terrain": _TERRAIN, "symbol": {"glow": list}}
    tables |= {kind: {"fill": list} for kind in _FILLED} | {"power": {"fill": list, "pattern": str}}
    for kind, known in tables.items():
        needs = {"symbol": ("glow",), "power": ()}.get(kind, ("fill",))
        for id, look in _table(kind, data.get(kind, {}), faults).items():
            faults += _fields_faults(f"{kind}.{id}", look, known, needs=needs)
    for id, look in _table("veil", data.get("veil", {}), faults).items():
        faults += _fields_faults(f"veil.{id}", look, _VEIL, needs=("terrain", "fill"))
        tile = look.get("tile", "M0 0") if isinstance(look, dict) else "M0 0"
        if not isinstance(tile, str) or len(tile) > MOST_PATH or not PATH.match(tile):
            faults.append(f"veil.{id}: tile: expected SVG path data")
    for id, look in _table("landmark", data.get("landmark", {}), faults).items():
        faults += _landmark_faults(f"landmark.{id}", look)
    for id, look in _table("power", data.get("power", {}), []).items():
        if isinstance(look, dict) and look.get("pattern", BADGES[0]) not in BADGES:
            faults.append(f"power.{id}: {choices('pattern', look['pattern'], BADGES)}")
    for kind, icons in _table("icon", data.get("icon", {}), faults).items():
        for id, icon in _table(f"icon.{kind}", icons, faults).items():
            if not isinstance(icon, str) or not (ICON.match(icon) or PATH.match(icon)):
                faults.append(
                    f"icon.{kind}.{id}: expected the name of an icon or SVG path data, got {icon!r}"
                )
    faces = _table("face", data.get("face", {}), faults)
    faults += [f"face: {choices('kind', kind, _FACED)}" for kind in faces if kind not in _FACED]
    for kind, rows in faces.items():
        for id, face in _table(f"face.{kind}", rows, faults).items():
            face_faults(
                f"face.{kind}.{id}",
                face,
                lambda where, text: faults.append(f"{where}: {text}"),
                needs=() if kind == "leader" else FACE_NEEDS,
            )
            if kind == "leader" and id not in faces.get("race", {}):
                faults.append(f"face.leader.{id}: {choices('race with a face', id, faces.get('race', {}))}")
    return faults


def _table(where: str, value: object, faults: list[str]) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    faults.append(f"{where}: expected a table, got {value!r}")
    return {}


def _names_faults(where: str, value: object) -> list[str]:
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return []
    return [f"{where}: expected a list of names, got {value!r}"]


def _fields_faults(where: str, look: object, known: Mapping[str, type], needs: Iterable[str]) -> list[str]:
    if not isinstance(look, dict):
        return [f"{where}: expected a table, got {look!r}"]
    faults = [f"{where}: {key}: is missing" for key in needs if key not in look]
    for key, value in look.items():
        if key not in known:
            faults.append(f"{where}: {choices('key', key, known)}")
        elif known[key] is list and not _is_pair(value):
            faults.append(f'{where}: {key}: expected two colours as ["#d8cfb8", "#5b5a55"], got {value!r}')
        elif not isinstance(value, known[key]):
            expected = _EXPECTED[known[key]]
            faults.append(f"{where}: {key}: expected {expected}, got {value!r}")
    return faults


def _landmark_faults(where: str, look: object) -> list[str]:
    drawn = (
        {key: value for key, value in look.items() if key not in ("size", "strokes")}
        if isinstance(look, dict)
        else look
    )
    faults = _fields_faults(where, drawn, _LANDMARK, needs=("fill",))
    if not isinstance(look, dict):
        return faults
    size, strokes = look.get("size"), look.get("strokes")
    if not (isinstance(size, list) and len(size) == 2 and all(_is_length(side) for side in size)):
        faults.append(f"{where}: size: expected width and height, up to {_LARGEST}, got {size!r}")
    if not isinstance(strokes, list) or not 1 <= len(strokes) <= _MOST_STROKES:
        faults.append(f"{where}: strokes: expected a list of 1 to {_MOST_STROKES} pens with path data")
        return faults
    for stroke in strokes:
        if not (
            isinstance(stroke, list) and len(stroke) == 2 and all(isinstance(part, str) for part in stroke)
        ):
            faults.append(f'{where}: strokes: expected a pen and path data as ["line", "M0 0L5 5"]')
        elif stroke[0] not in _PENS:
            faults.append(f"{where}: strokes: {choices('pen', stroke[0], _PENS)}")
        elif len(stroke[1]) > MOST_PATH or not PATH.match(stroke[1]):
            faults.append(f"{where}: strokes: {stroke[0]}: expected SVG path data")
    return faults


def _is_length(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= _LARGEST


def _is_pair(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(isinstance(colour, str) and COLOUR.match(colour) for colour in value)


# --- for the build of the client ------------------------------------------------------------------------


def icon_names(packs: Iterable[Pack]) -> list[str]:
    """Names in the icon set that looks refer to, without repeats. Icons drawn by packs themselves have
    none."""
    named = {icon for pack in packs for icon in pack_looks(pack).icons.values()}
    return sorted(icon for icon in named if ICON.match(icon))
