"""Fills sentences: `{name}` is replaced by a fact, `{name:coin|coins}` chooses a word by its number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import NamedTuple

# How a sentence refers to a region by number, and what remains of that where the region has a name.
_BY_NUMBER: dict[str, tuple[tuple[str, str], ...]] = {
    "en": ((r"\b[Rr]egion ", ""),),
    "de": ((r"\bRegion ", ""),),
    "nl": ((r"\b(?:[Rr]egio|[Gg]ebied) ", ""),),
    "fr": ((r"\ben région ", "à "), (r"\b(?:[Ll]a )?[Rr]égion ", "")),
    "es": ((r"\b(?:[Ll]a )?[Rr]egión ", ""),),
}
_NUMBERED = {
    lang: [(re.compile(rf"{before}(?=\{{region\}})"), stays) for before, stays in ways]
    for lang, ways in _BY_NUMBER.items()
}
# Numbers that take the first word of a choice. French says "0 pièce", all others "0 coins".
_ONE: dict[str, tuple[int, ...]] = {"fr": (0, 1)}
_CHOICE = re.compile(r"\{\w+:[^{}|]*\|([^{}|]*)\}")


class Place(int):
    """A region as shown to people: `Brackholt (12)`, or `12` where the board gives it no name."""

    name: str

    def __new__(cls, region: int, name: str = "") -> Place:
        place = super().__new__(cls, region)
        place.name = name
        return place

    def __str__(self) -> str:
        return f"{self.name} ({int(self)})" if self.name else str(int(self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Part(NamedTuple):
    """A part of a sentence: words, then a fact. `words`: singular and plural."""

    before: str
    name: str | None
    spec: str = ""
    words: tuple[str, str] | None = None


@lru_cache(maxsize=8192)
def parts(text: str) -> tuple[Part, ...]:
    """A parsed sentence, cached: the same ones are filled again and again."""
    found = []
    for before, name, spec, _ in Formatter().parse(text):
        one, bar, many = (spec or "").partition("|")
        found.append(Part(before, name, "" if bar else spec or "", (one, many) if bar else None))
    return tuple(found)


class Filler:
    def __init__(self, lang: str) -> None:
        self._one = _ONE.get(lang, (1,))
        self._numbered = _NUMBERED[lang]
        self._by_name: dict[str, str] = {}

    def fill(self, text: str, facts: Mapping[str, object]) -> str:
        """Sentences have "region {region}"; for a place with a name, the name replaces both."""
        place = facts.get("region")
        if isinstance(place, Place) and place.name:
            text = self._by_name.get(text) or self._speaking(text)
        said = []
        for before, name, spec, words in parts(text):
            said.append(before)
            if name is not None:
                fact = facts[name]
                if words is not None:
                    said.append(words[fact not in self._one])
                else:
                    said.append(fact if type(fact) is str and not spec else format(fact, spec))
        return "".join(said)

    def _speaking(self, text: str) -> str:
        """The sentence for regions with names."""
        said = text
        for before, stays in self._numbered:
            said = before.sub(stays, said)
        self._by_name[text] = said
        return said


def placeholders(text: str) -> set[str]:
    """The placeholders of a text. Unbalanced braces raise ValueError."""
    return {part.name for part in parts(text) if part.name is not None}


def with_many(text: str) -> str:
    """The text with the plural of every choice, as the engine writes it."""
    return _CHOICE.sub(r"\1", text)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def inside(text: str, lang: str) -> str:
    """A name or sentence as written inside another sentence: "Troll lair" becomes "troll lair".

    German keeps its capitals, and all languages keep names with several capitals: "Lost Tribes".
    """
    if lang == "de" or text[1:] != text[1:].lower():
        return text
    return text[:1].lower() + text[1:]
