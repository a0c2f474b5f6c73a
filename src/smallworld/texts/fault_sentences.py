"""Faults of files, strings and options in the reader's language.

The engine and the readers of files report in English, in many places, and a fault may come from another process.
So a fault is recognised by its English sentence, `faults/en.toml`; a test finds each of these in the source.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import Final

from .sources import read

FAULTS: Final = "smallworld.texts.faults"
_PLACED: Final = "placed"  # a place, and what is wrong there
_NUMBER: Final = "number"  # of a line: nothing else fits
# Facts that may be sentences or words themselves.
_INNER: Final = ("what", "kind", "detail", "rest", "head", "wanted")
_DEPTH: Final = 6


def fault_in(lang: str, text: str) -> str:
    """The fault in this language; in English if nobody has translated it."""
    return text if lang == "en" else _translated(lang, text, _DEPTH) or text


def facts_in(text: str, sentence: str) -> dict[str, str] | None:
    """The values of the placeholders in a sentence; None: the text does not match. Takes linear time."""
    facts: dict[str, str] = {}
    hole: str | None = None
    at = 0
    for words, name, _, _ in Formatter().parse(sentence):
        start = at if hole is None else text.find(words, at)
        if not text.startswith(words, max(start, 0)) or start < 0:
            return None
        if hole:
            facts[hole] = text[at:start]
        at, hole = start + len(words), name
    if hole:
        facts[hole] = text[at:]
    return facts if hole is not None or at == len(text) else None


def _translated(lang: str, text: str, depth: int) -> str:
    """Empty: there is no such sentence."""
    if not depth:
        return ""
    sentences = _sentences(lang)
    for key, english in _english():
        facts = facts_in(text, english)
        if facts is None or not facts.get(_NUMBER, "0").isdigit():
            continue
        inner = {name: _translated(lang, facts[name], depth - 1) for name in facts if name in _INNER}
        if key == _PLACED and not inner["rest"]:
            continue
        return sentences[key].format(**facts | {name: said for name, said in inner.items() if said})
    return ""


@lru_cache
def _english() -> tuple[tuple[str, str], ...]:
    """Those with the most words first: they fit best. What begins with a placeholder would take the place for a
    part of the sentence, so the place is looked for before.
    """
    found = _sentences("en")

    def order(item: tuple[str, str]) -> tuple[int, int]:
        return 1 if item[0] == _PLACED else 2 * item[1].startswith("{"), -_letters(item[1])

    return tuple(sorted(found.items(), key=order))


def _letters(sentence: str) -> int:
    return sum(len(words) for words, *_ in Formatter().parse(sentence))


@lru_cache
def _sentences(lang: str) -> Mapping[str, str]:
    found: Mapping[str, str] = (read(FAULTS, lang) or {})["fault"]
    return found
