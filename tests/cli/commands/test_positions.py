"""Looking at positions, counting from them, and random games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from smallworld.engine import position_string, state_from
from smallworld.packs import world_from_description

from ..conftest import Run

DESCRIPTION: dict[str, Any] = {
    "board": "base_2p",
    "step": "ready",
    "players": {
        "A": {"active": {"race": "trolls", "power": "hill", "hand": 3, "regions": {"4": 1}}, "coins": 7},
        "B": {"declined": [{"race": "elves", "regions": {"9": 1}}]},
    },
}
TOML = """
board = "base_2p"
step = "ready"
[players.A]
coins = 7
active = { race = "trolls", power = "hill", hand = 3, regions = { 4 = 1 } }
[players.B]
declined = [{ race = "elves", regions = { 9 = 1 } }]
"""


def sources(tmp_path: Path) -> list[str]:
    string = position_string(state_from(DESCRIPTION, world_from_description))
    files = {"a.json": json.dumps(DESCRIPTION), "b.toml": TOML, "c.txt": string}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return [string, *(str(tmp_path / name) for name in files)]


def test_the_same_position_from_every_source(run: Run, tmp_path: Path) -> None:
    shown = set()
    for source in sources(tmp_path):
        result = run("position", source)
        assert result.exit_code == 0, result.output
        shown.add(result.output)
    (output,) = shown
    for text in ("Hill Trolls", "7 coins", "+troll lair", "(Elves)", "Conquer (tokens): c3 (2)", "sw2~"):
        assert text in output, text


def test_a_new_game_waits_for_chance(run: Run) -> None:
    result = run("position", "base_3p")
    assert "Chance decides now" in result.output
    assert "race.orcs" in result.output


def test_all_faults_are_listed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    players = {"A": {"active": {"race": "orks", "power": "hill", "regions": {"99": 1}}}, "B": {"gold": 3}}
    path.write_text(json.dumps({"board": "base_2p", "round": 12, "players": players}))
    result = run("position", str(path))
    assert result.exit_code == 2
    for text in ("unknown race 'orks'", "expected a whole number from 1 to 10", "unknown key 'gold'"):
        assert text in result.output, text


@pytest.mark.parametrize("text", ["sw1~nonsense", "{", "a = = b", "swg1~p9~base_2p~base.1~all~all", "[1, 2]"])
def test_nonsense_is_refused_without_a_traceback(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "nonsense"
    path.write_text(text)
    result = run("position", str(path))
    assert result.exit_code == 2
    assert result.output.startswith("smallworld: ")
    assert "Traceback" not in result.output


def test_perft(run: Run) -> None:
    result = run("perft", "base_2p", "--depth", "2")
    assert result.exit_code == 0
    assert [line.split()[:2] for line in result.output.splitlines()] == [["1", "14"], ["2", "280"]]
    divided = run("perft", "base_2p", "--depth", "2", "--divide")
    assert ["race.orcs", "20"] in [line.split() for line in divided.output.splitlines()]


def test_fuzz(run: Run) -> None:
    result = run("fuzz", "--games", "4", "--players", "2,3", "--jobs", "1")
    assert result.exit_code == 0
    assert "4 games" in result.output
    assert "0 failures" in result.output
    homebrew = run("fuzz", "--games", "3", "--players", "2", "--jobs", "1", "--homebrew")
    assert homebrew.exit_code == 0, homebrew.output
    assert "3 games" in homebrew.output
    assert run("fuzz", "--players", "two").exit_code == 2
    assert run("fuzz", "--players", "1-9").exit_code == 2
