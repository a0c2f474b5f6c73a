"""Analysis of a game: sums, certainty at the end, fair luck, the planted blunder, JSON and the page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from smallworld.cli.commands.analyse import analyse as command
from smallworld.cli.usage import Program
from smallworld.engine import Game, NotationError, Record, Seeded, SmallWorldError, read_record, write_record
from smallworld.engine.position import state as st
from smallworld.lab.analysis import Analysis, analyse, from_json, to_json
from smallworld.lab.analysis.alternatives import alternatives, decisions_of
from smallworld.lab.analysis.estimates import amount, mean, shift
from smallworld.lab.analysis.luck import judge_faces
from smallworld.lab.analysis.page import page
from smallworld.lab.analysis.rollouts import FixedLuck, Rollouts
from smallworld.lab.analysis.turns import GameTurns
from smallworld.packs import load_world, world_from_key

pytestmark = pytest.mark.slow

RECORDS = Path(__file__).parents[2] / "records"
TINY = 4


@cache
def record(name: str) -> Record:
    return read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"), world_from_key)


@cache
def tiny(name: str = "2p_1") -> Analysis:
    return analyse(record(name), rollouts=TINY)


# Three rounds of planner against planner; but in the first turn A picks and ends with 10 tokens in hand.
BLUNDERED = """
race.amazons power.swamp race.halflings power.commando race.skeletons power.merchant race.ghouls
power.diplomat race.ratmen power.mounted race.tritons power.bivouacking p2 race.giants power.fortified e
p1 race.dwarves power.heroic c3 c2 c1 c4 c5 c9 t3.1 t1.1 t2.1 t3.1 c3 c2 c4 r9 die.0 t4.1 t4.1 t4.1 t4.1
t4.1 t4.1 t4.1 t9.1 t1.1 t9.1 c11 c16 c17 t1.1 c1 c5 r9 die.2 t5.1 t5.1 t5.1 t5.1 t11.1 d
"""


# --- win chances ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["2p_1", "3p_1"])
def test_chances_sum_to_one(name: str) -> None:
    found = tiny(name)
    turns = [turn.name for turn in GameTurns(record(name).game).turns]
    assert [point.turn for point in found.points] == ["start", *turns]
    for point in found.points:
        assert sum(chance.value for chance in point.chances) == pytest.approx(1)
        assert sum(figure.value for figure in point.change) == pytest.approx(0)
        assert all(chance.low <= chance.value <= chance.high for chance in point.chances)


def test_the_end_is_certain() -> None:
    found, game = tiny(), record("2p_1").game
    end = found.points[-1]
    assert end.exact
    assert [figure.value for figure in end.coins] == game.state.coins == found.result
    assert all(figure.error == 0 for figure in end.coins)
    for seat, chance in enumerate(end.chances):
        assert chance.value == chance.low == chance.high == (seat in game.winners)
    assert not any(point.exact for point in found.points[:-1])


def test_same_seed_same_analysis() -> None:
    again = analyse(record("2p_1"), rollouts=TINY)
    assert again == tiny()
    assert analyse(record("2p_1"), rollouts=TINY, seed=1).points != again.points


def test_progress_ends_at_its_total() -> None:
    steps: list[tuple[int, int, str]] = []
    analyse(record("2p_1"), rollouts=2, progress=lambda *step: steps.append(step))
    assert [done for done, _, _ in steps] == list(range(1, steps[-1][1] + 1))


def test_another_bot_plays_the_rollouts() -> None:
    game = Game.replay(load_world(players=2), record("2p_1").game.actions[:-12])
    found = Rollouts("random", 2, "0").sample(game.state)
    assert sum(map(mean, found.wins)) == pytest.approx(1)
    with pytest.raises(SmallWorldError, match="unknown bot"):
        analyse(record("2p_1"), bot="nobody")


def test_unfinished_game() -> None:
    cut = Game.replay(load_world(players=2), record("2p_1").game.actions[:40])
    found = analyse(Record(cut), rollouts=2)
    assert not found.finished
    assert not found.winners
    assert not found.points[-1].exact
    assert found.players == ["Player A", "Player B"]
    assert from_json(to_json(found)) == found


def test_nothing_but_the_opening() -> None:
    found = analyse(Record(Game(load_world(players=2), luck=Seeded("x"))), rollouts=2)
    assert [point.turn for point in found.points] == ["start"]
    assert not found.decisions
    assert not found.declines
    assert "<svg" in page(found)


# --- luck ----------------------------------------------------------------------------------------------


def test_the_luck_of_a_roll_is_nothing_on_average() -> None:
    game = record("2p_1").game
    before = next(state for state in reversed(game.positions) if state.step == st.DIE)
    faces = judge_faces(before, Rollouts("greedy", TINY, "0"))
    assert sum(faces.odds) == pytest.approx(1)
    assert len(faces.odds) > 1
    for seat in (0, 1):
        both = [faces.luck(number, seat) for number in range(len(faces.odds))]
        for kind in (0, 1):
            assert sum(
                p * mean(rows[kind]) for p, rows in zip(faces.odds, both, strict=True)
            ) == pytest.approx(0)
        assert any(mean(lead) for _, lead in both)


def test_every_roll_and_draw_is_in_the_ledger() -> None:
    found, game = tiny(), record("2p_1").game
    dice = [event.outcome for event in found.luck if event.kind == "die"]
    assert dice == [text for text in game.actions if text.startswith("die.")]
    assert found.luck[0].kind == "opening"
    assert sum(len(event.outcome.split()) for event in found.luck) == sum(
        text.startswith(("die.", "race.", "power.")) for text in game.actions
    )
    for event in found.luck:
        assert sum(figure.value for figure in event.win) == pytest.approx(0)
    for seat, row in enumerate(found.luck_sums):
        assert row.win.value == pytest.approx(sum(event.win[seat].value for event in found.luck))
        assert row.lead.value == pytest.approx(sum(event.lead[seat].value for event in found.luck))
        assert row.win.value == pytest.approx(row.dice.value + row.draws.value)


def test_fate_deals_the_same_to_all_and_every_piece_alike() -> None:
    state = Game(load_world(players=2)).state
    assert state.step == st.DRAW
    assert FixedLuck("a", state).decks == FixedLuck("a", state).decks
    first = [FixedLuck(f"{number}", state).outcome(state) & 63 for number in range(600)]
    counts = [first.count(race) for race in range(len(state.world.races))]
    expected = 600 / len(counts)
    assert sum((count - expected) ** 2 / expected for count in counts) < 40  # 13 degrees of freedom


def test_errors_of_differences() -> None:
    assert shift([0.0] * 8, same=True).error == 0
    assert 0 < shift([0.0] * 64).error < 0.06  # no rollout differs: still not certain
    assert shift([1.0] * 64).clear
    assert not shift([1.0, -1.0] * 8).clear
    assert amount([3.0, 5.0]).value == 4


# --- decisions -----------------------------------------------------------------------------------------


def test_a_planted_blunder_is_the_costliest_decision() -> None:
    game = Game.replay(load_world(players=2), BLUNDERED.split())
    (turn,) = [turn for turn in GameTurns(game).turns if turn.name == "1A"]
    tokens = next(state for state in game.positions[turn.first : turn.last] if state.step == st.READY)
    assert tokens.hand[tokens.acting] == 10
    found = analyse(Record(game, ["Ann", "Bob"]), rollouts=48)
    worst = found.decisions[0]
    assert worst.turn == "1A"
    assert worst.verdict == "mistake"
    assert worst.win.value > worst.win.error
    assert f"{tokens.hand[tokens.acting]} tokens in hand" in worst.words
    assert "Better: pick" in worst.words
    assert found.mistakes[0] == worst


def test_verdicts_follow_the_errors() -> None:
    for decision in tiny().decisions:
        assert (decision.verdict == "mistake") == (decision.win.value > decision.win.error)
        assert decision.considered >= 1


def test_alternatives_are_playable_and_not_what_was_played() -> None:
    game = record("2p_1").game
    story = GameTurns(game)
    for turn in story.turns:
        start = story.positions[turn.first]
        played = decisions_of(start, game.log[turn.first : turn.last])
        plans = alternatives(start, played, "x")
        assert plans
        assert played not in plans
        assert len(plans) == len(set(plans))


def test_declines_tell_of_every_race() -> None:
    found, game = tiny(), record("2p_1").game
    assert len(found.declines) == sum(text[0] == "p" and text[1:].isdigit() for text in game.actions)
    went = {race.declined for race in found.declines} - {""}
    assert went == {
        turn.name for turn in GameTurns(game).turns if "d" in game.actions[turn.first : turn.last]
    }
    for race in found.declines:
        assert all(row.declined == (row.turn == race.declined) for row in race.turns)
        assert race.combo in race.words


# --- output --------------------------------------------------------------------------------------------


def test_json_round_trip() -> None:
    assert from_json(to_json(tiny())) == tiny()
    for text in ("", "[]", '{"format": 99}', '{"format": 1}', "[" * 9000):
        with pytest.raises(SmallWorldError, match="not "):
            from_json(text)


def test_page_is_self_contained() -> None:
    found = tiny()
    text = page(found)
    assert not re.search(
        r"https?:|//|src=|href=|url\(|@import|<script|<link", text.removeprefix("<!doctype html>")
    )
    assert text.count("<svg") == 4
    assert "prefers-color-scheme: dark" in text
    for tag in ("div", "ul", "li", "section", "span", "table", "p", "svg"):
        assert len(re.findall(rf"<{tag}[ >]", text)) == text.count(f"</{tag}>"), tag


def test_page_escapes_names() -> None:
    game = Game.replay(load_world(players=2), record("2p_1").game.actions[:20])
    text = page(analyse(Record(game, ["<b>Ann & Co", "Bob"]), rollouts=2))
    assert "<b>Ann" not in text
    assert "&lt;b&gt;Ann &amp; Co" in text


def run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer(cls=Program)
    app.command("analyse")(command)
    app.callback()(lambda: None)
    result = CliRunner().invoke(app, ["analyse", *arguments])
    return result.exit_code, result.output


def test_command(tmp_path: Path) -> None:
    cut = Game.replay(load_world(players=2), record("2p_1").game.actions[:45])
    file, html = tmp_path / "game.swr", tmp_path / "page.html"
    file.write_text(write_record(Record(cut, ["Ann", "Bob"])), encoding="utf-8")
    code, said = run(str(file), "--rollouts", "2", "--plain", "--html", str(html))
    assert code == 0, said
    assert said.isascii()
    for head in ("Win chance", "Turning points", "Decisions that cost most", "Luck", "When to decline"):
        assert head in said
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    code, said = run(str(file), "--rollouts", "2", "--json")
    assert code == 0
    assert from_json(said) == analyse(Record(cut, ["Ann", "Bob"]), rollouts=2)


def test_damaged_record_gives_the_error_of_the_record(tmp_path: Path) -> None:
    text = (RECORDS / "2p_1.txt").read_text(encoding="utf-8").replace("c9", "c8", 1)
    with pytest.raises(NotationError, match="damaged"):
        read_record(text, world_from_key)
    file = tmp_path / "damaged.swr"
    file.write_text(text, encoding="utf-8")
    code, said = run(str(file), "--rollouts", "2")
    assert code == 2
    assert "the record was damaged or changed" in said
