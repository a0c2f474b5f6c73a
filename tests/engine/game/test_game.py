# ruff: noqa: E501  a row of a table stays on one line
"""A game: reproducible from its seed, undo up to the glass wall, redo, and strings both ways."""

from __future__ import annotations

import hashlib
from itertools import pairwise

import pytest

from smallworld.bots import RandomBot
from smallworld.engine import (
    Game,
    IllegalAction,
    NotationError,
    PackError,
    PositionError,
    Scripted,
    Seeded,
    SmallWorldError,
    State,
    Wall,
    new_state,
    position_string,
    view,
    winners,
)
from smallworld.engine.actions import C_END, is_chance
from smallworld.engine.game.game import WALL_REASONS
from smallworld.packs import world_from_key

from ..tools import BOARDS, LINK_SAFE, base_world, play_randomly, position, random_game

READY = """
board = "base_2p"
step = "ready"
[players.A]
active = { race = "orcs", power = "hill", hand = 6, regions = { 4 = 1 } }
[players.B]
active = { race = "elves", power = "swamp", regions = { 16 = 2, 17 = 1 } }
"""

# The same seed gives the same game on every machine and every Python, and in every version to come.
DIGESTS = {
    ("base_2p", "one"): "7e5ec0ffcc6b3c70",
    ("base_3p", "one"): "c37090ee3187534d",
    ("base_4p", "one"): "6c73005a626f1d86",
    ("base_5p", "one"): "a6819171fa8f0832",
    ("base_2p", "two"): "80f96715023f843c",
    ("base_5p", "two"): "7c655cdc6489b652",
}


def snapshot(game: Game) -> tuple[State, list[int], int, str, int]:
    return game.state.copy(), game.log.copy(), len(game.events), game.string, game.can_redo


# --- the same game everywhere -------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "seed"), DIGESTS)
def test_a_seeded_game_is_the_same_on_every_machine(board: str, seed: str) -> None:
    game = random_game(board, seed)
    assert game.over
    # As the first version wrote it, from which the numbers above are.
    told = f"swg1~{'-'.join(game.actions)}~{board}~base.1~all~all"
    digest = hashlib.blake2b(told.encode(), digest_size=8).hexdigest()
    assert digest == DIGESTS[board, seed], "the same seed now leads to another game"


def test_a_game_of_random_bots_is_reproducible() -> None:
    def game_of_bots() -> Game:
        game = Game(base_world("base_3p"), luck=Seeded("bots"))
        bots = [RandomBot(seat) for seat in range(3)]
        while not game.over:
            seat = game.state.seat
            game.play(bots[seat].choose(view(game.state, seat)), seat)
        return game

    one, two = game_of_bots(), game_of_bots()
    assert one.string == two.string
    assert one.winners == two.winners == winners(one.state)


def test_other_seeds_give_other_games() -> None:
    assert len({Game(base_world(), luck=Seeded(seed)).string for seed in range(20)}) == 20


def test_a_seed_may_be_a_number_or_its_string() -> None:
    assert Game(base_world(), luck=Seeded(7)).string == Game(base_world(), luck=Seeded("7")).string


def test_nobody_has_won_before_the_end() -> None:
    game = Game(base_world(), luck=Seeded(1))
    assert not game.over
    with pytest.raises(SmallWorldError, match="the game is not over"):
        _ = game.winners


# --- chance -------------------------------------------------------------------------------------------


def test_luck_settles_every_chance_step_by_itself() -> None:
    game = Game(base_world(), luck=Seeded(1))
    assert not game.state.is_chance
    assert [text.split(".")[0] for text in game.actions] == ["race", "power"] * 6
    game.play("p1")
    assert not game.state.is_chance
    assert [text.split(".")[0] for text in game.actions[12:]] == ["p1", "race", "power"]


def test_without_luck_chance_is_played_like_an_action() -> None:
    game = Game(base_world())
    assert game.state.is_chance
    assert "race.orcs" in game.legal
    game.play("race.orcs")
    game.play("power.flying")
    assert game.actions == ["race.orcs", "power.flying"]
    with pytest.raises(IllegalAction, match="can't happen"):
        game.play("race.orcs")


