"""The benchmark: the shape of its result with tiny settings. Nothing here depends on how fast it is."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import smallworld
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.world.world import NONE
from smallworld.lab import bench
from smallworld.lab.compiled import CannotCompile
from smallworld.lab.instruction_count import games_of
from smallworld.lab.worlds import packs_of, player_counts, world_names
from smallworld.packs import load_world

FIGURES = {"games_per_s", "actions_per_s", "copy_us", "legal_us", "receipts_us"}
FIRST = ["python", "calibration_loops_per_s", "2", "3", "4", "5"]


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    right = bench.positions
    monkeypatch.setattr(bench, "RUNS", 1)
    monkeypatch.setattr(bench, "SECONDS", 0.001)
    monkeypatch.setattr(bench, "positions", lambda world, count, seed: right(world, 3, seed))


@pytest.mark.usefixtures("tiny")
def test_a_bench_has_every_figure_for_every_number_of_players() -> None:
    result = bench.bench()
    assert list(result) == FIRST
    assert result["python"] == platform.python_version()
    assert result["calibration_loops_per_s"] > 0
    for players in "2345":
        row = result[players]
        assert set(row) == FIGURES
        assert all(isinstance(figure, float) and figure > 0 for figure in row.values())
    assert json.loads(json.dumps(result)) == result


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("world", world_names())
def test_every_world_it_lists_is_measured(
    world: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(bench, "calibration_loops_per_s", lambda: 1.0)
    bench.main(["--world", world, "--json"])
    figures = json.loads(capsys.readouterr().out)
    counts = [name for name in figures if name.isdigit()]
    assert counts == [str(count) for count in player_counts(packs_of(world))]
    assert len(counts) >= 2
    bench.show({"plain": figures})
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split()[0] for row in rows] == counts


@pytest.mark.parametrize("world", world_names())
def test_instructions_can_be_counted_in_every_world(world: str) -> None:
    source = Path(smallworld.__file__).parents[1]
    decisions, _ = games_of(source, "+".join(packs_of(world)), 2, 1)
    assert decisions > 0


def measured(
    monkeypatch: pytest.MonkeyPatch, folder: Path, compile_in: Callable[[Path], None]
) -> dict[str, Any]:
    """What the command writes if this is how a copy is compiled; compiled copies are ten times as fast."""

    def figures_of(copy: Path, world: str = "") -> dict[str, Any]:
        assert (copy / "smallworld/lab/bench.py").exists()
        figure = 10.0 if (copy / "compiled").exists() else 1.0
        rows = {players: dict.fromkeys(FIGURES, figure) for players in "2345"}
        return {"python": "3.11", "calibration_loops_per_s": 1.0, **rows}

    monkeypatch.chdir(folder)
    monkeypatch.setattr(bench, "compile_in", compile_in)
    monkeypatch.setattr(bench, "engine_in_use", lambda: "plain Python")
    monkeypatch.setattr(bench, "figures_of", figures_of)
    bench.main()
    written: dict[str, Any] = json.loads((folder / "bench.json").read_text(encoding="utf-8"))
    return written


def test_the_command_shows_plain_and_compiled_and_writes_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written = measured(monkeypatch, tmp_path, lambda copy: (copy / "compiled").touch())
    engine, _, out = capsys.readouterr().out.partition("\n")
    assert engine.startswith(f"smallworld {smallworld.__version__} runs the plain Python engine here (")
    assert out.startswith("Python 3.11; calibration 1 / 1 loops/s\n")
    for players in "2345":
        assert f"\n{players:>7} plain " in out
        assert f"\n{players:>7} compiled " in out
    assert out.count(" 10.00×\n") == 4
    assert list(written) == [*FIRST, "plain", "compiled"]
    assert written["compiled"]["2"] == dict.fromkeys(FIGURES, 10.0)
    assert {key: written[key] for key in FIRST} == written["plain"]


def test_without_a_compiler_the_command_says_so_and_measures_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nothing(copy: Path) -> None:
        raise CannotCompile("there is no C compiler")

    written = measured(monkeypatch, tmp_path, nothing)
    out = capsys.readouterr().out.partition("\n")[2]
    assert out.startswith(
        "NOT COMPILED, plain figures only: there is no C compiler\nPython 3.11; calibration 1 "
    )
    assert written["compiled"] is None
    assert written["plain"]["2"]["games_per_s"] == 1.0


def test_an_installed_compiled_engine_is_measured_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured_at: list[Path] = []

    def figures_of(copy: Path, world: str = "") -> dict[str, Any]:
        measured_at.append(copy)
        return {
            "python": "3.11",
            "calibration_loops_per_s": 1.0,
            **{n: dict.fromkeys(FIGURES, 1.0) for n in "2345"},
        }

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bench, "figures_of", figures_of)
    monkeypatch.setattr(bench, "engine_in_use", lambda: "compiled")
    bench.main()
    assert "runs the compiled engine here" in capsys.readouterr().out
    assert measured_at[1] == Path(smallworld.__file__).parents[1]


def test_the_best_of_two_rounds_is_the_fastest_of_each() -> None:
    one = {"python": "3.11", "calibration_loops_per_s": 5.0, "2": {"games_per_s": 1.0, "copy_us": 2.0}}
    other = {"python": "3.11", "calibration_loops_per_s": 4.0, "2": {"games_per_s": 3.0, "copy_us": 4.0}}
    best = {"python": "3.11", "calibration_loops_per_s": 5.0, "2": {"games_per_s": 3.0, "copy_us": 2.0}}
    assert bench.best_of(one, other) == bench.best_of(other, one) == best


@pytest.mark.usefixtures("tiny")
def test_another_process_can_be_asked_for_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--json"])
    assert list(json.loads(capsys.readouterr().out)) == FIRST


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
