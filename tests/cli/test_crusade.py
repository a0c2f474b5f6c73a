"""The Crusade in the terminal: alone and as rivals, the score sheet, the Crusade of the day, bad input."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from pathlib import Path

import pytest

from smallworld.bots import make_bot
from smallworld.cli import score_sheet
from smallworld.cli.ascii import to_ascii
from smallworld.cli.messages import Messages
from smallworld.cli.score_sheet import Sheet
from smallworld.cli.screen.recap import recap
from smallworld.cli.screen.style import Style
from smallworld.cli.table.seats import Table
from smallworld.engine import Game, Record, Seeded, SmallWorldError, view, write_record
from smallworld.engine.notation.strings import action_string
from smallworld.languages import LANGUAGES
from smallworld.packs import find_packs, load_world
from smallworld.packs.crusade import daily
from smallworld.packs.scores import Row
from smallworld.texts import Catalogue
from tests.cli.conftest import Run

DAY = date(2026, 11, 16)


def finished(game: Game) -> Game:
    bots = [make_bot("greedy", f"{seat}") for seat in range(game.world.players)]
    while not game.over:
        game.play(bots[game.state.seat].choose(view(game.state, game.state.seat)), game.state.seat)
    return game


def of_the_day() -> Game:
    return finished(Game(daily.world_of(DAY), luck=Seeded(daily.seed_of(DAY))))


@pytest.fixture
def sheet_file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "scores.json"


def row(**more: object) -> Row:
    known: dict[str, object] = {
        "date": "2026-11-01",
        "names": ["Ann"],
        "packs": ["base", "crusade"],
        "board": "base_2p",
        "tokens": 14,
        "races": [["flying orcs", "hill elves"]],
        "scores": [90, 80],
        "winners": [0],
    }
    return Row(**{**known, **more})  # type: ignore[arg-type]


# --- playing ------------------------------------------------------------------------------------------------


def test_alone_at_the_keyboard(run: Run) -> None:
    done = run(
        "play", "--world", "crusade", "--players", "Ann", "--plain", "--seed", "x", lines=["p1", "quit"]
    )
    assert done.exit_code == 0, done.output
    assert "round 1 of 9" in done.output
    assert "Lost Tribes" in done.output
    assert "Not in play with this rule (Crusade): Diplomat." in done.output


def test_it_is_asked_for_by_itself(run: Run) -> None:
    done = run("play", "--plain", lines=["4", "1", "Ann", "quit"])
    assert "Lost Tribes Crusade" in done.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "3"), "for 1 to 2 players"),
        (("--players", "1", "--option", "tribes=99"), "expected a whole number from 1 to 40, got '99'"),
        (("--players", "1", "--option", "tribes"), "--option: expected NAME=VALUE, got 'tribes'"),
        (("--players", "1", "--option", "tents=3"), "unknown option 'tents'"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("play", "--world", "crusade", "--plain", *arguments)
    assert done.exit_code == 2
    assert said in done.output


def test_the_turn_of_the_tribes_is_told_in_every_language() -> None:
    game = finished(Game(load_world(players=1, packs=["base", "crusade"]), luck=Seeded("told")))
    for lang in LANGUAGES:
        messages = Messages(lang, plain=True)
        names = ["Ann", messages.name("neutral", "lost_tribes")]
        story = "\n".join(
            line.plain for line in recap(game, 0, None, messages, Style(True), names, rounds=True)
        )
        why = [event.why for events in game.events for event in events if event.why is not None]
        assert messages.clean(messages.catalogue.why(why[0], names)) in story
        assert f"\n1 B {names[1]}" in story, "their turn has a paragraph of its own"


# --- the score sheet ----------------------------------------------------------------------------------------


def test_a_finished_game_is_entered_and_the_series_goes_on(
    run: Run, sheet_file: Path, tmp_path: Path
) -> None:
    record = tmp_path / "game.swr"
    start = Game(load_world(players=1, packs=["base", "crusade"]), luck=Seeded("series"))
    game = finished(start)
    # All but the last decision: the terminal plays the rest.
    while len(game.log) and game.over:
        game.undo(beyond_wall=True)
    game.luck = None
    record.write_text(write_record(Record(game, ["Ann"])), encoding="utf-8")
    last = action_string(game.world, game._undone[-1])
    done = run("play", "--resume", str(record), "--plain", lines=[last, "e", "e", "e"])
    assert done.exit_code == 0, done.output
    (entry,) = json.loads(sheet_file.read_text(encoding="utf-8"))["games"]
    assert (entry["names"], entry["tokens"]) == (["Ann"], 14)
    tokens = 15 if entry["winners"] == [0] else 13
    assert f"Your next game in this series: {tokens} tribe tokens." in done.output
    shown = run("scores", "--plain")
    assert f"the next game has {tokens} tribe tokens" in shown.output
    assert f"({max(entry['scores'])})" in shown.output
    again = run("play", "--world", "crusade", "--players", "Ann", "--plain", lines=["quit"])
    assert f"Your series continues: {tokens} tribe tokens." in again.output


def test_every_kind_of_game_is_listed(run: Run, sheet_file: Path) -> None:
    sheet_file.parent.mkdir(parents=True)
    plain = row(
        packs=["base"],
        names=["Ann", "Bob"],
        races=[["flying orcs"], []],
        tokens=0,
        scores=[70, 71],
        winners=[1],
    )
    sheet_file.write_text(score_sheet.to_json(Sheet([row(), plain])), encoding="utf-8")
    shown = run("scores", "--plain").output
    assert "Ann, Bob" in shown
    assert "70 (71)" in shown
    assert "Flying Orcs" in shown


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_export_and_import(run: Run, sheet_file: Path, tmp_path: Path, ending: str) -> None:
    sheet_file.parent.mkdir(parents=True)
    rows = [
        row(),
        row(date="2026-11-02", names=["Ann, the Bold"], scores=[60, 80], winners=[1], daily="2026-11-02"),
    ]
    sheet_file.write_text(score_sheet.to_json(Sheet(rows)), encoding="utf-8")
    out = tmp_path / f"mine.{ending}"
    assert run("scores", "--export", str(out)).exit_code == 0
    assert run("scores", "--export", str(out)).exit_code == 2, "nothing is overwritten"
    sheet_file.unlink()
    assert run("scores", "--import", str(out)).exit_code == 0
    assert run("scores", "--import", str(out)).exit_code == 0
    text = sheet_file.read_text(encoding="utf-8")
    assert score_sheet.from_json(text, "sheet").rows == rows


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[]", "no score sheet of this game"),
        ('{"what": "smallworld scores", "format": 9, "games": []}', "format 9 is newer"),
        ('{"what": "smallworld scores", "format": 1, "games": 3}', "games: expected a list"),
        ('{"what": "smallworld scores", "format": 1, "games": [{}]}', "game 1: expected the keys"),
    ],
)
def test_a_damaged_sheet_is_refused_and_kept(run: Run, sheet_file: Path, text: str, said: str) -> None:
    sheet_file.parent.mkdir(parents=True)
    sheet_file.write_text(text, encoding="utf-8")
    done = run("scores")
    assert done.exit_code == 2
    assert said in done.output
    assert sheet_file.read_text(encoding="utf-8") == text


def test_a_game_after_a_damaged_sheet_puts_it_aside(
    sheet_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMALLWORLD_DATA", str(tmp_path / "data"))
    sheet_file.parent.mkdir(parents=True)
    sheet_file.write_text("scribbles", encoding="utf-8")
    aside = score_sheet.add(row())
    assert aside is not None
    assert aside.read_text(encoding="utf-8") == "scribbles"
    assert score_sheet.load().rows == [row()]


def test_a_csv_says_in_which_line_it_is_wrong() -> None:
    good = score_sheet.to_csv(Sheet([row()]))
    with pytest.raises(SmallWorldError, match="line 1: expected the columns"):
        score_sheet.from_csv("a,b\n", "file")
    with pytest.raises(SmallWorldError, match="line 2: expected numbers"):
        score_sheet.from_csv(good.replace("14", "many"), "file")
    with pytest.raises(SmallWorldError, match="line 3: expected 10 cells, got 1"):
        score_sheet.from_csv(good + "x\n", "file")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'=1", "''+1", "'s Gravenhage"])
def test_a_spreadsheet_runs_no_name(name: str) -> None:
    text = score_sheet.to_csv(Sheet([row(names=[name])]))
    cell = next(cells[1] for cells in list(csv.reader(io.StringIO(text, newline="")))[1:])
    assert not cell.startswith(score_sheet.FORMULA)
    assert score_sheet.from_csv(text, "file").rows == [row(names=[name])]


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_an_exported_sheet_holds_no_keys(run: Run, sheet_file: Path, tmp_path: Path, ending: str) -> None:
    mine = row(record="#/replay/table123/keykeykeykeykeykey")
    file = row(record="games/one.swr", date="2026-11-20")
    sheet_file.parent.mkdir(parents=True)
    sheet_file.write_text(score_sheet.to_json(Sheet([mine, file])), encoding="utf-8")
    out = tmp_path / f"mine.{ending}"
    assert run("scores", "--export", str(out)).exit_code == 0
    assert "keykey" not in out.read_text(encoding="utf-8")
    assert "games/one.swr" in out.read_text(encoding="utf-8")
    assert run("scores", "--import", str(out)).exit_code == 0
    assert score_sheet.from_json(sheet_file.read_text(encoding="utf-8"), "sheet").rows == [mine, file]


# --- the Crusade of the day ---------------------------------------------------------------------------------


def test_a_date_gives_one_game_to_everybody() -> None:
    one, two = of_the_day(), of_the_day()
    assert one.log == two.log
    boards = {daily.world_of(date(2026, 1, day)).board.id for day in range(1, 32)}
    assert boards == {"base_2p", "underground_2p"}


def test_a_record_of_the_day_is_verified(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "day.swr"
    record = Record(of_the_day(), ["Ann"], daily.note_of(DAY))
    file.write_text(write_record(record), encoding="utf-8")
    done = run("verify", str(file))
    assert done.exit_code == 0, done.output
    assert "This is the Crusade of 2026-11-16" in done.output
    for line in shared(record, "en").splitlines():
        assert to_ascii(line) in done.output


def shared(record: Record, lang: str) -> str:
    return daily.share_text(record, DAY, Catalogue(lang, find_packs().values()))


def test_the_text_for_friends_in_every_language() -> None:
    record = Record(of_the_day(), ["Ann"], daily.note_of(DAY))
    mine, theirs = record.game.state.coins
    told = {shared(record, lang) for lang in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    for text in told:
        said, course = text.splitlines()
        assert "2026-11-16 (Small World)" in said
        assert f"{mine} : {theirs}" in said.replace("\u202f", " ")  # French sets a narrow space
        assert "Ann" not in said
        assert course == "▼▲▼▼▼▼▼▲▲"


def test_luck_of_ones_own_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "day.swr"
    lucky = finished(Game(daily.world_of(DAY), luck=Seeded("luckier")))
    file.write_text(write_record(Record(lucky, ["Ann"], daily.note_of(DAY))), encoding="utf-8")
    done = run("verify", str(file))
    assert done.exit_code == 1
    assert "This isn't the Crusade of 2026-11-16" in done.output
    assert "entry 1: chance brought" in done.output.replace("\n", " ")


def test_another_world_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "day.swr"
    world = load_world(players=1, packs=["base", "crusade"], options={"tribes": "3"})
    easy = finished(Game(world, luck=Seeded(daily.seed_of(DAY))))
    file.write_text(write_record(Record(easy, ["Ann"], daily.note_of(DAY))), encoding="utf-8")
    done = run("verify", str(file))
    assert done.exit_code == 1
    assert "that day is played in" in done.output


def test_one_try_counts(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "data" / "games" / "daily-2026-11-16.swr"
    file.parent.mkdir(parents=True)
    record = Record(of_the_day(), ["Ann"], daily.note_of(DAY))
    file.write_text(write_record(record), encoding="utf-8")
    before = file.read_text(encoding="utf-8")
    done = run("daily", "--date", "2026-11-16", "--plain")
    assert "You only get one try" in done.output
    assert file.read_text(encoding="utf-8") == before


def test_a_day_that_was_left_goes_on_with_its_own_dice(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "data" / "games" / "daily-2026-11-16.swr"
    left = run("daily", "--date", "2026-11-16", "--plain", "--name", "Ann", lines=["1", "quit"])
    assert "smallworld daily --date 2026-11-16" in left.output.replace("\n", " ")
    table = Table.resume(file)
    finished(table.game)
    assert daily.faults_of_daily(Record(table.game, ["Ann"], daily.note_of(DAY)), DAY) == []
    assert table.daily == "2026-11-16"


@pytest.mark.parametrize("day", ["tomorrow", "2025-12-31", "2999-01-01"])
def test_days_that_are_none(run: Run, day: str) -> None:
    assert run("daily", "--date", day, "--plain").exit_code == 2
