"""Names know their grammar, and sentences use it."""

from __future__ import annotations

import pytest

from smallworld.languages import LANGUAGES
from smallworld.packs import find_packs
from smallworld.texts.catalogue import Catalogue
from smallworld.texts.locale import quoted
from smallworld.texts.names import CLASSES, Name, article, grammar_faults, name_of
from smallworld.texts.templates import Filler, Place, form_faults

PACKS = tuple(find_packs().values())


@pytest.mark.parametrize(
    ("lang", "sentence", "said"),
    [
        ("fr", "{race:Le} gagnent.", "Les Tribus Oubliées gagnent."),
        ("fr", "Le tour {race:de}, {race:à}.", "Le tour des Tribus Oubliées, aux Tribus Oubliées."),
        ("fr", "{race:Il est|Elle est|Ils sont|Elles sont} là.", "Elles sont là."),
        ("es", "{race:El} ganan.", "Las Tribus Perdidas ganan."),
        ("es", "El turno {race:de}.", "El turno de las Tribus Perdidas."),
        ("de", "Gegen {race:den}.", "Gegen die Untergegangenen Stämme."),
        ("de", "Mit {race:dem}.", "Mit den Untergegangenen Stämmen."),
        ("de", "{race:Der} {race:gewinnt|gewinnen}.", "Die Untergegangenen Stämme gewinnen."),
        ("nl", "{race:De} winnen.", "De Verloren Rassen winnen."),
        ("en", "{race:The} win.", "The Lost Tribes win."),
    ],
)
def test_the_tribes_in_a_sentence(lang: str, sentence: str, said: str) -> None:
    tribes = Catalogue(lang, PACKS).name("neutral", "lost_tribes")
    assert Filler(lang).fill(sentence, {"race": tribes}) == said


@pytest.mark.parametrize(
    ("lang", "form", "said"),
    [
        ("de", "den", "den Mystischen Kristall"),
        ("de", "einem", "einem Mystischen Kristall"),
        ("fr", "le", "le cristal mystique"),
        ("fr", "de", "du cristal mystique"),
        ("es", "a", "al cristal místico"),
        ("nl", "de", "het mystieke kristal"),
        ("en", "a", "a mystic crystal"),
    ],
)
def test_forms_of_a_terrain(lang: str, form: str, said: str) -> None:
    assert format(Catalogue(lang, PACKS).common("terrain", "mystic_crystal"), form) == said


def test_french_elides() -> None:
    assert article("orbe", "fr", "le", "m") == "l'orbe"
    assert article("orbe", "fr", "de", "m") == "de l'orbe"
    assert article("Haie de pierres", "fr", "le", "f") == "la Haie de pierres"
    assert Filler("fr").fill("Le tour {seat:de} et {other:de}", {"seat": "Ann", "other": "Bob"}) == (
        "Le tour d'Ann et de Bob"
    )


def test_a_power_agrees_with_its_race() -> None:
    assert Catalogue("es", PACKS).combo("amazons", "flying") == "Amazonas Voladoras"
    assert Catalogue("es", PACKS).combo("orcs", "flying") == "Orcos Voladores"
    assert Catalogue("fr", PACKS).combo("amazons", "seafaring") == "Amazones Marines"


