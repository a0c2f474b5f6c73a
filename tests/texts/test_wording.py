"""Banned words and typography: what `texts.check` refuses beside gaps."""

import pytest

from smallworld.languages import LANGUAGES
from smallworld.texts.sources import read
from smallworld.texts.wording import GLOSSARY, wording_faults


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_a_glossary_of_the_same_terms(lang: str) -> None:
    mine, english = read(GLOSSARY, lang), read(GLOSSARY, "en")
    assert mine is not None
    assert english is not None
    assert set(english["terms"]) <= set(mine["terms"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_term_is_banned(lang: str) -> None:
    tables = read(GLOSSARY, lang)
    assert tables is not None
    for term in (*tables["terms"].values(), *tables["instead"].values()):
        assert wording_faults(lang, term) == [], term


@pytest.mark.parametrize(
    ("lang", "text", "fault"),
    [
        ("de", "Wähl dein Volk", "the glossary says 'Rasse', not 'Volk'"),
        ("de", "den Ureinwohnern", "the glossary says 'Stämme', not 'Ureinwohner'"),
        ("nl", "twee relikwieën", "the glossary says 'reliek', not 'relikwie'"),
        ("fr", "les indigènes", "the glossary says 'tribus', not 'indigène'"),
        ("es", "¿Quién la cogería?", "the glossary says 'elegir', not 'coge'"),
        ("en", "the natives", "the glossary says 'tribes', not 'natives'"),
        ("en", "37 %", "no space before %"),
        ("nl", "37\u00a0%", "no space before %"),
        ("de", "37 %", "a no-break space before %"),
        ("es", "37%", "a no-break space before %"),
        ("fr", "37\u202f%", "a no-break space before %"),
        ("fr", "Qui joue ?", "a narrow no-break space before ; : ! ? »"),
        ("fr", "Qui joue\u00a0?", "a narrow no-break space before ; : ! ? »"),
        ("fr", "« oui\u202f»", "a narrow no-break space after «"),
        ("en", "Thinking ...", "write … instead of three dots"),
        ("fr", "l’or", "write ' for an apostrophe"),
    ],
)
def test_what_is_refused(lang: str, text: str, fault: str) -> None:
    assert fault in wording_faults(lang, text)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "37%"),
        ("de", "37\u00a0%"),
        ("fr", "{n} {n:pièce|pièces}\u202f: «\u202foui\u202f»\u202f!"),
        ("fr", "37\u00a0%"),
        ("es", "escoger"),
    ],
)
def test_what_is_right(lang: str, text: str) -> None:
    assert wording_faults(lang, text) == []
