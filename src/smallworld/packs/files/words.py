"""The vocabulary of pack files: every word, as the engine declares it."""

from __future__ import annotations

from functools import cache

from smallworld.engine.effects import EFFECT_WORDS, PART_WORDS
from smallworld.engine.words.word import Field as Field
from smallworld.engine.words.word import Word as Word


@cache
def effect_words() -> dict[str, Word]:
    """Every word for an effect."""
    return {word.name: word for word in EFFECT_WORDS}


def part_words() -> dict[str, Word]:
    """Markers, means and counters, by the list they belong to."""
    return PART_WORDS