def test_a_script_decides_what_comes_up() -> None:
    game = Game(position(READY).world, luck=Scripted(["die.3"]), start=position(READY))
    game.play("c9")
    game.play("c10")
    target = next(text for text in game.legal if text.startswith("r"))
    game.play(target)
    assert game.actions[-1] == "die.3"


def test_a_script_that_runs_out_says_so() -> None:
    with pytest.raises(SmallWorldError, match="the script has no outcome left for <State base_2p"):
        Game(base_world(), luck=Scripted(["race.orcs"]))


def test_a_script_with_an_outcome_that_cannot_come_up_is_refused() -> None:
    with pytest.raises(SmallWorldError, match="cannot come up here"):
        Game(base_world(), luck=Scripted(["die.2"]))
    with pytest.raises(SmallWorldError, match="cannot come up here"):
        Game(base_world(), luck=Scripted(["race.orcs", "power.hill", "race.orcs"]))


# --- undo, redo and the wall ----------------------------------------------------------------------------


def test_undo_is_free_back_to_where_the_game_begins() -> None:
    game = Game(position(READY).world, start=position(READY))
    first = game.state.copy()
    states = []
    for action in ("c9", "c10", "e", "t4.1"):
        states.append(game.state.copy())
        game.play(action)
    assert game.wall == Wall(0, "start")
    assert game.can_undo == 4
    for action in ("t4.1", "e", "c10", "c9"):
        assert game.undo() == action
        assert game.state == states.pop()
    assert game.state == first
    assert (game.log, game.events, game.can_undo) == ([], [], 0)
    with pytest.raises(SmallWorldError, match="nothing to undo: the game begins here"):
        game.undo()
    with pytest.raises(SmallWorldError, match="nothing to undo: the game begins here"):
        game.undo(beyond_wall=True)


def test_the_wall_stands_after_a_drawn_combo() -> None:
    game = Game(base_world(), luck=Seeded(1))
    assert game.wall == Wall(12, "draw")
    game.play("p1")
    assert game.wall == Wall(15, "draw")
    assert game.can_undo == 0
    with pytest.raises(SmallWorldError, match="cannot undo further: a new combo was revealed"):
        game.undo()


def test_the_wall_stands_after_a_die() -> None:
    game = Game(position(READY).world, luck=Scripted(["die.0"]), start=position(READY))
    game.play("c9")
    game.play("c10")
    assert game.can_undo == 2
    game.play(next(text for text in game.legal if text.startswith("r")))
    assert game.wall == Wall(4, "die")
    assert game.can_undo == 0
    with pytest.raises(SmallWorldError, match="cannot undo further: a die was rolled"):
        game.undo()


def test_the_wall_stands_where_the_move_was_handed_on() -> None:
    game = Game(position(READY).world, start=position(READY))
    game.play("c9")
    game.play("e")
    game.play("t4.3")
    game.play("t9.2")
    assert game.state.seat == 1
    assert game.wall == Wall(4, "handover")
    assert game.can_undo == 0
    with pytest.raises(SmallWorldError, match="cannot undo further: another player moved"):
        game.undo()
    game.play("e")
    assert game.can_undo == 1
    assert game.undo() == "e"
    assert game.can_undo == 0


def test_the_wall_stands_where_a_victim_is_asked() -> None:
    game = Game(
        base_world(),
        start=position(
            """
            board = "base_2p"
            step = "ready"
            [players.A]
            active = { race = "orcs", power = "hill", hand = 9, regions = { 9 = 1 } }
            [players.B]
            active = { race = "elves", power = "swamp", regions = { 4 = 3, 16 = 1, 17 = 1 } }
            """
        ),
    )
    game.play("c4")
    game.play("e")
    game.play("t4.8")
    assert (game.state.seat, game.state.turn) == (1, 0)
    assert game.wall == Wall(3, "handover")


