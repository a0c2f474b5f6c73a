"""Pack files in the terminal: checked, played, found again in records."""

from __future__ import annotations

import json
from pathlib import Path

from ..conftest import Run

BADGERS = "examples/homebrew/badgers.toml"


def test_check_says_what_a_piece_does(run: Run) -> None:
    result = run("pack", "check", "examples/homebrew/beavers.toml", "--lang", "de")
    assert result.exit_code == 0
    assert "Biber" in result.output
    assert "4 × Damm" in result.output or "4 x Damm" in result.output


def test_check_names_every_fault(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(Path(BADGERS).read_text().replace('"cavern"', '"cavren"').replace("= 12", "= 120"))
    result = run("pack", "check", str(path))
    assert result.exit_code == 1
    assert "line 8: race.badgers.supply" in result.output
    assert "did you mean cavern?" in result.output
    assert run("play", "--pack", str(path)).exit_code == 2


def test_export(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "orcs.toml"
    assert run("pack", "export", "orcs", "--out", str(path)).exit_code == 0
    path.write_text(path.read_text().replace("race.orcs", "race.my_orcs").replace('name = "', 'name = "My '))
    assert run("pack", "check", str(path)).exit_code == 0
    assert "[power.stone]" in run("pack", "export", "underground").output
    assert run("pack", "export", "diplomat").exit_code == 2
    assert run("pack", "export", "orks").exit_code == 2
    assert run("pack", "export", "crusade").exit_code == 2


def test_schema(run: Run) -> None:
    schema = json.loads(run("pack", "schema").output)
    assert {"race", "power"} <= set(schema["properties"])


def test_a_game_with_a_file_is_complete_in_its_record(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "badgers.swr"
    seats = ("--players", "0", "--bots", "2", "--bot", "greedy", "--seed", "1")
    assert run("play", *seats, "--pack", BADGERS, "--save", str(record)).exit_code == 0
    assert "first_race.badgers" in record.read_text()
    assert run("verify", str(record)).exit_code == 0
    told = run("replay", "--all", str(record), "--lang", "de")
    assert "Dachse" in told.output
    written = run("pack", "export", str(record)).output
    (tmp_path / "again.toml").write_text(written)
    assert run("pack", "check", str(tmp_path / "again.toml")).exit_code == 0
    shuffled = tmp_path / "shuffled.swr"
    run("play", *seats, "--pack", BADGERS, "--shuffled", "--save", str(shuffled))
    assert "first_race" not in shuffled.read_text()
    result = run("pack", "export", str(_plain(run, tmp_path, seats)))
    assert result.exit_code == 2


def _plain(run: Run, tmp_path: Path, seats: tuple[str, ...]) -> Path:
    path = tmp_path / "plain.swr"
    run("play", *seats, "--save", str(path))
    return path


def test_a_player_can_ask_about_it(run: Run, tmp_path: Path) -> None:
    lines = ["rules badgers", "rules Dachse", "quit"]
    save = ("--save", str(tmp_path / "game.swr"))
    result = run(
        "play", "--players", "1", "--bots", "1", "--pack", BADGERS, "--seed", "1", *save, lines=lines
    )
    assert result.output.count("A region with a cavern costs your Badgers") == 2
