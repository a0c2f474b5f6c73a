"""How a language writes lists, numbers, percent and quotations: the values of Unicode's CLDR, which browsers have as `Intl`.

A test compares them with `Intl`. The client asks `Intl` itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

MINUS: Final = "−"  # receipts have a true minus in every language


class Locale(NamedTuple):
    both: str  # between two things
    last: str  # before the last of more
    decimal: str
    percent: str
    quotes: tuple[str, str]
    semicolon: str = "; "
    colon: str = ": "


LOCALES: Final = {
    "en": Locale(" and ", ", and ", ".", "%", ("“", "”")),
    "de": Locale(" und ", " und ", ",", "\u00a0%", ("„", "“")),
    "nl": Locale(" en ", " en ", ",", "%", ("“", "”")),
    "fr": Locale(" et ", " et ", ",", "\u00a0%", ("«\u202f", "\u202f»"), "\u202f; ", "\u202f: "),
    "es": Locale(" y ", " y ", ",", "\u00a0%", ("«", "»")),
}


def listed(lang: str, things: Sequence[str]) -> str:
    """`Ann, Bob and Eve`"""
    if len(things) < 2:
        return "".join(things)
    locale = LOCALES[lang]
    joint = locale.both if len(things) == 2 else locale.last
    if lang == "es" and _sounds_like_i(things[-1]):
        joint = " e "
    return f"{', '.join(things[:-1])}{joint}{things[-1]}"


def parted(lang: str, clauses: Sequence[str]) -> str:
    """Clauses of one sentence: `it costs the least; they need the die`"""
    return LOCALES[lang].semicolon.join(clauses)


def labelled(lang: str, label: str, text: str) -> str:
    """`Cost: 3`, `Coût : 3`"""
    return f"{label}{LOCALES[lang].colon}{text}"


def quoted(lang: str, text: str) -> str:
    """`“Dam”`, `« Barrage »`"""
    opening, closing = LOCALES[lang].quotes
    return f"{opening}{text}{closing}"


def number(lang: str, value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".replace(".", LOCALES[lang].decimal).replace("-", MINUS)


def change(lang: str, value: float, digits: int = 1) -> str:
    """`+1.5`, `−0,3`"""
    return f"{'+' if value > 0 else ''}{number(lang, value, digits)}"


def percent(lang: str, share: int) -> str:
    """`37%`, `37 %`"""
    return f"{share}{LOCALES[lang].percent}"


def _sounds_like_i(word: str) -> bool:
    small = word.lower()
    return small.startswith(("i", "hi")) and not small.startswith(("hie", "hia", "ia", "ie", "io"))
