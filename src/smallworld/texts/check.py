"""Checks that all texts exist in all languages and keep to the glossary: `python -m smallworld.texts.check`
prints each fault and exits with 1.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

from smallworld.engine.content.pack import Pack
from smallworld.engine.errors import SmallWorldError
from smallworld.engine.position.state import NEXT, STEP_NAMES
from smallworld.engine.verbs.event_sentences import KINDS
from smallworld.languages import LANGUAGES

from .fault_sentences import FAULTS
from .names import MANY_KINDS, grammar_faults
from .sources import CLIENTS, OWN, engine_english, file_name, inventory, read, reasons, shown_counters
from .templates import form_faults, placeholders, with_many
from .wording import wording_faults

GROUP = "smallworld.packs"

# The texts each kind of thing needs; all others need a name.
_RULES = ("name", "short", "text")
_FIELDS = {
    **dict.fromkeys(("race", "power", "relic", "place", "card"), _RULES),
    "question": ("ask",),
    "aim": ("told",),
    "rule": (),  # a rule of the game only has its questions
    "counter": (),  # except those that are shown
}
# Every step but this one has a question that somebody may read.
_STEPS = [name for step, name in enumerate(STEP_NAMES) if step != NEXT]
# Receipts give their terms a number that the English sources do not use.
_TERM_NUMBER = {"n"}

# Beside a name, and the kinds of things that need it.
_GRAMMAR = ("grammar", "forms")
_DECLINED = ("race", "neutral", "relic", "place", "card", "marker", "counter", "terrain", "symbol")

Texts = Mapping[str, str]  # by dotted key, as in "rule.own.sentence"


def all_faults() -> list[str]:
    """All faults in the texts of the engine, the clients and the installed packs."""
    faults = engine_faults()
    for client in (*CLIENTS, FAULTS):
        if _exists(client):
            faults += package_faults(client)
    for entry in entry_points(group=GROUP):
        try:
            pack = entry.load()
        except Exception as error:  # one faulty pack must not stop the check of the others
            faults.append(f"entry point {entry.name}: cannot be imported: {error!r}")
            continue
        if not isinstance(pack, Pack):
            faults.append(f"entry point {entry.name}: expected a Pack, got {type(pack).__name__}")
        elif pack.texts:
            faults += pack_faults(pack)
    return faults


def engine_faults(package: str = OWN) -> list[str]:
    """Every id of the engine has a text in every language, and nothing else has."""
    faults: list[str] = []
    texts = _read_all(package, faults)
    source = _flat(engine_english())
    for key, text in source.items():
        faults += [f"the engine: {key}: {said}" for said in wording_faults("en", text)]
    english, place = texts.pop("en", {}), file_name(package, "en")
    wanted = {*source, *(f"step.{step}" for step in _STEPS), *_second_person()}
    tables = {key.partition(".")[0] for key in wanted}
    for key, text in english.items():
        if key in source and with_many(text) != source[key]:
            faults.append(f"{place}: {key}: the engine says {source[key]!r}, not {with_many(text)!r}")
        if (key.partition(".")[0] in tables and key not in wanted) or (
            key.startswith("hidden.") and f"event.{key.removeprefix('hidden.')}" not in source
        ):
            faults.append(f"{place}: {key}: the engine knows no such id")
    faults += _missing(place, {**source, **english}, wanted)
    for lang, translated in texts.items():
        faults += _differences(file_name(package, lang), translated, {**english, **source})
    return faults


def _second_person() -> Iterable[str]:
    """Every event has a sentence that addresses the seat that acts or is affected."""
    for kind, text in KINDS.items():
        names = placeholders(text)
        if "seat" in names:
            yield f"you.{kind}"
        if "other" in names:
            yield f"to_you.{kind}"


def package_faults(package: str) -> list[str]:
    """The same keys with the same placeholders in every language."""
    return _compare(package)[0]


def pack_faults(pack: Pack) -> list[str]:
    """Everything in a pack has its texts, in every language."""
    package = pack.texts
    if not isinstance(package, str):
        return []  # a pack file needs no texts; the missing ones are generated
    if not _exists(package):
        return [f"pack {pack.id}: there is no package {package}"]
    faults, english = _compare(package)
    place = file_name(package, "en")
    things = inventory(pack)
    wanted = {
        f"{kind}.{id}.{field}"
        for kind, ids in things.items()
        for id in ids
        for field in _FIELDS.get(kind, ("name",))
    }
    wanted |= {f"counter.{id}.name" for id in shown_counters(pack)}
    wanted |= {
        f"option.{id}.{value}"
        for id, values in pack.options.items()
        for value in values
        if not value.isdigit()  # a number needs no name
    }
    own = reasons(pack)
    wanted |= {f"rule.{rule}.{field}" for rule in own for field in ("sentence", "remedy")}
    things["rule"] |= dict.fromkeys(own, "")
    faults += _missing(place, english, wanted)
    faults += [fault for lang in LANGUAGES for fault in _name_faults(package, lang)]
    for key in english:
        kind, id = (*key.split("."), "")[:2]
        named = ".of." in key  # a person of this pack's races who is a marker of another pack
        if kind in things and id not in things[kind] and not named:
            faults.append(f"{place}: {key}: pack {pack.id} has no {kind} {id}")
    return faults


def _name_faults(package: str, lang: str) -> list[str]:
    """Names whose grammar is missing or is none of the language, and races without a singular."""
    tables = read(package, lang) or {}
    return [
        f"{file_name(package, lang)}: {kind}.{id}: {fault}"
        for kind in _DECLINED
        for id, thing in tables.get(kind, {}).items()
        if isinstance(thing, Mapping) and "name" in thing
        for fault in grammar_faults(lang, thing.get("grammar"), thing.get("forms"), kind in MANY_KINDS)
    ]


def _exists(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def _compare(package: str) -> tuple[list[str], Texts]:
    """How the languages of a package differ, and its English texts."""
    faults: list[str] = []
    texts = _read_all(package, faults)
    english = texts.pop("en", {})
    for lang, translated in texts.items():
        faults += _differences(file_name(package, lang), translated, english)
    return faults, english


def _read_all(package: str, faults: list[str]) -> dict[str, Texts]:
    """The texts of each language that can be read; the others become faults."""
    texts: dict[str, Texts] = {}
    for lang in LANGUAGES:
        try:
            tables = read(package, lang)
        except SmallWorldError as error:
            faults += error.faults
            continue
        if tables is None:
            faults.append(f"{file_name(package, lang)}: is missing")
            continue
        texts[lang] = _flat(tables)
        for key, text in texts[lang].items():
            if not text.strip():
                faults.append(f"{file_name(package, lang)}: {key}: is not a text")
            said = wording_faults(lang, text)
            with suppress(ValueError):  # unbalanced braces are told where placeholders are compared
                said += form_faults(lang, text) if not key.startswith("web.") else []
            faults += [f"{file_name(package, lang)}: {key}: {fault}" for fault in said]
    return texts


def _flat(tables: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in tables.items():
        if key in _GRAMMAR:
            continue  # each language has its own
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value if isinstance(value, str) else ""
    return flat


def _missing(place: str, have: Collection[str], wanted: Iterable[str]) -> list[str]:
    return [f"{place}: {key}: is missing" for key in sorted(wanted) if key not in have]


def _differences(place: str, texts: Texts, english: Texts) -> list[str]:
    faults = _missing(place, texts, english)
    for key, text in texts.items():
        if key not in english:
            faults.append(f"{place}: {key}: is not there in English")
            continue
        allowed = _TERM_NUMBER if key.startswith("term.") else set()
        try:
            here, there = placeholders(text), placeholders(english[key])
        except ValueError as error:
            faults.append(f"{place}: {key}: {error}")
            continue
        if here - allowed != there - allowed:
            faults.append(f"{place}: {key}: expected {_braced(there)}, got {_braced(here)}")
    return faults


def _braced(names: set[str]) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "no placeholder"


def main() -> int:
    faults = all_faults()
    for fault in faults:
        print(fault)
    print(f"faults in the texts: {len(faults)}" if faults else "the texts are complete in every language")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
