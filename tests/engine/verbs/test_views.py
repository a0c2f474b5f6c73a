"""What a seat may not see is not in its view: the others' coins, what will be drawn, the dice to come."""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from smallworld.engine import (
    SPECTATOR,
    Drawn,
    Event,
    Game,
    Legal,
    Scripted,
    Seeded,
    State,
    View,
    World,
    events_for,
    legal,
    position_string,
    view,
)
from smallworld.engine.verbs.receipt_types import Receipt, Term
from smallworld.engine.world.world import BANNERS, NONE

from ..tools import BOARDS, base_world, play_randomly, position, random_game, sampled_states


def seats_and_spectator(state: State) -> range:
    return range(SPECTATOR, len(state.coins))


def with_other_coins(state: State, seat: int, amounts: list[int]) -> State:
    """The same position as far as the seat may know."""
    other = state.copy()
    other.coins = [
        coins if owner == seat else amounts[owner % len(amounts)] for owner, coins in enumerate(state.coins)
    ]
    return other


def assert_equal_views(one: View, two: View) -> None:
    assert str(one) == str(two)
    assert one.state == two.state
    assert (one.legal is None) == (two.legal is None)
    if one.legal is not None and two.legal is not None:
        assert list(one.legal) == list(two.legal)
        assert repr(one.legal) == repr(two.legal)
        assert vars(one.legal) == vars(two.legal)


# --- coins --------------------------------------------------------------------------------------------


@settings(derandomize=True, database=None, deadline=None, max_examples=200)
@given(
    some.sampled_from(BOARDS),
    some.integers(0, 39),
    some.integers(SPECTATOR, 4),
    some.lists(some.integers(0, 200), min_size=1, max_size=5),
)
def test_changing_only_what_is_hidden_changes_nothing_in_a_view(
    board: str, number: int, seat: int, amounts: list[int]
) -> None:
    state = sampled_states(board)[number]
    if state.over or seat >= len(state.coins):
        return
    assert_equal_views(view(state, seat), view(with_other_coins(state, seat, amounts), seat))


def test_what_the_decider_may_pick_follows_his_own_coins_only() -> None:
    state = position('board = "base_2p"\n[players.A]\ncoins = 2\n[players.B]\ncoins = 9\n')
    mine = view(state, 0)
    assert mine.legal is not None
    assert list(mine.legal) == ["p1", "p2", "p3"]
    rich = with_other_coins(state, 0, [0, 1000])
    assert_equal_views(mine, view(rich, 0))


@pytest.mark.parametrize("board", BOARDS)
def test_a_seat_sees_its_own_coins_and_no_others(board: str) -> None:
    for state in sampled_states(board, 15)[:-1]:
        for seat in seats_and_spectator(state):
            seen = view(state, seat).state.coins
            assert seen == [coins if owner == seat else NONE for owner, coins in enumerate(state.coins)]


@pytest.mark.parametrize("board", BOARDS)
def test_everything_is_visible_at_the_end(board: str) -> None:
    game = random_game(board, "views")
    assert game.over
    for seat in seats_and_spectator(game.state):
        end = view(game.state, seat)
        assert end.state == game.state
        assert str(end) == position_string(game.state)
        assert end.legal is None


def test_everything_but_coins_is_in_every_view() -> None:
    for state in sampled_states("base_3p", 15):
        for seat in seats_and_spectator(state):
            seen = view(state, seat).state
            for name in State.__slots__:
                if name != "coins":
                    assert getattr(seen, name) == getattr(state, name), name


def test_a_view_is_cut_from_a_copy() -> None:
    for state in sampled_states("base_2p", 8):
        before = state.copy()
        seen = view(state, 0)
        seen.state.coins[0] = 99
        seen.state.tokens[3] = 99
        seen.state.markers.append(3)
        assert state == before


# --- what can be done ---------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_only_the_decider_is_told_what_is_legal(board: str) -> None:
    deciders = set()
    for state in sampled_states(board):
        for seat in seats_and_spectator(state):
            mine = view(state, seat)
            assert mine.seat == seat
            if seat == state.seat and seat != SPECTATOR:
                assert isinstance(mine.legal, Legal)
                assert list(mine.legal) == list(legal(state))
                deciders.add(seat)
            else:
                assert mine.legal is None
    assert len(deciders) == len(sampled_states(board)[0].coins)


def test_nobody_is_told_anything_at_a_chance_step() -> None:
    state = Game(base_world()).state
    assert state.is_chance
    for seat in seats_and_spectator(state):
        assert view(state, seat).legal is None


def test_a_victim_is_asked_in_the_turn_of_another() -> None:
    state = position(
        """
        board = "base_2p"
        step = "conquer"
        [players.A]
        active = { race = "orcs", power = "hill", hand = 9, regions = { 9 = 1 } }
        [players.B]
        active = { race = "elves", power = "swamp", regions = { 4 = 3, 16 = 1, 17 = 1 } }
        """
    )
    game = Game(state.world, start=state)
    for action in ("c4", "e", "t4.8"):
        game.play(action)
    assert game.state.turn == 0
    assert view(game.state, 0).legal is None
    victims = view(game.state, 1).legal
    assert victims is not None
    assert set(victims) == {"t16.1", "t16.2", "t16.3", "t17.1", "t17.2", "t17.3"}


# --- events -------------------------------------------------------------------------------------------