def test_the_end_is_a_wall() -> None:
    """It shows all coins."""
    start = position(READY.replace("step =", 'turn = "B"\nround = 10\nstep ='))
    game = Game(start.world, start=start)
    game.play("e")
    game.play("t16.1")
    assert game.over
    assert (game.can_undo, game.wall.reason) == (0, "end")
    assert game.undo(beyond_wall=True) == "t16.1"
    assert not game.over


@pytest.mark.parametrize("reason", ["start", "die", "draw", "handover", "end"])
def test_every_wall_says_why_it_stands(reason: str) -> None:
    assert str(Wall(3, reason)) == WALL_REASONS[reason]
    assert WALL_REASONS[reason].strip()


def test_all_walls_of_a_random_game_stand_behind_chance_or_a_handover() -> None:
    """Nothing on the free side of the wall is chance or a change of the seat that decides."""
    game = Game(base_world("base_3p"), luck=Seeded("walls"))
    seen = set()
    for _ in range(400):
        if game.over:
            break
        play_randomly(game, f"walls/{len(game.log)}", actions=1)
        wall = game.wall
        seen.add(wall.reason)
        positions = game.positions
        free = range(wall.position, len(game.log))
        assert all(not positions[number].is_chance for number in free)
        if free and not game.state.over:
            assert {positions[number].seat for number in free} == {game.state.seat}
        if wall.position:
            before = positions[wall.position - 1]
            if wall.reason in ("die", "draw"):
                assert before.is_chance
            else:
                assert not before.is_chance
                assert before.seat != positions[wall.position].seat
    assert {"draw", "handover"} <= seen


def test_undo_beyond_the_wall_takes_chance_back_with_the_decision() -> None:
    game = Game(base_world(), luck=Seeded(1))
    before = game.state.copy()
    game.play("p2")
    assert len(game.log) == 15
    assert game.undo(beyond_wall=True) == "p2"
    assert game.state == before
    assert len(game.log) == 12


def test_undo_beyond_the_wall_reaches_the_first_decision() -> None:
    game = random_game("base_2p", "one", actions=60)
    end = game.string
    while not all(map(is_chance, game.log)):
        game.undo(beyond_wall=True)
    assert (game.legal.step, game.legal.seat, game.state.round) == ("pick", 0, 1)
    with pytest.raises(SmallWorldError, match="the game begins here"):
        game.undo(beyond_wall=True)
    while game.can_redo:
        game.redo()
    assert game.string == end


def test_redo_brings_chance_back_as_it_was() -> None:
    game = Game(base_world(), luck=Seeded(1))
    game.play("p2")
    drawn, after = game.actions, game.state.copy()
    events = game.events.copy()
    game.undo(beyond_wall=True)
    assert game.redo() == "p2"
    assert (game.actions, game.state, game.events) == (drawn, after, events)
    with pytest.raises(SmallWorldError, match="nothing to redo"):
        game.redo()


def test_a_new_action_clears_what_could_be_redone() -> None:
    game = Game(position(READY).world, start=position(READY))
    game.play("c9")
    game.play("c10")
    game.undo()
    game.undo()
    assert game.can_redo == 2
    game.play("c9")
    assert game.can_redo == 0
    with pytest.raises(SmallWorldError, match="nothing to redo"):
        game.redo()


def test_a_refused_action_clears_nothing() -> None:
    game = Game(position(READY).world, start=position(READY))
    game.play("c9")
    game.undo()
    with pytest.raises(IllegalAction):
        game.play("c22")
    assert game.can_redo == 1
    assert game.redo() == "c9"


# --- playing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["c22", "c16", "p1", "t4.1", "die.2", "c4", "r9", "o1", "a9", "c9.dragon"])
def test_a_refused_action_leaves_game_and_log_as_they_were(action: str) -> None:
    game = Game(position(READY).world, start=position(READY))
    game.play("c9")
    before = snapshot(game)
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    assert snapshot(game) == before
    assert caught.value.action == action
    assert [reason.rule for reason in caught.value.reasons] == [d.rule for d in game.check(action)]
    assert all(fault.startswith(f"{action}: ") for fault in caught.value.faults)


