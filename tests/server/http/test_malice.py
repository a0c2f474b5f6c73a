"""Random and malicious messages at a real table: no crash, no leak, no change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from smallworld.engine import position_string
from smallworld.languages import LANGUAGES
from smallworld.server.settings import Limits, Settings
from tests.server.running_server import PLENTY, Line, Message, RunningServer, easy_choice

pytestmark = pytest.mark.slow

REACTIONS = {"refused", "trouble", "answer", "said", "picture", "welcome", "seated"}

# --- what somebody with too much time may send --------------------------------------------------------

words = st.sampled_from(
    [
        "hello",
        "move",
        "undo",
        "redo",
        "show_seat",
        "about",
        "lang",
        "standin",
        "begin",
        "say",
        "picture",
        "admin",
        "",
    ]
)
numbers = st.one_of(st.integers(-5, 90), st.sampled_from([2**31, 2**31 + 1, 2**63, -1, 1e308]))
actions = st.one_of(
    st.sampled_from(
        [
            "p0",
            "p1",
            "p6",
            "p99",
            "c1",
            "c9",
            "c64",
            "c1.dragon",
            "r3",
            "e",
            "d",
            "b",
            "o1",
            "t1.1",
            "t1.99",
            "m1.hero",
            "g4",
            "a2",
            "die.3",
            "race.orcs",
            "power.flying",
            "..",
            "__class__",
        ]
    ),
    st.text(max_size=50),
)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
shaped: st.SearchStrategy[Message] = st.fixed_dictionaries(
    {"type": cast(Any, words)},
    optional={
        "id": numbers,
        "version": st.one_of(numbers, st.just("NOW")),
        "actions": st.lists(actions, max_size=90),
        "placing": st.lists(st.fixed_dictionaries({"region": numbers, "count": numbers}), max_size=90)
        | values,
        "seat": numbers,
        "region": numbers,
        "bot": st.booleans() | values,
        "lang": st.sampled_from([*LANGUAGES, "xx"]) | values,
        "text": st.text(max_size=400),
        "table": st.just("TABLE") | st.text(max_size=40),
        "key": st.sampled_from(["WATCH", "x" * 24]) | st.text(max_size=70),
        "extra": values,
    },
)
garbage = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=60),
    values.map(json.dumps),
    st.sampled_from(
        ["[" * 3000, '{"type":' * 500, '{"type":"say","text":"\\ud800"}', "NaN", '{"type":"move","id":NaN}']
    ),
)


class Scene:
    """Ann and Bob play, and it is Ann's turn; Eve has the link to watch."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.table = server.open({"who": "me", "name": "Ann"}, "open")
        self.joined = server.join(self.table, "Bob")
        with server.line(self.table["table"], self.table["key"]) as ann:
            ann.until_picture(lambda picture: picture["ask"])
            ann.move("p1")
            ann.move(easy_choice(ann.picture))
        self.secrets = [self.table["key"], self.table["join"], self.joined["key"]]

    @property
    def facts(self) -> object:
        table = self.server.room(self.table["table"]).table
        return table.version, position_string(table.game.state), table.holders, table.notes

    def attack(self, key: str, messages: list[Message | str | bytes], seat: int) -> None:
        """Send everything, whoever one is; afterwards the table is as it was and nothing was given away."""
        before = self.facts
        with self.server.line(self.table["table"], key) as line:
            line.until("welcome")
            code = 0
            try:
                for message in messages:
                    line.send_raw(self.spelled(message))
                line.send(type="about", id=2**31, region=1)
                line.until(lambda m: m["type"] == "answer" and m["id"] == 2**31)
            except ConnectionClosed as end:
                code = end.rcvd.code if end.rcvd else 1006
            assert code in (0, 1003, 1007, 1008, 1009, 1013)
            self.check(line, key, seat)
        assert self.facts == before

    def spelled(self, message: Message | str | bytes) -> str | bytes:
        if not isinstance(message, dict):
            return message.encode(errors="replace").decode() if isinstance(message, str) else message
        places: dict[Any, Any] = {"NOW": self.server.room(self.table["table"]).table.version}
        places |= {"TABLE": self.table["table"], "WATCH": self.table["watch"]}
        filled = {
            name: places.get(value, value) if isinstance(value, str) else value
            for name, value in message.items()
        }
        return json.dumps(filled)

    def check(self, line: Line, key: str, seat: int) -> None:
        for text in line.seen:
            assert json.loads(text)["type"] in REACTIONS
            assert not [secret for secret in self.secrets if secret != key and secret in text]
        pictures = [json.loads(text) for text in line.seen]
        for message in pictures:
            shown = message.get("picture", message)
            for player in shown.get("players", []):
                assert player["coins"] is None or player["seat"] == seat
            for event in shown.get("events", []):
                if event["kind"] in ("scored", "gained") and event["seat"] != seat:
                    assert event["amount"] is None
                    assert event["receipt"] is None


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Each attack comes in anew and says much: on a fast machine more than one address may."""
    limits = replace(PLENTY, messages=Limits().messages)
    settings = Settings(data=tmp_path_factory.mktemp("malice"), bot_pace=0.0, bot_workers=1, limits=limits)
    with RunningServer(settings) as running:
        yield running


@pytest.fixture(scope="module")
def scene(server: RunningServer) -> Scene:
    return Scene(server)


FREELY = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


@FREELY
@given(messages=st.lists(shaped, min_size=1, max_size=6))
def test_spectators_change_nothing(scene: Scene, messages: list[Message]) -> None:
    scene.attack(scene.table["watch"], [*messages], seat=-1)


@FREELY
@given(messages=st.lists(shaped.filter(lambda m: m["type"] != "standin"), min_size=1, max_size=6))
def test_who_is_not_asked_changes_nothing(scene: Scene, messages: list[Message]) -> None:
    """Bob may give up his own seat; whatever else he sends while Ann is asked has no effect."""
    scene.attack(scene.joined["key"], [*messages], seat=1)


@FREELY
@given(messages=st.lists(garbage, min_size=1, max_size=6))
def test_garbage_changes_nothing(scene: Scene, messages: list[str | bytes]) -> None:
    scene.attack(scene.table["key"], [*messages], seat=0)


@FREELY
@given(message=st.one_of(shaped, garbage))
def test_nobody_comes_in_without_a_key(scene: Scene, message: Message | str | bytes) -> None:
    before = scene.facts
    with Line(scene.server.place) as stranger:
        if isinstance(message, dict) and message["type"] == "hello":
            message = {**message, "key": "x" * 24}
        stranger.send_raw(scene.spelled(message))
        told, code = stranger.ended()
        assert [m["type"] for m in told] in (["trouble"], [])
        assert code in (1007, 1008, 1009)
    assert scene.facts == before


def test_a_roll_cannot_be_tried_twice(server: RunningServer) -> None:
    """A message that fails after a roll or a draw is refused before anything is rolled or drawn."""
    table = server.open("me", "me")
    with server.line(table["table"], table["key"]) as us:
        us.until("welcome")
        us.send(type="show_seat", seat=0)
        us.until_picture(lambda picture: picture["ask"])
        column = us.picture["offers"]
        for _ in range(10):
            assert us.move("p1", "c1")["cause"] == "illegal"
        assert us.picture["offers"] == column
        assert server.room(table["table"]).table.drawn == 12
