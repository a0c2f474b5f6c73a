"""A table is its journal: wishes change nothing, entries do, and what is rebuilt is what was live."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smallworld.engine import SmallWorldError, position_string
from smallworld.engine.actions import is_chance
from smallworld.engine.game import game
from smallworld.engine.turn import turn
from smallworld.server.tables import commands, keys, planning, table
from smallworld.server.tables.journal import Entry, Options
from smallworld.server.tables.refusal import Refusal
from smallworld.server.tables.scratchpad import Scratchpad
from smallworld.server.tables.seats import distinct, tidy
from smallworld.server.tables.table import Table
from smallworld.server.wire.tables import TableOptions
from smallworld.texts import Catalogue
from tests.server.plans import StoredTable, facts, opening


def refusal(cause: str, rule: str = "") -> pytest.RaisesExc[Refusal]:
    return pytest.raises(Refusal, check=lambda error: error.cause == cause and rule in ("", error.rule))


# --- the law ------------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(
    luck=st.randoms(use_true_random=False),
    people=st.lists(st.sampled_from(["me", "bot"]), min_size=2, max_size=5),
    free=st.booleans(),
    minutes=st.sampled_from([None, 5.0]),
    seed=st.sampled_from(["", "a seed"]),
)
def test_rebuilt_is_live(
    luck: random.Random, people: list[str], free: bool, minutes: float | None, seed: str
) -> None:
    kept = StoredTable(*people, free_undo=free, minutes=minutes, seed=seed)
    table = kept.table
    for _ in range(60):
        kept.now += luck.random() * 20
        before = facts(table)
        try:
            entry = some_wish(table, kept, luck)
        except Refusal:
            assert facts(table) == before
            continue
        assert facts(table) == before  # until it is written nothing has happened
        kept.write(entry)
        assert table.version == len(kept.journal)
        if table.phase == "over":
            break
    assert facts(kept.rebuilt()) == facts(table)


def some_wish(table: Table, kept: StoredTable, luck: random.Random) -> Entry:
    dice, now = luck.random(), kept.now
    seats = list(range(len(table.holders)))
    if dice < 0.6:
        return commands.move(table, seats, table.version, [kept.good_action()], now)
    if dice < 0.75:
        return commands.undo(table, seats, table.version, now)
    if dice < 0.85:
        return commands.redo(table, seats, table.version, now)
    seat = luck.randrange(len(seats))
    if dice < 0.93:
        return commands.stand_in(table, seat, "asked", now)
    return commands.come_back(table, seat, now)


@pytest.mark.plain
def test_a_move_is_read_checked_and_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the table and in a private copy: what was tried out is taken over, not done again."""
    done: list[str] = []

    def counted(module: Any, name: str) -> None:
        real = getattr(module, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            done.append(name)
            return real(*args, **kwargs)

        monkeypatch.setattr(module, name, call)

    kept = StoredTable("me", "me", seed="once")
    for module in (planning, game, table):
        for name in ("parse_action", "check"):
            if hasattr(module, name):
                counted(module, name)
    counted(turn, "play")
    for _ in range(20):
        done.clear()
        entry = kept.play_on()
        assert done == ["parse_action", "check"] + ["play"] * len(entry.body["actions"])
    assert kept.table.game is not None
    scratchpad = Scratchpad(kept.table.game.state, kept.table.decides, kept.table.version)
    (action, *_) = scratchpad.game.legal
    done.clear()
    scratchpad.move([action], scratchpad.version)
    assert done[:3] == ["parse_action", "check", "play"]
    assert "parse_action" not in done[1:]


def test_stored_options_are_those_that_can_be_asked_for() -> None:
    assert set(Options.model_fields) == set(TableOptions.model_fields)
    assert Options().model_dump() == TableOptions().model_dump()


def test_entries_come_in_order() -> None:
    kept = StoredTable("me", "bot")
    with pytest.raises(ValueError, match="was given entry 1"):
        kept.table.apply(kept.journal[0])


# --- moves --------------------------------------------------------------------------------------------


def test_several_actions_are_all_or_none() -> None:
    kept = StoredTable("me", "me", seed="7")
    table = kept.table
    kept.move("p1")
    first = kept.good_action()
    before = facts(table)
    with refusal("illegal"):
        commands.move(table, [0], table.version, [first, "p1"], 1.0)
    with refusal("unreadable", "no_action"):
        commands.move(table, [0], table.version, [first, "zz99"], 1.0)
    assert facts(table) == before
    ahead = StoredTable("me", "me", seed="7")
    ahead.move("p1")
    ahead.play_on()
    both = [first, ahead.good_action()]
    assert kept.move(*both).body["actions"][:2] == both


def test_nothing_may_follow_a_draw_in_one_message() -> None:
    """A pick reveals a new combo. If more could follow, a refusal would undo the draw, for another try."""
    table = StoredTable("me", "me").table
    with refusal("illegal", "chance_between"):
        commands.move(table, [0], table.version, ["p1", "c1"], 1.0)


def test_chance_cannot_be_chosen() -> None:
    table = StoredTable("me", "me").table
    for outcome in ("race.orcs", "power.flying", "die.3"):
        with refusal("illegal"):
            commands.move(table, [0], table.version, [outcome], 1.0)


def test_outcomes_stand_in_the_entry() -> None:
    kept = StoredTable("me", "me")
    assert [text.partition(".")[0] for text in kept.journal[0].body["actions"]][:2] == ["race", "power"]
    entry = kept.move("p1")
    assert entry.body["actions"][0] == "p1"
    assert len(entry.body["actions"]) == 3


def test_stale_and_doubled() -> None:
    kept = StoredTable("me", "me")
    version = kept.table.version
    kept.move("p1")
    before = facts(kept.table)
    for wrong in (version, version + 5, 0):
        with refusal("stale"):
            commands.move(kept.table, [0], wrong, ["p1"], 1.0)
        with refusal("stale"):
            commands.undo(kept.table, [0], wrong, 1.0)
    assert facts(kept.table) == before


def test_only_the_seat_that_is_asked_moves() -> None:
    table = StoredTable("me", "me").table
    with refusal("not_yours", "not_asked"):
        commands.move(table, [1], table.version, ["p1"], 1.0)
    with refusal("not_yours", "not_yours"):
        commands.move(table, [], table.version, ["p1"], 1.0)


def test_no_moves_before_and_after_the_game() -> None:
    waiting = StoredTable("me", "open").table
    with refusal("phase", "not_playing"):
        commands.move(waiting, [0], waiting.version, ["p1"], 1.0)
    kept = StoredTable("me", "me")
    while kept.table.phase == "playing":
        entry = kept.play_on()
    assert entry.finished
    assert [one.finished for one in kept.journal[:-1]] == [None] * (len(kept.journal) - 1)
    with refusal("phase", "not_playing"):
        commands.move(kept.table, [0, 1], kept.table.version, ["e"], 1.0)
    with refusal("phase", "not_playing"):
        commands.undo(kept.table, [0, 1], kept.table.version, 1.0)


def test_seeded_tables_repeat_and_go_on() -> None:
    one, other = StoredTable("me", "me", seed="same"), StoredTable("me", "me", seed="same")
    assert one.journal[0].body == other.journal[0].body
    for _ in range(40):
        one.play_on()
    for _ in range(20):
        other.play_on()
    other.table = other.rebuilt()
    for _ in range(20):
        other.play_on()
    assert [entry.body for entry in one.journal] == [entry.body for entry in other.journal]


def test_luck_without_a_seed_is_the_systems() -> None:
    draws = {str(StoredTable("me", "me").journal[0].body["actions"]) for _ in range(5)}
    assert len(draws) == 5


# --- undo ---------------------------------------------------------------------------------------------


def test_undo_stops_at_the_wall() -> None:
    kept = StoredTable("me", "me", seed="7")
    kept.move("p1")
    with refusal("wall", "wall"):
        commands.undo(kept.table, [0], kept.table.version, 1.0)
    kept.play_on()
    kept.write(commands.undo(kept.table, [0], kept.table.version, 1.0))
    assert kept.table.game is not None
    assert kept.table.game.can_redo == 1
    kept.write(commands.redo(kept.table, [0], kept.table.version, 1.0))
    with refusal("wall", "no_redo"):
        commands.redo(kept.table, [0], kept.table.version, 1.0)


def test_free_undo_goes_back_to_a_persons_decision() -> None:
    kept = StoredTable("bot", "me", "bot", free_undo=True, seed="7")
    while kept.table.decides != 1:
        kept.play_on()
    kept.move("p2")
    assert kept.table.game is not None
    start = kept.table.game.log[:]
    while kept.table.decides == 1:
        kept.play_on()
    while kept.table.game.state.round < 2:
        kept.play_on()
    while kept.table.decides != 1:
        kept.play_on()
    rounds = kept.table.undo_room[0]
    for _ in range(rounds - 1):
        kept.write(commands.undo(kept.table, [1], kept.table.version, 1.0))
        assert kept.table.decides == 1
    assert kept.table.game.log == start
    for _ in range(rounds - 1):
        kept.write(commands.redo(kept.table, [1], kept.table.version, 1.0))
    assert kept.table.undo_room[0] == rounds


def test_free_undo_after_the_end() -> None:
    kept = StoredTable("me", "me", free_undo=True, seed="3")
    while kept.table.phase == "playing":
        kept.play_on()
    entry = kept.write(commands.undo(kept.table, [0], kept.table.version, 1.0))
    assert entry.finished is False
    assert kept.table.decides >= 0
    assert kept.write(commands.redo(kept.table, [0], kept.table.version, 1.0)).finished


# --- seats --------------------------------------------------------------------------------------------


def test_joining_and_beginning() -> None:
    kept = StoredTable("me", "open", "open")
    table = kept.table
    assert table.phase == "waiting"
    kept.write(commands.join(table, "Bea", keys.key_hash("bea"), 1.0))
    assert table.names == ["Player 1", "Bea", ""]
    assert table.seats_of(keys.key_hash("bea")) == [1]
    kept.write(commands.begin(table, 2.0))
    assert table.decides >= 0
    assert [holder.who for holder in table.holders] == ["person", "person", "bot"]
    with refusal("phase", "begun"):
        commands.join(table, "Cem", keys.key_hash("cem"), 3.0)
    with refusal("phase", "begun"):
        commands.begin(table, 3.0)
    assert facts(kept.rebuilt()) == facts(table)


def test_a_full_table_takes_nobody() -> None:
    kept = StoredTable("me", "open")
    kept.write(commands.join(kept.table, "Bea", keys.key_hash("bea"), 1.0))
    with refusal("phase", "full"):
        commands.join(kept.table, "Cem", keys.key_hash("cem"), 1.0)


def test_bots_stand_in_and_people_come_back() -> None:
    kept = StoredTable("me", "me")
    with refusal("phase", "no_standin"):
        commands.come_back(kept.table, 0, 1.0)
    kept.write(commands.stand_in(kept.table, 0, "asked", 1.0))
    with refusal("phase", "already_bot"):
        commands.stand_in(kept.table, 0, "asked", 1.0)
    with refusal("not_yours", "no_seat"):
        commands.stand_in(kept.table, 7, "asked", 1.0)
    kept.write(commands.come_back(kept.table, 0, 1.0))
    assert [note.kind for note in kept.table.notes] == ["standin", "back"]


# --- opening ------------------------------------------------------------------------------------------


def test_plans_are_refused_with_all_faults() -> None:
    with pytest.raises(SmallWorldError) as caught:
        opening("me", "open", free_undo=True, seed="1", standin="grandmaster", races=["nobody"])
    said = str(caught.value)
    for part in ("Unlimited undo", "A seed is only for", "grandmaster", "nobody"):
        assert part in said


def test_start_positions() -> None:
    kept = StoredTable("me", "me", seed="1")
    kept.move("p1")
    assert kept.table.game is not None
    start = position_string(kept.table.game.state)
    again = StoredTable("me", "bot", start=start)
    assert again.table.game is not None
    assert position_string(again.table.game.state) == start
    with pytest.raises(SmallWorldError, match="for 2 players, not 3"):
        opening("me", "me", "me", start=start)
    while kept.table.phase == "playing":
        kept.play_on()
    with pytest.raises(SmallWorldError, match="already over"):
        opening("me", "me", start=position_string(kept.table.game.state))


def test_keys_follow_from_the_owners() -> None:
    made = opening("me", "open")
    assert keys.join_key(made.created.key) == made.created.join
    assert keys.watch_key(made.created.key) == made.created.watch
    stored = made.header.model_dump_json()
    for key in (made.created.key, made.created.join, made.created.watch):
        assert key not in stored
        assert keys.key_hash(key) in stored


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann\n\tB ", "Ann B"),
        ("a|b", "a/b"),
        ("\u202eevil\x00", "evil"),
        ("x" * 80, "x" * 24),
        ("<b>Ann</b>", "<b>Ann</b>"),
    ],
)
def test_names_are_tidied(typed: str, kept: str) -> None:
    assert tidy(typed) == kept


def test_names_are_distinct() -> None:
    assert distinct("ann", ["Ann", "Ann 2"]) == "ann 3"
    assert len(distinct("x" * 24, ["x" * 24])) <= 24


# --- words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr", "es"])
def test_refusals_are_said_in_every_language(lang: str) -> None:
    texts = Catalogue(lang)
    rules = (
        "stale",
        "not_yours",
        "not_asked",
        "wall",
        "no_redo",
        "chance_between",
        "storage",
        "full",
        "begun",
    )
    for rule in rules:
        (reason,) = Refusal("phase", rule, name="Ann", action="c9", wall="die").reasons(texts, [])
        assert reason.sentence
        assert reason.remedy
        assert "{" not in reason.sentence + reason.remedy


def test_every_chance_is_counted() -> None:
    kept = StoredTable("me", "me")
    for _ in range(30):
        kept.play_on()
    assert kept.table.game is not None
    assert kept.table.drawn == sum(map(is_chance, kept.table.game.log))
