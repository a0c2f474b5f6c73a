"""What a run says about a board: wins by seat, footholds, banks, and what regions are worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from smallworld.lab import held_regions
from smallworld.lab.sim import simulate
from smallworld.packs import find_packs

BOARD = find_packs()["river"].boards["river_2p"]
WATCHER = "smallworld.lab.held_regions:HeldRegions"


def test_a_run_is_watched_and_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    simulate(["random"], board=BOARD.id, games=2, out=tmp_path / "run", watchers=[WATCHER])
    assert held_regions.main([str(tmp_path / "run"), "--board", BOARD.id]) == 0
    told = capsys.readouterr().out
    assert told.startswith("river_2p: 2 games")
    assert "side of " in told


def test_figures_from_rows() -> None:
    games = [
        {"game": 0, "winners": "A", "coins_A": 90, "coins_B": 80},
        {"game": 1, "winners": "AB", "coins_A": 70, "coins_B": 70},
    ]
    held = [
        {"game": 0, "round": 1, "seat": "A", "regions": "0 1"},
        {"game": 0, "round": 1, "seat": "B", "regions": ""},
        {"game": 1, "round": 1, "seat": "A", "regions": "1"},
        {"game": 1, "round": 1, "seat": "B", "regions": "4"},
    ]
    found = held_regions.measure(BOARD, games, held)
    assert (found.wins["A"].value, found.wins["B"].value) == (75, 25)
    assert found.held[1] == 1.0, "somebody held it at the end of each round"
    assert found.longest[1].values == [10, 0]
    assert len({held_regions.sides_of(BOARD)[region] for region in (0, 4)}) == 2, "the river lies between"
