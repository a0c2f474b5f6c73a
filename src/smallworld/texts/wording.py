"""How texts are worded and set: banned words of the glossary, spaces before punctuation, apostrophes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from .sources import read

GLOSSARY: Final = "smallworld.texts.glossary"

NO_BREAK: Final = "\u00a0"
NARROW: Final = "\u202f"

_EVERYWHERE: Final = (
    (re.compile(r"\.\.\."), "write … instead of three dots"),
    (re.compile("’"), "write ' for an apostrophe"),
)
_BY_LANGUAGE: Final = {
    "en": ((re.compile(r"\s%"), "no space before %"),),
    "nl": ((re.compile(r"\s%"), "no space before %"),),
    "de": ((re.compile(rf"[^{NO_BREAK}]%"), "a no-break space before %"),),
    "es": ((re.compile(rf"[^{NO_BREAK}]%"), "a no-break space before %"),),
    "fr": (
        (re.compile(rf"\s(?<!{NARROW})[;:!?»]"), "a narrow no-break space before ; : ! ? »"),
        (re.compile(rf"«(?!{NARROW})"), "a narrow no-break space after «"),
        (re.compile(rf"[^{NO_BREAK}]%"), "a no-break space before %"),
    ),
}


def wording_faults(lang: str, text: str) -> list[str]:
    """What is wrong with the words and the typography of one text."""
    faults = [said for found, said in (*_EVERYWHERE, *_BY_LANGUAGE[lang]) if found.search(text)]
    for found, word, instead in _banned(lang):
        if found.search(text):
            faults.append(f"the glossary says {instead!r}, not {word!r}")
    return faults


@lru_cache
def _banned(lang: str) -> tuple[tuple[re.Pattern[str], str, str], ...]:
    """Words that a text must not use, with any ending, and what it says instead."""
    words = (read(GLOSSARY, lang) or {})["instead"]
    return tuple((re.compile(rf"\b{re.escape(word)}", re.IGNORECASE), word, words[word]) for word in words)
