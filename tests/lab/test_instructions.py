"""Counting instructions: what is counted over, and what is said when nothing can be counted."""

from __future__ import annotations

from pathlib import Path

import pytest

import smallworld
from smallworld.lab import bench, instruction_count
from smallworld.lab.instruction_count import CannotCount, games_of, references

pytestmark = pytest.mark.slow

SOURCES = Path(next(iter(smallworld.__path__))).parent


def test_the_same_games_are_played_each_time_in_a_process_of_their_own() -> None:
    decisions, _ = games_of(SOURCES, "base", 2, 2)
    assert decisions > 100
    assert games_of(SOURCES, "base", 2, 2)[0] == decisions
    assert games_of(SOURCES, "atlantis", 2, 1) == (-1, "")  # a version that does not know the world
    with pytest.raises(CannotCount, match="could not be played"):
        games_of(SOURCES, "base", 77, 1)


def test_the_number_is_read_from_what_valgrind_says() -> None:
    assert references("==7==\n==7== I   refs:      1,404,316,507\n") == 1_404_316_507
    with pytest.raises(CannotCount, match="did not say"):
        references("==7== nothing of the kind")


def test_imports_and_first_games_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(folder: Path, world: str, players: int, games: int, tool: object) -> tuple[int, str]:
        return 100 * games, f"I refs: {5_000_000 + 40_000 * 100 * games:,}"

    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(instruction_count, "games_of", played)
    assert instruction_count.per_decision(SOURCES, "base") == 40_000


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no package smallworld in this folder"):
        bench.main(["--against", str(tmp_path)])
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(CannotCount, match="valgrind is not installed"):
        instruction_count.per_decision(SOURCES, "base")
