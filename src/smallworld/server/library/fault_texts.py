"""Faults of a pack in the reader's language; those that users of the workshop can cause, in its own words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from smallworld.packs.files import Fault
from smallworld.packs.files.limits import MOST_FAULTS
from smallworld.texts import Catalogue
from smallworld.texts.fault_sentences import facts_in, fault_in

from ..wire.workshop import FieldFault

# The English message, and the text for it in every language. {}: anything.
_KNOWN: Final = (
    ("expected regions, as in {}, got nothing", "regions"),
    ("is missing: expected regions{}", "regions"),
    ("expected a whole number from {low} to {high}, got {}", "number"),
    ("is missing: expected a whole number from {low} to {high}", "number"),
    ("'{name}' is the name of an official {}", "official"),
    ("so the official {} is called; choose another name", "named"),
    ("'{name}' is the name of {}", "taken"),
    ("'{name}' is a word of {}", "taken"),
    ("'{name}' is there twice{}", "taken"),
    ("'{name}' is a race of {}", "taken"),
    ("at most {most} letters, got {got}", "long"),
    ("a text is plain, without markup: {marks} is not allowed here", "markup"),
    ("{supply} is less than the {tokens} tokens of the banner", "supply"),
    ("{} is not lower case letters, digits and _{}", "id"),
    ("once cannot be combined with per", "once"),
    ("every needs per with a region set", "every"),
    ("rising needs per with a region set, and cannot be combined with every", "rising"),
    ("must not depend on what is held{}", "fixed"),
)


def spoken_faults(faults: Iterable[Fault], lang: str) -> list[FieldFault]:
    texts = _texts(lang)
    return [
        FieldFault(path=fault.path, text=_said(fault.said, texts), line=fault.line)
        for fault in list(faults)[: MOST_FAULTS + 1]
    ]


@lru_cache(maxsize=8)
def _texts(lang: str) -> Catalogue:
    return Catalogue(lang)


def _said(text: str, texts: Catalogue) -> str:
    for sentence, key in _KNOWN:
        facts = facts_in(text, sentence)
        if facts is not None:
            return texts.say(f"server.workshop.fault.{key}", **facts)
    return fault_in(texts.lang, text)
