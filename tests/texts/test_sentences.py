"""The program writes rules from effects: every word of the vocabulary, in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from smallworld.engine.content.pieces import Marker, Means
from smallworld.engine.effects import Effect
from smallworld.engine.words.region_sets import Where
from smallworld.languages import LANGUAGES
from smallworld.packs import find_packs
from smallworld.packs.files import effect_words, needs_code, pack_from, part_words, read_regions
from smallworld.packs.files.words import Field, Word
from smallworld.texts.catalogue import Catalogue
from smallworld.texts.regions import regions_phrase
from smallworld.texts.rule_sentences import effect_sentence, marker_sentence, means_sentence, sentence

PACKS = tuple(find_packs().values())
WORDS = {lang: Catalogue(lang, PACKS) for lang in LANGUAGES}

each_language = pytest.mark.parametrize("lang", LANGUAGES)


def values(field: Field) -> list[Any]:
    """What a field can say, one of each sort."""
    regions: list[Any] = [read_regions("hill"), read_regions("everywhere")]
    known: dict[str, list[Any]] = {
        "number": [field.low, 1, field.high],
        "yes": [False, True],
        "choice": list(field.choices),
        "regions": regions,
        "number or regions": [0, 2, *regions],
        "per": [None, "conquest", "dragon", *regions],
    }
    return known.get(field.kind, ["dragon"])


def ways(word: Word) -> list[Any]:
    """One thing for each value of each field, whatever the others are; none that makes no sense."""
    least = {field.name: values(field)[0] for field in word.fields if field.required}
    if faults(word.make(**least)):  # it must say one number at least
        least |= {next(field.name for field in word.fields if field.kind == "number"): 1}
    made = [word.make(**least)]
    for field in word.fields:
        for value in values(field):
            if value is not None or not field.required:
                made.append(word.make(**{**least, field.name: value}))
    return [thing for thing in made if not faults(thing)]


def faults(thing: Any) -> list[str]:
    return thing.faults() if isinstance(thing, Effect) else []


@each_language
def test_every_effect_has_a_sentence(lang: str) -> None:
    for word in effect_words().values():
        said = {effect_sentence(effect, WORDS[lang]) for effect in ways(word)}
        for text in said:
            assert text.endswith("."), text
            assert not set("{}|_") & set(text), text
        # A number or a set that makes a difference is told.
        told = [field for field in word.fields if field.kind not in ("id", "counter")]
        assert len(said) > len(told) or not told, (word.name, said)


@each_language
def test_every_marker_and_means_has_a_sentence(lang: str) -> None:
    for marker in ways(part_words()["markers"]):
        assert marker_sentence(marker, WORDS[lang]).endswith(".")
    for means in ways(part_words()["means"]):
        assert means_sentence(means, WORDS[lang]).endswith(".")


@each_language
def test_every_official_piece_that_is_data_can_be_told(lang: str) -> None:
    for pack in PACKS:
        for piece in (*pack.races.values(), *pack.powers.values()):
            if not needs_code(piece):
                assert sentence(piece, WORDS[lang])


def test_languages_do_not_fall_back_to_english() -> None:
    piece = find_packs()["base"].powers["fortified"]
    assert len({sentence(piece, words) for words in WORDS.values()}) == len(LANGUAGES)


def phrase(text: str | Where, lang: str = "en") -> str:
    words = WORDS[lang]
    where = read_regions(text) if isinstance(text, str) else text
    return regions_phrase(where, lambda key, **facts: words.phrase("regions", key, **facts), words.common)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hill", "hill"),
        ("cavern", "region with a cavern"),
        ("hill or farmland or mine", "hill, farmland or region with a mine"),
        ("hill and cavern and beside water", "hill with a cavern beside water"),
        ("(swamp or farmland) and beside water", "swamp beside water or farmland beside water"),
        ("not (hill or mine)", "region other than hill without mine"),
        ("beside (hill and not magic)", "region beside a hill without magic"),
        ("beside held mountain", "region beside a mountain of yours"),
        ("not beside (hill or swamp)", "region not beside a hill not beside a swamp"),
        ("coast", "land beside water"),
        ("water and not everywhere", "no region"),
    ],
)
def test_regions_in_words(text: str, said: str) -> None:
    assert phrase(text) == said


def test_the_authors_words_come_first() -> None:
    texts = {"en": {"name": "Stoats", "text": "Quick."}}
    packs = (*PACKS, pack_from({"id": "a", "race": {"stoats": {"tokens": 5, "supply": 9, "texts": texts}}}))
    assert Catalogue("en", packs).text("race", "stoats") == "Quick."
    assert Catalogue("de", packs).text("race", "stoats") == "Nichts Besonderes, nur ihre Plättchen."
    assert Catalogue("de", packs).name("race", "stoats") == "Stoats"


def test_a_leader_has_the_name_his_author_gave_him() -> None:
    data = {"id": "a", "race": {"stoats": {"tokens": 5, "supply": 9, "texts": {"en": {"leader": "Ermine"}}}}}
    assert "Ermine" in Catalogue("en", (*PACKS, pack_from(data))).person("leader", "stoats")


SETS = [
    *("hill", "mystic_crystal", "farmland", "magic", "cavern", "water", "coast", "everywhere"),
    *("beside hill", "beside held farmland", "beside mystic_crystal", "beside cavern", "beside coast"),
    *("hill or farmland", "hill and magic", "not hill", "not cavern", "beside (black_mountain and mine)"),
]
# What no sentence says, whatever the word and the regions: an article or a preposition that does not fit.
WRONG = {
    "en": [r"\ba [aeiou]", r"\ba (farmland|magic|water|its|land)\b", r"\b(a|the) (a|the)\b"],
    "de": [
        r"\bje (?!Zug)[A-Z]",
        r"neben (Hügel|Region|Schwarzer|Mystischer)",
        r"einem (Schwarzer|Mystischer|Höhle)",
    ],
    "nl": [
        r"\bper (?!beurt|tegenstander|\d)",
        r"naast (heuvel|regio|mystiek)",
        r"een (landbouwgrond|magie|water)",
    ],
    "fr": [
        r"\bpar (?!tour|adversaire|région\.|\d)",
        r"\bde (une?|les?)\b",
        r"d'une? champs",
        r"avec (caverne|mine)\b",
    ],
    "es": [
        r"\bpor (?!cada|turno|rival|la segunda|región\.|\d)",
        r"\b(a|de) el\b",
        r"una? cultivos",
        r"con (caverna|mina)\b",
    ],
}


@each_language
@pytest.mark.parametrize("text", SETS)
def test_every_word_with_every_set_of_regions_is_grammatical(lang: str, text: str) -> None:
    where, heard = read_regions(text), 0
    for word in (*effect_words().values(), part_words()["markers"], part_words()["means"]):
        tell: Any = {Marker: marker_sentence, Means: means_sentence}.get(type(ways(word)[0]), effect_sentence)
        for field in word.fields:
            if "regions" not in field.kind and field.kind != "per":
                continue
            needed = {one.name: values(one)[0] for one in word.fields if one.required}
            numbers = [one.name for one in word.fields if one.kind == "number"]
            for more in ({}, *({number: 2} for number in numbers)):
                thing = word.make(**{**needed, **more, field.name: where})
                if faults(thing):
                    continue
                said = tell(thing, WORDS[lang])
                heard += 1
                assert not [wrong for wrong in WRONG[lang] if re.search(wrong, said)], said
                assert "  " not in said, said
    assert heard > 10
