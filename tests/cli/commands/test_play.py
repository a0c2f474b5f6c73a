"""Playing through standard input, in plain mode."""

from __future__ import annotations

from pathlib import Path

from smallworld.cli.table.seats import Table
from smallworld.cli.table.typed_input import vocabulary
from smallworld.engine import Seeded, read_record
from smallworld.lab.worlds import world_names
from smallworld.packs import load_world, world_from_key

from ..conftest import Run

SEED = "7"


def policy(table: Table) -> str:
    """A player who takes what is cheap, spreads nothing and declines now and then."""
    legal = list(table.game.legal)
    if "d" in legal and table.game.state.round in (4, 7):
        return "d"
    conquests = [action for action in legal if action.startswith("c")]
    others = [action for action in legal if action[0] in "tmgo"]
    return (conquests or others or [legal[0]])[0]


def rehearse(tmp_path: Path, until: int = 10_000) -> list[str]:
    """The same game without a terminal: what the person at it has to type."""
    world = load_world(players=2)
    table = Table.new(world, ["Ann", "Ada (bot)"], frozenset({1}), tmp_path / "rehearsal.swr", SEED)
    typed: list[str] = []
    while not table.game.over and len(typed) < until:
        if table.game.state.seat in table.bots:
            table.bot_move()
        else:
            typed.append(policy(table))
            table.play(typed[-1], 0)
    return typed


