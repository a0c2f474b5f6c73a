"""Many games: fair seats, the same games everywhere, nothing lost when a run is cut short."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from smallworld.bots import RandomBot
from smallworld.bots import registry as bots
from smallworld.bots.safe_bot import Guarded
from smallworld.cli.commands import ladder as ladder_command
from smallworld.cli.commands import sim as sim_command
from smallworld.cli.usage import Program
from smallworld.engine import Event, Game, SmallWorldError, View
from smallworld.engine import actions as ac
from smallworld.engine.position.state import State
from smallworld.lab import arena, results, sim, workers
from smallworld.lab.results import GameRow, read_rows
from smallworld.lab.sim import Schedule, Settings, Simulation, ladder_lineups, play_number, simulate
from smallworld.lab.watchers import EVERY_ACTION, TURNS, RowWatcher, TurnRows, Watcher
from smallworld.lab.workers import call_all
from smallworld.packs import load_world, world_from_key

pytestmark = pytest.mark.slow

ALL_BOTS = ", ".join(sorted(bots.bot_makers()))
RANDOM = Settings(("random", "greedy"), 2, seed=9, watchers=(TURNS,))


def same(row: GameRow) -> tuple[object, ...]:
    """Everything but the time it took."""
    return (row.game, row.seed, row.bots, row.coins, row.winners, row.decisions, row.forfeits, row.tables)


def without_time(folder: Path, table: str = "games") -> list[dict[str, object]]:
    return [
        {name: cell for name, cell in row.items() if not name.startswith("ms_")}
        for row in read_rows(folder, table)
    ]


# --- seats ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lineup", "seatings"), [("ab", 2), ("abc", 6), ("abb", 3), ("aabb", 6), ("abcde", 120), ("aaa", 1)]
)
def test_every_seating_equally_often(lineup: str, seatings: int) -> None:
    schedule = Schedule([tuple(lineup)])
    assert len(schedule) == seatings
    seen = Counter(schedule[game][1] for game in range(3 * seatings))
    assert len(seen) == seatings
    assert set(seen.values()) == {3}


def test_rotations_share_their_luck() -> None:
    schedule = Schedule([tuple("abcd")])
    groups: dict[int, list[tuple[str, ...]]] = {}
    for game in range(48):
        group, seats = schedule[game]
        groups.setdefault(group, []).append(seats)
        assert schedule.group_size(game) == 4
    assert len(groups) == 12
    for seatings in groups.values():
        assert all(set(column) == set("abcd") for column in zip(*seatings, strict=True))


@pytest.mark.parametrize(
    ("names", "players", "lineups"),
    [
        ("ab", 2, ["ab"]),
        ("abc", 2, ["ab", "ac", "bc"]),
        ("ab", 4, ["abbb", "aaab"]),
        ("abcd", 3, ["abc", "abd", "acd", "bcd"]),
        ("abc", 4, ["aabc", "abbc", "abcc"]),
        ("abc", 5, ["aabbc", "aabcc", "abbcc"]),
    ],
)
def test_ladder_tables(names: str, players: int, lineups: list[str]) -> None:
    found = ladder_lineups(tuple(names), players)
    assert sorted("".join(sorted(lineup)) for lineup in found) == sorted(lineups)


def test_ladder_is_even() -> None:
    schedule = Settings(("greedy", "random", "planner"), 4, ladder=True).schedule
    for seat in range(4):
        count = Counter(schedule[game][1][seat] for game in range(len(schedule)))
        assert len(set(count.values())) == 1


def test_many_bots_at_a_large_table_are_a_selection() -> None:
    assert len(ladder_lineups(tuple("abcdefghijklmnopqr"), 5)) == sim.MAX_LINEUPS


def test_wrong_settings_are_all_told() -> None:
    with pytest.raises(SmallWorldError) as error:
        Settings(("gredy", "random", "random"), 2, board="moon", watchers=("nowhere",)).check()
    assert len(error.value.faults) == 4
    assert f"unknown bot 'gredy'; expected one of: {ALL_BOTS} (did you mean greedy?)" in error.value.faults
    with pytest.raises(SmallWorldError, match="each named once"):
        Settings(("random", "random"), 2, ladder=True).check()


# --- the same games everywhere ----------------------------------------------------------------------------


def test_jobs_change_nothing() -> None:
    play = partial(play_number, RANDOM)
    alone = [same(row) for row in call_all(play, range(12))]
    together = sorted((same(row) for row in call_all(play, range(12), jobs=2)), key=lambda row: str(row[0]))
    assert sorted(alone, key=lambda row: str(row[0])) == together


def test_order_changes_nothing() -> None:
    later = same(play_number(RANDOM, 5))
    for number in (3, 4):
        play_number(RANDOM, number)
    assert same(play_number(RANDOM, 5)) == later


def test_worker_that_dies_is_told() -> None:
    with pytest.raises(SmallWorldError, match=r"a worker process ended by itself .* in one of the games 3"):
        list(call_all(os._exit, [3], jobs=2))


# --- bots that misbehave ----------------------------------------------------------------------------------


class Rogue(RandomBot):
    """Answers nonsense, something illegal, or nothing at all."""

    closed = 0

    def choose(self, view: View) -> str:
        number = int(self._source.random() * 4)
        if number == 0:
            raise RuntimeError("I give up")
        return ("rubbish", "c63", super().choose(view))[number - 1]

    def close(self) -> None:
        Rogue.closed += 1


@pytest.fixture
def rogue(monkeypatch: pytest.MonkeyPatch) -> None:
    makers = {**bots.bot_makers(), "rogue": Rogue}
    monkeypatch.setattr(bots, "bot_makers", lambda: makers)


@pytest.mark.usefixtures("rogue")
def test_bad_answers_are_forfeits() -> None:
    row = play_number(Settings(("rogue", "random"), 2), 0)
    seat = row.bots.index("rogue")
    assert row.forfeits[seat] > 5
    assert row.forfeits[1 - seat] == 0
    assert row.winners == (1 - seat,)
    assert any("rogue: crash: RuntimeError: I give up" in fault for fault in row.faults)
    assert Rogue.closed > 0


class Crashing:
    """Every decision is played for it by the greedy rules."""

    def __init__(self, seed: int | str = 0) -> None:
        pass

    def choose(self, view: View) -> str:
        raise RuntimeError("I cannot play")


def test_a_bot_that_always_fails_is_rated_below_every_honest_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    makers = {**bots.bot_makers(), "crashing": Crashing}
    monkeypatch.setattr(bots, "bot_makers", lambda: makers)
    tally = simulate(["crashing", "random"], 20, ladder=True)
    standings, ratings = tally.standings, tally.ratings()
    assert standings["crashing"].mean_margin > 20  # by its coins it would have won
    assert (standings["crashing"].wins, standings["random"].wins) == (0, 20)
    assert standings["crashing"].forfeited == 20
    assert ratings["crashing"].points < ratings["random"].points


def test_nobody_wins_if_all_have_failed() -> None:
    failing = [Guarded(Crashing()), Guarded(Crashing())]
    result = arena.play_game(load_world(players=2), failing, "1")
    assert result.winners == ()
    assert all(result.forfeits)
    again = arena.play_game(load_world(players=2), [failing[0], RandomBot()], "1")
    assert again.forfeits[1] == 0  # only those of this game count
    assert again.winners == (1,)


def test_arena_refuses_illegal_answers() -> None:
    class Bad:
        def choose(self, view: View) -> str:
            return "c3"

    with pytest.raises(SmallWorldError, match="seat A chose 'c3', which is not legal at sw2~"):
        arena.play_game(load_world(players=2), [Bad(), Bad()], "x")


# --- files ------------------------------------------------------------------------------------------------


def test_csv(tmp_path: Path) -> None:
    out = tmp_path / "run"
    tally = simulate(["greedy", "random"], 4, seed=1, out=out)
    with (out / "games" / "000000.csv").open(newline="") as file:
        games = list(csv.DictReader(file))
    assert [row["game"] for row in games] == ["0", "1", "2", "3"]
    assert [row["seed"] for row in games] == ["1/0", "1/0", "1/1", "1/1"]
    assert Counter(row["bot_A"] for row in games) == {"greedy": 2, "random": 2}
    for row in games:
        best = max("AB", key=lambda seat: int(row[f"coins_{seat}"]))
        assert row["winners"] == best
        assert row["rounds"] == "10"
        assert int(row["decisions"]) == int(row["decisions_A"]) + int(row["decisions_B"])
        assert float(row["ms_A"]) > 0
        assert row["forfeits_A"] == "0"
    assert tally.games == 4
    assert not (out / "journal").exists()
    assert set(os.listdir(out)) == {"games", "turns", "manifest.json"}


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    for format in results.FORMATS:
        simulate(["greedy", "random"], 4, seed=1, out=tmp_path / format, format=format)
    for table in ("games", "turns"):
        assert (tmp_path / "parquet" / table / "000000.parquet").exists()
        assert without_time(tmp_path / "parquet", table) == without_time(tmp_path / "csv", table)


def test_formats_are_listed(tmp_path: Path) -> None:
    with pytest.raises(SmallWorldError, match="unknown format 'xml'; expected one of: csv, parquet"):
        simulate(["random"], 1, out=tmp_path / "run", format="xml")


def test_missing_extras_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(f"No module named {name!r}")

    for module in (results, workers):
        monkeypatch.setattr(module, "import_module", missing)
    with pytest.raises(SmallWorldError, match=r"Parquet needs pyarrow: pip install 'smallworld-game\[lab\]'"):
        simulate(["random"], 1, out=tmp_path / "run", format="parquet")
    with pytest.raises(SmallWorldError, match=r"this needs Ray: pip install 'smallworld-game\[ray\]'"):
        simulate(["random"], 1, ray="auto")


def test_turn_rows_add_up(tmp_path: Path) -> None:
    simulate(["greedy", "random"], 6, players=3, out=tmp_path / "run")
    turns = list(read_rows(tmp_path / "run", "turns"))
    for game in read_rows(tmp_path / "run"):
        for seat in "ABC":
            mine = [row for row in turns if (row["game"], row["seat"]) == (game["game"], seat)]
            assert [row["round"] for row in mine] == list(range(1, 11))
            assert 5 + sum(int(row["gained"]) for row in mine) == mine[-1]["coins"] == game[f"coins_{seat}"]
            assert all(row["race"] and row["power"] for row in mine)
            declines = [row for row in mine if row["declined"]]
            assert all(row["regions"] == 0 for row in declines)


def test_conquests_are_those_of_the_events() -> None:
    """The rows get by without events for most actions; they must come to the same."""

    class Listener(Watcher):
        events_of = EVERY_ACTION

        def __init__(self) -> None:
            self.seen: Counter[str] = Counter()

        def on_events(self, after: State, events: list[Event]) -> None:
            self.seen.update(event.kind for event in events)

    listener, rows = Listener(), TurnRows()
    world = load_world(players=4)
    for number in range(4):
        arena.play_game(world, [RandomBot(f"{number}/{seat}") for seat in range(4)], "x", [listener, rows])
    columns = dict(zip(TurnRows.columns, zip(*rows.rows, strict=True), strict=True))
    assert sum(map(int, columns["conquests"])) == listener.seen["conquered"]
    assert sum(map(int, columns["rolls"])) == listener.seen["rolled"] > 0
    assert sum(map(int, columns["declined"])) == listener.seen["declined"] > 0


def test_watchers_change_nothing() -> None:
    def play(*watchers: Watcher) -> list[int]:
        world = load_world(players=2)
        return arena.play_game(world, [RandomBot(1), RandomBot(2)], "y", watchers).log

    assert play() == play(TurnRows(), Watcher())


class Ends(RowWatcher):
    """The table `ends`: how long the log was."""

    table = "ends"
    columns = {"actions": int, "draws": int}  # noqa: RUF012
    draws = 0

    def on_action(self, before: State, action: int) -> None:
        self.draws += action >> ac.SHIFT == ac.DRAW

    def on_end(self, result: arena.Result) -> None:
        self.rows.append((len(result.log), self.draws))


def test_watcher_of_ones_own(tmp_path: Path) -> None:
    simulate(["random"], 3, out=tmp_path / "run", watchers=(TURNS, f"{__name__}:Ends"))
    rows = list(read_rows(tmp_path / "run", "ends"))
    assert [row["game"] for row in rows] == [0, 1, 2]
    assert all(int(row["actions"]) > int(row["draws"]) > 12 for row in rows)
    with pytest.raises(SmallWorldError, match="unknown table 'end'; expected one of: ends, games, turns"):
        list(read_rows(tmp_path / "run", "end"))


def test_game_strings_replay(tmp_path: Path) -> None:
    simulate(["greedy", "random"], 2, out=tmp_path / "run", watchers=("smallworld.lab.watchers:GameStrings",))
    for game, row in zip(read_rows(tmp_path / "run"), read_rows(tmp_path / "run", "strings"), strict=True):
        replayed = Game.from_string(str(row["string"]), world_from_key)
        assert replayed.over
        assert replayed.state.coins == [game["coins_A"], game["coins_B"]]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("here", "expected module:Class"),
        ("nowhere:X", "No module named 'nowhere'"),
        ("smallworld.lab.watchers:X", "has no attribute 'X'"),
        ("smallworld.lab.watchers:Watcher", "expected a subclass of"),
        (TURNS, "there is a table 'turns' already"),
    ],
)
def test_wrong_watcher(name: str, message: str) -> None:
    with pytest.raises(SmallWorldError, match=message):
        Settings(("random",), 2, watchers=(TURNS, name)).check()


def test_alone_only_where_everybody_is() -> None:
    assert Settings(("a", "b"), 4, ladder=True).alone
    assert Settings(("a", "b", "c"), 5, ladder=True).alone
    assert not Settings(("a", "b", "c"), 6, ladder=True).alone
    assert not Settings(("a", "b"), 2).alone


# --- interruptions ----------------------------------------------------------------------------------------


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are really played."""
    numbers: list[int] = []

    def play(settings: Settings, number: int) -> GameRow:
        row = play_number(settings, number)
        numbers.append(number)
        return row

    monkeypatch.setattr(sim, "play_number", play)
    return numbers


