"""Tournaments: who meets whom, what is counted, going on, the command and its pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from smallworld.cli.main import app
from smallworld.engine import SmallWorldError
from smallworld.lab.results import GameRow, read_rows
from smallworld.lab.tournament import Event, Meeting, Plan, Tournament, ahead_in

BOTS = ("greedy", "random", "Also=random")


def result(folder: Path, plan: Plan, games: int) -> dict[str, Any]:
    run = Tournament(plan, games, folder)
    run.run()
    run.write()
    found: dict[str, Any] = json.loads((folder / "tournament.json").read_text())
    return found


def test_everybody_meets_everybody_or_the_first_meets_all() -> None:
    assert Plan(BOTS).pairs == [("greedy", "random"), ("greedy", "Also=random"), ("random", "Also=random")]
    assert Plan(BOTS, gauntlet=True).pairs == [("greedy", "random"), ("greedy", "Also=random")]
    plan = Plan(BOTS, ("base", "underground"), (2, 3))
    assert plan.events == [Event(world, count) for world in ("base", "underground") for count in (2, 3)]


def test_all_faults_are_said_before_the_first_game(tmp_path: Path) -> None:
    with pytest.raises(SmallWorldError) as found:
        Tournament(Plan(("greedy", "gredy", "greedy"), players=(2, 9)), 2, tmp_path / "out")
    said = str(found.value)
    assert "each named once" in said
    assert "none of base has a board for 9 players" in said
    assert "did you mean greedy?" in said
    assert not (tmp_path / "out").exists()


def test_the_result_is_that_of_the_games(tmp_path: Path) -> None:
    data = result(tmp_path, Plan(("greedy", "random"), players=(2, 3)), 6)
    assert data["games"] == 12
    folders = sorted((tmp_path / "matches").iterdir())
    assert len(folders) == 2
    ahead = 0.0
    for row in (row for folder in folders for row in read_rows(folder)):
        coins: dict[str, list[int]] = {"greedy": [], "random": []}
        for letter in (letter for letter in "ABC" if f"bot_{letter}" in row):
            coins[str(row[f"bot_{letter}"])].append(int(row[f"coins_{letter}"]))
        pairs = [(mine, theirs) for mine in coins["greedy"] for theirs in coins["random"]]
        ahead += sum(1.0 if mine > theirs else 0.5 * (mine == theirs) for mine, theirs in pairs) / len(pairs)
    first = next(cell for cell in data["crosstable"] if cell["bot"] == "greedy")
    assert first["games"] == 12
    assert first["ahead"] == pytest.approx(ahead / 12, abs=0.05)  # tokens break ties of coins
    other = next(cell for cell in data["crosstable"] if cell["bot"] == "random")
    assert other["ahead"] == pytest.approx(1 - first["ahead"], abs=1e-3)
    assert [bot["bot"] for bot in data["bots"]] == ["greedy", "random"]
    assert data["bots"][0]["rating"] > 0 > data["bots"][1]["rating"]


def test_it_goes_on_and_takes_more(tmp_path: Path) -> None:
    """Stopped in the middle, with more games, and with one more bot: nothing is played twice."""
    plan = Plan(("greedy", "random"))
    run = Tournament(plan, 4, tmp_path)

    def stop() -> None:
        if run.tally.games == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.run(progress=stop)
    again = Tournament(plan, 6, tmp_path)
    seen: list[int] = []
    again.run(progress=lambda: seen.append(again.tally.games))
    assert seen == [2, 3, 4, 5, 6]
    more = Tournament(Plan(BOTS), 6, tmp_path)
    seen.clear()
    more.run(progress=lambda: seen.append(more.tally.games))
    assert seen == list(range(6, 19))
    new = result(tmp_path / "new", plan, 6)
    assert again.as_data()["crosstable"] == new["crosstable"]


def test_a_forfeit_is_behind_and_a_tie_is_half() -> None:
    def row(coins: tuple[int, int], winners: tuple[int, ...], forfeits: tuple[int, int] = (0, 0)) -> GameRow:
        return GameRow(0, "0/0", ("a", "b"), coins, winners, 10, (1, 1), (0.0, 0.0), forfeits)

    assert ahead_in(row((9, 1), (0,)), "a", "b") == 1
    assert ahead_in(row((9, 1), (1,), (1, 0)), "a", "b") == 0
    assert ahead_in(row((9, 9), (0, 1)), "a", "b") == 0.5
    three = GameRow(0, "0/0", ("b", "a", "b"), (5, 7, 9), (2,), 10, (1,) * 3, (0.0,) * 3, (0,) * 3)
    assert ahead_in(three, "a", "b") == 0.5
    assert ahead_in(three, "b", "a") == 0.5


def test_an_interval_is_wider_where_games_share_their_luck() -> None:
    alone, together = Meeting(), Meeting()
    for number in range(40):
        alone.add(f"{number}", number % 2)
        together.add(f"{number // 4}", (number // 4) % 2)
    assert alone.share == together.share == 0.5
    width = [high - low for low, high in (alone.interval, together.interval)]
    assert width[1] > 1.5 * width[0]
    same = Meeting()
    for number in range(40):
        same.add(f"{number // 4}", 1.0)
    assert same.interval[0] < 0.8  # ten groups, not forty games
    assert Meeting().interval == (0.0, 1.0)


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = ["tournament", "greedy", "Hal<b>=random", "--out", str(out), "--games", "2", "--plain"]
    done = CliRunner().invoke(app, [*command, "--players", "2-3", "--jobs", "2"])
    assert done.exit_code == 0, done.output
    assert "1 greedy" in done.output
    assert "4 games, round robin, seed 0: base, 2 players; base, 3 players." in " ".join(done.output.split())
    for name in ("crosstable.svg", "ratings.svg"):
        picture = ElementTree.fromstring((out / name).read_text())
        texts = [text.text or "" for text in picture.iter("{http://www.w3.org/2000/svg}text")]
        assert "Hal<b>" in texts
    done = CliRunner().invoke(app, [*command, "--json", "--jobs", "1"])
    assert json.loads(done.stdout)["games"] == 2
