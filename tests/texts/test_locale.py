"""Our few values of CLDR are those of the browser."""

from __future__ import annotations

import json
import subprocess

import pytest

from smallworld.languages import LANGUAGES
from smallworld.texts.locale import change, labelled, listed, number, parted, percent, quoted
from tools.node import commands

LISTS = [["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Eva"], ["Ann", "Inés"]]
ASK = """
const [langs, lists] = JSON.parse(process.argv[1]);
const told = langs.map((lang) => ({
  lists: lists.map((one) => new Intl.ListFormat(lang, { type: "conjunction" }).format(one)),
  number: new Intl.NumberFormat(lang, { minimumFractionDigits: 1 }).format(1.5),
  percent: new Intl.NumberFormat(lang, { style: "percent" }).format(0.37),
}));
console.log(JSON.stringify(told));
"""


def test_lists_numbers_and_percent_as_in_the_browser() -> None:
    call = [*commands()["node"], "-e", ASK, json.dumps([LANGUAGES, LISTS])]
    told = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    for lang, intl in zip(LANGUAGES, told, strict=True):
        assert [listed(lang, one) for one in LISTS] == intl["lists"]
        assert number(lang, 1.5) == intl["number"]
        assert percent(lang, 37) == intl["percent"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_minus_is_a_minus(lang: str) -> None:
    assert number(lang, -2.5).startswith("−2")


def test_a_change_has_its_sign() -> None:
    assert [change("de", value) for value in (1.5, 0.0, -0.3)] == ["+1,5", "0,0", "−0,3"]


def test_quotation_marks() -> None:
    assert [quoted(lang, "a") for lang in LANGUAGES] == ["“a”", "„a“", "“a”", "«\u202fa\u202f»", "«a»"]


def test_french_sets_a_space_before_a_colon() -> None:
    assert labelled("fr", "Coût", "3") == "Coût\u202f: 3"
    assert labelled("es", "Coste", "3") == "Coste: 3"


def test_french_sets_a_space_before_a_semicolon() -> None:
    assert parted("fr", ["a", "b"]) == "a\u202f; b"
    assert parted("de", ["a", "b"]) == "a; b"
