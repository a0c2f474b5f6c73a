"""Letters that deceive are folded in people's names and refused in packs."""

from __future__ import annotations

import pytest

from smallworld.letters import mixed_words, plain_forms, skeleton, unmixed
from smallworld.packs.files.limits import text_faults
from smallworld.server.tables.seats import distinct, tidy

ZALGO = "A" + "\u0301\u0302\u0303\u0304" * 5 + "nn"


@pytest.mark.parametrize(
    "name", ["Ann", "Ångström", "Ольга", "Αθηνά", "李雷", "Nguyễn", "שָׁלוֹם", "José", "O'Neill", "½ …"]
)
def test_ordinary_names_of_any_alphabet_stay(name: str) -> None:
    assert tidy(name) == name
    assert text_faults(name, 40) == []


@pytest.mark.parametrize(
    ("name", "folded"),
    [("Оrcs", "Orcs"), ("Ａｎｎ", "Ann"), ("𝐀𝐧𝐧", "Ann"), ("Ⓐnn", "Ann"), ("Αnn Ольга", "Ann Ольга")],
)
def test_deceiving_letters_are_folded_in_names_and_refused_in_packs(name: str, folded: str) -> None:
    assert tidy(name) == folded
    assert len(text_faults(name, 40)) == 1


def test_marks_do_not_pile_up() -> None:
    assert len(plain_forms(ZALGO)) <= 5
    assert text_faults(ZALGO, 40)[0].startswith("a text has ordinary letters with at most two marks each: ")


def test_two_that_look_alike_are_told_apart() -> None:
    assert skeleton("Аnn") == skeleton("ａnn") == skeleton("ANN") == "ann"
    assert distinct("Аnn", ["Ann"]) == "Аnn 2"
    assert distinct("Bob", ["Ann"]) == "Bob"
    assert list(mixed_words("Оrcs and Орки")) == ["Оrcs"]
    assert unmixed("Орки") == "Орки"
