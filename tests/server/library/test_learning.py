"""The stages of learning: positions that can be played, aims that are reached by doing what they say."""

from __future__ import annotations

import pytest

from smallworld.engine import Game, Seeded, parse_position
from smallworld.engine.position.state import PICK
from smallworld.languages import LANGUAGES
from smallworld.packs import world_from_key
from smallworld.server.library.courses import PREFIX, aims_of, learning, stages
from smallworld.server.picture.text_cache import words
from tests.server.running_server import RunningServer

pytestmark = pytest.mark.slow

# What somebody does who follows the text; `|` is where the opponent plays.
WAYS = {
    "conquer": "c15 c21 c10",
    "cost": "c9 c15",
    "redeploy": "t9.2 t14.2",
    "score": "c14 e t9.3",
    "decline": "d | p1",
    "bank": "c14 c22",
    "ships": "c16",
    "sail": "c3.caravel",
    "floes": "c14 c16",
    "march": "t12.1 t13.1 t17.1",
    "tie": "c18",
    "supply": "c12 c11",
    "omen": "d | p1",
    "follow": "p1 o1",
    "stand": "t9.3 o10",
    "capture": "c13",
    "ransom": "o1",
}


def game_of(id: str) -> Game:
    start = parse_position(next(stage.start for stage in stages() if stage.id == id), world_from_key)
    return Game(start.world, start=start, luck=Seeded(id))


def aims(id: str, game: Game, lang: str = "en") -> list[bool]:
    found = aims_of(PREFIX + id, game, words(lang, game.world), ["base"])
    assert all(" " in aim["text"] for aim in found)
    return [aim["done"] for aim in found]


@pytest.mark.parametrize("id", WAYS)
def test_every_aim_is_reached_by_doing_what_it_says(id: str) -> None:
    game = game_of(id)
    assert game.state.seat == 0
    assert not any(aims(id, game))
    for word in WAYS[id].split():
        if word == "|":
            while game.state.seat != 0 or game.state.step != PICK:
                game.play(next(action for action in game.legal if action[0] in "etc"))
        else:
            assert not all(aims(id, game))
            game.play(word)
    assert all(aims(id, game))


def test_a_poor_conquest_scores_too_little() -> None:
    game = game_of("score")
    for action in ("c8", "e", "t9.3"):
        game.play(action)
    assert aims("score", game) == [False]


def test_troops_in_one_heap_lose_the_others() -> None:
    game = game_of("march")
    game.play("t17.3")
    while game.state.turn != 0:
        game.play(next(iter(game.legal)))
    assert aims("march", game) == [False]


def test_every_stage_but_the_games_has_been_tried() -> None:
    ids = [stage.id for stage in stages()]
    assert len(ids) == len(set(ids))
    assert [stage.id for stage in stages() if stage.aims] == list(WAYS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_stages_are_told_in_every_language(lang: str) -> None:
    found = learning(lang).courses
    assert [course.id for course in found] == ["base", "river", "crusade", "leaders"]
    told = [stage for course in found for stage in course.stages]
    assert [stage.id for stage in told] == [f"learn-{stage.id}" for stage in stages()]
    assert all(stage.title and " " in stage.text for stage in told)
    for course in found:  # each ends with a short game
        last = course.stages[-1]
        assert (last.start, last.guide) == ("", True)
        assert last.rounds
    assert found[2].stages[-1].bots == []
    for id in WAYS:
        aims(id, game_of(id), lang)


@pytest.mark.parametrize("course", ["base", "river", "crusade", "leaders"])
def test_the_last_stage_of_a_course_can_be_played(server: RunningServer, course: str) -> None:
    found = server.http.get("/api/learn/en").json()["courses"]
    stage = next(one for one in found if one["id"] == course)["stages"][-1]
    bots = [{"who": "bot", "level": level} for level in stage["bots"]]
    named = {name: stage[name] for name in ("packs", "options", "rounds", "guide")}
    table = server.open("me", *bots, lesson=stage["id"], **named)
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        assert line.picture["rounds"] == stage["rounds"]
        assert line.picture["ask"] is not None


def test_a_stage_at_a_table_shows_its_aims_until_they_are_reached(server: RunningServer) -> None:
    stage = server.http.get("/api/learn/en").json()["courses"][0]["stages"][0]
    bot = {"who": "bot", "level": stage["bots"][0]}
    table = server.open("me", bot, start=stage["start"], lesson=stage["id"])
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        assert line.picture["tasks"] == [{"text": "Conquer three regions.", "done": False}]
        for action in ("c15", "c21", "c10"):
            line.move(action)
        assert [aim["done"] for aim in line.picture["tasks"]] == [True]


def test_a_short_game_has_its_rounds(server: RunningServer) -> None:
    table = server.open("me", "bot", rounds=4)
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        assert line.picture["rounds"] == 4
        assert line.picture["tasks"] == []


def test_lessons_of_the_library_keep_their_aim_in_sight(server: RunningServer) -> None:
    entry = server.http.get("/api/library/en").json()["races"][0]
    lesson = entry["lessons"][0]
    table = server.open("me", "bot", start=lesson["start"], lesson=lesson["id"])
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        assert line.picture["tasks"] == [{"text": lesson["text"], "done": False}]


def test_nonsense_lessons_have_no_aims(server: RunningServer) -> None:
    table = server.open("me", "bot", lesson="learn-nothing")
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        assert line.picture["tasks"] == []
    seats = [{"who": "me"}, {"who": "bot"}]
    answer = server.http.post("/api/tables", json={"seats": seats, "options": {"lesson": "A B"}})
    assert answer.status_code == 422
