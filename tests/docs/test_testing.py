"""The page about testing names every law, and its case is one."""

from __future__ import annotations

import tomllib

from smallworld.engine.laws import LAWS
from smallworld.packs import world_from_description
from tests.casebook import run_case
from tests.docs.pages import DOCS, blocks, columns, section

PAGE = DOCS / "testing.md"


def test_every_law_is_told() -> None:
    listed = columns(section(PAGE, "Laws"), "Law")
    assert listed == [f"`{law.__name__}`" for law in LAWS]


def test_case_of_the_page_passes() -> None:
    cases = [
        case
        for block in blocks(PAGE)
        if block.language == "toml"
        for case in tomllib.loads(block.text)["case"]
    ]
    assert cases
    for case in cases:
        run_case(case, world_from_description)
