"""The coach: reasons in five languages, only for whoever wants them, thought out elsewhere, never stale."""

from __future__ import annotations

import re
import time
from functools import cache
from typing import Any

import pytest

from smallworld.bots.coach import Advice, advise
from smallworld.bots.rollouts import Effort
from smallworld.engine import Game, check, state_from, view
from smallworld.languages import LANGUAGES
from smallworld.packs import world_from_description
from smallworld.server.picture.coach import coach_data
from smallworld.server.picture.text_cache import words
from smallworld.server.ports import Failed
from smallworld.server.rooms import table_coach as coaching_module
from smallworld.server.wire.coach import Advice as AdviceWire
from tests.server.picturing import NAMES, STEPS, at_every_step
from tests.server.running_server import Line, RunningServer

pytestmark = pytest.mark.slow

QUICK = Effort(turns=12)


@cache
def games() -> dict[str, list[Game]]:
    return at_every_step()


@cache
def advised(step: str, number: int) -> Advice:
    state = games()[step][number].state
    return advise(view(state, state.seat), [], QUICK)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("step", STEPS)
def test_every_step_is_advised_in_every_language(step: str, lang: str) -> None:
    for number, game in enumerate(games()[step][:2]):
        seen = view(game.state, game.state.seat)
        spoken = words(lang, game.world)
        found = AdviceWire.model_validate(coach_data(seen, advised(step, number), spoken, NAMES, 7))
        assert found.version == 7
        assert all((found.title, found.principle, found.text, found.steps))
        assert not check(game.state, found.steps[0].action, game.state.seat)
        if lang == "en" and found.steps[0].action.startswith("o"):  # "yes." alone is no advice
            assert re.search("choose|answer", found.text)
        texts = [found.text, found.principle, *(why.text for why in found.whys)]
        texts += [step.label for step in found.steps] + ([found.waning.text] if found.waning else [])
        for text in texts:
            assert text
            assert not re.search(r"[{}]|\?\?|None|coach\.", text), text


def test_a_redeployment_says_who_could_take_what() -> None:
    game = games()["redeploy"][0]
    seen = view(game.state, game.state.seat)
    found = coach_data(seen, advised("redeploy", 0), words("en", game.world), NAMES, 1)
    kinds = {why["kind"] for why in found["whys"]}
    assert kinds & {"threat", "safe"}
    assert sum(step["count"] for step in found["steps"]) > 0


def in_crusade(play: str = "", **given: Any) -> Game:
    state = state_from({"board": "base_2p", "packs": ["base", "crusade"], **given}, world_from_description)
    game = Game(state.world, start=state)
    for action in play.split():
        game.play(action)
    return game


