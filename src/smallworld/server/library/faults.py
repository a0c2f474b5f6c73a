"""Faults of a pack in the reader's language, as far as somebody who clicks can make them.

The engine and the file reader speak English; what only somebody can do wrong who writes a file stays so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from smallworld.packs.files import Fault
from smallworld.texts import Catalogue

from ..wire.workshop import FieldFault

MOST: Final = 40  # told of one pack

# What the reader says, and the text that says it in every language.
_KNOWN: Final = tuple(
    (re.compile(pattern, re.DOTALL), key)
    for pattern, key in (
        (r"expected regions, as in .*, got nothing", "regions"),
        (r"is missing: expected regions.*", "regions"),
        (r"(?:is missing: )?expected a whole number from (?P<low>-?\d+) to (?P<high>-?\d+)\b.*", "number"),
        (r"'(?P<name>[^']*)' is the name of an official .*", "official"),
        (r"so the official .* is called; choose another name", "named"),
        (r"'(?P<name>[^']*)' is (?:the name of|a word of|there twice|a race of).*", "taken"),
        (r"at most (?P<most>\d+) letters, got (?P<got>\d+)", "long"),
        (r"a text is plain, without markup: (?P<marks>.*) cannot stand here", "markup"),
        (r"(?P<supply>\d+) is less than the (?P<tokens>\d+) tokens of the banner", "supply"),
        (r".* is not lower case letters, digits and _.*", "id"),
        (r"once cannot go with per", "once"),
        (r"every needs per with a region set", "every"),
        (r"must not depend on what is held.*", "fixed"),
    )
)


def spoken_faults(faults: Iterable[Fault], lang: str) -> list[FieldFault]:
    texts = _texts(lang)
    return [
        FieldFault(path=fault.path, text=_said(fault.said, texts), line=fault.line)
        for fault in list(faults)[:MOST]
    ]


@lru_cache(maxsize=8)
def _texts(lang: str) -> Catalogue:
    return Catalogue(lang)


def _said(text: str, texts: Catalogue) -> str:
    for pattern, key in _KNOWN:
        if match := pattern.fullmatch(text):
            return texts.say(f"server.workshop.fault.{key}", **match.groupdict())
    return text
