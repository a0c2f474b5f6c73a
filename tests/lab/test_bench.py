"""The benchmark: the shape of its result with tiny settings. Nothing here depends on how fast it is."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest

from smallworld.engine.laws import broken_laws
from smallworld.engine.world import NONE
from smallworld.lab import bench
from smallworld.packs import load_world

FIGURES = {"games_per_s", "actions_per_s", "copy_us", "legal_us", "receipts_us"}


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    right = bench.positions
    monkeypatch.setattr(bench, "RUNS", 1)
    monkeypatch.setattr(bench, "SECONDS", 0.001)
    monkeypatch.setattr(bench, "positions", lambda world, count, seed: right(world, 3, seed))


@pytest.mark.usefixtures("tiny")
def test_a_bench_has_every_figure_for_every_number_of_players() -> None:
    result = bench.bench()
    assert set(result) == {"python", "calibration_loops_per_s", "2", "3", "4", "5"}
    assert result["python"] == platform.python_version()
    assert float(str(result["calibration_loops_per_s"])) > 0
    for players in "2345":
        row = result[players]
        assert isinstance(row, dict)
        assert set(row) == FIGURES
        assert all(isinstance(figure, float) and figure > 0 for figure in row.values())
    assert json.loads(json.dumps(result)) == result


@pytest.mark.usefixtures("tiny")
def test_the_command_prints_a_table_and_writes_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    bench.main()
    out = capsys.readouterr().out
    assert out.startswith(f"Python {platform.python_version()}; calibration ")
    for players in "2345":
        assert f"\n{players:>7} " in out
    written = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert set(written) == {"python", "calibration_loops_per_s", "2", "3", "4", "5"}


def test_the_positions_are_real_ones_and_always_the_same() -> None:
    world = load_world(players=3)
    states = bench.positions(world, 6, seed=1)
    assert len(states) == 6
    assert states == bench.positions(world, 6, seed=1)
    for state in states:
        assert not state.is_chance
        assert state.acting != NONE
        assert not broken_laws(state)


def test_measuring_receipts_changes_no_position() -> None:
    (state,) = bench.positions(load_world(players=2), 1, seed=2)
    before = state.copy()
    bench.all_receipts(state)
    assert state == before


def test_the_best_of_several_runs_is_taken() -> None:
    calls: list[int] = []
    assert bench.best_time(lambda: calls.append(1), runs=4) >= 0
    assert len(calls) == 4
