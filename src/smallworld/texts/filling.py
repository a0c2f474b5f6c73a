"""Filling sentences: `{name}` is replaced by a fact, `{name:coin|coins}` chooses a word by its number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

# How a sentence speaks of a region by its number, and what stays of it where the region has a name.
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
# Numbers that take the first word of a choice. French says "0 pièce", everybody else "0 coins".
_ONE: dict[str, tuple[int, ...]] = {"fr": (0, 1)}
_CHOICE = re.compile(r"\{\w+:[^{}|]*\|([^{}|]*)\}")


class Place(int):
    """A region as people speak of it: `Brackholt (12)`, or `12` where the board gives it no name."""

    name: str

    def __new__(cls, region: int, name: str = "") -> Place:
        place = super().__new__(cls, region)
        place.name = name
        return place

    def __str__(self) -> str:
        return f"{self.name} ({int(self)})" if self.name else str(int(self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Filler(Formatter):
    def __init__(self, lang: str) -> None:
        self._one = _ONE.get(lang, (1,))
        self._numbered = _NUMBERED[lang]

    def fill(self, text: str, facts: Mapping[str, object]) -> str:
        """Sentences say "region {region}": where that is a place with a name, the name says it all."""
        place = facts.get("region")
        if isinstance(place, Place) and place.name:
            for before, stays in self._numbered:
                text = before.sub(stays, text)
        return self.vformat(text, (), facts)

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if value in self._one else many


def placeholders(text: str) -> set[str]:
    """The names a text wants filled. A text whose braces do not match raises ValueError."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def with_many(text: str) -> str:
    """The text with every choice of words made as for many: how the engine writes it."""
    return _CHOICE.sub(r"\1", text)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def inside(text: str, lang: str) -> str:
    """A name or sentence as it stands inside another sentence: "Troll lair" becomes "troll lair".

    German keeps its capitals, and so does everybody for names of several capitals: "Lost Tribes".
    """
    if lang == "de" or text[1:] != text[1:].lower():
        return text
    return text[:1].lower() + text[1:]
