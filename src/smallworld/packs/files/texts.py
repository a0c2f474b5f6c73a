"""Texts in a pack file: beside each piece, by language, with the names of its parts.

A file has them with their piece; a catalogue needs one table for each language, as other packs have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from smallworld.engine.errors import choices
from smallworld.languages import LANGUAGES

from ..installed import find_packs
from .limits import MOST_LETTERS, shown, text_faults

FIELDS: Final = {
    "pack": ("name", "text"),
    "race": ("name", "short", "text", "leader"),
    "power": ("name", "short", "text"),
    "marker": ("name", "text"),
    "means": ("name", "text"),
    "counter": ("name", "text"),
}
Tell = Callable[..., None]
Parts = Sequence[tuple[str, str]]


def read_texts(path: str, data: object, kind: str, parts: Parts, tell: Tell) -> dict[str, dict[str, Any]]:
    """By language; faults are reported with their place."""
    found: dict[str, dict[str, Any]] = {}
    for lang, table in _table(path, data, tell).items():
        here = f"{path}.{lang}"
        if lang not in LANGUAGES:
            tell(here, choices("language", lang, LANGUAGES))
            continue
        shelves = {shelf for shelf, _ in parts}
        found[lang] = _fields(here, table, FIELDS[kind], tell, beside=shelves)
        for shelf in (name for name in FIELDS if name in shelves):
            rows = _table(f"{here}.{shelf}", table.get(shelf, {}) if isinstance(table, Mapping) else {}, tell)
            for id, row in rows.items():
                ids = [name for other, name in parts if other == shelf]
                if id not in ids:
                    tell(f"{here}.{shelf}.{id}", choices(shelf, id, ids))
                    continue
                found[lang].setdefault(shelf, {})[id] = _fields(
                    f"{here}.{shelf}.{id}", row, FIELDS[shelf], tell
                )
    return found


def _fields(
    path: str, table: object, known: Sequence[str], tell: Tell, beside: set[str] | None = None
) -> dict[str, Any]:
    found = {}
    for name, text in _table(path, table, tell).items():
        if name in known:
            tell(f"{path}.{name}", *text_faults(text, MOST_LETTERS[name]))
            found[name] = text
        elif name not in (beside or ()):
            tell(f"{path}.{name}", choices("field", name, {*known, *(beside or ())}))
    return found


def _table(path: str, value: object, tell: Tell) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    tell(path, f"expected a table, got {shown(value)}")
    return {}


# --- for catalogues --------------------------------------------------------------------------------------


@cache
def _leaders() -> tuple[str, ...]:
    """Markers of installed packs that are persons: each race may give its own a name."""
    rules = [rule for pack in find_packs().values() for rule in pack.rules.values()]
    return tuple(marker.id for rule in rules for marker in rule.markers if marker.token)


def tables_of(
    id: str, texts: Mapping[str, Any], pieces: Sequence[tuple[str, str, Mapping[str, Any]]]
) -> dict[str, dict[str, Any]]:
    """The texts of a pack file and its pieces, as one table for each language."""
    tables: dict[str, dict[str, Any]] = {}

    def put(lang: str, kind: str, name: str, said: Mapping[str, str]) -> None:
        if said:
            tables.setdefault(lang, {}).setdefault(kind, {}).setdefault(name, {}).update(said)

    for lang, said in texts.items():
        put(lang, "pack", id, said)
    for kind, name, by_language in pieces:
        for lang, said in by_language.items():
            put(lang, kind, name, {key: said[key] for key in FIELDS["power"] if key in said})
            for shelf in ("marker", "means", "counter"):
                for part, words in said.get(shelf, {}).items():
                    put(lang, shelf, part, words)
            if "leader" in said:
                for marker in _leaders():
                    put(lang, "marker", marker, {})
                    table = tables.setdefault(lang, {}).setdefault("marker", {}).setdefault(marker, {})
                    table.setdefault("of", {})[name] = said["leader"]
    return tables


def texts_in(
    tables: Mapping[str, Mapping[str, Any]], kind: str, id: str, parts: Parts
) -> dict[str, dict[str, Any]]:
    """The inverse: the texts of one piece and its parts, by language."""
    found: dict[str, dict[str, Any]] = {}
    for lang in LANGUAGES:
        table = tables.get(lang, {})
        said: dict[str, Any] = {
            key: text
            for key, text in table.get(kind, {}).get(id, {}).items()
            if key in FIELDS[kind] and isinstance(text, str)
        }
        if kind == "race":
            for marker in _leaders()[:1]:
                if name := table.get("marker", {}).get(marker, {}).get("of", {}).get(id):
                    said["leader"] = name
        for shelf, part in parts:
            words = table.get(shelf, {}).get(part, {})
            words = {key: text for key, text in words.items() if key in FIELDS[shelf]}
            if words:
                said.setdefault(shelf, {})[part] = words
        if said:
            found[lang] = said
    return found