def test_what_others_score_is_cut_and_nothing_else() -> None:
    receipt = Receipt(4, (Term(4, "regions"),))
    events = [
        Event("turn", seat=0, amount=1),
        Event("conquered", seat=0, region=4, race=1, amount=2, receipt=receipt),
        Event("scored", seat=0, amount=4, receipt=receipt),
        Event("gained", seat=0, amount=7),
        Event("scored", seat=1, amount=4, receipt=receipt),
        Event("gained", seat=1, amount=7),
    ]
    cut = [Event("scored", seat=0), Event("gained", seat=0), Event("scored", seat=1), Event("gained", seat=1)]
    assert events_for(events, 0) == [*events[:4], *cut[2:]]
    assert events_for(events, 1) == [*events[:2], *cut[:2], *events[4:]]
    assert events_for(events) == events_for(tuple(events), SPECTATOR) == [*events[:2], *cut]


@pytest.mark.parametrize("board", BOARDS)
def test_no_event_of_a_game_tells_a_seat_what_another_scored(board: str) -> None:
    game = random_game(board, "views")
    everything = [event for events in game.events for event in events]
    scored = [event for event in everything if event.kind == "scored"]
    assert len(scored) == game.world.players * game.world.rounds
    for seat in seats_and_spectator(game.state):
        shown = events_for(everything, seat)
        assert len(shown) == len(everything)
        for event, real in zip(shown, everything, strict=True):
            if real.kind in ("scored", "gained") and real.seat != seat:
                assert (event.amount, event.receipt) == (NONE, None)
                assert event.seat == real.seat
            else:
                assert event == real


# --- what is not even there -----------------------------------------------------------------------------


def reachable(root: object) -> Iterator[tuple[str, object]]:
    """Everything a holder of an object can get at by attributes and items, with the way to it.

    Classes, functions and modules are where it ends: they are the program, the same for every game.
    """
    seen: set[int] = set()
    todo: list[tuple[str, object]] = [("view", root)]
    while todo:
        path, thing = todo.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        yield path, thing
        if isinstance(thing, type | types.FunctionType | types.BuiltinFunctionType | types.ModuleType):
            continue
        if isinstance(thing, types.MethodType):
            todo.append((f"{path}.__self__", thing.__self__))
        if isinstance(thing, dict):
            todo += [(f"{path}[{key!r}]", value) for key, value in thing.items()]
            todo += [(f"{path}.key", key) for key in thing]
        elif isinstance(thing, list | tuple | set | frozenset):
            todo += [(f"{path}[]", item) for item in thing]
        else:
            names = set(getattr(thing, "__dict__", ()))
            for cls in type(thing).__mro__:
                slots = cls.__dict__.get("__slots__", ())
                names |= {slots} if isinstance(slots, str) else set(slots)
            if is_dataclass(thing):
                names |= {field.name for field in fields(thing)}
            todo += [(f"{path}.{name}", getattr(thing, name, None)) for name in names]


def test_the_walk_would_find_luck_if_it_were_there() -> None:
    game = Game(base_world(), luck=Seeded("secret"))
    found = [path for path, thing in reachable(game) if isinstance(thing, Seeded)]
    assert found == ["view.luck"]


@pytest.mark.parametrize("board", BOARDS)
def test_no_luck_no_game_and_no_future_can_be_reached_from_a_view(board: str) -> None:
    game = play_randomly(Game(base_world(board), luck=Seeded("the secret seed")), "views", actions=25)
    for seat in seats_and_spectator(game.state):
        mine = view(game.state, seat)
        states = []
        for path, thing in reachable(mine):
            assert not isinstance(thing, Seeded | Drawn | Scripted | Game), path
            if isinstance(thing, str):
                assert "secret" not in thing, path
            if isinstance(thing, State):
                states.append(thing)
        assert states == [mine.state], "the uncut position must not hang on the view"


def test_the_stacks_have_no_order_in_a_view() -> None:
    """What is unseen is a set (a mask); the only ordered piles are the open column and what came back."""
    game = play_randomly(Game(base_world("base_4p"), luck=Seeded("stacks")), "stacks", actions=30)
    seen = view(game.state, 0).state
    unseen = {race for race in range(len(seen.world.races)) if seen.unseen[BANNERS] >> race & 1}
    assert unseen
    assert len(seen.unseen) == len(seen.world.decks)
    assert all(isinstance(mask, int) for mask in seen.unseen)
    for name in ("col_race", "returned"):
        assert not unseen & set(getattr(seen, name))


@pytest.mark.parametrize("board", BOARDS)
def test_the_same_history_gives_the_same_views_whatever_luck_comes(board: str) -> None:
    world = base_world(board)
    past = play_randomly(Game(world, luck=Seeded("past")), "past", actions=20)
    one = Game.replay(world, past.actions, luck=Seeded("one"))
    two = Game.replay(world, past.actions, luck=Seeded("two"))
    for seat in seats_and_spectator(past.state):
        assert_equal_views(view(one.state, seat), view(two.state, seat))
    for game in (one, two):
        play_randomly(game, "future", actions=60)
    assert one.string != two.string, "their futures differ, so the views above had nothing of it"


def test_a_view_of_a_state_is_the_same_before_and_after_asking_luck() -> None:
    luck = Seeded("asked")
    state = Game(base_world()).state
    before = view(state, 0)
    luck.outcome(state)
    assert_equal_views(before, view(state, 0))


def test_a_world_belongs_to_everybody_and_holds_nothing_of_a_game() -> None:
    """Views share the world; playing must leave no trace in it beyond what boards and pieces say."""
    world = base_world("base_3p")
    random_game("base_3p", "trace")
    for path, thing in reachable(world):
        assert not isinstance(thing, State | Seeded | Game), path
    assert isinstance(world, World)
