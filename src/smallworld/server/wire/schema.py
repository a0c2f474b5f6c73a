"""The wire messages as one JSON schema, for the client's types: `python -m smallworld.server.wire.schema`."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from smallworld.languages import LANGUAGES

from . import balance, base, board, coach, looks, pages, position, tables, to_client, to_server, workshop

# In the order of the types in the client's file.
PARTS = (base, looks, board, position, coach, tables, to_client, to_server, pages, workshop, balance)


def schema() -> dict[str, Any]:
    """Every message, the two unions that a socket carries, and the languages of all texts."""
    models = [
        item
        for part in PARTS
        for item in vars(part).values()
        if isinstance(item, type) and issubclass(item, base.Wire) and item.__module__ == part.__name__
    ]
    models.remove(base.Wire)
    wanted: list[tuple[type[BaseModel], Literal["serialization"]]] = [
        (model, "serialization") for model in models
    ]
    _, whole = models_json_schema(wanted, ref_template="#/$defs/{model}")
    definitions: dict[str, Any] = whole["$defs"]
    unions: dict[str, TypeAdapter[Any]] = {
        "ToServer": TypeAdapter(to_server.ToServer),
        "ToClient": TypeAdapter(to_client.ToClient),
    }
    for name, union in unions.items():
        part = union.json_schema(ref_template="#/$defs/{model}", mode="serialization")
        part.pop("$defs", None)
        definitions[name] = part
    _untitle(definitions)
    properties = {name: {"$ref": f"#/$defs/{name}"} for name in definitions}
    types = {"title": "Wire", "type": "object", "properties": properties, "$defs": definitions}
    return {**types, "languages": LANGUAGES}


def _untitle(node: Any) -> None:
    """Titles and defaults of single fields would each become a type of their own."""
    if isinstance(node, dict):
        if "$ref" in node:
            node.pop("default", None)  # a default beside a reference would make a second type
        for name, value in node.items():
            if isinstance(value, dict) and name not in ("properties", "$defs"):
                value.pop("title", None) if isinstance(value.get("title"), str) else None
            _untitle(value)
    elif isinstance(node, list):
        for item in node:
            _untitle(item)


if __name__ == "__main__":
    print(json.dumps(schema()))
