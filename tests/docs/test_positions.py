"""The position descriptions on the pages are real: they load, keep the laws and survive their string."""

from __future__ import annotations

import json
import tomllib

import pytest

from smallworld.engine import parse_position, position_string, state_from
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.notation.description import KEYS, PLAYER_KEYS, RACE_KEYS, STEPS
from smallworld.packs import world_from_description, world_from_key
from tests.docs.pages import DOCS, NAMES, PAGES, Block, blocks, columns, read, section

POSITIONS = [
    (name, block)
    for name, page in zip(NAMES, PAGES, strict=True)
    for block in blocks(page)
    if "position" in block.marks
]


@pytest.mark.parametrize(
    "block", [block for _, block in POSITIONS], ids=[f"{name}:{block.line}" for name, block in POSITIONS]
)
def test_position_loads(block: Block) -> None:
    description = json.loads(block.text) if block.language == "json" else tomllib.loads(block.text)
    state = state_from(description, world_from_description)
    assert not broken_laws(state)
    assert parse_position(position_string(state), world_from_key) == state


def test_both_forms_are_shown() -> None:
    assert {block.language for _, block in POSITIONS} == {"json", "toml"}


@pytest.mark.parametrize(
    ("heading", "keys"),
    [("The position", KEYS), ("A player", PLAYER_KEYS), ("A race", RACE_KEYS)],
    ids=["position", "player", "race"],
)
def test_keys_are_listed(heading: str, keys: list[str]) -> None:
    listed = columns(section(DOCS / "positions.md", heading), "Key")
    assert sorted(listed) == sorted(f"`{key}`" for key in keys)


def test_steps_are_listed() -> None:
    for step in STEPS:
        assert f"`{step}`" in read(DOCS / "positions.md")