def stop_after(games: int) -> Callable[[], None]:
    """Progress that presses ctrl-C."""
    steps = iter(range(games))

    def progress() -> None:
        if next(steps, None) is None:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("format", results.FORMATS)
def test_resume(tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    monkeypatch.setattr(results, "CHUNK", 5)
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    Simulation(RANDOM, 13, whole, format).run()
    played.clear()
    for games in (3, 4):
        run = Simulation(RANDOM, 13, cut, format)
        with pytest.raises(KeyboardInterrupt):
            run.run(progress=stop_after(games))
        assert not (cut / "journal").exists()
    assert run.tally.games == len(without_time(cut)) == len(played)
    last = Simulation(RANDOM, 13, cut, format)
    last.run()
    assert played == list(range(13))
    assert last.tally.games == 13
    for table in ("games", "turns"):
        assert without_time(cut, table) == without_time(whole, table)
    # More games of the same kind go on as well.
    Simulation(RANDOM, 16, cut, format).run()
    assert played == list(range(16))
    assert len(without_time(cut)) == 16


SCRIPT = """
import signal
# A shell that starts the tests in the background lets its children ignore ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
import sys
from smallworld.lab.sim import Settings, Simulation
from smallworld.lab.watchers import TURNS
if __name__ == "__main__":
    Simulation(Settings(("random", "greedy"), 2, 9, watchers=(TURNS,)), 100_000, sys.argv[1]).run(jobs=2)
"""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A long run in a process of its own, some games of which are finished."""
    script, journal = tmp_path / "script.py", tmp_path / "run" / "journal" / "000000.jsonl"
    script.write_text(SCRIPT)
    process = subprocess.Popen([sys.executable, str(script), str(tmp_path / "run")], stderr=subprocess.PIPE)
    try:
        until = time.monotonic() + 60
        while not (journal.exists() and journal.read_bytes().count(b"\n") >= 8):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.communicate()


def test_killed_run_goes_on(tmp_path: Path, running: subprocess.Popen[bytes], played: list[int]) -> None:
    running.kill()
    running.wait()
    out = tmp_path / "run"
    journal = out / "journal" / "000000.jsonl"
    finished = {json.loads(line)["row"][0] for line in journal.read_text().splitlines()[:-1]}
    assert len(finished) >= 7
    with journal.open("a") as file:
        file.write('{"row": [999, "torn')  # as if it had been killed while it wrote
    games = max(finished) + 5
    Simulation(RANDOM, games, out).run()
    assert not finished & set(played)
    assert [row["game"] for row in read_rows(out)] == list(range(games))
    fresh = tmp_path / "fresh"
    Simulation(RANDOM, games, fresh).run()
    for table in ("games", "turns"):
        assert without_time(out, table) == without_time(fresh, table)


def test_ctrl_c_ends_cleanly(tmp_path: Path, running: subprocess.Popen[bytes]) -> None:
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert said.decode().rstrip().endswith("KeyboardInterrupt")
    games = without_time(tmp_path / "run")
    assert len(games) >= 8
    assert len(without_time(tmp_path / "run", "turns")) == len(games) * 20
    assert not (tmp_path / "run" / "journal").exists()


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    first = Simulation(RANDOM, 2, tmp_path / "run")
    store = first.open_store()
    try:
        with pytest.raises(SmallWorldError, match="another run is writing to"):
            Simulation(RANDOM, 2, tmp_path / "run").run()
    finally:
        store.close()


def test_other_settings_are_told(tmp_path: Path) -> None:
    simulate(["random"], 1, seed=1, out=tmp_path / "run")
    with pytest.raises(SmallWorldError) as error:
        simulate(["random", "greedy"], 1, seed=2, out=tmp_path / "run")
    assert any("seed was 1, now 2 is asked for" in fault for fault in error.value.faults)
    assert any("bots was ['random'], now ['random', 'greedy']" in fault for fault in error.value.faults)


@pytest.mark.parametrize(("key", "value"), [("smallworld", "0.0.1"), ("rules", 0), ("layout", 0)])
def test_other_version_is_told(tmp_path: Path, key: str, value: object) -> None:
    simulate(["random"], 1, out=tmp_path)
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with pytest.raises(SmallWorldError, match=rf"was written by smallworld .*{value}.*, this is smallworld"):
        simulate(["random"], 1, out=tmp_path)
    if key == "layout":
        with pytest.raises(SmallWorldError, match="files of layout 0, expected 1"):
            list(read_rows(tmp_path))


def test_strange_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    with pytest.raises(SmallWorldError, match="is not empty and holds no results"):
        simulate(["random"], 1, out=tmp_path)
    with pytest.raises(SmallWorldError, match="holds no results"):
        list(read_rows(tmp_path))
    assert os.listdir(tmp_path) == ["diary.txt"]


# --- commands ---------------------------------------------------------------------------------------------

app = typer.Typer(cls=Program, pretty_exceptions_enable=False)
app.command("sim")(sim_command.sim)
app.command("ladder")(ladder_command.ladder)


def run(*args: str) -> Result:
    return CliRunner().invoke(app, [*args, "--jobs", "1"], env={"TERM": "dumb", "COLUMNS": "100"})


KEYS = {"bot", "wins", "ties", "win_share", "win_share_ci", "mean_coins", "mean_margin", "ms_per_decision"}


def test_ladder_json() -> None:
    result = run("ladder", "greedy", "random", "--players", "2", "--games", "30", "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert (told["games"], told["players"]) == (30, 2)
    assert [bot["bot"] for bot in told["bots"]] == ["greedy", "random"]
    assert sum(bot["win_share"] for bot in told["bots"]) == pytest.approx(1)
    for bot in told["bots"]:
        assert {*KEYS, "rating", "rating_ci"} <= set(bot)
        assert bot["win_share_ci"][0] <= bot["win_share"] <= bot["win_share_ci"][1]
        assert bot["rating_ci"][0] < bot["rating"] < bot["rating_ci"][1]
    greedy, random = told["bots"]
    assert greedy["wins"] + random["wins"] + greedy["ties"] == 30
    assert greedy["rating"] > random["rating"]
    assert greedy["mean_margin"] == -random["mean_margin"]


def test_ladder_of_two_at_a_larger_table() -> None:
    told = json.loads(run("ladder", "greedy", "random", "--players", "3", "--games", "24", "--json").stdout)
    greedy, random = told["bots"]
    assert greedy["games"] == random["games"] == 12
    assert greedy["win_share"] > 0.8  # one against two
    assert random["win_share"] < 0.2


def test_tables_for_people(tmp_path: Path) -> None:
    result = run("sim", "greedy", "random", "--players", "3", "--games", "4", "--out", str(tmp_path / "run"))
    assert result.exit_code == 0
    assert "win share" in result.stdout
    assert "4 games of 3, seed 0; chance is 33.3%" in result.stdout
    assert "multiples of 3 games" in " ".join(result.stdout.split())
    ladder = run("ladder", "greedy", "random", "--games", "4", "--plain")
    assert ladder.stdout.isascii()
    assert "rating" in ladder.stdout


@pytest.mark.usefixtures("rogue")
def test_forfeits_are_shown() -> None:
    shown = run("sim", "rogue", "random", "--games", "2").stdout
    assert "forfeits" in shown
    assert "games lost by them" in " ".join(shown.split())
    assert "Forfeit by rogue: " in shown
    assert "  at sw2~base_2p" in shown


def test_board_says_the_players() -> None:
    told = json.loads(run("sim", "random", "--board", "base_4p", "--games", "1", "--json").stdout)
    assert told["players"] == 4


def test_interrupted_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(settings: Settings, number: int) -> GameRow:
        if number == 3:
            raise KeyboardInterrupt
        return play_number(settings, number)

    monkeypatch.setattr(sim, "play_number", play)
    result = run("sim", "random", "--games", "9", "--out", str(tmp_path / "run"), "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["games"] == 3
    assert "Stopped after 3 of 9 games." in result.stderr
    assert len(list(read_rows(tmp_path / "run"))) == 3


def test_mistakes_on_the_command_line() -> None:
    result = run("ladder", "greedy", "rndom")
    assert result.exit_code == 2
    assert f"unknown bot 'rndom'; expected one of: {ALL_BOTS}" in result.stderr
    assert "--watch needs --out" in run("sim", "random", "--watch", TURNS).stderr
    assert (
        "3 bots do not fit into 2 seats" in run("sim", "random", "greedy", "planner", "--players", "2").stderr
    )
    assert "expected 2 to 5 players, got 7" in run("sim", "random", "--players", "7").stderr
