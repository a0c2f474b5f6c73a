"""What a balance report says in words, in every language."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from smallworld.languages import LANGUAGES
from smallworld.texts import Catalogue
from smallworld.texts.balance_report import BalanceReportTexts


def told(
    above: int, advice: dict[str, Any], lang: str = "en", kind: str = "race", verdict: str = "strong"
) -> str:
    data = {
        "piece": f"{kind}.x",
        "verdict": verdict,
        "above": above,
        "of": 29,
        "advice": advice,
        "curves": [1],
    }
    return teller(lang).sentence(data)


@cache
def teller(lang: str) -> BalanceReportTexts:
    return BalanceReportTexts(Catalogue(lang))


def advice(curve: str = "", step: int = 0, reaches: bool = True, unsure: bool = False) -> dict[str, Any]:
    return {"curve": curve, "step": step, "reaches": reaches, "unsure": unsure}


def test_sentences() -> None:
    assert told(2, advice("tokens", -1)) == (
        "Stronger than every printed race but two; one token fewer would make it average."
    )
    assert told(29, advice("coins.1", 1, reaches=False), kind="power") == (
        "Weaker than every printed power; one more coin would bring it closer to average, but not there."
    )
    assert told(14, advice()) == "14 of the 29 printed races are stronger, 15 weaker; leave it as it is."
    assert told(0, advice(unsure=True)) == (
        "Stronger than every printed race; but that could be luck: play more games to find out."
    )
    assert told(28, advice(reaches=False)).startswith(
        "Weaker than every printed race but one; none of the numbers"
    )
    alone = {"piece": "race.x", "verdict": "strong", "above": 0, "of": 29, "curves": []}
    assert teller("en").sentence(alone) == "Stronger than every printed race."
    assert told(0, advice(), verdict="open") == "Not enough games yet to be sure."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_all_of_it(lang: str) -> None:
    steps = [("tokens", step) for step in (-2, -1, 1, 2)] + [("coins.0", step) for step in (-1, 1)]
    said = {
        told(above, advice(curve, step, reaches), lang, kind)
        for above in range(30)
        for curve, step in steps
        for reaches in (True, False)
        for kind in ("race", "power")
    }
    assert len(said) == 30 * 6 * 2 * 2
    assert not any(re.search(r"[{}]|None|balance\\.", text) for text in said)
