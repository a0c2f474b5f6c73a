"""Limits for the size of a pack file and for its texts, because strangers may send one."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from smallworld.engine.errors import shown as shown
from smallworld.engine.notation.compress import MOST_BYTES as MOST_BYTES
from smallworld.letters import mixed_words, plain_forms

MOST_PIECES: Final = 40
MOST_OF: Final = {"effects": 8, "markers": 4, "means": 4, "counters": 6, "needs": 4}
MOST_LETTERS: Final = {"name": 40, "short": 200, "text": 1200, "leader": 30, "author": 60}
MOST_ID: Final = 30
MOST_VERSION: Final = 9_999
# Before and during parsing: longer or deeper input costs time, and no pack needs it.
MOST_LINE: Final = 8_000  # characters
MOST_WORD: Final = 60  # characters of a name, digits of a number
MOST_DOTS: Final = 8  # in a key: real ones have four
MOST_DEPTH: Final = 12  # of nested tables and lists
MOST_FAULTS: Final = 40  # after these the search stops

ID: Final = re.compile(r"[a-z][a-z0-9_]*\Z")
COLOUR: Final = re.compile(r"#[0-9a-f]{6}\Z")
ICON: Final = re.compile(r"[a-z0-9][a-z0-9-]*\Z")
PATH: Final = re.compile(r"M[0-9MLHVCSQTAZmlhvcsqtaz\s,.+-]*\Z")
MOST_PATH: Final = 6_000  # characters of an icon drawn by the author

_MARKUP: Final = "<>{}\\"


def text_faults(text: object, most: int) -> list[str]:
    """Why a text cannot be shown as it is: texts must be plain and fit their place."""
    if not isinstance(text, str):
        return [f"expected a text in quotation marks, got {shown(text)}"]
    faults = []
    if len(text) > most:
        faults.append(f"at most {most} letters, got {len(text)}")
    if marks := sorted({letter for letter in text if letter in _MARKUP}):
        faults.append(f"a text is plain, without markup: {' '.join(marks)} is not allowed here")
    if any(unicodedata.category(letter)[0] == "C" for letter in text):
        faults.append("a text has one line and no control characters")
    if (plain := plain_forms(text[:most])) != unicodedata.normalize("NFC", text[:most]):
        faults.append(f"a text has ordinary letters with at most two marks each: {shown(plain)}")
    if mixed := list(mixed_words(text[:most])):
        faults.append(f"a word has letters of one alphabet only: {shown(mixed[0])}")
    return faults


def id_faults(id: object) -> list[str]:
    if not isinstance(id, str) or not ID.match(id):
        return [f"{shown(id)} is not lower case letters, digits and _, starting with a letter"]
    return [f"at most {MOST_ID} letters, got {len(id)}"] if len(id) > MOST_ID else []
