"""The wire messages as one JSON schema: `python -m smallworld.server.schema`. The client's types come from it."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from . import wire


def schema() -> dict[str, Any]:
    """Every model of `wire`, and the two unions a socket carries."""
    models = [
        item
        for item in vars(wire).values()
        if isinstance(item, type) and issubclass(item, wire.Wire) and item is not wire.Wire
    ]
    _, whole = models_json_schema([(model, "serialization") for model in models], ref_template="#/$defs/{model}")
    definitions: dict[str, Any] = whole["$defs"]
    for name, union in (("ToServer", wire.ToServer), ("ToClient", wire.ToClient)):
        part = TypeAdapter(union).json_schema(ref_template="#/$defs/{model}", mode="serialization")
        part.pop("$defs", None)
        definitions[name] = part
    _untitle(definitions)
    properties = {name: {"$ref": f"#/$defs/{name}"} for name in definitions}
    return {"title": "Wire", "type": "object", "properties": properties, "$defs": definitions}


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
