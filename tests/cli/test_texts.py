"""Every text the code asks for is there, in every language, and fits where it has to."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import smallworld.cli
from smallworld.cli.ascii import folded, to_ascii
from smallworld.cli.messages import Messages
from smallworld.cli.screen.encyclopedia import OVERVIEW, entries, entry_page
from smallworld.cli.screen.help import help_page
from smallworld.languages import LANGUAGES
from smallworld.texts.catalogue import Catalogue
from smallworld.texts.sources import find, read

FOLDER = Path(smallworld.cli.__file__).parent


def asked_keys() -> set[str]:
    """The keys that stand as plain strings in calls of a voice."""
    keys: set[str] = set()
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("voice"):
                for part in ast.walk(node.args[0]) if node.args else ():
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        keys.add(part.value)
    return {key for key in keys if re.fullmatch(r"[a-z_]+(\.[a-z_]+)*[a-z]", key)}


def test_every_key_has_a_text() -> None:
    own, shared = read("smallworld.cli.texts", "en"), read("smallworld.texts", "en")
    assert own is not None
    assert shared is not None
    missing = {
        key
        for key in asked_keys()
        if find(own, "cli", *key.split(".")) is None and find(shared, *key.split(".")) is None
    }
    # Pieces of keys that are put together, and step names they are compared with.
    assert missing <= {"pick", "end", "victims", "hint_", "group_", "ask_", "all_", "help.turn_", "word."}, (
        missing
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_can_be_said(lang: str) -> None:
    messages = Messages(lang)
    assert help_page(messages)
    assert all(messages(f"rules.{part}.text") for part in OVERVIEW)
    for entry in entries(messages.packs):
        assert entry_page(entry, messages)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plain_voices_are_ascii(lang: str) -> None:
    messages = Messages(lang, plain=True)
    for entry in entries(messages.packs):
        assert messages.name(entry.kind, entry.id).isascii()
        assert messages.text(entry.kind, entry.id).isascii()
    assert messages("did_you_mean", words="x").isascii()


def test_ascii_and_folding() -> None:
    assert to_ascii("Plättchen – „groß“", "de") == 'Plaettchen - "gross"'
    assert to_ascii("Héros … ¿qué?", "fr") == "Heros ... que?"
    assert to_ascii("日本") == "??"
    assert folded("  Mi-Portions, ÉGAL ") == "mi portions egal"


def test_catalogue_finds_our_texts() -> None:
    assert Catalogue("en").say("cli.title") == "Small World"
