"""Texts for terminals that can show ASCII only."""

from __future__ import annotations

import unicodedata

_SIGNS = str.maketrans(
    {
        "×": "x",
        "−": "-",
        "–": "-",
        "—": "-",
        "…": "...",
        "·": "-",
        "•": "*",
        "→": "->",
        "↓": "v",
        "▲": "+",
        "▼": "-",
        "≥": ">=",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "¿": "",
        "¡": "",
        "ß": "ss",
        "œ": "oe",
        "Œ": "OE",
        "æ": "ae",
        "Æ": "AE",
        "ø": "o",
        "Ø": "O",
        "\u00a0": " ",
        "\u202f": " ",
        "\u2068": "",
        "\u2069": "",
    }
)
# German umlauts become two letters; the other languages drop the accent.
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def to_ascii(text: str, lang: str = "en") -> str:
    """The closest text in ASCII."""
    if text.isascii():
        return text
    text = text.translate(_SIGNS)
    if lang == "de":
        text = text.translate(_UMLAUTS)
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode("ascii")


def folded(text: str) -> str:
    """Typed text or a name without case, accents and punctuation, for comparing."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    kept = "".join(c if c.isalnum() else " " for c in bare.casefold())
    return " ".join(kept.split())