def coach_of(game: Game, lang: str = "en") -> dict[str, Any]:
    seen = view(game.state, game.state.seat)
    return coach_data(seen, advise(seen, [], QUICK), words(lang, game.world), [*NAMES[:1], "Lost Tribes"], 1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_tokens_stand_is_weighed_with_what_a_party_would_do(lang: str) -> None:
    """One token more in each, and an empty mountain is cheaper for them."""
    troops = {"race": "ratmen", "power": "seafaring", "hand": 3, "regions": {12: 1, 13: 1, 17: 1}}
    game = in_crusade(
        step="redeploy",
        options={"tribes": "4"},
        party={"regions": {18: 1}},
        players={"A": {"active": troops}},
    )
    found = coach_of(game, lang)
    kinds = {why["kind"]: why for why in found["whys"]}
    assert kinds["safe"]["regions"] == [19]
    assert "19" in kinds["safe"]["text"]
    assert "threat" not in kinds


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_tie_of_a_party_is_advised_as_such(lang: str) -> None:
    troops = {"race": "ratmen", "power": "seafaring", "regions": {14: 1, 21: 1}}
    game = in_crusade(
        "e",
        step="conquer",
        options={"tribes": "3"},
        party={"regions": {19: 1}},
        players={"A": {"active": troops}},
    )
    found = AdviceWire.model_validate(coach_of(game, lang))
    assert found.topic == "tie"
    assert found.steps[0].action in ("c13", "c18", "c20")
    assert {why.kind for why in found.whys} <= {"next", "other"}


# --- at a table ----------------------------------------------------------------------------------------


def advice_for(line: Line, version: int) -> dict[str, Any]:
    """The better advice, not the quick first word."""
    found = line.until(lambda m: m["type"] == "advice" and m["version"] == version and not m["more"])
    AdviceWire.model_validate(found)
    return found


def test_advice_comes_when_it_is_wanted_and_stops_when_not(server: RunningServer) -> None:
    table = server.open("me", "bot", seed="coach")
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        assert line.table["coach"]
        line.send(type="coach", on=True)
        first = advice_for(line, line.picture["version"])
        assert first["steps"][0]["action"].startswith("p")
        line.move(first["steps"][0]["action"])
        second = advice_for(line, line.picture["version"])
        actions = [step["action"] for step in second["steps"]]
        line.move(actions[0])
        third = advice_for(line, line.picture["version"])
        assert [step["action"] for step in third["steps"]] == actions[1:]  # the plan is kept to
        line.send(type="coach", on=False)
        line.move(actions[1])
        time.sleep(0.5)
        line.send(type="about", id=999, region=1)
        line.until(lambda message: message.get("id") == 999)
        assert not any(
            f'"version":{line.picture["version"]}' in seen and '"advice"' in seen for seen in line.seen
        )


def test_a_quick_word_comes_before_the_better_advice(server: RunningServer) -> None:
    table = server.open("me", "bot", seed="coach")
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        line.send(type="coach", on=True)
        assert [line.until("advice")["more"] for _ in range(2)] == [True, False]


def test_advice_follows_the_language(server: RunningServer) -> None:
    table = server.open("me", "bot", seed="coach")
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        line.send(type="coach", on=True)
        english = advice_for(line, line.picture["version"])["text"]
        line.send(type="lang", lang="de")
        assert line.until("advice")["text"] != english


def test_players_online_agree_on_a_coach_before(server: RunningServer) -> None:
    for guide in (False, True):
        table = server.open("me", "open", guide=guide)
        other = server.join(table, "Bob")
        with (
            server.line(table["table"], other["key"]) as line,
            server.line(table["table"], table["key"]) as owner,
        ):
            owner.until("welcome")
            line.until("welcome")
            assert line.table["coach"] is guide
            owner.send(type="coach", on=True)
            if guide:
                assert advice_for(owner, owner.picture["version"])["steps"]
                continue
            time.sleep(0.4)
            owner.send(type="about", id=5, region=1)
            assert owner.until(lambda message: message["type"] in ("advice", "answer"))["type"] == "answer"


def test_a_coach_who_fails_says_so_and_the_game_goes_on(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise Failed("broken on purpose")

    table = server.open("me", "bot", seed="coach")
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        coach = server.room(table["table"])._coach
        monkeypatch.setattr(coach._workers, "run_for", fails)
        line.send(type="coach", on=True)
        said = advice_for(line, line.picture["version"])
        assert said["steps"] == []
        assert said["failed"]
        assert said["text"]
        monkeypatch.undo()
        line.send(type="coach", on=True)  # asked again
        assert advice_for(line, line.picture["version"])["steps"]
        assert line.move("p1")["type"] == "accepted"


def test_stale_advice_is_dropped(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays before the coach has spoken hears nothing about the past."""
    monkeypatch.setattr(coaching_module, "_CALM", 1.0)
    table = server.open("me", "bot", seed="coach")
    with server.line(table["table"], table["key"]) as line:
        line.until("welcome")
        line.send(type="coach", on=True)
        old = line.picture["version"]
        line.move("p1")
        new = line.picture["version"]
        assert advice_for(line, new)["steps"]
        assert not any(f'"advice","version":{old}' in seen for seen in line.seen)
