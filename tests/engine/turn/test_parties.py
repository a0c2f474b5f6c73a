"""Parties: natives with a seat, a purse and a rule for their moves, whatever pack brings them."""

from __future__ import annotations

import pytest

from smallworld.engine import (
    Game,
    PackError,
    Seeded,
    SmallWorldError,
    State,
    World,
    asked,
    check,
    events_for,
    legal,
    new_state,
    position_string,
    state_from,
    view,
    winners,
)
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.turn.gates import gates
from smallworld.engine.turn.steps.party_order import next_targets
from smallworld.lab.fuzz import fuzz_game
from smallworld.packs import find_packs, load_world, world_from_description
from smallworld.packs.base import pack as BASE
from tests.case_worlds import case_world
from tests.engine import party_brew
from tests.engine.tools import play_randomly


def crusade(players: int = 1, **options: str) -> World:
    return load_world(players=players, packs=["base", "crusade"], options=options)


def at(world: World, active: dict[str, object] | None = None, **more: object) -> State:
    players = {"A": {"active": active} if active else {}}
    if world.players == 2:
        players["B"] = {}
    given = {"board": world.board.id, "step": "conquer" if active else "start", "players": players, **more}
    return state_from(given, lambda _: world)


# --- the world ----------------------------------------------------------------------------------------------


def test_a_party_has_a_seat_a_purse_and_its_natives() -> None:
    world = party_brew.world()
    state = new_state(world)
    assert (world.players, world.seats, world.rounds) == (1, 2, 4)
    assert state.coins == [5, 2]
    assert state.active[1] == world.party_race == world.race_index("lost_tribes")
    assert state.is_active(world.party_race)
    assert state.tray[world.party_race] == 3
    by_rule = [(absent.piece.id, absent.rule) for absent in world.left_out if absent.rule is not None]
    assert by_rule == [("wealthy", party_brew.Gang)]
    assert party_brew.world(gangsters="9").supply[world.party_race] == 9


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: World(party_brew.board(4), [BASE, party_brew.pack]),
            "is for 1 or 2 players, got 3",
        ),
        (
            lambda: World(party_brew.board(4), [BASE, party_brew.pack], players=2),
            "2 players need a board for 3, and row_4 is for 4",
        ),
        (
            lambda: World(party_brew.board(2, natives=0), [BASE, party_brew.pack]),
            "no natives stand on board row_2",
        ),
        (
            lambda: World(party_brew.board(2), [BASE, party_brew.pack, find_packs()["crusade"]]),
            "only one of these can move the natives: gang, lost_tribes_crusade",
        ),
        (lambda: crusade(tribes="41"), "option tribes: expected a whole number from 1 to 40, got '41'"),
        (lambda: crusade(tribes="none"), "option tribes: expected a whole number from 1 to 40, got 'none'"),
        (lambda: crusade(3), "expected 1 to 2 players, got 3"),
        (lambda: load_world("base_5p", packs=["base", "crusade"]), "is for 1 or 2 players, got 4"),
        (
            lambda: load_world("base_2p", players=2, packs=["base", "crusade"]),
            "board base_2p is for 1 players beside lost_tribes_crusade, not 2",
        ),
    ],
)
def test_what_makes_no_sense_together_is_refused_with_a_sentence(make: object, said: str) -> None:
    with pytest.raises(PackError) as caught:
        make()  # type: ignore[operator]
    assert any(said in fault for fault in caught.value.faults), caught.value.faults


def test_the_key_of_a_world_names_party_and_tokens() -> None:
    text = position_string(new_state(crusade(tribes="17")))
    assert "~base_2p.1.9~base.1-crusade.1~all~all~tribes.17~" in text


def test_turns_follow_whoever_leads() -> None:
    assert crusade().orders[1:4] == [(0, 1)] * 3
    assert crusade(2).orders[1:4] == [(0, 1, 2), (0, 2, 1), (0, 1, 2)]


# --- their turn ---------------------------------------------------------------------------------------------


def test_an_order_that_leaves_one_target_is_played_by_itself() -> None:
    world = party_brew.world()
    state = at(
        world,
        {"race": "orcs", "power": "hill", "regions": {3: 1, 6: 1}},
        party={"coins": 2, "regions": {5: 1}},
        tribes=[],
    )
    game = Game(world, start=state)
    events = game.play("e")
    aimed = [event for event in events if event.kind == "aimed"]
    assert (aimed[0].region, aimed[0].amount) == (6, 3)
    assert aimed[0].why is not None
    assert [(stage.rule, stage.best, stage.regions) for stage in aimed[0].why.stages] == [("rich", 1, (6,))]
    assert game.state.turn == 0
    assert game.state.coins[1] == 2 + 2 + 1


