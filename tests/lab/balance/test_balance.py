"""The balance bench: the same games everywhere, nothing lost when it is stopped, cheats and duds found."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from smallworld.cli.main import app
from smallworld.engine import SmallWorldError, new_state
from smallworld.engine.turn.turn import play as act
from smallworld.lab.atlas.result import Figure
from smallworld.lab.balance import calibrate
from smallworld.lab.balance.calibrate import play_printed, printed_combo
from smallworld.lab.balance.charts import curve_picture, field_picture
from smallworld.lab.balance.deal import Deal
from smallworld.lab.balance.estimates import leaning, stratified, together
from smallworld.lab.balance.measured_piece import (
    Change,
    MeasuredPiece,
    lack_of,
    measured_piece,
    origin_of,
    world_with,
)
from smallworld.lab.balance.printed import measure, printed, read_printed, write_printed
from smallworld.lab.balance.report import Report, report
from smallworld.lab.balance.run import BalancePlan, Bench, play_some
from smallworld.lab.balance.scenes import CELLS, SharedLuck, scene
from smallworld.packs import load_world
from tools import balance as tools

pytestmark = pytest.mark.slow

PACK = """
id = "planted"
[race.twelve]
tokens = 12
supply = 18
[race.two]
tokens = 2
supply = 8
[race.plain]
tokens = 6
supply = 11
[[race.plain.effects]]
kind = "coins"
amount = 1
per = "hill"
[power.golden]
tokens = 5
[[power.golden.effects]]
kind = "coins"
amount = 5
[power.idle]
tokens = 1
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packs") / "planted.toml"
    path.write_text(PACK, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def quick(file: Path) -> BalancePlan:
    """Two players on the base board: games that take little."""
    return BalancePlan(measured_piece(origin_of(str(file)), "plain"), 3, ("base",), (2,))


def played(plan: BalancePlan) -> Report:
    bench = Bench(plan)
    bench.run()
    found = report(bench.plan, bench.deals)
    assert found is not None
    return found


# --- scenes ----------------------------------------------------------------------------------------------


def test_scenes_are_even() -> None:
    numbers = [scene(number) for number in range(len(CELLS) * 20)]
    assert set(Counter(at.cell for at in numbers).values()) == {20}
    four = [at for at in numbers if at.cell == ("both", 4)]
    assert set(Counter(at.seat for at in four).values()) == {5}
    assert set(Counter(at.board for at in four).values()) == {10}
    assert len({(at.board, at.seat, at.moment) for at in four}) > 10  # one says nothing about the other


def test_a_piece_more_leaves_the_luck_alone(file: Path) -> None:
    at = next(at for at in map(scene, range(99)) if at.cell == ("base", 2))
    plain = load_world(at.board, packs=("base",))
    other = world_with(measured_piece(origin_of(str(file)), "twelve"), at)
    assert other is not None
    columns = []
    for world in (plain, other):
        state, luck = new_state(world), SharedLuck(at.seed)
        if world is other:
            state.unseen[0] &= ~(1 << world.race_index("twelve"))
        while state.is_chance:
            act(state, luck.outcome(state))
        columns.append([(power, race) for power, race, _ in state.column])
    assert columns[0] == columns[1]
    assert len(set(columns[0])) == 6


def test_printed_combos_come_in_turn() -> None:
    first = [at for at in map(scene, range(len(CELLS) * 7)) if at.cell == ("base", 3)]
    races = Counter(printed_combo(at, number)[0] for at in first for number in range(calibrate.COMBOS))
    assert set(races.values()) == {6}  # 84 deals, 14 races


# --- games -----------------------------------------------------------------------------------------------


def test_the_piece_is_dealt_at_its_moment(quick: BalancePlan) -> None:
    for number, task in enumerate(quick.tasks[:2]):
        _, deal = quick.play(number)
        at = scene(task.scene)
        assert deal.race == "plain"
        assert (deal.round == 1) == (at.moment == 1)
        assert deal.forfeits == 0
        assert sum(deal.income) == pytest.approx(deal.coins + deal.others - 10, abs=12)  # prices apart


def test_same_games_in_two_processes_and_after_a_stop(quick: BalancePlan, tmp_path: Path) -> None:
    here = Bench(quick)
    here.run()

    class Stop(Exception):
        pass

    cut = Bench(quick, tmp_path / "run")

    def soon() -> None:
        if len(cut.deals) == 4:
            raise Stop

    with pytest.raises(Stop):
        cut.run(progress=soon)
    with (tmp_path / "run" / "games.csv").open("a") as journal:
        journal.write("9,3,pla")  # torn by whoever pulled the plug
    again = Bench(quick, tmp_path / "run")
    seen: list[int] = []
    again.run(jobs=2, progress=lambda: seen.append(len(again.deals)))
    assert seen[0] == 4
    assert again.deals == here.deals
    assert report(quick, again.deals) == report(quick, here.deals)
    assert play_some(pickle.loads(pickle.dumps(quick)), [2]) == [(2, here.deals[2])]


def test_more_games_are_more_of_the_same(quick: BalancePlan) -> None:
    more = BalancePlan(quick.subject, 5, quick.worlds, quick.players)
    assert more.tasks[: len(quick.tasks)] == quick.tasks


@pytest.mark.parametrize(
    ("piece", "verdict"), [("twelve", "cheat"), ("two", "dud"), ("golden", "cheat"), ("idle", "dud")]
)
def test_planted_cheats_and_duds(file: Path, piece: str, verdict: str) -> None:
    plan = BalancePlan(measured_piece(origin_of(str(file)), piece), 24, ("base",), (2, 3), neighbours=False)
    found = played(plan)
    assert found.games == 24
    assert found.above == (0 if verdict == "cheat" else found.of)
    assert found.verdict == verdict


# --- figures ---------------------------------------------------------------------------------------------


def test_stratified() -> None:
    even = stratified([[1.0, 3.0], [5.0, 7.0]])
    assert even.value == 4
    assert even.error == pytest.approx(2**0.5 / 2)
    assert stratified([[2.0], [4.0]]).error == pytest.approx(1)  # one each: how far they lie apart
    assert stratified([]).value == 0
    assert stratified([[3.0]], usual=8).error == 8  # one number alone is as sure as one usually is


def test_leaning() -> None:
    assert leaning(10, 2, 0, 2).value == 5
    assert leaning(10, 1e-9, 0, 2).value == pytest.approx(10)
    assert leaning(10, 5, 0, 0).value == 0
    sure = together([Figure(value, 0.001) for value in (-4, 0, 4)])
    assert [round(figure.value, 2) for figure in sure] == [-4, 0, 4]
    unsure = together([Figure(value, 4) for value in (-4, 0, 4)])
    assert unsure[2].value < 1  # luck alone would spread them as far


def test_report_of_a_run(quick: BalancePlan) -> None:
    found = played(quick)
    assert (found.games, found.played, found.total) == (3, len(quick.tasks), len(quick.tasks))
    assert found.verdict == "open"
    assert [dot.own for dot in found.field].count(True) == 1
    assert len(found.field) == found.of + 1 == 30
    assert [curve.id for curve in found.curves] == ["tokens", "coins.0"]
    assert [point.value for point in found.curves[0].points] == [4, 5, 6, 7, 8]
    assert found.coins.low <= found.coins.value <= found.coins.high
    assert json.loads(json.dumps(found.data()))["price"]["place"] in range(1, 7)
    pictures = (
        field_picture(found.field, lambda id: f"<{id}>", "t", "a"),
        curve_picture(found, str, "t", "a", alone=True),
    )
    for picture in pictures:
        assert picture.startswith("<svg")
        assert "currentColor" in picture
        assert "<race" not in picture


# --- pieces ----------------------------------------------------------------------------------------------


def test_neighbours_are_real(file: Path) -> None:
    subject = measured_piece(origin_of(str(file)), "plain")
    assert Change("coins", -1, 0) in subject.neighbours()
    more = MeasuredPiece(subject.origin, "race", "plain", Change("tokens", 2))
    assert (more.piece.tokens, subject.piece.tokens) == (8, 6)
    rich = MeasuredPiece(subject.origin, "race", "plain", Change("coins", 1, 0))
    assert "amount=2" in repr(rich.piece.effects[0])
    idle = measured_piece(origin_of(str(file)), "power.idle").neighbours()
    assert [change.step for change in idle] == [-1, 1, 2]  # a badge has no tokens below none


def test_where_it_has_no_place(file: Path) -> None:
    plan = BalancePlan(measured_piece(origin_of(str(file)), "plain"), 30)
    assert {cell.world: lack for cell, lack in plan.absent.items()} == {"underground": "hill"}
    at = scene(1)
    assert lack_of(MeasuredPiece(origin_of("base"), "race", "orcs"), at) == "base"


def test_printed_table(tmp_path: Path) -> None:
    table = printed()
    assert {name.split(".")[0] for name in table.pieces} == {"race", "power"}
    assert (len(table.kind("race")), len(table.kind("power"))) == (29, 41)
    assert not table.age
    write_printed(table, tmp_path / "again.json")
    assert read_printed((tmp_path / "again.json").read_text(encoding="utf-8")) == table
    beyond = max(table.usual) + 1 + len(CELLS)
    assert table.usual_at(beyond) != table.usual_at(beyond + 1)  # what is usual there, in no scene of its own
    assert 40 < table.usual_at(beyond).coins < 110
    with pytest.raises(SmallWorldError, match="no table of printed pieces"):
        read_printed("{}")


def test_measuring_the_printed_ones() -> None:
    deals = [play_printed(number)[1] for number in range(3)]
    assert {deal.scene for deal in deals} == {0}
    table = measure([*deals, Deal(5, "orcs", "hill")])
    assert table.games == 3
    mine = [table.pieces[f"race.{deal.race}"].coins.value for deal in deals]
    assert sum(mine) == pytest.approx(0, abs=1e-6)  # against the others of the scene


# --- the command -----------------------------------------------------------------------------------------


def run(*args: str) -> Result:
    env = {"TERM": "dumb", "COLUMNS": "100", "SMALLWORLD_LANG": "en"}
    return CliRunner().invoke(app, ["lab", "balance", *args], env=env)


QUICK = ("--games", "2", "--world", "base", "--players", "2", "--no-neighbours", "--jobs", "1")


def test_the_command(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    told = run(str(file), *QUICK, "--out", str(out), "--lang", "de")
    assert told.exit_code == 0, told.output
    assert "Noch zu wenige Spiele" in told.output
    assert {"manifest.json", "games.csv", "report.json", "field.svg"} <= {one.name for one in out.iterdir()}
    again = run(str(file), *QUICK, "--out", str(out), "--json")
    assert json.loads(again.output)["coins"] == json.loads((out / "report.json").read_text())["coins"]
    other = run(str(file), *QUICK, "--piece", "two", "--out", str(out))
    assert other.exit_code == 2
    assert "piece was 'race.twelve', now 'race.two' is asked for" in other.output


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("nowhere.toml",), "there is no such file"),
        (("nowhere:pack",), "No module named 'nowhere'"),
        (("{file}", "--piece", "twelfe"), "unknown piece 'twelfe'"),
        (("{file}", "--games", "0"), "games: expected 1 or more, got 0"),
        (("{file}", "--world", "moon"), "unknown world 'moon'"),
        (("{file}", "--players", "7"), "expected some of 2, 3, 4, 5, got 7"),
        (("leaders",), "neither a race nor a power"),
        (("{file}", "--out", "{file}"), "is a file; choose a folder"),
    ],
)
def test_bad_input(file: Path, args: tuple[str, ...], says: str) -> None:
    told = run(*(arg.format(file=file) for arg in args))
    assert told.exit_code == 2
    assert says in told.output
    assert "Traceback" not in told.output


def test_a_piece_with_faults(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('id = "bad"\n[race.orks]\ntokens = -3\nsupply = 1000000000\n')
    told = run(str(path))
    assert told.exit_code == 2
    assert "race.orks.tokens" in told.output
    assert "race.orks.supply" in told.output


def test_the_page_has_what_was_measured() -> None:
    page = tools.PAGE.read_text(encoding="utf-8")
    assert tools.filled(page) == page, "python -m tools.balance"
    for kind in ("race", "power"):
        path = tools.PICTURES / f"{kind}s.svg"
        assert path.read_text(encoding="utf-8") == tools.picture(kind), "python -m tools.balance"
