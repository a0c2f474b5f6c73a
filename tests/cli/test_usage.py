"""Help and refused options speak the reader's language, and every command and option has a text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from smallworld.cli.main import app
from smallworld.cli.usage import wanted_language
from smallworld.languages import LANGUAGES
from smallworld.texts.sources import read

from .conftest import Run

TEXTS: Any = {lang: (read("smallworld.cli.texts", lang) or {})["cli"]["usage"] for lang in LANGUAGES}


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


COMMANDS = dict(commands(typer.main.get_command(app)))


def test_every_text_belongs_to_a_command_or_option() -> None:
    used = set()
    for path, command in COMMANDS.items():
        table = "_".join(path) or "smallworld"
        used.add(f"{table}.about")
        for param in command.params:
            if not getattr(param, "hidden", False):
                used.add(f"{table if param.name in TEXTS['en'].get(table, {}) else 'option'}.{param.name}")
    told = {
        f"{table}.{key}"
        for table, texts in TEXTS["en"].items()
        if isinstance(texts, dict) and table != "word"
        for key in texts
    }
    assert used == told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", COMMANDS)
def test_help_of_every_command(run: Run, lang: str, path: tuple[str, ...]) -> None:
    said = run("--lang", lang, *path, "--help").output
    assert TEXTS[lang]["options"] in said
    for param in COMMANDS[path].params:
        if not getattr(param, "hidden", False):
            assert param.opts[0] in said or param.param_type_name == "argument"


REFUSED = {
    ("play", "--nope"): "no_option",
    ("plya",): "no_command",
    ("replay",): "missing",
    ("play", "--bots", "9"): "bad_value",
    ("serve", "--log-level", "loud"): "bad_value",
    ("verify", "a", "b"): "too_much",
    ("play", "--seed"): "no_value",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("args", REFUSED)
def test_a_refused_option_is_told_in_the_language(run: Run, lang: str, args: tuple[str, ...]) -> None:
    result = run("--lang", lang, *args)
    assert result.exit_code == 2
    template = TEXTS[lang][REFUSED[args]].replace("{name}", "|")
    said = result.output.splitlines()[0]
    for part in template.split("|"):
        assert part.encode("ascii", "ignore").decode().split(" ")[-1] in said
    assert "--help" in result.output.splitlines()[-1]
    assert "Traceback" not in result.output


def test_the_language_is_found_even_among_wrong_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALLWORLD_LANG", "nl")
    assert wanted_language(["play", "--nope", "--lang", "FR"]) == "fr"
    assert wanted_language(["--lang=es", "play"]) == "es"
    assert wanted_language(["play", "--lang", "xx"]) == "nl"
    assert wanted_language(["play", "--lang"]) == "nl"
