"""Whatever the engine can say, every language can say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

import pytest

from smallworld.engine import Denial, Event, Game, Receipt, Seeded, SmallWorldError, Term, events_for
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import (
    Counter,
    Deck,
    Marker,
    Native,
    Place,
    Power,
    Question,
    Race,
    Relic,
    Use,
)
from smallworld.engine.effects import auxiliaries, defence
from smallworld.engine.game.game import WALL_REASONS
from smallworld.engine.position.state import NEXT, STEP_NAMES
from smallworld.engine.verbs.denials import ADVICE, RULES
from smallworld.engine.verbs.event_sentences import KINDS
from smallworld.engine.verbs.receipt_types import TERM_LABELS
from smallworld.engine.words.region_sets import everywhere
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world
from smallworld.texts.catalogue import Catalogue
from smallworld.texts.sources import reasons
from smallworld.texts.templates import placeholders

WORLD = load_world(players=3)
PLAYERS = ("Ada", "Bo", "Cy")

each_language = pytest.mark.parametrize("lang", LANGUAGES)


def catalogue(lang: str) -> Catalogue:
    return Catalogue(lang, WORLD.packs)


def readable(text: str) -> bool:
    return bool(text.strip()) and not set("{}|_") & set(text)


# --- everything there is, in every language --------------------------------------------------------

WORDS: dict[str, str | int] = {
    "seat": "B",
    "asked": "conquer",
    "terrain": "sea",
    "marker": "hole, dragon",
    "means": "dragon",
    "use": "dragon",
    "race": "lost_tribes",
    "neighbours": "none",
    "entries": "1, 2",
    "regions": "none",
    "options": "1, 2",
}


def every_denial(number: int) -> Iterator[Denial]:
    facts: dict[str, str | int]
    for rule, texts in RULES.items():
        names = set().union(*map(placeholders, texts))
        facts = {name: WORDS.get(name, number) for name in names}
        if rule == "other_marker":
            facts["wanted"] = "hero"
        yield Denial(rule, facts)
    for advice in ADVICE:
        facts = dict.fromkeys(placeholders(ADVICE[advice]), number)
        yield Denial("tokens", facts, advice)


@each_language
@pytest.mark.parametrize("number", [0, 1, 7])
def test_every_refusal_can_be_said(lang: str, number: int) -> None:
    say = catalogue(lang)
    for denial in every_denial(number):
        if not denial.advice:
            assert readable(say.sentence(denial, PLAYERS)), denial
        assert readable(say.remedy(denial, PLAYERS)), denial


@each_language
@pytest.mark.parametrize("number", [-1, 0, 1, 7])
def test_every_event_can_be_said(lang: str, number: int) -> None:
    say = catalogue(lang)
    native = WORLD.race_index("lost_tribes")
    for kind in KINDS:
        full = Event(
            kind,
            seat=0,
            region=4,
            race=native - 1,
            power=0,
            marker=0,
            way=0,
            amount=number,
            other=native - 1 if kind == "reborn" else 1,
        )
        assert readable(say.event(full, WORLD, PLAYERS)), kind
        assert readable(say.event(Event(kind, race=native, marker=0), WORLD)), kind


@each_language
def test_terms_steps_and_walls_can_be_said(lang: str) -> None:
    say = catalogue(lang)
    assert all(readable(say.term(Term(1, label))) for label in TERM_LABELS)
    assert all(readable(say.step(step)) for number, step in enumerate(STEP_NAMES) if number != NEXT)
    assert all(readable(say.wall(reason)) for reason in WALL_REASONS)


@each_language
def test_every_piece_has_a_name(lang: str) -> None:
    say = catalogue(lang)
    for race in WORLD.race_ids:
        assert readable(say.piece(race))
    for race_class in WORLD.races:
        for power in WORLD.powers:
            assert readable(say.combo(race_class.id, power.id))
    for terrain in WORLD.terrains:
        assert readable(say.name("terrain", terrain))


TRIES = [
    *("d", "b", "e", "p1", "p6", "p9", "o1", "o3", "c63"),
    *(f"{letter}{region}" for letter in "crag" for region in range(0, 30, 4)),
    *(f"t{region}.{count}" for region in range(0, 30, 7) for count in (1, 9)),
    *(f"m{region}.{marker}" for region in (2, 9, 16) for marker in ("hero", "fortress", "encampment")),
    *(f"c{region}.{means}" for region in range(0, 30, 5) for means in ("dragon", "sorcery")),
]


def play(seed: int) -> tuple[list[Event], list[Denial]]:
    """A random game: what happened, and one refusal of each kind that came up."""
    game, chooser = Game(WORLD, luck=Seeded(seed)), random.Random(seed)
    events: list[Event] = []
    refused: dict[tuple[str, str], Denial] = {}
    while not game.over:
        for action in chooser.sample(TRIES, 12):
            for denial in game.check(action):
                refused[denial.rule, denial.advice] = denial
        events += game.play(chooser.choice(list(game.legal)))
    return events, list(refused.values())


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_can_be_told(seed: int) -> None:
    events, refused = play(seed)
    for lang in LANGUAGES:
        say = catalogue(lang)
        for event in (*events, *events_for(events)):
            line = say.event(event, WORLD, PLAYERS)
            assert readable(line), event
            assert "?" not in line, event
            assert event.receipt is None or readable(say.receipt(event.receipt))
        for denial in refused:
            assert readable(say.sentence(denial, PLAYERS)), denial
            assert readable(say.remedy(denial, PLAYERS)), denial


# --- how it is said ----------------------------------------------------------------------------------

RECEIPT = Receipt(
    4,
    (
        Term(2, "region"),
        Term(1, "mountain", kind="terrain"),
        Term(2, "ghouls", kind="race"),
        Term(-1, "commando", kind="power"),
        Term(0, "hole", kind="marker"),
    ),
)


@pytest.mark.parametrize(
    ("lang", "spelled"),
    [
        ("en", "4 = 2 (base cost) + 1 (mountain) + 2 (Ghouls) − 1 (Commando) + 0 (hole)"),
        ("de", "4 = 2 (Grundkosten) + 1 (Gebirge) + 2 (Ghule) − 1 (Kommando) + 0 (Erdhöhle)"),
        ("nl", "4 = 2 (basiskosten) + 1 (gebergte) + 2 (Lijkeneters) − 1 (Commando) + 0 (hol)"),
        ("fr", "4 = 2 (coût de base) + 1 (montagne) + 2 (Zombies) − 1 (Armés) + 0 (terrier)"),
        ("es", "4 = 2 (coste base) + 1 (montaña) + 2 (Necrófagos) − 1 (Comando) + 0 (madriguera)"),
    ],
)
def test_receipt(lang: str, spelled: str) -> None:
    assert catalogue(lang).receipt(RECEIPT) == spelled


def test_receipt_below_zero_and_without_terms() -> None:
    say = catalogue("en")
    gain = Receipt(-1, (Term(1, "above"), Term(-2, "on_combo")))
    assert say.receipt(gain) == "−1 = 1 (combo above) − 2 (coins on it)"
    assert say.receipt(Receipt(-2, (Term(-2, "commando", kind="power"),))) == "−2 (Commando)"
    assert say.receipt(Receipt(0, ())) == "0"


@pytest.mark.parametrize(
    ("lang", "combo"),
    [
        ("en", "Flying Orcs"),
        ("de", "Orks (Fliegend)"),
        ("nl", "Orken (Vliegend)"),
        ("fr", "Orcs Volants"),
        ("es", "Orcos Voladores"),
    ],
)
def test_combo(lang: str, combo: str) -> None:
    assert catalogue(lang).combo("orcs", "flying") == combo


def test_a_race_without_badge_is_just_the_race() -> None:
    assert catalogue("en").combo("orcs", "") == "Orcs"


def test_ids_become_names() -> None:
    say = catalogue("en")
    immune = Denial("immune", {"region": 3, "marker": "hole, dragon"})
    assert say.sentence(immune) == "Region 3 is immune (hole, dragon)."
    camp = Denial("camp", {"region": 3, "marker": "lair"})
    assert say.sentence(camp) == "Troll lair shields the token in region 3."
    asked = Denial("step", {"asked": "conquer"})
    assert say.sentence(asked) == "You can't do that now. The current step: conquer regions, or stop."
    nowhere = Denial("not_yours", {"region": 3, "regions": "none"})
    assert catalogue("de").remedy(nowhere) == "Wähle eine ihrer Regionen: keine."


def test_seats_are_letters_until_players_have_names() -> None:
    denial = Denial("decider", {"seat": "B"})
    assert catalogue("en").sentence(denial) == "It's B's decision."
    assert catalogue("en").sentence(denial, ["ada", "bo"]) == "It's bo's decision."
    turn = Event("turn", seat=0)
    assert catalogue("en").event(turn, WORLD, ["ada", "bo"]) == "It's ada's turn."  # names are not touched


def test_advice_replaces_the_remedy() -> None:
    facts: dict[str, str | int] = {"region": 9, "cost": 4, "hand": 2, "short": 2, "face": 2, "percent": 33}
    assert catalogue("en").remedy(Denial("tokens", facts)) == "You need 2 more tokens."
    assert catalogue("en").remedy(Denial("tokens", facts, "die")) == str(
        Denial("tokens", facts, "die").remedy
    )


def test_one_and_many() -> None:
    gained = Event("gained", seat=0, amount=1)
    assert catalogue("en").event(gained, WORLD) == "A receives 1 coin."
    nothing = Event("gained", seat=0, amount=0)
    assert catalogue("en").event(nothing, WORLD) == "A receives 0 coins."
    assert catalogue("fr").event(nothing, WORLD) == "A reçoit 0 pièce."


@each_language
def test_hidden_amounts_leave_no_number(lang: str) -> None:
    for kind in ("scored", "gained"):
        (cut,) = events_for([Event(kind, seat=1, amount=7)], seat=0)
        line = catalogue(lang).event(cut, WORLD, PLAYERS)
        assert line.startswith("Bo ")
        assert not any(letter.isdigit() for letter in line)


def test_an_id_that_means_several_things() -> None:
    say = catalogue("fr")
    assert say.piece("forest") == "des Forêts"
    assert say.name("terrain", "forest") == "Forêt"


# --- fallbacks and mistakes --------------------------------------------------------------------------


def homebrew() -> Pack:
    pack = Pack("badgers", version=1)

    @pack.race
    class HoneyBadgers(Race):
        """At home in caverns.

        They do not care.
        """

        tokens, supply = 5, 12
        effects = (defence(1, "claw"),)
        markers = (Marker(id="fairy_ring"),)

    @pack.power
    class Sleepy(Power):
        tokens = 4
        questions = (
            Question(id="nap", at="parting", about="region", options=lambda s: (), answer=lambda s, o: ()),
        )

    return pack


@each_language
def test_homebrew_speaks_through_its_docstrings(lang: str) -> None:
    say = Catalogue(lang, [homebrew()])
    assert say.name("race", "honey_badgers") == "Honey Badgers"
    assert say.short("race", "honey_badgers") == "At home in caverns."
    assert say.text("race", "honey_badgers") == "At home in caverns.\n\nThey do not care."
    assert say.short("marker", "fairy_ring") == "At home in caverns."
    assert say.term(Term(1, "claw", kind="marker")) in ("claw", "Claw")
    assert say.text("power", "sleepy") == ""
    assert say.name("question", "nap") == "Nap"
    assert say.piece("never_heard_of") == "Never Heard Of"


def treasury() -> Pack:
    """A pack with one of everything that can be found."""
    pack = Pack("treasury", version=1)

    @pack.native
    class CaveBears(Native):
        supply = 4

    @pack.relic
    class OldSpoon(Relic):
        """Stirs."""

        markers = (Marker(id="old_spoon", joins=True, stays=True),)
        uses = (Use(id="stir", options=lambda s: (), answer=lambda s, o: ()),)

    @pack.place
    class DeepWell(Place):
        """Wet."""

        markers = (Marker(id="deep_well", joins=True, stays=True),)

    @pack.race
    class Smiths(Race):
        """They hammer."""

        tokens, supply = 5, 12
        effects = (auxiliaries(per=everywhere, most=3, owned="anvils", spent="anvils_spent"),)
        counters = (Counter(id="anvils", span="race"), Counter(id="anvils_spent", span="turn"))
        reasons: ClassVar = {"sooty": ("{seat} is sooty.", "Wash {race}.")}

    pack.deck(Deck("cave", (OldSpoon, DeepWell), drawn_by="cave_bears"))
    return pack


def test_whatever_a_pack_declares_has_a_name() -> None:
    say = Catalogue("fr", [treasury()])
    assert say.name("neutral", "cave_bears") == say.piece("cave_bears") == "Cave Bears"
    assert say.name("deck", "cave") == "Cave"
    assert say.short("use", "stir") == "Stirs."
    assert say.short("counter", "anvils") == "They hammer."
    # Found things keep their capitals, whatever they are called by.
    assert say.sentence(Denial("immune", {"region": 3, "marker": "deep_well"})).endswith("(Deep Well).")
    assert "Stir" in say.sentence(Denial("no_use", {"use": "stir"})).title()
    assert say.sentence(Denial("means_used", {"means": "stir"})).startswith("Stir")
    unaided = Denial("unaided", {"region": 3, "race": "cave_bears"})
    assert "les Cave Bears" in say.sentence(unaided)


def test_a_rule_of_a_piece(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = treasury()
    facts: dict[str, str | int] = {"seat": "B", "race": "smiths"}
    denial = Denial("sooty", facts, words=("{seat} is sooty.", "Wash {race}."))
    say = Catalogue("de", [pack])
    assert (say.sentence(denial, PLAYERS), say.remedy(denial)) == ("Bo is sooty.", "Wash Smiths.")
    folder = tmp_path_factory.mktemp("treasury")
    (folder / "treasury_texts").mkdir()
    (folder / "treasury_texts" / "de.toml").write_text(
        '[rule.sooty]\nsentence = "{seat} ist rußig."\n', "utf-8"
    )
    monkeypatch.syspath_prepend(folder)
    pack.texts = "treasury_texts"
    say = Catalogue("de", [pack])
    assert (say.sentence(denial, PLAYERS), say.remedy(denial)) == ("Bo ist rußig.", "Wash Smiths.")


@each_language
def test_the_rules_of_base_pieces_are_said_by_their_pack(lang: str) -> None:
    own = {rule: words for pack in WORLD.packs for rule, words in reasons(pack).items()}
    assert "attacked" in own
    for rule, words in own.items():
        denial = Denial(rule, {"seat": "B"}, words=words)
        said = catalogue(lang).sentence(denial, PLAYERS), catalogue(lang).remedy(denial, PLAYERS)
        assert all(map(readable, said))
        assert (lang == "en") == (said[1] == words[1])


def test_a_language_a_pack_lacks_falls_back_to_english(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("badgers")
    (folder / "badger_texts").mkdir()
    (folder / "badger_texts" / "en.toml").write_text('[race.honey_badgers]\nname = "Ratels"\n')
    monkeypatch.syspath_prepend(folder)
    pack = homebrew()
    pack.texts = "badger_texts"
    assert Catalogue("nl", [pack]).name("race", "honey_badgers") == "Ratels"


def test_say_finds_further_tables(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("client")
    (folder / "client_texts").mkdir()
    (folder / "client_texts" / "en.toml").write_text(
        '[club]\nhello = "{key}: {n} {n:coin|coins}"\nbye = "Bye, {name}."\n'
    )
    (folder / "client_texts" / "fr.toml").write_text(
        '[club]\nhello = "{key} : {n} {n:pièce|pièces}"\n', "utf-8"
    )
    monkeypatch.syspath_prepend(folder)
    say = Catalogue("fr", extra=["client_texts", "no.such.package"])
    assert say.say("club.hello", key="Ada", n=0) == "Ada : 0 pièce"
    assert say.say("club.bye", name="Ada") == "Bye, Ada."
    assert Catalogue("en", extra=["client_texts"]).say("club.hello", key="Ada", n=0) == "Ada: 0 coins"


def test_unknown_language_lists_the_choices() -> None:
    with pytest.raises(SmallWorldError, match="unknown language 'tlh'; expected one of: de, en, es, fr, nl"):
        Catalogue("tlh")


def test_unknown_kind_and_key() -> None:
    with pytest.raises(SmallWorldError, match="unknown kind 'rase'"):
        catalogue("en").name("rase", "orcs")
    with pytest.raises(SmallWorldError, match=r"no text 'club\.nothing'"):
        catalogue("en").say("club.nothing")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_seat_does_is_told_to_that_seat(lang: str) -> None:
    """Nobody reads "You picks": whoever did it, and whom it was done to, are addressed."""
    world = load_world("base_2p")
    catalogue = Catalogue(lang, world.packs)
    names = ("Ann", "Bob")
    for kind in ("picked", "scored", "gained", "abandoned"):
        event = Event(kind, seat=0, race=0, power=0, region=3, amount=1)
        about, told = (catalogue.event(event, world, names, listener) for listener in (1, 0))
        assert "Ann" in about
        assert "Ann" not in told
        assert about != told
    paid = Event("paid", seat=0, other=1, amount=2)
    said = [catalogue.event(paid, world, names, listener) for listener in (-1, 0, 1)]
    assert len(set(said)) == 3
    assert ("Bob" in said[1], "Ann" in said[1]) == (True, False)
    assert ("Bob" in said[2], "Ann" in said[2]) == (False, True)


def test_a_party_is_spoken_of_as_many() -> None:
    world = load_world(players=1, packs=["base", "crusade"])
    say = Catalogue("en", world.packs)
    players = ("Ada", "Lost Tribes")
    paid = Event("paid", seat=1, other=0, amount=1)
    assert say.event(paid, world, players) == "Lost Tribes pay 1 coin to Ada."
    assert (
        say.event(Event("paid", seat=0, other=1, amount=1), world, players)
        == "Ada pays 1 coin to Lost Tribes."
    )
