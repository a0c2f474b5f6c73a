"""The story of a game that is over: figures that add up."""

from __future__ import annotations

from random import Random

import pytest

from smallworld.engine import Game, Seeded, winners
from smallworld.engine.verbs.event_sentences import KINDS
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world
from smallworld.server.picture.event_timing import DRAMA, timing_of
from smallworld.server.picture.game_story import coins_by_round, story
from smallworld.server.picture.log import event_lines
from smallworld.server.picture.text_cache import words
from smallworld.server.wire.position import Story

NAMES = ["Ann", "Bob", "Cem", "Dee", "Eva"]


def played(board: str, seed: int) -> Game:
    game = Game(load_world(board), luck=Seeded(seed))
    chance = Random(seed)
    while not game.over:
        game.play(chance.choice(game.legal))
    return game


@pytest.mark.parametrize("board", ["base_2p", "underground_3p"])
def test_the_figures_add_up(board: str) -> None:
    game = played(board, 5)
    told = Story.model_validate(story(game, winners(game.state), words("en", game.world), NAMES))
    seats = range(game.world.players)
    assert [curve.coins[-1] for curve in told.curves] == list(game.state.coins)
    assert {len(curve.coins) for curve in told.curves} == {game.world.rounds + 1}
    scored = [event for events in game.events for event in events if event.kind == "scored"]
    for seat in seats:
        brought = sum(line.coins for line in told.harvest if line.seat == seat)
        assert brought == sum(event.amount for event in scored if event.seat == seat)
        assert len({line.name for line in told.harvest if line.seat == seat}) == sum(
            line.seat == seat for line in told.harvest
        )
        declined = sum(line.declined for line in told.harvest if line.seat == seat)
        assert declined < brought
    assert any(line.declined for line in told.harvest) == any(any(s.declined) for s in game.positions)
    assert told.best is not None
    assert told.best.coins == max(event.amount for event in scored)
    rolls = [event for events in game.events for event in events if event.kind == "rolled"]
    assert sum(luck.rolls for luck in told.luck) == len(rolls)
    assert all(luck.expected == luck.rolls for luck in told.luck)  # a die brings one pip on average


def test_the_turning_point_is_where_the_winner_took_the_lead_for_good() -> None:
    game = played("base_2p", 11)
    curves = coins_by_round(game)
    won = winners(game.state)
    told = story(game, won, words("en", game.world), NAMES)["turning"]
    if len(won) > 1:
        assert told is None
        return
    lead = [a - b for a, b in zip(curves[won[0]], curves[1 - won[0]], strict=True)]
    assert told["seat"] == won[0]
    assert all(gap > 0 for gap in lead[told["round"] :]) or lead[-1] == 0
    assert NAMES[won[0]] in told["text"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_sentence_names_the_race_that_brought_the_winner_most(lang: str) -> None:
    game = played("base_3p", 3)
    won = winners(game.state)
    told = Story.model_validate(story(game, won, words(lang, game.world), NAMES))
    best = next(line for line in told.harvest if line.seat in won)
    assert best.name in told.sentence
    assert str(best.coins) in told.sentence
    assert NAMES[best.seat] in told.sentence


def test_each_loser_hears_of_the_turn_that_fell_furthest_behind() -> None:
    game = played("base_3p", 3)
    won = winners(game.state)
    told = Story.model_validate(story(game, won, words("en", game.world), NAMES))
    curves = coins_by_round(game)
    assert {moment.seat for moment in told.hardest} == set(range(3)) - set(won)
    for moment in told.hardest:
        assert f"Round {moment.round}" in moment.text
        assert f"{moment.coins} coin" in moment.text
        assert len(curves[moment.seat]) > moment.round


def test_every_kind_of_event_states_its_pause() -> None:
    assert set(DRAMA) == set(KINDS)
    assert timing_of("something new") == DRAMA["conquered"]
    assert [kind for kind, timing in DRAMA.items() if timing.hold] == ["rolled"]


def test_lines_of_the_log_carry_pause_hold_and_sound() -> None:
    game = played("base_2p", 5)
    lines = event_lines(game, 0, 0, words("en", game.world), NAMES, open_coins=True)
    scored = next(line for line in lines if line["kind"] == "scored" and len(line["lines"]) > 1)
    assert scored["pause"] == DRAMA["scored"].pause + DRAMA["scored"].line * len(scored["lines"])
    assert all(line["hold"] > 0 for line in lines if line["kind"] == "rolled")
    assert {line["cue"] for line in lines if line["kind"] == "conquered"} == {"impact"}
