"""Every race, power, rule, edition row and ruling is covered by a case (`covers` in tests/cases)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smallworld.packs import find_packs
from tests.casebook import load_cases

FOLDER = Path(__file__).parent.parent / "cases"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
CASES = load_cases(FOLDER)
COVERED = {name for case in CASES for name in case["covers"]}

# Rows of the two tables of differences between the rulebooks.
EDITION_ROWS = {"A": 11, "B": 11}

# Bullet points in each section of the rulings.
RULINGS = {
    "turn": 10,
    "choosing": 3,
    "wiped_out": 3,
    "nonempty": 2,
    "races": 8,
    "powers": 10,
    "fine": 11,
}

# What a position and its actions cannot show, and the Python test that shows it.
ELSEWHERE = {
    # "Your own coins you may see; other players' totals are hidden until the end."
    "ruling.turn-9": "test_views.py",
    "rule.hidden_coins": "test_views.py",
}


def rules_of_the_readme() -> list[str]:
    found = re.search(r"`rule\.NAME` \(([^)]*)\)", README)
    assert found is not None
    return [f"rule.{name.strip()}" for name in found[1].split(",")]


def everything() -> list[str]:
    base = find_packs()["base"]
    names = [f"race.{name}" for name in base.races] + [f"power.{name}" for name in base.powers]
    names += rules_of_the_readme()
    names += [f"edition.{letter}{row}" for letter, rows in EDITION_ROWS.items() for row in range(1, rows + 1)]
    names += [f"ruling.{section}-{n}" for section, count in RULINGS.items() for n in range(1, count + 1)]
    return names


def test_there_is_something_to_cover() -> None:
    names = everything()
    assert len(names) == len(set(names)) == 14 + 20 + len(rules_of_the_readme()) + 22 + 47
    assert len(rules_of_the_readme()) >= 22
    assert len(CASES) >= 600


@pytest.mark.parametrize("name", [name for name in everything() if name not in ELSEWHERE])
def test_is_covered_by_a_case(name: str) -> None:
    assert name in COVERED


@pytest.mark.parametrize(("name", "file"), ELSEWHERE.items())
def test_is_covered_by_a_python_test_instead(name: str, file: str) -> None:
    assert (Path(__file__).parent / file).exists()
    assert name in everything()


def test_no_case_covers_something_nobody_knows() -> None:
    known = set(everything())
    unknown = {name for name in COVERED if name not in known and not name.startswith("example.")}
    assert not unknown


def test_every_case_says_what_it_covers_and_has_a_title() -> None:
    for case in CASES:
        assert case["covers"], case["id"]
        assert case["title"].strip(), case["id"]
        assert re.fullmatch(r"[a-z0-9-]+", case["id"]), case["id"]


def test_every_race_and_power_has_its_own_file() -> None:
    base = find_packs()["base"]
    assert {path.stem for path in (FOLDER / "races").glob("*.toml")} == set(base.races)
    assert {path.stem for path in (FOLDER / "powers").glob("*.toml")} == set(base.powers)