def test_every_choice_has_its_event_before_its_conquest_with_a_receipt() -> None:
    game = play_randomly(Game(crusade(), luck=Seeded("receipts")), "receipts")
    chosen = 0
    for events in game.events:
        for number, event in enumerate(events):
            if event.kind == "aimed":
                chosen += 1
                follows = events[number + 1]
                assert follows.kind in ("conquered", "attempt")
                assert event.why is not None
                assert event.region in event.why.stages[-1].regions
                assert event.why.cost == event.amount
                if follows.kind == "conquered":
                    assert follows.receipt is not None
                    assert follows.receipt.adds_up
                    assert follows.region == event.region
                    assert follows.receipt.total == event.why.cost
    assert chosen > 8


def test_who_chose_stands_in_the_reason() -> None:
    state = at(
        crusade(tribes="3"),
        {"race": "orcs", "power": "alchemist", "regions": {4: 1}},
        party={"regions": {16: 1}},
    )
    game = Game(state.world, start=state)
    game.play("e")
    assert (asked(game.state).step, game.state.seat, game.state.turn) == ("conquer", 0, 1)
    assert list(legal(game.state)) == ["c11", "c17"]
    (event,) = [event for event in game.play("c17") if event.kind == "aimed"]
    assert event.why is not None
    assert event.why.chosen_by == 0


def test_a_region_out_of_order_is_refused_in_the_words_of_the_party() -> None:
    state = at(
        crusade(tribes="4"),
        {"race": "orcs", "power": "alchemist", "regions": {13: 1}},
        party={"regions": {19: 1}},
    )
    game = Game(state.world, start=state)
    game.play("e")
    (reason,) = check(game.state, "c13")
    assert (reason.rule, reason.facts["here"], reason.facts["best"]) == ("cheapest", 3, 2)
    assert "{" not in str(reason)
    assert str(reason) == f"{reason.sentence} {reason.remedy}"
    assert [r.rule for r in check(game.state, "e")] == ["must_choose"]


def party_refusals() -> dict[str, tuple[State, str]]:
    """A position and an action for each rule of the engine that only a party meets."""
    rivals = at(
        crusade(2, tribes="5"),
        {"race": "orcs", "power": "alchemist", "regions": {18: 1}},
        party={"regions": {24: 1, 12: 1}},
    )
    below = load_world(players=1, packs=["underground", "crusade"], options={"tribes": "4"})
    walled = at(
        below,
        {"race": "ogres", "power": "mystic", "regions": {7: 3, 8: 3}},
        party={"regions": {1: 1, 20: 1}},
    )
    across = at(
        below,
        {"race": "ogres", "power": "muddy", "regions": {12: 4, 19: 4}},
        party={"regions": {20: 1}},
    )
    sailing = state_from(
        {
            "board": "bend_2p",
            "packs": ["base", "river", "crusade"],
            "options": {"tribes": "3"},
            "step": "conquer",
            "party": {"regions": {6: 1}},
            "players": {
                "A": {"active": {"race": "elves", "power": "spirit", "regions": {5: 2, 13: 2, 16: 2, 17: 1}}}
            },
        },
        case_world,
    )
    found = {}
    for rule, start, actions, tried in (
        ("nearer", sailing, "e t5.3", "c13.caravel"),
        ("spared", rivals, "e", "c18"),
        ("passage", walled, "e t7.2 t8.2", "c2"),
        ("way_first", across, "e t12.3 t19.3", "c25"),
    ):
        game = Game(start.world, start=start)
        for action in actions.split():
            game.play(action)
        found[rule] = (game.state, tried)
    return found


@pytest.mark.parametrize("rule", ["spared", "passage", "way_first", "nearer"])
def test_the_rules_of_parties_refuse_and_say_so(rule: str) -> None:
    state, action = party_refusals()[rule]
    assert [reason.rule for reason in check(state, action)] == [rule]


def test_the_gate_of_parties_shuts_the_leaders_land() -> None:
    state, _ = party_refusals()["spared"]
    (gate,) = [gate for gate in gates(state) if gate.rule == "spared"]
    assert gate.shut(state, None) == 1 << 18
    assert not broken_laws(state)


def test_a_party_is_never_asked_and_never_sits_in_a_chair() -> None:
    for players in (1, 2):
        game = Game(crusade(players), luck=Seeded("asked"))
        while not game.over:
            assert game.state.seat in range(players)
            game.play(sorted(game.legal)[-1])


# --- chance, views, the end ---------------------------------------------------------------------------------


