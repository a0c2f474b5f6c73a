"""Names that know their grammar.

A pack writes it beside the name: `grammar = "fp"`. A sentence asks for a form by a small word of its language, which
begins with a capital at the start of a sentence: `{race:Le} gagnent`, `gegen {race:den}`. A choice agrees with the
name: `{race:gewinnt|gewinnen}` by its number, one word for each class of the language by its class. `{amount:of race}`
counts: `1 Giant`, `3 Giants`. A name whose grammar nobody knows stands in quotation marks instead of with an article.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final
from unicodedata import bidirectional

from .locale import quoted

# The classes of a language, in the order of a choice: masculine, feminine, neuter, common, singular, plural.
CLASSES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("s", "m", "f", "p"),
    "de": ("m", "f", "n", "p"),
    "nl": ("c", "n", "p"),
    "fr": ("m", "f", "mp", "fp"),
    "es": ("m", "f", "mp", "fp"),
}
_PLURAL: Final = ("p", "mp", "fp")
# What stands before a name of each class, by the word that asks for it.
_BEFORE: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "en": {"the": ("the", "the", "the", "the"), "a": ("a", "a", "a", "")},
    "de": {
        "der": ("der", "die", "das", "die"),
        "den": ("den", "die", "das", "die"),
        "dem": ("dem", "der", "dem", "den"),
        "des": ("des", "der", "des", "der"),
        "ein": ("ein", "eine", "ein", ""),
        "einen": ("einen", "eine", "ein", ""),
        "einem": ("einem", "einer", "einem", ""),
        "jeden": ("jeden", "jede", "jedes", "alle"),
    },
    "nl": {"de": ("de", "het", "de"), "een": ("een", "een", ""), "elke": ("elke", "elk", "alle")},
    "fr": {
        "le": ("le", "la", "les", "les"),
        "de": ("du", "de la", "des", "des"),
        "à": ("au", "à la", "aux", "aux"),
        "un": ("un", "une", "des", "des"),
        "d'un": ("d'un", "d'une", "de", "de"),
    },
    "es": {
        "el": ("el", "la", "los", "las"),
        "de": ("del", "de la", "de los", "de las"),
        "a": ("al", "a la", "a los", "a las"),
        "un": ("un", "una", "", ""),
    },
}
# Without grammar only a preposition is left.
_NEUTRAL: Final = {("fr", "de"): "de", ("fr", "à"): "à", ("es", "de"): "de", ("es", "a"): "a"}
_ELIDED: Final = {
    "le": "l'",
    "la": "l'",
    "du": "de l'",
    "de la": "de l'",
    "au": "à l'",
    "à la": "à l'",
    "de": "d'",
}
_VOWELS: Final = "aeiouyàâäéèêëîïôöùûüœæ"
_ISOLATE: Final = "\u2068"
_ISOLATED: Final = "\u2069"
_DATIVE_PLURAL: Final = ("dem",)
# A name that takes no article.
BARE: Final = "-"
# The other number of a name, for counting. A race that does not say its singular is counted in tokens.
_NUMBERS: Final = ("one", "many")
_TOKEN: Final = {"en": "token", "de": "Plättchen", "nl": "fiche", "fr": "pion", "es": "ficha"}
# How packs without grammar name these kinds: always many.
_MANY: Final = {"en": "p", "de": "p", "nl": "p", "fr": "mp", "es": "mp"}
MANY_KINDS: Final = ("race", "neutral")
ONLY_KINDS: Final = ("relic", "place")
# What a thing of which there is only one says instead of "a".
_DEFINITE: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {"a": "the"},
    "de": {"ein": "der", "einen": "den", "einem": "dem"},
    "nl": {"een": "de"},
    "fr": {"un": "le", "d'un": "de"},
    "es": {"un": "el"},
}


class Name(str):
    """A name with its grammar: a class of its language, and the forms that no rule gives."""

    lang: str
    grammar: str
    forms: Mapping[str, str]
    only: bool  # there is just one: "a dragon", but "the Silver Hammer"
    _made: dict[str, str]

    def __new__(
        cls,
        text: str,
        lang: str,
        grammar: str = "",
        forms: Mapping[str, str] | None = None,
        only: bool = False,
    ) -> Name:
        name = super().__new__(cls, text)
        name.lang, name.grammar, name.forms, name.only = lang, grammar, forms or {}, only
        name._made = {"": isolated(text)}
        return name

    def __format__(self, spec: str) -> str:
        made = self._made.get(spec)
        if made is None:
            made = self._made[spec] = self._form(spec)
        return made

    def _form(self, spec: str) -> str:
        small = spec[:1].lower() + spec[1:]
        if small not in FORMS[self.lang]:
            return format(str(self), spec)  # a width, as in the columns of a terminal
        form = _DEFINITE[self.lang].get(small, small) if self.only else small
        said = self.forms.get(form)
        if said is None and not self.grammar:
            before = _NEUTRAL.get((self.lang, form), "")
            said = f"{before} {quoted(self.lang, f'{self.capital}')}".lstrip()
        elif said is None:
            said = article(str(self), self.lang, form, self.grammar)
        return said[:1].upper() + said[1:] if small != spec else said

    def pick(self, words: tuple[str, ...]) -> str:
        """The word that agrees with it: of two by number, else by class. Without grammar, the first."""
        if len(words) == 2:
            return words[self.grammar in _PLURAL]
        known = CLASSES[self.lang]
        return words[known.index(self.grammar)] if self.grammar in known else words[0]

    def counted(self, amount: object, one: bool) -> str:
        """`1 Giant`, `3 Giants`; a name without the number that is needed: `1 token (Cave Bears)`, `2 × dam`."""
        many = self.grammar in _PLURAL
        if one != many:
            return f"{amount} {self}"
        if said := self.forms.get("one" if one else "many"):
            return f"{amount} {said}"
        return f"{amount} {_TOKEN[self.lang]} ({self})" if many else f"{amount} × {self}"

    @cached_property
    def capital(self) -> Name:
        """The name at the beginning of a sentence."""
        return self.renamed(self[:1].upper() + self[1:])

    def renamed(self, text: str) -> Name:
        return Name(text, self.lang, self.grammar, self.forms, self.only)


def name_of(
    kind: str, text: str, lang: str, grammar: object = None, forms: object = None, only: bool = False
) -> Name:
    """The name of a thing; of a kind that is always many, even without grammar. `only`: there is just one."""
    known = grammar if isinstance(grammar, str) else _MANY[lang] if kind in MANY_KINDS else ""
    known = known if known in (*CLASSES[lang], BARE) else ""  # an unknown one as none
    return Name(text, lang, known, forms if isinstance(forms, Mapping) else None, only or kind in ONLY_KINDS)


def person_name(text: str, lang: str, woman: bool) -> Name:
    """The name of a person; in English without an article."""
    known = "c" if lang == "nl" else "f" if woman else "m"
    return Name(text, lang, known, {"the": text} if lang == "en" else None, only=True)


def article(text: str, lang: str, form: str, grammar: str) -> str:
    """The name with what stands before it in this form."""
    if grammar not in CLASSES[lang]:
        before = _NEUTRAL.get((lang, form), "")
    else:
        before = _BEFORE[lang][form][CLASSES[lang].index(grammar)]
    if lang == "de" and grammar == "p" and form in _DATIVE_PLURAL and text[-1:] in "elr":
        text += "n"
    if lang == "de" and grammar in ("m", "n") and form == "des":
        text += "es" if text[-1:] in "sßxz" else "s"
    if lang == "fr" and text[:1].lower() in _VOWELS and before in _ELIDED:
        return f"{_ELIDED[before]}{isolated(text)}"
    if lang == "en" and before == "a" and text[:1].lower() in "aeiou":
        before = "an"
    return f"{before} {isolated(text)}" if before else isolated(text)


def grammar_faults(lang: str, grammar: object, forms: object, counted: bool = False) -> list[str]:
    """What is wrong with the grammar of a name. `counted`: sentences count it, and need its singular."""
    faults = []
    if counted and grammar in _PLURAL and not (isinstance(forms, Mapping) and "one" in forms):
        faults.append("forms: one: is missing")
    if grammar not in (*CLASSES[lang], BARE):
        faults.append(f"grammar: expected one of {' '.join(CLASSES[lang])} or {BARE}, got {grammar!r}")
    for form, said in (forms if isinstance(forms, Mapping) else {}).items():
        if form not in (*FORMS[lang], *_NUMBERS):
            faults.append(f"forms: expected {' '.join((*FORMS[lang], *_NUMBERS))}, got {form!r}")
        elif not isinstance(said, str) or not said.strip():
            faults.append(f"forms: {form}: is not a text")
    return faults


# The words by which a sentence can ask for a form. A power has a feminine one in some languages.
FORMS: Final[Mapping[str, tuple[str, ...]]] = {
    lang: (*asked, *(("feminine",) if lang in ("fr", "es") else ())) for lang, asked in _BEFORE.items()
}


def isolated(text: str) -> str:
    """A name that is written from right to left does not turn the sentence around it."""
    if text.isascii() or text.startswith(_ISOLATE):
        return text
    from_right = any(bidirectional(letter) in ("R", "AL") for letter in text)
    return f"{_ISOLATE}{text}{_ISOLATED}" if from_right else text
