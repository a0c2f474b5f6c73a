"""The page about rulings and the rule cases speak of the same editions."""

from __future__ import annotations

from tests.casebook import load_cases
from tests.docs.pages import DOCS, ROOT, section, tables

PAGE = DOCS / "rules-and-rulings.md"


def test_editions_are_those_of_the_cases() -> None:
    covered = {name for case in load_cases(ROOT / "tests" / "cases") for name in case["covers"]}
    played = {name.removeprefix("edition.") for name in covered if name.startswith("edition.")}
    listed = [row[0] for _, *rows in tables(section(PAGE, "Two editions")) for row in rows]
    assert len(listed) == len(set(listed))
    assert set(listed) == played


def test_every_ruling_has_a_reason() -> None:
    for heading in ("House rulings", "Smaller decisions"):
        for head, *rows in tables(section(PAGE, heading)):
            assert head[1] == "Why"
            assert all(len(row) == 2 and row[1] for row in rows)
