"""Letters that deceive: of another alphabet but looking the same, wide or ornamental, with marks piled up."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

MOST_MARKS: Final = 2  # on one letter, written apart: Vietnamese and Hebrew need two
_FORMS: Final = ("<wide>", "<narrow>", "<font>", "<circle>", "<square>")  # of a letter that means the same
_ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK", "CHEROKEE", "ARMENIAN")  # those that share shapes
_LOOKALIKES: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТХУаеѕіјорсхуһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν",
    "ABESIJKMHOPCTXYaesijopcxyhdqwABEZHIKMNOPTYXoav",
)


def plain_forms(text: str) -> str:
    """Wide, circled and ornamental letters as ordinary ones, and at most two marks on a letter."""
    letters = (_ordinary(letter) for letter in unicodedata.normalize("NFC", text))
    kept, marks = [], 0
    for letter in "".join(letters):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def _ordinary(letter: str) -> str:
    if unicodedata.decomposition(letter).startswith(_FORMS):
        return unicodedata.normalize("NFKC", letter)
    return letter


def skeleton(text: str) -> str:
    """What a text looks like: two names with the same skeleton are mistaken for each other."""
    return plain_forms(text).translate(_LOOKALIKES).casefold()


def mixed_words(text: str) -> Iterator[str]:
    """Words with letters of two alphabets that share shapes."""
    for word in text.split():
        alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in word if letter.isalpha()}
        if len(alphabets.intersection(_ALPHABETS)) > 1:
            yield word


def unmixed(text: str) -> str:
    """Words of two alphabets with their lookalikes in Latin; others stay as they are."""
    found = set(mixed_words(text))
    return " ".join(word.translate(_LOOKALIKES) if word in found else word for word in text.split(" "))
