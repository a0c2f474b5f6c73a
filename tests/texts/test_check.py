"""The check of the texts: it passes here, and catches each kind of gap."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

import pytest

from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Native, Race
from smallworld.languages import LANGUAGES
from smallworld.texts import check
from smallworld.texts.sources import OWN

_numbers = itertools.count()  # Python remembers packages by name, so each test has its own

MakePackage = Callable[[dict[str, str]], str]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakePackage:
    """Makes a package of TOML files, one for each language given."""

    def make(texts: dict[str, str]) -> str:
        name = f"broken_texts_{next(_numbers)}"
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        for lang, text in texts.items():
            (tmp_path / name / f"{lang}.toml").write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        return name

    return make


def ours() -> dict[str, str]:
    return {lang: files(OWN).joinpath(f"{lang}.toml").read_text(encoding="utf-8") for lang in LANGUAGES}


def test_the_texts_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main() == 0, capsys.readouterr().out


def test_faults_are_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(check, "all_faults", lambda: ["a/de.toml: b: is missing"])
    assert check.main() == 1
    assert capsys.readouterr().out.splitlines() == ["a/de.toml: b: is missing", "faults in the texts: 1"]


@pytest.mark.parametrize(
    ("lang", "old", "new", "fault"),
    [
        ("de", "late]", "latte]", "rule.late.sentence: is missing"),
        ("de", "late]", "latte]", "rule.latte.sentence: is not there in English"),
        ("fr", "{options}", "{option}", "rule.option.remedy: expected {options}, got {option}"),
        ("nl", "{percent}", "{percent", "advice.die: "),
        ("es", 'start = "la partida empieza aquí"', 'start = ""', "wall.start: is not a text"),
        ("es", "pick =", "puck =", "step.pick: is missing"),
        ("en", "pick =", "puck =", "step.pick: is missing"),
        ("en", "pick =", "puck =", "step.puck: the engine knows no such id"),
        ("en", "scored =", "scared =", "hidden.scared: the engine knows no such id"),
        ("en", "You need", "You want", "rule.tokens.remedy: the engine says 'You need {short} more tokens.'"),
        ("de", "[term]", "[term", "Expected"),
    ],
)
def test_a_broken_translation(package: MakePackage, lang: str, old: str, new: str, fault: str) -> None:
    texts = ours()
    assert old in texts[lang]
    name = package({**texts, lang: texts[lang].replace(old, new)})
    faults = check.engine_faults(name)
    assert any(fault in line and line.startswith(f"{name}/{lang}.toml: ") for line in faults), faults


def test_a_missing_language(package: MakePackage) -> None:
    texts = ours()
    del texts["nl"]
    name = package(texts)
    assert check.engine_faults(name) == [f"{name}/nl.toml: is missing"]


def test_clients_need_the_same_keys(package: MakePackage) -> None:
    texts = dict.fromkeys(LANGUAGES, '[cli]\nhello = "{name}"\nbye = "!"\n')
    assert check.package_faults(package(texts)) == []
    name = package({**texts, "de": '[cli]\nhello = "{nome}"\n'})
    assert check.package_faults(name) == [
        f"{name}/de.toml: cli.bye: is missing",
        f"{name}/de.toml: cli.hello: expected {{name}}, got {{nome}}",
    ]


BADGERS = """
[pack.badgers]
name = "Badgers"
[neutral.moles]
name = "Moles"
grammar = "-"
[rule.asleep]
sentence = "{seat} sleeps."
remedy = "Wait."
[race.badgers_of_old]
name = "Badgers"
grammar = "-"
short = "Short."
text = "Long."
"""


def badgers(texts: str) -> Pack:
    pack = Pack("badgers", version=1, texts=texts)

    @pack.native
    class Moles(Native):
        supply = 3

    @pack.race
    class BadgersOfOld(Race):
        tokens, supply = 5, 12
        reasons: ClassVar = {"asleep": ("{seat} sleeps.", "Wait.")}

    return pack


def test_packs(package: MakePackage) -> None:
    texts = dict.fromkeys(LANGUAGES, BADGERS)
    assert check.pack_faults(badgers(package(texts))) == []
    name = package({**texts, "es": BADGERS.replace("short =", "# short =")})
    assert check.pack_faults(badgers(name)) == [f"{name}/es.toml: race.badgers_of_old.short: is missing"]
    name = package({**texts, "fr": BADGERS.replace('Badgers"\ngrammar = "-"', 'Badgers"\ngrammar = "n"')})
    assert check.pack_faults(badgers(name)) == [
        f"{name}/fr.toml: race.badgers_of_old: grammar: expected one of m f mp fp or -, got 'n'"
    ]
    name = package({**texts, "de": BADGERS.replace('Badgers"\ngrammar = "-"', 'Badgers"\ngrammar = "p"')})
    assert check.pack_faults(badgers(name)) == [
        f"{name}/de.toml: race.badgers_of_old: forms: one: is missing"
    ]
    name = package(dict.fromkeys(LANGUAGES, BADGERS.replace("moles", "voles")))
    assert check.pack_faults(badgers(name)) == [
        f"{name}/en.toml: neutral.moles.name: is missing",
        f"{name}/en.toml: neutral.voles.name: pack badgers has no neutral voles",
    ]
    name = package(dict.fromkeys(LANGUAGES, BADGERS.replace("asleep", "awake")))
    assert check.pack_faults(badgers(name)) == [
        f"{name}/en.toml: rule.asleep.remedy: is missing",
        f"{name}/en.toml: rule.asleep.sentence: is missing",
        f"{name}/en.toml: rule.awake.sentence: pack badgers has no rule awake",
        f"{name}/en.toml: rule.awake.remedy: pack badgers has no rule awake",
    ]
    assert check.pack_faults(badgers("no.such_package")) == [
        "pack badgers: there is no package no.such_package"
    ]
