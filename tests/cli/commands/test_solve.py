"""`smallworld solve`: the turn that brings most coins, in words and as actions to type."""

from __future__ import annotations

from ...bots.test_ends import BIG
from ..conftest import Run


def test_the_best_turn_is_told_and_can_be_typed(run: Run) -> None:
    result = run("solve", BIG)
    assert result.exit_code == 0, result.output
    for text in ("11 coins this turn", "No other plan brings more", "type: c3 c9 c15"):
        assert text in result.output, text


def test_an_answer_that_is_not_sure_says_so(run: Run) -> None:
    result = run("solve", BIG, "--positions", "20")
    assert "there may be more" in result.output
    assert "No other plan" not in result.output


def test_where_nobody_conquers_there_is_nothing_to_solve(run: Run) -> None:
    result = run("solve", "base_2p")
    assert result.exit_code != 0
    assert "nothing to solve" in result.output
