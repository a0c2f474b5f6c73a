"""Filling sentences: `{name}` is replaced by a fact, `{name:coin|coins}` chooses a word by its number."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

# Numbers that take the first word of a choice. French says "0 pièce", everybody else "0 coins".
_ONE: dict[str, tuple[int, ...]] = {"fr": (0, 1)}
_CHOICE = re.compile(r"\{\w+:[^{}|]*\|([^{}|]*)\}")


class Filler(Formatter):
    def __init__(self, lang: str) -> None:
        self._one = _ONE.get(lang, (1,))

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
