"""Worlds in the terminal: choosing one, what is left out, and everything Underground shows and asks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from smallworld.cli.messages import Messages
from smallworld.cli.screen.answers import about_region
from smallworld.cli.screen.board import grouped, wide_board
from smallworld.cli.screen.listing import legal_lines
from smallworld.cli.screen.players import player_lines
from smallworld.cli.screen.question import hints, means_notes, question_text
from smallworld.cli.screen.style import Style
from smallworld.cli.table.typed_input import understand
from smallworld.cli.terminal import Terminal
from smallworld.engine import State, View, asked, read_record, view
from smallworld.engine.turn.turn import codes, play
from smallworld.packs import world_from_key
from tests.cli.conftest import Run
from tests.engine.tools import position

MESSAGES, LOOK, PLAYERS = Messages("en", plain=True), Style(plain=True), ["Ann", "Bob"]


def shown(seen: View, capsys: pytest.CaptureFixture[str]) -> str:
    """A whole screen of a view, without its frame."""
    terminal = Terminal(True)
    terminal.print(*player_lines(seen, MESSAGES, LOOK, PLAYERS, 160))
    terminal.print(wide_board(grouped(seen, MESSAGES, LOOK, PLAYERS), MESSAGES, LOOK, 100))
    terminal.print(*means_notes(seen, MESSAGES, LOOK))
    terminal.line(question_text(seen, MESSAGES))
    terminal.print(*hints(seen, MESSAGES, LOOK, 0, PLAYERS))
    terminal.print(*legal_lines(seen, MESSAGES, PLAYERS))
    return capsys.readouterr().out


def seen_by_mover(state: State) -> View:
    return view(state, state.seat)


# --- choosing a world ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "world"),
    [
        (["--world", "underground"], "underground_2p.2.10~underground.1~"),
        (["--world", "both"], "base_2p.2.10~base.1-underground.1~"),
        (["--board", "underground_3p", "--bots", "3"], "underground_3p.3.10~underground.1~"),
        (["--world", "both", "--board", "underground_2p"], "underground_2p.2.10~base.1-underground.1~"),
        (["--world", "river"], "river_2p.2.10~base.1-river.1~"),
        (["--board", "river_5p", "--bots", "5"], "river_5p.5.8~base.1-river.1~"),
    ],
)
def test_a_whole_game_in_any_world(run: Run, tmp_path: Path, options: list[str], world: str) -> None:
    save = tmp_path / "game.swr"
    seats = ["--players", "0"] + ([] if "--bots" in options else ["--bots", "2"])
    result = run("play", *options, *seats, "--seed", "1", "--save", str(save))
    assert result.exit_code == 0, result.output
    assert " wins!" in result.output or " win together!" in result.output
    assert read_record(save.read_text(), world_from_key).game.over
    assert world in save.read_text()


def test_the_dialog_asks_for_world_and_board(run: Run) -> None:
    result = run("play", lines=["3", "", "", "Ann", "2", "quit"])
    for text in ("1 Small World", "2 Underground", "3 Both worlds", "2 Underground map for two", "Monsters"):
        assert text in result.output
    assert "Both worlds - round 1 of 10 - Ann's turn" in result.output


def test_one_board_is_not_asked_for(run: Run) -> None:
    result = run("play", "--world", "underground", lines=["", "", "Ann", "quit"])
    assert "Which world" not in result.output
    assert "Which board" not in result.output
    assert "Underground - round 1 of 10 - Ann's turn" in result.output


def test_what_is_left_out_is_said_before_the_game(run: Run) -> None:
    result = run("play", "--world", "both", "--bots", "1", "--seed", "1", lines=["quit"])
    assert "Not in play, because" in result.output
    assert "Flames (volcano, chasm), Spiderines (chasm)" in " ".join(result.output.split())
    assert "Not in play" not in run("play", "--bots", "1", lines=["quit"]).output


def test_unknown_names_list_the_choices(run: Run) -> None:
    for command in (["play"], ["sim", "random"], ["ladder", "random", "greedy"], ["fuzz"]):
        result = run(*command, "--world", "undergrund")
        assert result.exit_code == 2
        said = " ".join(result.output.split())
        assert "unknown world 'undergrund'; expected one of: all, all+crusade, all+leaders, base, " in said
        assert "(did you mean underground?)" in said
    assert "(did you mean underground_5p?)" in run("play", "--board", "underground_6p").output


def test_commands_of_the_lab_take_any_world(run: Run) -> None:
    assert "1064" in run("perft", "underground_2p", "--world", "both", "--depth", "2").output.replace(",", "")
    result = run("sim", "greedy", "random", "--world", "underground", "--games", "2", "--jobs", "1")
    assert "2 games of 2" in result.output
    result = run("ladder", "greedy", "random", "--board", "underground_3p", "--games", "2", "--jobs", "1")
    assert "2 games of 3" in result.output
    result = run("fuzz", "--world", "both", "--players", "2", "--games", "2", "--jobs", "1")
    assert "2 games" in result.output
    assert "0 failures." in result.output
    assert "games a second on one core" in result.output


def test_an_atlas_takes_a_board_for_each_number_of_players(run: Run, tmp_path: Path) -> None:
    atlas = ("lab", "atlas", "--games", "1", "--bot", "random", "--jobs", "1", "--out")
    run(*atlas, str(tmp_path), "--board", "base_3p,base_2p")
    settings = json.loads((tmp_path / "atlas.json").read_text(encoding="utf-8"))["settings"]
    assert settings["boards"] == {"2": "base_2p", "3": "base_3p"}
    result = run(*atlas, str(tmp_path / "two"), "--world", "both", "--board", "base_2p,underground_2p")
    assert "one board for each number of players, got base_2p, underground_2p" in result.output


def test_packs_and_rules_know_both_worlds(run: Run) -> None:
    packs = run("packs").output
    for text in ("6 relics: Flying Doormat", "9 places: Altar of Souls", "Lost Tribes", "Monsters", "both ("):
        assert text in packs
    lists = run("rules").output
    assert "Relics" in lists
    assert "Wickedest Pentacle" in lists
    assert "Stonehedge  place" in run("rules", "stonehedge").output
    assert "Move the Balrog  special action" in run("rules", "move", "the", "balrog").output


# --- what lies on the map, who helps, what is asked ------------------------------------------------------


def test_what_lies_on_the_map_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    state = position("""
        board = "underground_2p"
        tribes = [23]
        step = "conquer"
        [players.A]
        active = { race = "iron_dwarves", power = "stone", hand = 4, regions = { 8 = 1, 10 = 1 } }
        [players.B]
        [markers]
        stonehedge = { 8 = 1 }
        wickedest_pentacle = { 10 = 1 }
        balrog = { 3 = 1 }
        [counters]
        silver_hammers = 3
        [badges]
        8 = "wise"
    """)
    seen = seen_by_mover(state)
    out = " ".join(shown(seen, capsys).split())  # however wide the terminal is
    for text in ("Stonehedge, Wise", "Balrog", "2 Monsters", "silver hammerx3", "Wickedest Pentacle"):
        assert text in out, text
    Terminal(True).print(*about_region(8, seen, MESSAGES, LOOK, PLAYERS))
    told = capsys.readouterr().out
    assert "Stonehedge: The player who discovers" in told
    assert "Wise: " in told


def test_uses_and_means_that_roll_are_offered(capsys: pytest.CaptureFixture[str]) -> None:
    state = position("""
        board = "underground_2p"
        tribes = [23]
        step = "conquer"
        [players.A]
        active = { race = "will_o_wisps", power = "stone", hand = 3, regions = { 8 = 1, 9 = 1 } }
        [players.B]
        [markers]
        wickedest_pentacle = { 8 = 1 }
        balrog = { 3 = 1 }
    """)
    seen = seen_by_mover(state)
    legal = set(seen.legal or ())
    out = shown(seen, capsys)
    use = next(action for action in sorted(legal) if action.startswith("u"))
    roll = next(action for action in sorted(legal) if action.startswith("r") and action.endswith(".glow"))
    for text in (f"{use} (Move the Balrog)", "* Move the Balrog (u", f"{roll} (", "%"):
        assert text in out, text
    region = use[1:].partition(".")[0]
    for line in (f"use {region} balrog", f"use {region}", f"send {region}", use, f"u {region} balrog"):
        assert understand(line, seen, MESSAGES, PLAYERS).args == (use,), line


def test_questions_about_regions_are_asked_and_answered(capsys: pytest.CaptureFixture[str]) -> None:
    state = position("""
        board = "underground_2p"
        step = "redeploy"
        [players.A]
        active = { race = "drow", power = "stone", regions = { 9 = 1, 10 = 1 } }
        [players.B]
        [markers]
        froggys_ring = { 9 = 1 }
    """)
    while asked(state).question is None:
        play(state, codes(state)[0])
    seen = seen_by_mover(state)
    out = shown(seen, capsys)
    for text in (
        "to put the Ring in",
        "9 = Mushroom forest",
        "end = leave it as it is",
        "e (leave it as it is)",
    ):
        assert text in out, text
    for line in ("10", "place 10", "option 10"):
        assert understand(line, seen, MESSAGES, PLAYERS).args == ("o10",)
