"""Records: a text file of one game, read back exactly, and refused with the line when it is damaged."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from smallworld.engine import (
    RULES_VERSION,
    Game,
    NotationError,
    PackError,
    PositionError,
    Record,
    Seeded,
    SmallWorldError,
    position_string,
    read_record,
    write_record,
)
from smallworld.packs import world_from_key

from ..tools import BOARDS, base_world, play_randomly, position, random_game

START = """
board = "base_2p"
[players.A]
active = { race = "orcs", power = "hill", hand = 6, regions = { 4 = 1 } }
[players.B]
active = { race = "elves", power = "swamp", regions = { 16 = 2, 17 = 1 } }
"""


def read(text: str) -> Record:
    return read_record(text, world_from_key)


def finished() -> str:
    return write_record(Record(random_game("base_2p", "record"), ["Ann", "Bob"], "a test"))


def unsigned(text: str) -> str:
    """Without the check sum, as a person may write it."""
    return re.sub(r"check: .*\n", "", text)


def line_of(text: str, start: str) -> int:
    """The number of the first line that starts like this, from 1."""
    return next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith(start))


# --- both ways ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_game_survives_its_record(board: str) -> None:
    game = random_game(board, "record")
    names = ["Ann", "Bob", "Cleo", "Dan", "Eve"][: game.world.players]
    text = write_record(Record(game, names, "a note"))
    record = read(text)
    assert record.players == names
    assert record.note == "a note"
    assert record.game.string == game.string
    assert record.game.positions == game.positions
    assert record.game.events == game.events
    assert write_record(record) == text


def test_a_record_can_be_read_by_a_person() -> None:
    game = random_game("base_2p", "record")
    lines = write_record(Record(game, ["Ann", "Bob"], "a note")).split("\n")
    assert lines[:6] == [
        "smallworld record 2",
        f"rules: {RULES_VERSION}",
        "world: base_2p.2.10~base.1~all~all~",
        "players: Ann | Bob",
        "note: a note",
        "",
    ]
    turns = [line for line in lines if re.match(r"\d+[AB]  ", line)]
    assert [line.split()[0] for line in turns] == [f"{r}{s}" for r in range(1, 11) for s in "AB"]
    assert " ".join(line.split(maxsplit=1)[1] for line in turns).split() == game.actions
    coins = " ".join(map(str, game.state.coins))
    assert lines[-4:-2] == ["", f"result: {coins}"]
    assert re.fullmatch(r"check: [0-9a-f]{16}", lines[-2])
    assert lines[-1] == ""


@pytest.mark.parametrize("actions", [0, 1, 7, 40])
def test_an_unfinished_game_survives_and_can_be_played_on(actions: int) -> None:
    game = random_game("base_3p", "record", actions=actions)
    text = write_record(Record(game))
    assert "result:" not in text
    record = read_record(text, world_from_key, luck=Seeded("go on"))
    assert record.game.string == game.string
    play_randomly(record.game, "go on", actions=5)
    assert len(record.game.log) > len(game.log)


def test_a_game_without_names_gets_the_letters_of_the_seats() -> None:
    text = write_record(Record(random_game("base_3p", "record", actions=3)))
    assert read(text).players == ["Player A", "Player B", "Player C"]


def test_a_game_from_a_position_keeps_it() -> None:
    start = position(START)
    game = play_randomly(Game(start.world, start=start, luck=Seeded(5)), "custom", actions=40)
    text = write_record(Record(game, ["Ann", "Bob"]))
    assert f"start: {position_string(start)}\n" in text
    record = read(text)
    assert record.game.start == start
    assert record.game.string == game.string
    assert write_record(record) == text


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Zoë Ångström", "Zoë Ångström"),
        ("李雷", "李雷"),
        ("🐉", "🐉"),
        ("a:b", "a:b"),
        ("# not a comment", "# not a comment"),
        ("result: 99 0", "result: 99 0"),
        ("12A  c9", "12A  c9".replace("  ", " ")),
        ("  spaced   out  ", "spaced out"),
        ("new\nline", "new line"),
        ("carriage\r\nreturn", "carriage return"),
        ("line\u2028separator", "line separator"),
        ("tab\tbed", "tab bed"),
        ("one|two", "one/two"),
        ("~-._'\"\\", "~-._'\"\\"),
        ("x" * 500, "x" * 500),
    ],
)
def test_odd_names_and_notes_stay_on_their_line(name: str, kept: str) -> None:
    game = random_game("base_2p", "record", actions=4)
    text = write_record(Record(game, [name, "Bob"], name))
    record = read(text)
    assert record.players == [kept, "Bob"]
    assert record.note == kept
    assert write_record(record) == text


def test_an_empty_name_does_not_move_the_others() -> None:
    game = random_game("base_3p", "record", actions=4)
    record = read(write_record(Record(game, ["", "Bob", " "])))
    assert len(record.players) == 3
    assert record.players[1] == "Bob"


NAME = some.text(max_size=12).filter(lambda name: name.split() != [])


@settings(derandomize=True, database=None, deadline=None, max_examples=150)
@given(some.lists(NAME, min_size=2, max_size=2), some.text(max_size=30))
def test_any_names_and_note_can_be_read_back(names: list[str], note: str) -> None:
    record = read(write_record(Record(Game(base_world()), names, note)))
    assert len(record.players) == 2
    again = read(write_record(record))
    assert (again.players, again.note) == (record.players, record.note)


def test_line_ends_of_other_systems_and_blank_lines_do_not_matter() -> None:
    text = finished()
    assert read(text.replace("\n", "\r\n")).game.string == read(text).game.string
    assert read(text + "\n\n").game.string == read(text).game.string


def test_a_record_written_by_hand_needs_no_check_sum_and_may_have_comments() -> None:
    text = """smallworld record 2
