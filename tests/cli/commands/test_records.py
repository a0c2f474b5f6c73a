"""Stepping through records and checking them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..conftest import Run


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """A whole game between two bots."""
    path = tmp_path / "bots.swr"
    run("play", "--players", "0", "--bots", "2", "--seed", "1", "--save", str(path))
    return path


def test_verify_a_sound_record(run: Run, record: Path) -> None:
    result = run("verify", str(record))
    assert result.exit_code == 0
    assert "is a valid record" in result.output
    assert "to the end" in result.output


def test_verify_a_damaged_record(run: Run, record: Path) -> None:
    text = record.read_text()
    record.write_text(text.replace("race.", "race. ", 1))
    result = run("verify", str(record))
    assert result.exit_code == 1
    assert "check sum" in result.output


def test_verify_names_line_and_cause(run: Run, record: Path) -> None:
    lines = [line for line in record.read_text().splitlines() if not line.startswith("check:")]
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("3A"))
    lines[number - 1] = "3A  p6 " + lines[number - 1][4:]
    record.write_text("\n".join(lines))
    result = run("verify", str(record))
    assert result.exit_code == 1
    assert f"line {number}: p6: You can't do that now" in result.output


@pytest.mark.parametrize("command", ["verify", "replay", "position"])
def test_files_that_cannot_be_read(run: Run, tmp_path: Path, command: str) -> None:
    missing = run(command, str(tmp_path / "nothing.swr"))
    assert missing.exit_code == 2
    assert "No such file" in missing.output
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    result = run(command, str(binary))
    assert result.exit_code == 2
    assert "not a text file" in result.output
    assert "Traceback" not in result.output


def test_resume_a_damaged_record(run: Run, record: Path) -> None:
    record.write_text(record.read_text().replace("race.", "race. ", 1))
    result = run("play", "--resume", str(record))
    assert result.exit_code == 2
    assert "damaged or changed" in result.output


def test_replay_everything(run: Run, record: Path) -> None:
    result = run("replay", str(record), "--all")
    assert result.exit_code == 0
    assert " picks " in result.output
    assert " wins!" in result.output


def test_replay_step_by_step(run: Run, record: Path) -> None:
    lines = ["", "n", "b", "b", "b", "t", "5B", "99", "sideways", "10b", "t", "", "q"]
    result = run("replay", str(record), lines=lines)
    assert result.exit_code == 0
    assert "This is the start of the game." in result.output
    assert "round 5 of 10 - Basil (bot)'s turn" in result.output
    assert "no turn 99" in result.output
    assert "jump to a turn" in result.output
    assert "This is the end of the record." in result.output


def test_replay_ends_with_the_input(run: Run, record: Path) -> None:
    assert run("replay", str(record)).exit_code == 0
