"""A server started with bots of its own offers them, and they play."""

from pathlib import Path

import pytest

from smallworld.cli.own_bots import own_bots
from smallworld.engine import Game, Seeded, SmallWorldError, position_string
from smallworld.packs import load_world
from smallworld.server.bots.bot_jobs import Job, known_level, levels, offer, personality, think
from smallworld.server.settings import Settings
from tests.server.running_server import RunningServer

CHEAPEST = Path(__file__).parents[3] / "examples" / "bots" / "cheapest.py"
CLASS = "class Simple:\n    def choose(self, view):\n        return view.legal.codes[0]\n"


def test_own_bots_have_no_rating_and_no_personality(tmp_path: Path) -> None:
    (tmp_path / "simple.py").write_text(CLASS)
    specs = {"Hal": f"{tmp_path}/simple.py", "Far": str(CHEAPEST)}
    bots = own_bots([f"{name}={spec}" for name, spec in specs.items()])
    assert dict(bots) == specs
    game = Game(load_world(players=2), luck=Seeded(4))
    try:
        offer(bots)
        assert list(levels())[-2:] == ["Hal", "Far"]
        for name in specs:
            assert known_level(name) == name
            assert levels()[name].rating is None
            assert personality(name, "table", 1) == ""
            stretch = think(Job(position_string(game.state), 0, name, levels()[name].bot(""), "seed"))
            assert stretch.actions
            assert stretch.faults == []
    finally:
        offer(())
    assert known_level("Hal") == "casual"  # a table of a server that was started with it


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("./my_bot.py", "expected NAME=BOT"),
        ("Novice=greedy", "already taken"),
        ("Hal=gredy", "unknown bot 'gredy'"),
        ("<b>=greedy", "expected NAME=BOT"),
    ],
)
def test_what_cannot_be_offered_is_refused_before_the_start(given: str, said: str) -> None:
    with pytest.raises(SmallWorldError, match=said):
        own_bots([given])


@pytest.mark.slow
def test_a_program_plays_at_a_table_in_the_browser(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(data=tmp_path, bots=(("Hal", str(CHEAPEST)),), bot_pace=0, bot_workers=1)
    try:
        with RunningServer(settings) as server:
            meta = server.http.get("/api/meta").json()
            found = next(level for level in meta["levels"] if level["id"] == "Hal")
            assert found == {"id": "Hal", "name": "Hal", "text": found["text"], "rating": None}
            assert str(CHEAPEST) not in server.http.get("/api/meta").text  # where it is concerns nobody
            table = server.open({"who": "bot", "level": "Hal"}, {"who": "bot", "level": "novice"}, rounds=2)
            with server.line(table["table"], table["key"]) as me:
                me.until_picture(lambda picture: picture["result"])
                assert me.picture["players"][0]["bot"] == "Hal"
        assert "forfeits" not in caplog.text
    finally:
        offer(())
