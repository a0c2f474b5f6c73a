"""The page about testing names every law, and its case is one."""

from __future__ import annotations

import re
import tomllib

from smallworld.engine.laws.laws import CHEAP, LAWS
from smallworld.packs import world_from_description
from tests.casebook import run_case
from tests.docs.pages import DOCS, ROOT, blocks, columns, section
from tools.breaking import BREAKINGS

PAGE = DOCS / "testing.md"


def test_every_law_is_told() -> None:
    listed = columns(section(PAGE, "Laws"), "Law")
    assert listed == [f"`{law.__name__}`" for law in LAWS]


def test_attacks_and_failures_are_tested() -> None:
    """Every point has a test that is there, and so is what is taken away to try them."""
    page = section(PAGE, "Attacks and failures")
    tests = [cell.strip("`") for cell in columns(page, "Test")]
    points = {int(point) for point in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    assert points == set(range(1, max(points) + 1))
    for test in [*tests, *(breaking.test for breaking in BREAKINGS)]:
        file, _, name = test.partition("::")
        source = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", source, re.MULTILINE), test
    for breaking in BREAKINGS:
        assert breaking.find in breaking.path.read_text(encoding="utf-8"), breaking
    assert {breaking.point for breaking in BREAKINGS} == points - set(
        range(9, 14)
    )  # those are no protections


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


def test_how_many_laws_are_looked_at_after_every_action() -> None:
    assert f"The first {len(CHEAP)} laws are looked at after every action" in section(PAGE, "Fuzz")
