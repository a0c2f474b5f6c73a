"""The number that makes a piece fair is searched from both sides, and it is said when there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smallworld.cli.main import app
from smallworld.lab.balance.measured_piece import Change, measured_piece, origin_of
from smallworld.lab.balance.report import Interval
from smallworld.lab.balance.run import BalancePlan
from smallworld.lab.balance.solve import crossing, numbers_of, search

BADGERS = Path(__file__).parents[3] / "examples" / "homebrew" / "badgers.toml"


def measuring(worth: Callable[[int], float], asked: list[int]) -> Callable[[int], Interval]:
    def measure(value: int) -> Interval:
        asked.append(value)
        return Interval(worth(value), worth(value) - 2, worth(value) + 2)

    return measure


@pytest.mark.parametrize("start", [1, 2, 5, 9, 15])
def test_the_search_closes_in_from_both_sides(start: int) -> None:
    asked: list[int] = []
    found = search(measuring(lambda value: 3.0 * value - 20, asked), start, 0.0, 1, 15)
    assert {6, 7} <= set(found)  # -2 and +1
    assert len(asked) == len(set(asked)) <= 7
    low, high = crossing(found, 0.0, 1, 15)
    assert low < 20 / 3 < high
    assert high - low < 3


@pytest.mark.parametrize(("worth", "end"), [(100.0, 1), (-100.0, 15)])
def test_where_nothing_helps_the_end_of_the_scale_is_tried(worth: float, end: int) -> None:
    asked: list[int] = []
    found = search(measuring(lambda value: worth + value, asked), 5, 0.0, 1, 15)
    assert end in found
    assert all((coins.value > 0) == (worth > 0) for coins in found.values())


def test_a_number_that_does_not_matter_has_no_crossing() -> None:
    flat = {value: Interval(1.0, -1.0, 3.0) for value in (2, 4, 6)}
    assert crossing(flat, 0.0, 1, 15) == (1.0, 15.0)


def test_each_value_is_a_piece_and_a_folder_of_its_own() -> None:
    subject = measured_piece(origin_of(str(BADGERS)))
    assert [change.curve for change in numbers_of(subject)] == ["tokens", "coins.1"]
    plain = BalancePlan(subject, 2, ("base",), (2,), False)
    other = BalancePlan(subject, 2, ("base",), (2,), False, Change("tokens", 3))
    assert "base" not in plain.settings
    assert other.settings["base"] == ["tokens", 3, 0]
    assert other.forms == [Change("tokens", 3)]


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    command = [
        "lab",
        "balance",
        str(BADGERS),
        "--solve",
        "--games",
        "16",
        "--world",
        "base",
        "--players",
        "2",
    ]
    done = CliRunner().invoke(app, [*command, "--jobs", "2", "--plain", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "games" in done.output
    solved = json.loads((tmp_path / "solved.json").read_text())
    assert [one["curve"] for one in solved] == ["tokens", "coins.1"]
    for one in solved:
        assert one["games"] == sum(tried["games"] for tried in one["tried"]) >= 32
        assert len(list(tmp_path.glob(f"{one['curve']}-*"))) == len(one["tried"])