def test_a_whole_game_against_a_bot(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "game.swr"
    result = run("play", "--players", "Ann", "--seed", SEED, "--save", str(save), lines=rehearse(tmp_path))
    assert result.exit_code == 0, result.output
    assert "The game is over" in result.output
    assert " wins!" in result.output
    assert str(save) in result.output
    assert result.output.isascii()
    assert "\x1b" not in result.output
    assert save.read_text() == (tmp_path / "rehearsal.swr").read_text()
    assert run("verify", str(save)).exit_code == 0


def test_coins_of_others_stay_hidden_until_the_end(run: Run, tmp_path: Path) -> None:
    typed = rehearse(tmp_path)
    result = run("play", "--players", "Ann", "--seed", SEED, lines=typed[:-1])
    assert "coins hidden" in result.output
    assert "Ada (bot) scores" not in result.output


def test_save_and_resume_in_the_middle(run: Run, tmp_path: Path) -> None:
    typed = rehearse(tmp_path)
    middle = len(typed) // 2
    save = tmp_path / "game.swr"
    first = run(
        "play", "--players", "Ann", "--seed", SEED, "--save", str(save), lines=[*typed[:middle], "quit"]
    )
    assert f"smallworld play --resume {save}" in first.output
    second = run("play", "--resume", str(save), "--seed", SEED, lines=typed[middle:])
    assert " wins!" in second.output
    assert save.read_text() == (tmp_path / "rehearsal.swr").read_text()


def test_end_of_input_saves_and_says_how_to_go_on(run: Run, tmp_path: Path) -> None:
    result = run("play", "--bots", "1", "--seed", SEED, lines=["1"])
    assert result.exit_code == 0
    assert "--resume" in result.output
    games = list((tmp_path / "data" / "games").iterdir())
    assert len(games) == 1  # and no half-written file beside it
    record = read_record(games[0].read_text(), world_from_key)
    assert "p1" in record.game.actions
    again = run("play", "--resume", "last", lines=["quit"])
    assert again.exit_code == 0
    assert "in hand" in again.output


def test_enter_enter_enter_starts_a_game_against_a_bot(run: Run) -> None:
    result = run("play", lines=["", "", "", "", "quit"])
    assert "Player 1's turn" in result.output
    assert "1 Small World" in result.output
    assert "(bot)" in result.output


def test_questions_insist_on_sense(run: Run) -> None:
    result = run("play", lines=["seven", "1", "nine", "9", "3", "0", "Ann", "Ann", "Bob", "Cleo", "", "quit"])
    assert result.output.count(f"a number from 1 to {len(world_names())}") == 1
    assert result.output.count("a number from 2 to 5") == 2
    assert "Two players are called Ann" in result.output
    assert "Pass the keyboard to Ann" in result.output


def test_people_at_one_keyboard_hand_it_over(run: Run) -> None:
    lines = ["", "1", "c1", "end", "even", "even", "", "quit"]
    result = run("play", "--players", "Ann, Bob", "--seed", SEED, lines=lines)
    before, _, after = result.output.partition("Pass the keyboard to Bob.")
    assert "Ann> " in before
    assert "Bob> " in after
    assert "Ann picks" in after  # what Bob missed
    assert "Ann scores" not in after


def test_bots_alone_can_be_watched(run: Run) -> None:
    result = run("play", "--players", "0", "--bots", "2", "--seed", SEED)
    assert result.exit_code == 0
    assert " wins!" in result.output


def test_undo_stops_at_the_wall(run: Run) -> None:
    result = run("play", "--bots", "1", "--seed", SEED, lines=["1", "c1", "undo", "undo", "redo", "redo"])
    assert "Undone: c1" in result.output
    assert "You can't undo any further: a new combo was revealed." in result.output
    assert "Redone: c1" in result.output
    assert "There's nothing to redo." in result.output


def test_free_undo_goes_back_beyond_the_wall(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "free.swr"
    lines = ["1", "c1", "undo", "undo", "undo", "2"]
    result = run("play", "--bots", "1", "--seed", SEED, "--free-undo", "--save", str(save), lines=lines)
    assert "Undone: p1" in result.output
    assert "the game begins here" in result.output
    record = read_record(save.read_text(), world_from_key)
    assert "p2" in record.game.actions
    assert "p1" not in record.game.actions


def test_why_not(run: Run) -> None:
    lines = ["3", "why 14", "why c0", "14", "cost 14", "why", "why sense"]
    result = run("play", "--bots", "1", "--seed", SEED, lines=lines)
    assert result.output.count("A race enters the map at its border") == 2  # asked, and tried
    assert "Start in a border region" in result.output
    assert "This race can't settle in" in result.output
    assert "3 = 2 (base cost) + 1 (Lost Tribes)" in result.output
    assert result.output.count("Why what?") == 2


def test_a_refused_action_changes_nothing(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "game.swr"
    run("play", "--bots", "1", "--seed", SEED, "--save", str(save), lines=["c3", "p9", "e", "die.3", "quit"])
    assert read_record(save.read_text(), world_from_key).game.actions[-1].startswith("power.")


def test_wrong_words_get_suggestions(run: Run) -> None:
    result = run(
        "play",
        "--bots",
        "1",
        "--seed",
        SEED,
        lines=["ruels", "hlep", "xyzzy", "pick", "1", "take", "lang xx"],
    )
    assert "Did you mean: rules" in result.output
    assert "Did you mean: help" in result.output
    assert "Type help for all commands" in result.output
    assert "Which combo?" in result.output
    assert "Which region?" in result.output
    assert "Available: en, de, nl, fr, es" in result.output


def test_language_switch(run: Run) -> None:
    lines = ["lang de", "nimm 1", "warum 14", "lang nl", "help", "lang fr", "aide", "lang es", "ayuda"]
    result = run("play", "--bots", "1", "--seed", SEED, lines=lines)
    assert "Waehle eine Kombination" in result.output
    assert "Eine erste Eroberung beginnt am Rand" in result.output
    assert "Zo gaat een beurt" in result.output
    assert "Comment se passe un tour" in result.output
    assert "Como es un turno" in result.output
    assert result.output.isascii()


def test_answers_of_the_table(run: Run) -> None:
    lines = [
        "combos",
        "rules",
        "rules orks",
        "pick trolls",
        "?",
        "1",
        "look 1",
        "map",
        "score",
        "log",
        "log all",
        "",
    ]
    result = run("play", "--bots", "1", "--seed", SEED, lines=[*lines, "end", "even", "board"])
    for text in (
        "Small World in two minutes",
        "non-empty region",
        "Conquer (tokens): c1 (2)",
        "Barleyne (1): Farmland",
        "If your turn ended now, you would score",
        "Next to: Marenza (0), sea",
    ):
        assert text in result.output, text


def test_save_under_another_name(run: Run, tmp_path: Path) -> None:
    there, other = tmp_path / "there.swr", tmp_path / "other.swr"
    there.write_text("something else")
    lines = [f"save {there}", f"save {other}", "1", "quit"]
    result = run("play", "--bots", "1", "--seed", SEED, lines=lines)
    assert "already exists" in result.output
    assert there.read_text() == "something else"
    assert "p1" in read_record(other.read_text(), world_from_key).game.actions


def test_a_game_goes_on_when_it_cannot_be_saved(run: Run, tmp_path: Path) -> None:
    result = run("play", "--bots", "1", "--save", str(tmp_path / "file" / "game.swr"), lines=["quit"])
    assert result.exit_code == 0
    (tmp_path / "blocked").write_text("a file, not a folder")
    result = run("play", "--bots", "1", "--save", str(tmp_path / "blocked" / "game.swr"), lines=["quit"])
    assert result.exit_code == 2
    assert "cannot be written" in result.output


def test_impossible_wishes_are_refused_before_the_game(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "there.swr"
    there.write_text("x")
    for args, text in (
        (["--players", "7"], "for 2 to 5 players"),
        (["--players", "Ann,Ann"], "Two players are called Ann"),
        (["--players", "1", "--bots", "0"], "for 2 to 5 players"),
        (["--board", "atlantis"], "unknown board 'atlantis'"),
        (["--board", "base_3p", "--players", "2", "--bots", "0"], "is for 3 players"),
        (["--pack", "nope", "--bots", "1"], "unknown pack 'nope'"),
        (["--lang", "xx"], "unknown language 'xx'"),
        (["--save", str(there), "--bots", "1"], "already exists"),
        (["--resume", "last"], "no saved game"),
        (["--resume", str(there)], "not a record"),
        (["--resume", str(there), "--bots", "1"], "already has its players"),
    ):
        result = run("play", *args)
        assert result.exit_code == 2, args
        assert text in result.output, (args, result.output)
        assert "Traceback" not in result.output


RUBBISH = [
    "?",
    ".",
    "x",
    "9.9",
    "t",
    "-1",
    "99",
    "100",
    "\t",
    "ß",
    "🐉",
    "%s",
    "{}",
    "[bold]",
    "c3.dragon",
    "o1",
]


def test_no_line_whatever_ends_in_a_traceback(run: Run) -> None:
    """Words, numbers and rubbish in any order; the game may go on or not, but it never breaks."""
    source = Seeded("rubbish")
    known = [word for word, meaning in vocabulary("en").items() if meaning not in ("quit", "save")]
    regions = [str(number) for number in range(24)] + [f"c{number}" for number in range(24)]
    words: list[str] = known + regions + RUBBISH + ["all", "orcs", "even", "even", "1 2"]

    def some() -> str:
        return words[int(source.random() * len(words))]

    lines = [" ".join(some() for _ in range(1 + int(source.random() * 3))) for _ in range(400)]
    result = run("play", "--bots", "1", "--seed", SEED, lines=lines)
    assert result.exit_code == 0, result.exception
    assert "Traceback" not in result.output


def test_hint_says_what_to_do_and_why(run: Run, tmp_path: Path) -> None:
    """What it tells to type can be typed, and the next step is advised then."""
    start = ("play", "--plain", "--players", "Ann", "--bots", "1", "--seed", SEED)
    said = run(*start, "--save", str(tmp_path / "first.swr"), lines=["hint", "quit"]).stdout
    assert "My suggestion: Pick " in said
    assert "coins this turn" in said or "coin this turn" in said
    typed = said.split("To do it, type: ")[1].split()[0]
    again = run(*start, "--save", str(tmp_path / "again.swr"), lines=[typed, "hint", "quit"]).stdout
    assert "My suggestion: " in again
    assert "My suggestion: Pick " not in again


def test_hint_is_known_in_every_language() -> None:
    for lang, word in {"en": "hint", "de": "rat", "nl": "tip", "fr": "conseil", "es": "consejo"}.items():
        assert vocabulary(lang)[word] == "hint"
