"""Score rows, how a series goes on, the game of a day, names of combos: for the sheet of a browser."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from smallworld.engine import SmallWorldError, read_record, write_record
from smallworld.packs import daily, world_from_key
from smallworld.server.rooms.table_view import score_row
from smallworld.server.wire.position import ScoreRow
from tests.server.plans import StoredTable, opening
from tests.server.running_server import RunningServer

pytestmark = pytest.mark.slow

CRUSADE = ["base", "crusade"]
DAY = "2026-11-16"


def played(**options: Any) -> StoredTable:
    kept = StoredTable("me", **options)
    while kept.table.phase == "playing":
        kept.play_on()
    return kept


def test_the_row_of_a_finished_game_says_how_the_series_goes_on() -> None:
    row = ScoreRow.model_validate(
        score_row(played(packs=CRUSADE, options={"tribes": "9"}, seed="row").table, "en")
    )
    assert (row.tokens, len(row.scores), len(row.races)) == (9, 2, 1)
    assert row.next_tokens == (10 if row.winners == [0] else 8)
    assert row.next_options == {"tribes": str(row.next_tokens)}


def test_a_day_brings_its_world_and_luck_and_its_record_can_be_verified() -> None:
    kept = played(day=DAY)
    record = read_record(write_record(kept.table.record), world_from_key)
    day = daily.day_in(record.note)
    assert day is not None
    assert daily.faults_of_daily(record, day) == []
    row = ScoreRow.model_validate(score_row(kept.table, "nl"))
    assert (row.daily, row.next_tokens) == (DAY, 0)
    assert DAY in row.share


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [
        (("me",), {"day": DAY, "seed": "mine"}, "comes with its own world"),
        (("me",), {"day": DAY, "free_undo": True}, "comes with its own world"),
        (("me",), {"day": DAY, "options": {"tribes": "1"}}, "comes with its own world"),
        (("me", "me"), {"day": DAY}, "1 players"),
        (("me",), {"day": "2026-13-01"}, "not a date"),
        (
            ("me",),
            {"day": (datetime.now(UTC) + timedelta(days=3)).date().isoformat()},
            "hasn't started anywhere yet",
        ),
    ],
)
def test_what_a_day_does_not_allow(seats: tuple[str, ...], options: dict[str, object], said: str) -> None:
    with pytest.raises(SmallWorldError) as caught:
        opening(*seats, **options)
    assert said in str(caught.value)


def test_a_series_over_http(server: RunningServer) -> None:
    def step(**asked: str | int) -> dict[str, object]:
        answer = server.http.get("/api/series", params={"packs": "base+crusade", **asked})
        assert answer.status_code == 200, answer.text
        found: dict[str, object] = answer.json()
        return found

    assert step() == {"options": {"tribes": "14"}, "tokens": 14}
    assert step(tokens=14, scores="80.70")["tokens"] == 15
    assert step(tokens=15, scores="70.70")["tokens"] == 14  # a tie is theirs
    assert step(packs="base") == {"options": {}, "tokens": 0}
    assert server.http.get("/api/series", params={"packs": "base", "scores": "x"}).status_code == 422


def test_combos_are_named_in_the_reader_s_language(server: RunningServer) -> None:
    request = {"combos": ["flying orcs", "flying nobodies", "flying orcs"], "lang": "de"}
    answer = server.http.post("/api/combos", json=request)
    assert [one["id"] for one in answer.json()] == ["flying orcs"]
    assert "Orks" in answer.json()[0]["name"]
    assert server.http.post("/api/combos", json={"combos": ["../etc"]}).status_code == 422
