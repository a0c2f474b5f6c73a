"""The page about the terminal names every command, every option and every word that can be typed."""

from __future__ import annotations

from typing import Any

import pytest
import typer.main

from smallworld.cli.main import app
from smallworld.cli.table.typed_input import ACTIONS, COMMANDS
from smallworld.texts import Catalogue
from tests.docs.pages import DOCS, code_spans, prose

SPANS = code_spans(prose(DOCS / "terminal.md"))
WORDS = {word for span in SPANS for word in span.split()}
GROUP: Any = typer.main.get_command(app)


@pytest.mark.parametrize("name", sorted(GROUP.commands))
def test_command_is_told(name: str) -> None:
    assert any(span.split()[:2] == ["smallworld", name] for span in SPANS)
    options = {option for parameter in GROUP.commands[name].params for option in parameter.opts}
    missing = {option for option in options if option.startswith("--")} - {"--help", *WORDS}
    assert not missing


def test_words_are_told() -> None:
    english = Catalogue("en")
    first = {meaning: english.say(f"cli.word.{meaning}").split()[0] for meaning in (*ACTIONS, *COMMANDS)}
    assert not {meaning for meaning, word in first.items() if word not in WORDS}


def test_no_option_is_made_up() -> None:
    known = {option for command in GROUP.commands.values() for p in command.params for option in p.opts}
    told = {word for word in WORDS if word.startswith("--")}
    assert told <= {*known, "--help", "--version"}
