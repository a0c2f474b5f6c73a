"""Fills sentences: `{name}` is replaced by a fact, `{name:coin|coins}` chooses a word by its number or grammar,
`{race:den}` is a form of a name, `{amount:of race}` counts, and `{region:in region|in}` says what stands before a
number and before a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import NamedTuple

from .names import CLASSES, FORMS, Name, article, isolated

# Numbers that take the first word of a choice. French says "0 pièce", all others "0 coins".
_ONE: dict[str, tuple[int, ...]] = {"fr": (0, 1)}
_ONE_MARKER = re.compile(r"\{marker:([^{}|]*)\|[^{}|]*\}")
_CHOICE = re.compile(r"\{(?!region)\w+:[^{}|]*\|([^{}|]*)\}")
_FORM = re.compile(r"(\{\w+):(\w+)\}")
_COUNTED = re.compile(r"\{(\w+):of (\w+)\}")
_OF = "of "
_REGION = re.compile(r"\b([Rr]egion) \{region\}")


class Place(int):
    """A region as shown to people: `Brackholt (12)`, or `12` where the board gives it no name."""

    name: str
    text: str

    def __new__(cls, region: int, name: str = "") -> Place:
        place = super().__new__(cls, region)
        place.name, place.text = name, f"{name} ({region})" if name else str(region)
        return place

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)


class Part(NamedTuple):
    """A part of a sentence: words, then a fact. `words`: to choose from; `of`: what the fact counts."""

    before: str
    name: str | None
    spec: str = ""
    words: tuple[str, ...] = ()
    of: str = ""


@lru_cache(maxsize=8192)
def parts(text: str) -> tuple[Part, ...]:
    """A parsed sentence, cached: the same ones are filled again and again."""
    found = []
    for before, name, spec, _ in Formatter().parse(text):
        spec = spec or ""
        words = tuple(spec.split("|"))
        if len(words) > 1:
            found.append(Part(before, name, words=words))
        elif spec.startswith(_OF):
            found.append(Part(before, name, of=spec.removeprefix(_OF)))
        else:
            found.append(Part(before, name, spec))
    return tuple(found)


class Filler:
    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._one = _ONE.get(lang, (1,))

    def fill(self, text: str, facts: Mapping[str, object]) -> str:
        said = []
        for before, name, spec, words, of in parts(text):
            said.append(before)
            if name is not None:
                fact = facts[name]
                if words:
                    said.append(self._chosen(fact, words))
                elif of:
                    said.append(self._counted(fact, facts[of]))
                elif type(fact) is str:
                    said.append(self._formed(fact, spec) if spec else isolated(fact))
                else:
                    said.append(format(fact, spec))
        return "".join(said)

    def _chosen(self, fact: object, words: tuple[str, ...]) -> str:
        if isinstance(fact, Place):
            before = words[bool(fact.name)]
            return f"{before} {fact}" if before else str(fact)
        if isinstance(fact, Name):
            return fact.pick(words)
        if isinstance(fact, str) and any(map(str.isalpha, fact)):
            return words[0]  # a player is one; a hidden number is many
        return words[-1 if fact not in self._one else 0]

    def _counted(self, amount: object, thing: object) -> str:
        return thing.counted(amount, amount in self._one) if isinstance(thing, Name) else f"{amount} {thing}"

    def _formed(self, fact: str, spec: str) -> str:
        """A form of a name whose grammar nobody knows, as that of a person."""
        small = spec[:1].lower() + spec[1:]
        said = article(fact, self._lang, small, "")
        return capital(said) if small != spec else said


def placeholders(text: str) -> set[str]:
    """The placeholders of a text. Unbalanced braces raise ValueError."""
    return {name for part in parts(text) for name in (part.name, part.of) if name}


def with_many(text: str) -> str:
    """The text with the plural of every choice and articles before names, as the engine writes it: many tokens
    of a race, one marker.
    """
    text = _ONE_MARKER.sub(r"\1", text)
    return _FORM.sub(r"\2 \1}", _COUNTED.sub(r"{\1} {\2}", _CHOICE.sub(r"\1", text)))


def with_places(text: str) -> str:
    """A sentence of the engine, which knows regions by number only, for regions with names, too."""
    return _REGION.sub(r"{region:\1|}", text)


def form_faults(lang: str, text: str) -> list[str]:
    """Forms that a language does not have, and choices that no number and no name can make."""
    faults = []
    for part in parts(text):
        if part.spec and part.spec[:1].lower() + part.spec[1:] not in FORMS[lang]:
            faults.append(f"{{{part.name}:{part.spec}}}: expected one of {' '.join(FORMS[lang])}")
        if part.words and len(part.words) not in (2, len(CLASSES[lang])):
            faults.append(
                f"{{{part.name}:…}}: expected 2 or {len(CLASSES[lang])} words, got {len(part.words)}"
            )
    return faults


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def inside(text: str, lang: str) -> str:
    """A name or sentence as written inside another sentence: "Troll lair" becomes "troll lair".

    German keeps its capitals, and all languages keep names with several capitals: "Lost Tribes".
    """
    if lang == "de" or text[1:] != text[1:].lower():
        return text
    return text[:1].lower() + text[1:]
