"""Every piece of every installed pack, rule, edition row and ruling is covered by a case (`covers`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smallworld.engine import Pack
from smallworld.engine.content.pieces import Card
from smallworld.packs import find_packs
from tests.casebook import load_cases

FOLDER = Path(__file__).parent / "cases"
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
    "ruling.turn-9": "engine/verbs/test_views.py",
    "rule.hidden_coins": "engine/verbs/test_views.py",
}


def rules_of_the_readme() -> list[str]:
    found = re.search(r"`rule\.NAME` \(([^)]*)\)", README)
    assert found is not None
    return [f"rule.{name.strip()}" for name in found[1].split(",")]


def pieces_of(pack: Pack) -> list[tuple[str, str]]:
    kinds = ("race", "power", "relic", "place")
    return [(piece.kind, piece.id) for kind in kinds for piece in pack.pieces if piece.kind == kind]


def cards_of(pack: Pack) -> list[type[Card]]:
    return [card for rule in pack.rules.values() if rule.row is not None for card in rule.row.cards]


def everything() -> list[str]:
    names = [f"{kind}.{name}" for pack in find_packs().values() for kind, name in pieces_of(pack)]
    names += [f"card.{card.id}" for pack in find_packs().values() for card in cards_of(pack)]
    names += rules_of_the_readme()
    names += [f"edition.{letter}{row}" for letter, rows in EDITION_ROWS.items() for row in range(1, rows + 1)]
    names += [f"ruling.{section}-{n}" for section, count in RULINGS.items() for n in range(1, count + 1)]
    return names


def test_there_is_something_to_cover() -> None:
    names = everything()
    pieces = 14 + 20 + 15 + 21 + 6 + 9 + 2 + 3  # River World: two places, three cards
    assert len(names) == len(set(names)) == pieces + len(rules_of_the_readme()) + 22 + 47
    assert len(rules_of_the_readme()) >= 28
    assert len(CASES) >= 1350


@pytest.mark.parametrize("name", [name for name in everything() if name not in ELSEWHERE])
def test_is_covered_by_a_case(name: str) -> None:
    assert name in COVERED


@pytest.mark.parametrize(("name", "file"), ELSEWHERE.items())
def test_is_covered_by_a_python_test_instead(name: str, file: str) -> None:
    assert (Path(__file__).parent / file).exists()
    assert name in everything()


def test_no_case_covers_something_nobody_knows() -> None:
    known = set(everything())
    unknown = {
        name
        for name in COVERED
        if name not in known and not name.startswith(("example.", "ruling.underground"))
    }
    assert not unknown


def test_every_case_says_what_it_covers_and_has_a_title() -> None:
    for case in CASES:
        assert case["covers"], case["id"]
        assert case["title"].strip(), case["id"]
        assert re.fullmatch(r"[a-z0-9-]+", case["id"]), case["id"]


def test_every_piece_has_its_own_file() -> None:
    for folder, name in ((FOLDER, "base"), (FOLDER / "underground", "underground")):
        pack = find_packs()[name]
        for kind in ("races", "powers", "relics", "places"):
            assert {path.stem for path in (folder / kind).glob("*.toml")} == set(getattr(pack, kind))
            assert all(load_cases(path.parent) for path in (folder / kind).glob("*.toml"))