def test_a_leader_is_a_man_or_a_woman() -> None:
    german = Catalogue("de", PACKS)
    assert format(german.person("leader", "amazons"), "den") == "die Anführerin Thyra"
    assert format(german.person("leader", "orcs"), "den") == "den Anführer Gruk"
    assert german.person("leader", "amazons").pick(("er", "sie", "es", "sie")) == "sie"
    assert format(Catalogue("en", PACKS).person("leader", "orcs"), "the") == "Leader Gruk"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "text", ["Cave Bears", "Will-o'-Wisps", "Медведи", "הדובים", "Ж" * 40, "Étoiles", "x"]
)
def test_a_homebrew_name_without_grammar(lang: str, text: str) -> None:
    """A race is many; anything else stands in quotation marks where others have an article."""
    race, marker = name_of("race", text, lang), name_of("marker", text, lang)
    assert race.grammar in ("p", "mp")
    for form in _forms(lang):
        assert text in format(race, form)
        assert "  " not in format(race, form)
        said = format(marker, form).replace("\u2068", "").replace("\u2069", "")
        assert said == quoted(lang, text[:1].upper() + text[1:])
    filler = Filler(lang)
    assert filler.fill("{x:one|two}", {"x": marker}) == "one"
    assert filler.fill("{n:of race}", {"n": 3, "race": race}) == f"3 {race}"
    assert filler.fill("{n:of race}", {"n": 1, "race": race}).endswith(f" ({race})")
    assert filler.fill("{n:of x}", {"n": 1, "x": marker}) == f"1 {marker}"
    assert filler.fill("{n:of x}", {"n": 2, "x": marker}) == f"2 × {marker}"


def test_a_sentence_fits_a_player_and_the_tribes() -> None:
    sentence = "{name:Der} {name:gewinnt|gewinnen}."
    assert Filler("de").fill(sentence, {"name": "Ann"}) == "Ann gewinnt."
    tribes = Catalogue("de", PACKS).name("neutral", "lost_tribes")
    assert Filler("de").fill(sentence, {"name": tribes}) == "Die Untergegangenen Stämme gewinnen."
    assert Filler("de").fill("{amount:Münze|Münzen}", {"amount": "?"}) == "Münzen"


@pytest.mark.parametrize(
    ("lang", "amount", "said"),
    [
        ("en", 1, "1 Dwarf"),
        ("en", 0, "0 Dwarves"),
        ("de", 1, "1 Zwerg"),
        ("fr", 0, "0 Nain"),
        ("fr", 2, "2 Nains"),
        ("es", 1, "1 Enano"),
        ("nl", 10, "10 Dwergen"),
    ],
)
def test_tokens_are_counted_by_their_race(lang: str, amount: int, said: str) -> None:
    dwarves = Catalogue(lang, PACKS).name("race", "dwarves")
    assert Filler(lang).fill("{n:of race}", {"n": amount, "race": dwarves}) == said


def test_a_marker_of_which_there_is_one() -> None:
    english = Catalogue("en", PACKS)
    assert format(english.common("marker", "dragon"), "a") == "the dragon"
    assert format(english.common("marker", "hero"), "a") == "a hero"


def test_a_name_from_right_to_left_stands_alone() -> None:
    assert f"{Name('הדובים', 'en')}" == "\u2068הדובים\u2069"
    assert f"{Name('Медведи', 'en')}" == "Медведи"


def test_a_place_with_a_name_needs_no_number() -> None:
    sentence = "{region:dans la région|à}"
    assert Filler("fr").fill(sentence, {"region": Place(7)}) == "dans la région 7"
    assert Filler("fr").fill(sentence, {"region": Place(7, "Pickhaven")}) == "à Pickhaven (7)"


def test_faults_of_grammar() -> None:
    assert grammar_faults("fr", "fp", {"le": "les Fées"}) == []
    assert grammar_faults("fr", None, None) == ["grammar: expected one of m f mp fp or -, got None"]
    assert grammar_faults("de", "m", {"dessen": "x"}) == [
        "forms: expected der den dem des ein einen einem jeden one many, got 'dessen'"
    ]
    assert form_faults("de", "{race:le} und {race:a|b|c}") == [
        "{race:le}: expected one of der den dem des ein einen einem jeden",
        "{race:…}: expected 2 or 4 words, got 3",
    ]


def _forms(lang: str) -> list[str]:
    return {"en": ["the", "a"], "de": ["der", "dem"], "nl": ["de"], "fr": ["le", "un"], "es": ["el", "un"]}[
        lang
    ]


def test_every_language_has_its_classes() -> None:
    assert set(CLASSES) == set(LANGUAGES)
