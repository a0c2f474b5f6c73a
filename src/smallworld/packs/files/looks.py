"""Looks in a pack file: an icon, a colour and a face for each piece, and icons for its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.engine.errors import choices

from .faces import BADGES, face_faults
from .limits import COLOUR, ICON, MOST_PATH, PATH, shown
from .texts import Parts, Tell

FIELDS = {
    "race": ("icon", "color", "face", "figures", "marker", "means", "counter"),
    "power": ("icon", "color", "pattern", "figures", "marker", "means", "counter"),
}


def read_looks(path: str, data: object, kind: str, id: str, parts: Parts, tell: Tell) -> dict[str, Any]:
    """In the format of `looks.toml`; faults are reported with their place."""
    if not isinstance(data, Mapping):
        tell(path, f"expected a table, got {shown(data)}")
        return {}
    found: dict[str, Any] = {}
    icons: dict[str, dict[str, str]] = {}
    for key in data:
        if key not in FIELDS[kind]:
            tell(f"{path}.{key}", choices("field", key, FIELDS[kind]))
    if "icon" in data and _is_icon(f"{path}.icon", data["icon"], tell):
        icons[kind] = {id: data["icon"]}
    if "color" in data:
        colour = data["color"]
        if isinstance(colour, str) and COLOUR.match(colour):
            found["fill"] = [colour, colour]
        else:
            tell(f"{path}.color", f'expected a colour as "#a05c3e", got {shown(colour)}')
    if "face" in data and kind == "race" and face_faults(f"{path}.face", data["face"], tell):
        found["face"] = dict(data["face"])
    if "pattern" in data and kind == "power":
        if data["pattern"] in BADGES:
            found["pattern"] = data["pattern"]
        else:
            tell(f"{path}.pattern", choices("pattern", data["pattern"], BADGES))
    for shelf in ("marker", "means", "counter"):
        ids = [name for other, name in parts if other == shelf]
        rows = data.get(shelf, {})
        if not isinstance(rows, Mapping):
            tell(f"{path}.{shelf}", f"expected a table, got {shown(rows)}")
            continue
        for name, icon in rows.items():
            if name not in ids:
                tell(f"{path}.{shelf}.{name}", choices(shelf, name, ids))
            elif _is_icon(f"{path}.{shelf}.{name}", icon, tell):
                icons.setdefault(shelf, {})[name] = icon
    figures = data.get("figures", [])
    markers = [name for shelf, name in parts if shelf == "marker"]
    if not isinstance(figures, list):
        tell(f"{path}.figures", f"expected a list of markers, got {shown(figures)}")
    else:
        for place, name in enumerate(figures):
            if name not in markers:
                tell(f"{path}.figures[{place}]", choices("marker", name, markers))
        found["figures"] = list(figures)
    return found | {"icon": icons}


def _is_icon(path: str, icon: object, tell: Tell) -> bool:
    if isinstance(icon, str) and len(icon) <= MOST_PATH and (ICON.match(icon) or PATH.match(icon)):
        return True
    tell(path, f"expected the name of an icon, or SVG path data on a square of 512, got {shown(icon)}")
    return False


def looks_in(table: Mapping[str, Any], kind: str, id: str, parts: Parts) -> dict[str, Any]:
    """The inverse: what a pack's looks contain for one piece and its parts."""
    found: dict[str, Any] = {}
    icons = table.get("icon", {})
    if icon := icons.get(kind, {}).get(id):
        found["icon"] = icon
    if fill := table.get(kind, {}).get(id, {}).get("fill"):
        found["color"] = fill[0]
    if pattern := table.get(kind, {}).get(id, {}).get("pattern"):
        found["pattern"] = pattern
    if face := table.get("face", {}).get(kind, {}).get(id):
        found["face"] = face
    for shelf in ("marker", "means", "counter"):
        own = {name: icons[shelf][name] for s, name in parts if s == shelf and name in icons.get(shelf, {})}
        if own:
            found[shelf] = own
    figures = [name for shelf, name in parts if shelf == "marker" and name in table.get("figures", [])]
    return found | ({"figures": figures} if figures else {})