rules: 1
world: base_2p.2.10~base.1~all~all~
players: Ann | Bob
# the first two combos
1A  race.orcs power.flying

1A  race.elves power.hill
"""
    record = read(text)
    assert record.game.actions == ["race.orcs", "power.flying", "race.elves", "power.hill"]
    assert record.players == ["Ann", "Bob"]


# --- records of the first format ------------------------------------------------------------------------


def first_format(text: str) -> str:
    """What the first version would have written: no players, rounds and options in the world, its own sum."""
    lines = unsigned(text).rstrip("\n").split("\n")
    lines[0] = "smallworld record 1"
    lines[2] = "world: base_2p~base.1~all~all"
    digest = hashlib.blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()
    return "\n".join([*lines, f"check: {digest}"]) + "\n"


def test_a_whole_game_of_the_first_format_is_read_and_written_in_the_second() -> None:
    text = finished()
    record = read(first_format(text))
    assert record.game.positions == read(text).game.positions
    assert write_record(record) == text


def test_a_record_of_the_first_format_that_starts_from_a_position_is_refused_in_a_sentence() -> None:
    start = position(START)
    text = first_format(write_record(Record(Game(start.world, start=start))))
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.faults == (
        "line 5: a record of format 1 that starts from a position cannot be read any more; "
        "one of a whole game can",
    )


# --- damaged ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "title", ["", "chess record 1", "smallworld record", "smallworld record one", '[Event "x"]']
)
def test_another_title_is_no_record(title: str) -> None:
    text = finished().replace("smallworld record 2", title, 1)
    with pytest.raises(NotationError, match="line 1: not a record: expected 'smallworld record 2', got "):
        read(text)


def test_a_newer_format_is_refused_with_both_numbers() -> None:
    text = finished().replace("smallworld record 2", "smallworld record 3", 1)
    with pytest.raises(
        NotationError, match=r"line 1: record format 3 is newer than this version reads \(2\)"
    ):
        read(text)


def test_newer_rules_are_refused_with_both_numbers() -> None:
    newer = RULES_VERSION + 1
    text = finished().replace(f"rules: {RULES_VERSION}", f"rules: {newer}", 1)
    with pytest.raises(
        NotationError, match=f"line 2: rules version {newer} is newer than this version knows"
    ):
        read(text)


@pytest.mark.parametrize("rules", ["", "one", "1.0", "-1", "²"])
def test_rules_that_are_no_number_are_refused(rules: str) -> None:
    text = unsigned(finished()).replace(f"rules: {RULES_VERSION}", f"rules: {rules}", 1)
    with pytest.raises(NotationError, match="line 2: rules: expected a number"):
        read(text)


def test_a_record_without_its_world_is_refused() -> None:
    text = unsigned(finished()).replace("world: base_2p.2.10~base.1~all~all~\n", "")
    with pytest.raises(NotationError, match="the line 'world: …' is missing"):
        read(text)


def test_a_record_without_its_rules_version_is_refused_by_that_name() -> None:
    text = unsigned(finished()).replace(f"rules: {RULES_VERSION}\n", "")
    with pytest.raises(NotationError, match="the line 'rules: …' is missing"):
        read(text)


@pytest.mark.parametrize(
    ("world", "error", "message"),
    [
        ("base_9p.2.10~base.1~all~all~", PackError, "unknown board 'base_9p'; expected one of: base_2p"),
        (
            "base_2p.2.10~bass.1~all~all~",
            PackError,
            r"unknown pack 'bass'; .*did you mean base",
        ),
        ("base_2p.2.10~base.2~all~all~", PackError, "pack base: version 2 is needed, version 1 is installed"),
        ("base_2p~base.1~all", NotationError, "expected board.players.rounds~packs~races~powers~options"),
        ("", NotationError, "expected board.players.rounds~packs~races~powers~options"),
        ("base_2p.2.10~base~all~all~", NotationError, "expected name.version"),
    ],
)
def test_a_world_that_is_not_here_is_refused(world: str, error: type[SmallWorldError], message: str) -> None:
    text = unsigned(finished()).replace("world: base_2p.2.10~base.1~all~all~", f"world: {world}", 1)
    with pytest.raises(error, match=message):
        read(text)


def test_a_changed_action_is_found_by_the_check_sum() -> None:
    text = finished()
    lines = text.split("\n")
    number = line_of(text, "3A")
    lines[number - 1] = lines[number - 1].replace(" e", " c63", 1)
    with pytest.raises(NotationError, match="damaged or changed: its check sum is") as caught:
        read("\n".join(lines))
    assert caught.value.faults[0].startswith(f"line {line_of(text, 'check:')}: ")
    assert "delete the 'check:' line" in caught.value.faults[0]


@settings(derandomize=True, database=None, deadline=None, max_examples=150)
@given(some.data())
def test_any_changed_letter_above_the_check_sum_is_noticed(data: some.DataObject) -> None:
    text = RECORD
    place = data.draw(some.integers(0, text.index("check:") - 2))
    letter = data.draw(some.sampled_from("abcx019 .~-_:|"))
    changed = text[:place] + letter + text[place + 1 :]
    if changed != text:
        with pytest.raises((NotationError, PackError)) as caught:
            read(changed)
        assert all(fault.strip() for fault in caught.value.faults)


RECORD = finished()


def test_a_wrong_check_sum_is_refused() -> None:
    text = re.sub(r"check: .*", "check: 0000000000000000", finished())
    with pytest.raises(NotationError, match="not 0000000000000000"):
        read(text)


def test_actions_added_after_the_check_sum_are_noticed() -> None:
    game = random_game("base_2p", "record", actions=9)
    longer = random_game("base_2p", "record", actions=10)
    added = " ".join(longer.actions[len(game.actions) :])
    text = write_record(Record(game))
    assert added
    with pytest.raises(NotationError):
        read(f"{text}9B  {added}\n")


def test_an_illegal_action_names_the_line_the_reason_and_the_position() -> None:
    text = unsigned(finished())
    lines = text.split("\n")
    number = line_of(text, "4B")
    words = lines[number - 1].split()
    lines[number - 1] = "  ".join([words[0], "c63"])
    with pytest.raises(NotationError) as caught:
        read("\n".join(lines))
    assert caught.value.faults[0].startswith(f"line {number}: c63: There is no region 63 on this board.")
    assert caught.value.faults[-1].startswith(f"at line {number}, sw2~base_2p.2.10~base.1~all~all~~4.B.")


def test_an_unreadable_action_names_the_line() -> None:
    text = unsigned(finished())
    number = line_of(text, "2A")
    lines = text.split("\n")
    lines[number - 1] += " ponder"
    lines[number] = "2B  ponder"
    with pytest.raises(NotationError) as caught:
        read("\n".join(lines))
    assert f"line {number}: cannot read the action 'ponder'; expected p3 (pick)" in caught.value.faults[0]


def test_a_wrong_result_is_refused_with_both_results() -> None:
    text = unsigned(finished())
    number = line_of(text, "result:")
    coins = " ".join(map(str, read(text).game.state.coins))
    with pytest.raises(
        NotationError, match=f"line {number}: the record says '1 2', the replay gives {coins}"
    ):
        read(text.replace(f"result: {coins}", "result: 1 2"))


def test_a_result_of_a_game_that_is_not_over_is_refused() -> None:
    game = random_game("base_2p", "record", actions=9)
    coins = " ".join(map(str, game.state.coins))
    text = unsigned(write_record(Record(game))) + f"result: {coins}\n"
    with pytest.raises(NotationError, match="and the game is not over"):
        read(text)


@pytest.mark.parametrize("line", ["hello", "winner: Ann", "A1  c9", "1I  c9", "1A", "c9 c10", "Result: 3 4"])
def test_an_unknown_line_is_refused_with_its_number_and_what_was_expected(line: str) -> None:
    text = unsigned(finished()) + line + "\n"
    number = len(text.split("\n")) - 1
    with pytest.raises(
        NotationError, match=f"line {number}: expected '3B  action action …' or one of rules, "
    ):
        read(text)


@pytest.mark.parametrize(
    "header", ["rules: 1", "world: base_2p.2.10~base.1~all~all~", "players: X | Y", "result: 1 2"]
)
def test_a_line_that_stands_twice_is_refused(header: str) -> None:
    with pytest.raises(NotationError, match=f"'{header.split(':')[0]}' is here twice"):
        read(unsigned(finished()) + header + "\n")


def test_a_damaged_start_is_refused() -> None:
    start = position(START)
    text = unsigned(write_record(Record(Game(start.world, start=start))))
    with pytest.raises(PositionError, match="only 10 exist"):
        read(text.replace("orcs.A.hill.6", "orcs.A.hill.66"))
    with pytest.raises(NotationError, match="expected it to start with sw2"):
        read(text.replace("start: sw2", "start: sw9"))


def test_a_start_on_another_board_than_the_world_is_refused() -> None:
    start = position(START)
    text = unsigned(write_record(Record(Game(start.world, start=start))))
    with pytest.raises((NotationError, PositionError)):
        read(text.replace("world: base_2p.2.10", "world: base_3p.3.10"))


@settings(derandomize=True, database=None, deadline=None, max_examples=200)
@given(some.text(max_size=60) | some.text(alphabet="1AB  ce9:#\n", max_size=60))
def test_any_text_is_refused_with_a_reason(text: str) -> None:
    for candidate in (text, f"smallworld record 1\n{text}", f"smallworld record 2\n{text}"):
        with pytest.raises((NotationError, PackError)) as caught:
            read(candidate)
        assert caught.value.faults