def test_an_unreadable_action_leaves_game_and_log_as_they_were() -> None:
    game = Game(position(READY).world, start=position(READY))
    before = snapshot(game)
    with pytest.raises(NotationError):
        game.play("conquer 9")
    assert snapshot(game) == before


def test_the_wrong_seat_is_refused_and_the_right_one_may_play() -> None:
    game = Game(position(READY).world, start=position(READY))
    before = snapshot(game)
    with pytest.raises(IllegalAction, match="It's A's decision"):
        game.play("c9", seat=1)
    assert snapshot(game) == before
    game.play("c9", seat=0)
    assert game.actions == ["c9"]


def test_an_action_may_be_given_as_its_code() -> None:
    game = Game(position(READY).world, start=position(READY))
    game.play("c9")
    game.play(C_END)
    assert game.actions == ["c9", "e"]


def test_play_returns_what_happened_chance_included() -> None:
    game = Game(base_world(), luck=Seeded(1))
    kinds = [event.kind for event in game.play("p1")]
    assert kinds[0] == "picked"
    assert "mustered" in kinds
    assert kinds[-2:] == ["drawn_race", "drawn_badge"]


def test_events_and_positions_go_along_with_the_log() -> None:
    game = random_game("base_2p", "one", actions=50)
    assert len(game.events) == len(game.log)
    assert len(game.positions) == len(game.log) + 1
    assert game.positions[0] == new_state(base_world())
    assert game.positions[-1] == game.state


def test_a_game_does_not_change_the_position_it_started_from() -> None:
    start = position(READY)
    before = start.copy()
    play_randomly(Game(start.world, start=start, luck=Seeded(1)), "start", actions=40)
    assert start == before


def test_repr_shows_where_the_game_stands() -> None:
    game = Game(base_world(), luck=Seeded(1))
    assert repr(game) == "<Game 12 actions, <State base_2p: round 1 of 10, turn of seat A, pick>>"
    assert repr(game.legal) == "<Legal pick by A; pick: p1 p2 p3 p4 p5 p6>"


# --- strings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_game_survives_its_string(board: str) -> None:
    game = random_game(board, "one")
    again = Game.from_string(game.string, world_from_key)
    assert str(again) == str(game) == game.string
    assert again.positions == game.positions
    assert again.events == game.events
    assert again.winners == game.winners
    assert set(game.string) <= LINK_SAFE


def test_a_game_without_an_action_has_a_string() -> None:
    game = Game(base_world())
    assert game.string == "swg2~~base_2p.2.10~base.1~all~all~"
    assert Game.from_string(game.string, world_from_key).state == game.state


def test_a_game_from_a_position_carries_it_in_the_string() -> None:
    start = position(READY)
    game = play_randomly(Game(start.world, start=start, luck=Seeded(3)), "custom", actions=30)
    assert game.string.endswith("~" + position_string(start))
    again = Game.from_string(game.string, world_from_key)
    assert again.start == start
    assert again.positions == game.positions
    assert again.string == game.string


def test_a_whole_game_of_the_first_version_is_still_read() -> None:
    game = random_game("base_3p", "one")
    old = f"swg1~{'-'.join(game.actions)}~base_3p~base.1~all~all"
    again = Game.from_string(old, world_from_key)
    assert again.positions == game.positions
    assert again.string == game.string, "and written in the second"


def test_luck_goes_on_after_a_game_was_read() -> None:
    text = Game(base_world(), luck=Seeded(1)).string
    game = Game.from_string(text, world_from_key, luck=Seeded(2))
    game.play("p1")
    assert not game.state.is_chance
    assert len(game.log) == 15


