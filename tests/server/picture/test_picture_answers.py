"""Asking about a region: what it is, what it costs, why not and what would help."""

from __future__ import annotations

import pytest

from smallworld.engine import SPECTATOR, Game, legal
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world
from smallworld.server.picture.answers import answer
from smallworld.server.picture.board import board_wire
from smallworld.server.picture.picture import Note, PictureOptions, SeatFacts, picture
from smallworld.server.wire.to_client import Answer
from smallworld.texts.catalogue import Catalogue
from tests.server.picturing import NAMES, options_for, position, random_game


def conquering() -> Game:
    start = position(
        step="conquer",
        players={
            "A": {"active": {"race": "orcs", "power": "alchemist", "hand": 2, "regions": {1: 1}}},
            "B": {"active": {"race": "trolls", "power": "hill", "regions": {2: 1, 8: 2}}},
        },
        tribes=[6],
    )
    return Game(start.world, start=start)


def about(game: Game, seat: int, region: int, lang: str = "en") -> Answer:
    return answer(game, seat=seat, region=region, id=7, lang=lang, players=NAMES)


def test_a_target_too_strong_says_what_would_help() -> None:
    said = about(conquering(), 0, 2)
    assert said.title == "Brackholt (2), forest, mine"
    assert "Bob holds it with 1 Troll." in said.lines
    assert any(line.startswith("Troll lair: ") for line in said.lines)
    assert said.defence.text == "4 = 2 (base cost) + 1 (Trolls) + 1 (troll lair)"
    assert [choice.action for choice in said.choices] == ["r2"]
    (reason,) = said.reasons
    assert reason.sentence == "Brackholt (2) costs 4 and you have 2: 2 short."
    assert reason.remedy == "A final roll of 2 or more would be enough (33%)."


def test_a_region_out_of_reach_gives_every_reason() -> None:
    said = about(conquering(), 0, 8)
    assert not said.choices
    assert [reason.rule for reason in said.reasons] == ["reach", "tokens"]
    assert "It costs you 6 = 2 (base cost) + 1 (mountain) + 2 (Trolls) + 1 (troll lair)." in said.lines


def test_others_are_told_whose_move_it_is() -> None:
    said = about(conquering(), 1, 6)
    assert [reason.sentence for reason in said.reasons] == ["It's Ann's decision."]
    assert not said.choices
    assert not any("costs you" in line for line in said.lines)
    assert not about(conquering(), SPECTATOR, 6).reasons


def test_a_region_that_is_not_there() -> None:
    said = about(conquering(), 0, 40)
    assert said.reasons[0].rule == "no_region"
    assert not said.choices


@pytest.mark.parametrize("lang", LANGUAGES)
def test_answers_agree_with_the_choices(lang: str) -> None:
    for number, game in enumerate(random_game(3, 41)):
        if game.over or number % 4:
            continue
        ask = picture(game, options_for(game, game.state.seat, lang, first_event=len(game.log))).ask
        assert ask is not None
        for region in range(len(game.state.occ)):
            said = about(game, game.state.seat, region, lang)
            assert said.choices == [choice for choice in ask.choices if choice.region == region]
            natural = {"conquer", "place", "put", "give_up"} & {choice.kind for choice in said.choices}
            plain = [choice for choice in said.choices if not choice.tools and choice.kind in natural]
            asks_regions = legal(game.state).step not in ("pick", "question", "fade")
            if asks_regions:
                assert bool(plain) != bool(said.reasons)
            assert all(reason.sentence and reason.remedy for reason in said.reasons)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_boards_are_drawn_with_names(players: int) -> None:
    world = load_world(players=players)
    board = board_wire(world, "nl")
    assert len(board.regions) == len(world.board.regions)
    for shape, region in zip(board.regions, world.board.regions, strict=True):
        assert shape.path.startswith("M")
        assert shape.path.endswith("Z")
        assert shape.room > 0
        assert shape.terrain.name != shape.terrain.id
        assert shape.neighbours == list(region.neighbours)
        assert 0 < shape.spot[0] < board.width
        assert 0 < shape.spot[1] < board.height


def test_screen_readers_hear_everything_about_a_region() -> None:
    labels = [spot.label for spot in picture(conquering(), options_for(conquering(), 0)).spots]
    assert labels[1] == "Barleyne (1), farmland, magic; on the border; Ann: 1 Orc."
    assert labels[6] == "Downery (6), hill; 1 Lost Tribe."
    assert labels[8] == "Karstock (8), mountain; Bob: 2 Trolls; troll lair."


def test_the_log_tells_of_people() -> None:
    game = conquering()
    game.play("c6") if not game.check("c6") else game.play("e")
    notes = (Note(0, "timeout", 0), Note(1, "back", 0))
    seen = PictureOptions(
        version=1, seat=1, lang="en", seats=[SeatFacts("Ann"), SeatFacts("Bob")], notes=notes
    )
    lines = [(line.number, line.text) for line in picture(game, seen).events]
    assert lines[0] == (0, "Ann ran out of time: a bot takes over.")
    assert (1, "Ann is back.") in lines


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_remedy_names_the_power_that_would_help(lang: str) -> None:
    game = conquering()
    catalogue = Catalogue(lang, game.world.packs)
    for region, rule, power in ((0, "terrain", "seafaring"), (15, "reach", "flying")):
        (reason,) = [reason for reason in about(game, 0, region, lang).reasons if reason.rule == rule]
        assert catalogue.name("power", power) in reason.remedy


def test_no_refusal_leaves_anybody_without_advice() -> None:
    for game in random_game(3, 4):
        if game.over:
            break
        for region in range(len(game.state.occ)):
            for reason in about(game, game.state.seat, region).reasons:
                assert reason.sentence
                assert reason.remedy
                assert "none." not in reason.remedy
