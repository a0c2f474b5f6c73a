"""Names that a stranger invents: sentences stay grammatical in every language, in browser and terminal."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

from smallworld.cli.messages import Messages
from smallworld.cli.screen import answers, question
from smallworld.cli.screen.layout import Screen
from smallworld.cli.screen.listing import legal_lines
from smallworld.cli.screen.recap import recap
from smallworld.cli.screen.style import Style
from smallworld.cli.terminal import Terminal
from smallworld.engine import SPECTATOR, Game, Seeded, view
from smallworld.engine import actions as ac
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world
from smallworld.packs.files import read_pack
from smallworld.server.picture.log import event_lines
from smallworld.server.picture.picture import picture
from smallworld.server.picture.text_cache import words
from smallworld.texts.locale import quoted
from tests.server.picturing import options_for

BEAVERS = (Path(__file__).parents[2] / "examples" / "homebrew" / "beavers.toml").read_text(encoding="utf-8")
RACES = {
    "apostrophe": "Will-o'-the-Wisps",
    "vowel": "écureuils",
    "cyrillic": "Пещерные медведи",
    "right to left": "דובי המערות",
    "japanese": "洞窟の熊",
    "forty letters": "Extraordinarily Longwinded Cave Dwellers",
}
MARKERS = {
    "apostrophe": "Bear's den",
    "vowel": "abri",
    "cyrillic": "берлога",
    "right to left": "סכר",
    "japanese": "巣穴",
    "forty letters": "Unbelievably Complicated Wooden Obstacle",
}
ISOLATES = re.compile("[\u2068\u2069]")


@cache
def played(kind: str) -> Game:
    """A game in which the race is picked, puts its marker and loses regions."""
    source = BEAVERS
    for old in ("Beavers", "Biber", "Bevers", "Castors", "Castores"):
        source = re.sub(rf'^name = "{old}"$', f'name = "{RACES[kind]}"', source, flags=re.MULTILINE)
    source = re.sub(r'marker\.dam\.name = ".*"', f'marker.dam.name = "{MARKERS[kind]}"', source)
    pack = read_pack(source)
    world = load_world(players=2, packs=("base", pack), options={"first_race": "beavers"}, rounds=4)
    game = Game(world, luck=Seeded(3))
    while not game.over:
        codes = list(game.legal.codes)
        # Pick the first combo, conquer, place markers: the busiest game there is.
        busy = (ac.PICK, ac.PUT, ac.CONQUER)
        game.play(min(codes, key=lambda code: (code >> ac.SHIFT not in busy, code)))
    return game


def sentences(kind: str, lang: str) -> list[str]:
    game = played(kind)
    spoken = words(lang, game.world)
    log = event_lines(game, 0, SPECTATOR, spoken, ["Ann", "Bob"], last=len(game.log), open_coins=True)
    return [line["text"] for line in log]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", RACES)
def test_the_log(kind: str, lang: str) -> None:
    said, race, marker = sentences(kind, lang), RACES[kind], MARKERS[kind]
    of_race = [ISOLATES.sub("", text) for text in said if race.lower() in text.lower()]
    assert len(of_race) > 8
    placed = [ISOLATES.sub("", text) for text in said if marker.lower() in text.lower()]
    assert placed
    for text in placed:  # nobody knows its gender: it stands in quotation marks, without an article
        assert quoted(lang, marker[:1].upper() + marker[1:]) in text
    for text in of_race:
        assert not re.search(rf"\b1 {re.escape(race)}", text)  # "1 token (Cave Bears)"
    for text in said:
        assert "  " not in text
        assert not re.search(r"[{}]|None", text)
        assert text[0] == text[0].upper()
        assert text.endswith((".", ")"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_from_right_to_left_does_not_turn_its_sentence(lang: str) -> None:
    race, marker = RACES["right to left"], MARKERS["right to left"]
    for text in sentences("right to left", lang):
        for name in (race, marker):
            assert text.count(name) == text.count(f"\u2068{name}")
        assert text.count("\u2068") == text.count("\u2069")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", RACES)
def test_the_picture(kind: str, lang: str) -> None:
    game = played(kind)
    labels = []
    for length in range(12, len(game.actions), 9):
        seen = Game.replay(game.world, game.actions[:length])
        if not seen.over and not seen.state.is_chance:
            shown = picture(seen, options_for(seen, seen.state.seat, lang))
            labels += [spot.label for spot in shown.spots] + [shown.now]
    held = [label for label in labels if RACES[kind].lower() in label.lower()]
    assert held
    for label in held:
        plain = ISOLATES.sub("", label)
        assert not re.search(rf"\b1 {re.escape(RACES[kind])}", plain)
        assert not re.search(r"[{}]|None|  ", plain)
        assert label.count("\u2068") == label.count("\u2069")


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", RACES)
def test_the_terminal(kind: str, lang: str, plain: bool) -> None:
    game, style = played(kind), Style(plain)
    messages = Messages(lang, plain=plain).on(game.world)
    terminal, names = Terminal(plain), ["Ann", "Bob"]
    paper = io.StringIO()
    terminal.console = Console(file=paper, width=80, height=24, markup=False, highlight=False, emoji=False)
    for length in range(12, len(game.actions), 15):
        seen = Game.replay(game.world, game.actions[:length])
        if seen.over or seen.state.is_chance:
            continue
        here = view(seen.state, seen.state.seat)
        news = recap(seen, max(0, len(seen.log) - 12), here.seat, messages, style, names)
        terminal.print(Screen(terminal, messages, style, names, here, seen.can_undo, news).render())
        terminal.print(*legal_lines(here, messages, names))
        terminal.print(*answers.about_region(1, here, messages, style, names))
        asked = question.question_text(here, messages)
        assert asked
        assert asked.count("\u2068") == asked.count("\u2069")
        assert not re.search(r"[{}]|None|  ", asked)
    assert paper.getvalue().isascii() or not plain
