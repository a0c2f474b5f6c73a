"""The encyclopedia."""

from __future__ import annotations

import pytest

from smallworld.languages import LANGUAGES

from ..conftest import Run


@pytest.mark.parametrize("lang", LANGUAGES)
def test_overview_and_lists(run: Run, lang: str) -> None:
    result = run("rules", "--lang", lang)
    assert result.exit_code == 0
    assert "Small World" in result.output
    assert len(result.output.splitlines()) > 60


@pytest.mark.parametrize("name", ["dwarves", "Dwarves", "Zwerge", "dwergen", "NAINS", "enanos"])
def test_one_thing_by_any_of_its_names(run: Run, name: str) -> None:
    result = run("rules", name)
    assert result.exit_code == 0
    assert "Dwarves" in result.output
    assert "3 tokens, 8 in the box" in result.output


def test_names_of_several_words_and_with_accents(run: Run) -> None:
    assert "Dragon Master" in run("rules", "Dragon", "Master").output
    assert "Dragon Master" in run("rules", "dragon_master").output
    assert "Necrofagos" in run("rules", "necrófagos", "--lang", "es").output


def test_one_name_for_several_things(run: Run) -> None:
    result = run("rules", "forest")
    assert "power" in result.output
    assert "terrain" in result.output


def test_unknown_name_lists_close_ones(run: Run) -> None:
    result = run("rules", "dwarfs")
    assert result.exit_code == 1
    assert "There's nothing called" in result.output
    assert "Dwarves" in result.output
    assert "smallworld rules" in run("rules", "xyzzy").output


def test_plain_option(run: Run) -> None:
    assert run("rules", "--plain", "--lang", "fr").output.isascii()


def test_packs(run: Run) -> None:
    result = run("packs")
    assert result.exit_code == 0
    assert "base_5p" in result.output
    assert "14 races" in result.output
    assert "20 powers" in result.output


def test_help_says_what_this_is(run: Run) -> None:
    result = run("--help")
    for text in ("unofficial fan project", "Philippe Keyaerts", "Days of Wonder"):
        assert text in " ".join(result.output.replace("│", " ").split())
    assert run("--version").output.startswith("smallworld ")