def test_a_question_may_be_put_to_the_die() -> None:
    world = party_brew.world()
    state = at(world, None, round=3, party={"coins": 0})
    assert (asked(state).step, asked(state).question.id) == ("die", "storm")  # type: ignore[union-attr]
    assert not broken_laws(state)
    game = Game(world, start=state)
    gone = state.column[2]
    events = game.play("die.2")
    assert [event.kind for event in events][:2] == ["rolled", "swept"]
    assert gone[1] in [world.race_ids[race] for race in game.state.returned]


def test_a_purse_without_a_person_is_open() -> None:
    game = play_randomly(Game(crusade(2), luck=Seeded("open")), "open", 60)
    coins = game.state.coins
    assert view(game.state, 0).state.coins == [coins[0], -1, coins[2]]
    earned = [event for events in game.events for event in events_for(events, 0) if event.kind == "earned"]
    assert earned
    assert all(event.amount >= 0 and event.seat == 2 for event in earned)


def test_a_party_wins_a_tie() -> None:
    state = at(
        crusade(tribes="1"),
        {"race": "orcs", "power": "alchemist", "regions": {4: 1}},
        round=9,
        party={"coins": 7, "regions": {16: 1}},
    )
    game = Game(state.world, start=state)
    game.play("e")
    assert game.state.coins == [8, 8]
    assert winners(game.state) == (1,)


@pytest.mark.parametrize(
    ("coins", "tokens", "following"),
    [
        ([50, 40], "", "15"),
        ([40, 40], "", "13"),
        ([30, 40], "15", ""),
        ([60, 50, 40], "", "15"),
        ([60, 40, 40], "", ""),
        ([50, 60, 60], "", "13"),
        ([60, 30, 40], "16", "16"),
        ([1, 9], "1", "1"),
        ([9, 1], "40", "40"),
    ],
)
def test_the_next_game_follows_from_the_result(coins: list[int], tokens: str, following: str) -> None:
    party = crusade().party
    assert party is not None
    options = {"tribes": tokens} if tokens else {}
    assert party.next_options(coins, options) == ({"tribes": following} if following else {})


# --- seeing it coming ---------------------------------------------------------------------------------------


def test_what_they_would_do_now_is_foreseen_and_changes_nothing() -> None:
    state = at(
        crusade(tribes="4"),
        {"race": "orcs", "power": "hill", "regions": {11: 1, 17: 1}},
        party={"regions": {16: 1}},
    )
    before = state.copy()
    left, stages = next_targets(state)
    assert state == before
    assert [target.region for target in left] == [17]
    assert [stage.rule for stage in stages] == ["cheapest", "worth"]
    assert next_targets(new_state(load_world(players=2))) == ([], ())


# --- games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2])
def test_games_with_any_party_keep_all_laws(players: int) -> None:
    for number in range(6):
        _, failure = fuzz_game(party_brew.world(players), f"gang/{players}/{number}", share=2)
        assert failure is None, failure


def test_a_game_with_a_party_survives_its_string() -> None:
    from smallworld.packs import world_from_key

    game = play_randomly(Game(crusade(2), luck=Seeded("string")), "string")
    again = Game.from_string(game.string, world_from_key)
    assert again.state == game.state
    assert again.events == game.events


def test_a_description_without_a_party_may_not_speak_of_one() -> None:
    with pytest.raises(SmallWorldError, match="party: unknown key 'coins'; expected one of: none"):
        state_from(
            {"board": "base_2p", "players": {"A": {}, "B": {}}, "party": {"coins": 3}}, world_from_description
        )


# --- undo -------------------------------------------------------------------------------------------------


def test_their_turn_is_a_wall_though_the_same_person_decides() -> None:
    """Alone one decides before, in and after their turn; what they did is not taken back."""
    mine = {"race": "orcs", "power": "alchemist", "hand": 2, "regions": {13: 1}}
    start = at(crusade(tribes="3"), mine, party={"regions": {19: 1}})
    game = Game(start.world, start=start)
    game.play("c14")
    assert game.can_undo == 1
    game.play("t14.1")
    assert (game.state.turn, game.state.seat) == (1, 0)  # they are at it, and leave a tie
    assert (game.can_undo, game.wall.reason) == (0, "handover")
    game.play("c18")
    assert (game.state.turn, game.state.round) == (0, 3)
    assert game.can_undo == 1  # one's own choice for them can be made again


def test_a_turn_in_which_they_ask_nothing_is_a_wall_as_well() -> None:
    mine: dict[str, object] = {"race": "orcs", "power": "alchemist", "regions": {13: 1}}
    start = at(crusade(tribes="1"), mine, party={"regions": {3: 1}})
    game = Game(start.world, start=start)
    game.play("e")
    assert (game.state.turn, game.state.round) == (0, 3)
    assert (game.can_undo, game.wall.reason) == (0, "handover")
    assert game.undo(beyond_wall=True) == "e"