def test_luck_finishes_a_chance_step_a_string_ends_at() -> None:
    game = Game.from_string(
        "swg2~race.orcs-power.hill-race.elves~base_2p.2.10~base.1~all~all~", world_from_key
    )
    assert game.state.is_chance
    settled = Game.from_string(game.string, world_from_key, luck=Seeded(2))
    assert not settled.state.is_chance
    assert settled.actions[:3] == ["race.orcs", "power.hill", "race.elves"]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "expected it to start with swg2, got ''"),
        ("swg3~~base_2p.2.10~base.1~all~all~", NotationError, "expected it to start with swg2, got 'swg3'"),
        ("sw2~x", NotationError, "expected it to start with swg2, got 'sw2'"),
        ("swg2", NotationError, "expected it to start with sw2"),
        ("swg2~", NotationError, "expected it to start with sw2"),
        ("swg2~p1~", NotationError, "expected it to start with sw2"),
        ("swg2~~base_2p.2.10~base.1~all", NotationError, "expected it to start with sw2"),
        ("swg2~~base_2p~base.1~all~all", NotationError, "expected it to start with sw2"),
        ("swg1~~base_2p~base.1~all", NotationError, r"first version \(swg1\) is read only from its beginning"),
        ("swg1~c9~sw1~base_2p~base.1~all~all~1.A.pick.~pick.A.~5.-5.~~~~~~~~-------", NotationError, r"first version \(swg1\) is read only from its beginning"),
        ("swg2~~base_9p.2.10~base.1~all~all~", PackError, "unknown board 'base_9p'"),
        ("swg2~~base_2p.2.10~base.9~all~all~", PackError, "version 9 is needed, version 1 is installed"),
        ("swg2~p1~base_2p.2.10~base.1~all~all~", NotationError, "action 1: p1: You can't do that now. The current step: draw"),
        ("swg2~race.orcs-ponder~base_2p.2.10~base.1~all~all~", NotationError, "action 2: cannot read the action 'ponder'"),
        ("swg2~race.orcs-~base_2p.2.10~base.1~all~all~", NotationError, "action 2: cannot read the action ''"),
        ("swg2~race.orcs-race.elves~base_2p.2.10~base.1~all~all~", NotationError, "action 2: race.elves: That can't happen here. Possible outcomes: power.alchemist, "),
    ],
)  # fmt: skip
def test_a_damaged_game_string_is_refused_with_the_place(
    text: str, error: type[SmallWorldError], message: str
) -> None:
    with pytest.raises(error, match=message):
        Game.from_string(text, world_from_key)


def test_an_illegal_action_in_a_string_names_the_position_before_it() -> None:
    game = random_game("base_2p", "one", actions=12)
    before = position_string(game.state)
    damaged = game.string.replace("~base_2p", "-c63~base_2p", 1)
    with pytest.raises(NotationError) as caught:
        Game.from_string(damaged, world_from_key)
    number = len(game.log) + 1
    assert caught.value.faults[0].startswith(f"action {number}: c63: ")
    assert caught.value.faults[-1] == f"at action {number}, {before}"


def test_an_impossible_start_is_refused() -> None:
    start = position_string(position(READY)).replace("orcs.A.hill.6", "orcs.A.hill.66")
    with pytest.raises(PositionError, match="only 10 exist"):
        Game.from_string(f"swg2~c9~{start}", world_from_key)


def test_kept_positions_share_what_a_move_leaves_alone() -> None:
    """And none of them changes afterwards, whatever is played, taken back and played again."""
    game, bot = Game(base_world("base_2p"), luck=Seeded(3)), RandomBot(4)
    said: list[str] = []
    for number in range(80):
        if game.over:
            break
        said[len(game.log) :] = []
        before = len(game.log)
        earlier = [position_string(state) for state in game.positions[len(said) : before + 1]]
        said += earlier
        game.play(bot.choose(view(game.state, game.state.seat)))
        if number % 7 == 6 and game.can_undo:
            game.undo()
    assert [position_string(state) for state in game.positions[: len(said)]] == said
    kept = game.positions[:-1]
    shared = sum(one.tray is other.tray for one, other in pairwise(kept))
    assert shared > len(kept) / 2
