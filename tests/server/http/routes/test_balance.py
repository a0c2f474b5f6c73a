"""The balance bench of the house: lines with a running estimate, stopped by hanging up, gone on with."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from smallworld.lab.balance.deal import Deal
from smallworld.lab.balance.run import play_some
from smallworld.server.library.balance_report import Memory, balance_plan, balance_report, missing
from smallworld.server.wire.balance import BalanceLine
from tests.server.running_server import RunningServer

pytestmark = pytest.mark.slow

PACK = """
id = "my_badgers"
[race.badgers]
tokens = 5
supply = 12
[[race.badgers.effects]]
kind = "coins"
amount = 1
per = "hill"
[race.badgers.texts.de]
name = "Dachse"
"""


def lines_of(text: str) -> list[BalanceLine]:
    return [BalanceLine.model_validate_json(line) for line in text.splitlines()]


def test_stopped_and_gone_on_with(server: RunningServer) -> None:
    ask = {"pack": PACK, "games": 2, "lang": "de"}
    got = 0
    with server.http.stream("POST", "/api/workshop/balance", json=ask) as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        for text in answer.iter_lines():
            line = BalanceLine.model_validate_json(text)
            got = line.done
            if got:
                break  # and hang up
    lines = lines_of(server.http.post("/api/workshop/balance", json=ask).text)
    assert 0 < got == lines[0].done < lines[0].total  # nothing is played twice
    assert [line.done for line in lines] == sorted(line.done for line in lines)
    last = lines[-1]
    assert last.done == last.total
    found = last.report
    assert found is not None
    assert (found.done, found.name, found.games) == (True, "Dachse", 2)
    assert found.sentence == "Noch zu wenige Spiele, um etwas sicher zu sagen."
    assert [curve.name for curve in found.curves] == ["Plättchen", "Münzen"]
    assert [absent.world for absent in found.absent] == ["underground"]
    # The same, worked out here, whatever was sent in between.
    plan = balance_plan(PACK, "race.badgers", 2)
    deals = dict(play_some(plan, range(len(plan.tasks))))
    assert balance_report(plan, deals, "de") == found
    for lang in ("en", "nl", "fr", "es"):
        told = balance_report(plan, deals, lang)
        assert told is not None
        texts = [told.sentence, told.method, *told.more, *(one.reason for one in told.absent)]
        assert not any(re.search(r"[{}]|None|balance\.", text) for text in texts)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"pack": "id = 7"}, "id"),
        ({"pack": PACK, "piece": "race.bodgers"}, "race.badgers"),
        ({"pack": PACK, "games": -1}, "games"),
        ({"pack": '{"id":'}, "is not JSON"),
        ({"pack": 'id = "empty"'}, ""),
    ],
)
def test_what_cannot_be_measured(server: RunningServer, body: dict[str, Any], says: str) -> None:
    answer = server.http.post("/api/workshop/balance", json=body)
    assert answer.status_code == 422
    assert says in json.dumps(answer.json())


def test_only_the_last_pieces_are_remembered() -> None:
    memory = Memory(most=2)
    plans = [balance_plan(PACK.replace("5", str(tokens)), "", 1) for tokens in (4, 5, 6)]
    for plan in plans:
        memory.of(plan)[0] = Deal(0, "badgers", "hill")
    assert next(missing(len(plans[2].tasks), memory.of(plans[2])))[0] == 1
    assert [len(memory.of(plan)) for plan in (plans[2], plans[1], plans[0])] == [1, 1, 0]
