"""The JSON Schema of pack files, made from the vocabulary: editors check and complete with it."""

from __future__ import annotations

from typing import Any

from smallworld.engine.content.pack import MOST_SUPPLY, MOST_TOKENS
from smallworld.languages import LANGUAGES

from .faces import BADGES, face_schema
from .limits import (
    COLOUR,
    ICON,
    ID,
    MOST_ID,
    MOST_LETTERS,
    MOST_OF,
    MOST_PATH,
    MOST_PIECES,
    MOST_VERSION,
    PATH,
)
from .regions import MOST_LETTERS as MOST_REGION_LETTERS
from .regions import known_names
from .texts import FIELDS
from .words import Field, Word, effect_words, part_words

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """What a pack file may contain. It describes the TOML file and the same data in JSON."""
    return {
        "$schema": _DRAFT,
        "title": "A pack of Small World races and powers",
        "type": "object",
        "required": ["id"],
        "additionalProperties": False,
        "properties": {
            "id": {"$ref": "#/$defs/id"},
            "version": {"type": "integer", "minimum": 1, "maximum": MOST_VERSION, "default": 1},
            "author": _text("author"),
            "needs": {"type": "array", "items": {"$ref": "#/$defs/id"}},
            "texts": _by_language("pack", ()),
            "race": _pieces("race"),
            "power": _pieces("power"),
        },
        "anyOf": [{"required": ["race"]}, {"required": ["power"]}],
        "$defs": {
            "id": {"type": "string", "pattern": _pattern(ID.pattern), "maxLength": MOST_ID},
            "regions": _regions(),
            "icon": {
                "anyOf": [
                    {"type": "string", "pattern": _pattern(ICON.pattern)},
                    {"type": "string", "pattern": _pattern(PATH.pattern), "maxLength": MOST_PATH},
                ]
            },
            "effect": {"oneOf": [_effect(word) for word in effect_words().values()]},
            **{word.name: _part(word) for word in part_words().values()},
        },
    }


def _pattern(python: str) -> str:
    return f"^(?:{python.removesuffix(chr(92) + 'Z')})$"


def _regions() -> dict[str, Any]:
    names = known_names()
    return {
        "type": "string",
        "minLength": 1,
        "maxLength": MOST_REGION_LETTERS,
        "description": "Regions: names with and, or, not, beside, beside held and brackets. Names: "
        + ", ".join(names.all),
        "examples": ["cavern", "hill or farmland", "(swamp or forest) and beside water"],
    }


def _pieces(kind: str) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "tokens": {"type": "integer", "minimum": int(kind == "race"), "maximum": MOST_TOKENS},
        "needs": _list({"$ref": "#/$defs/regions"}, "needs"),
        "effects": _list({"$ref": "#/$defs/effect"}, "effects"),
        "texts": _by_language(kind, ("marker", "means", "counter")),
        "looks": _looks(kind),
        **{shelf: _list({"$ref": f"#/$defs/{word.name}"}, shelf) for shelf, word in part_words().items()},
    }
    if kind == "race":
        properties["supply"] = {"type": "integer", "minimum": 1, "maximum": MOST_SUPPLY}
    return {
        "type": "object",
        "maxProperties": MOST_PIECES,
        "propertyNames": {"$ref": "#/$defs/id"},
        "additionalProperties": {
            "type": "object",
            "required": ["tokens", "supply"] if kind == "race" else ["tokens"],
            "additionalProperties": False,
            "properties": properties,
        },
    }


def _list(items: dict[str, Any], shelf: str) -> dict[str, Any]:
    return {"type": "array", "items": items, "maxItems": MOST_OF[shelf]}


def _effect(word: Word) -> dict[str, Any]:
    made = _part(word)
    made["properties"] = {"kind": {"const": word.name}, **made["properties"]}
    made["required"] = ["kind", *made["required"]]
    return {"title": word.name, **made}


def _part(word: Word) -> dict[str, Any]:
    return {
        "description": word.says,
        "type": "object",
        "required": [field.name for field in word.fields if field.required],
        "additionalProperties": False,
        "properties": {field.name: _field(field) for field in word.fields},
    }


def _field(field: Field) -> dict[str, Any]:
    number = {"type": "integer", "minimum": field.low, "maximum": field.high}
    kinds: dict[str, dict[str, Any]] = {
        "number": number,
        "yes": {"type": "boolean"},
        "choice": {"enum": list(field.choices)},
        "regions": {"$ref": "#/$defs/regions"},
        "number or regions": {"anyOf": [number, {"$ref": "#/$defs/regions"}]},
        "per": {"$ref": "#/$defs/regions"},  # or the id of a marker, or conquest: all are words
    }
    found = kinds.get(field.kind, {"$ref": "#/$defs/id"})
    return found if field.default is None else {**found, "default": field.default}


def _text(field: str) -> dict[str, Any]:
    return {"type": "string", "maxLength": MOST_LETTERS[field]}


def _texts(kind: str) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {field: _text(field) for field in FIELDS[kind]},
    }


def _by_language(kind: str, parts: tuple[str, ...]) -> dict[str, Any]:
    table = _texts(kind)
    table["properties"] |= {part: {"type": "object", "additionalProperties": _texts(part)} for part in parts}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": dict.fromkeys(LANGUAGES, table),
    }


def _looks(kind: str) -> dict[str, Any]:
    icons = {"type": "object", "additionalProperties": {"$ref": "#/$defs/icon"}}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "icon": {"$ref": "#/$defs/icon"},
            "color": {"type": "string", "pattern": _pattern(COLOUR.pattern)},
            **({"face": face_schema()} if kind == "race" else {"pattern": {"enum": list(BADGES)}}),
            "figures": {"type": "array", "items": {"$ref": "#/$defs/id"}},
            "marker": icons,
            "means": icons,
            "counter": icons,
        },
    }
