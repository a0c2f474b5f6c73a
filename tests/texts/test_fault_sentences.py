"""Faults of files, strings and options in five languages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import smallworld
from smallworld.engine import SmallWorldError
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world
from smallworld.packs.files import PackFileError, read_pack
from smallworld.texts.fault_sentences import FAULTS, fault_in
from smallworld.texts.sources import read

ENGLISH = (read(FAULTS, "en") or {})["fault"]
# Of the operating system, or made from several sentences.
ELSEWHERE = {"placed", "no_file", "is_folder", "forbidden", "of_the_end"}


def pattern(sentence: str) -> str:
    """A sentence with its placeholders as `{}`, whatever they are called."""
    found = ""
    depth = 0
    for letter in sentence:
        depth += (letter == "{") - (letter == "}")
        found += "{}" if letter == "}" and not depth else letter if not depth and letter != "}" else ""
    return found.replace("'{}'", "{}")


def literals(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@pytest.fixture(scope="module")
def source() -> str:
    folder = Path(smallworld.__file__).parent
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    return "\n".join(
        said.replace("'{}'", "{}") for tree in trees for node in ast.walk(tree) if (said := literals(node))
    )


@pytest.mark.parametrize("key", sorted(set(ENGLISH) - ELSEWHERE))
def test_each_sentence_is_one_of_the_source(key: str, source: str) -> None:
    """Numbers and names that the source writes out may be placeholders here."""
    for words in pattern(ENGLISH[key]).split("{}"):
        assert words.strip() in source, words


BROKEN = """
id = "My Pack"
[race.badgers]
tokens = 99
supply = "many"
colour = 3
[[race.badgers.effects]]
kind = "coin"
[[race.badgers.effects]]
kind = "coins"
per = "hil or farmland"
[race.badgers.texts.en]
name = "<b>"
"""


def english_words(said: str) -> set[str]:
    return {"expected", "unknown", "missing", "got"} & set(said.replace(":", " ").replace(",", " ").split())


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_faults_of_a_pack_file_are_told_in_the_language(lang: str) -> None:
    with pytest.raises(PackFileError) as caught:
        read_pack(BROKEN)
    said = [fault_in(lang, fault) for fault in caught.value.faults]
    assert len(said) >= 6
    for english, translated in zip(caught.value.faults, said, strict=True):
        assert translated != english
        assert not english_words(translated), translated
        if "race.badgers.tokens" in english:
            assert "race.badgers.tokens" in translated
            assert "99" in translated


def test_an_unknown_name_keeps_the_list_and_the_nearest_one() -> None:
    with pytest.raises(SmallWorldError) as caught:
        load_world("base_9p")
    said = fault_in("de", caught.value.faults[0])
    assert said.startswith("Spielplan 'base_9p' ist unbekannt; möglich: base_2p")
    assert said.endswith("(meinst du base_5p?)")


def test_what_nobody_translated_stays_english() -> None:
    assert fault_in("fr", "a node of the cluster is gone") == "a node of the cluster is gone"
    assert fault_in("fr", "bots.toml: a node: is gone") == "bots.toml: a node: is gone"
    assert fault_in("en", "expected a list, got a table") == "expected a list, got a table"


def test_a_hostile_fault_ends_soon() -> None:
    assert fault_in("es", ": " * 5_000).startswith(":")
    assert fault_in("es", "unknown " * 5_000).startswith("unknown")
