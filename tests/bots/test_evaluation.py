"""What bots make of a position: from what pieces do, never from what they are called."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from smallworld.bots import make_bot, planner
from smallworld.bots.evaluation import FEATURES, features, outlook, weights
from smallworld.bots.heuristics import TRAITS, ashore, late_coins, steady_coins, traits
from smallworld.bots.planner import TurnEvaluator, best_turn, conquests, good_turns
from smallworld.engine import Seeded, World, actions, new_state, state_from, view
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.steps.score import income
from smallworld.engine.turn.turn import codes, play
from smallworld.lab.arena import play_game
from smallworld.packs import load_world
from smallworld.packs.files import pack_from_file
from smallworld.packs.find import world_from_description


def position(**keys: Any) -> State:
    keys["players"].setdefault("B", {})
    return state_from({"board": "base_2p", "tribes": False, **keys}, world_from_description)


def ghouls_and(active: dict[str, Any], **keys: Any) -> State:
    """Ghouls in decline with tokens to spare, and an active race."""
    declined = [{"race": "ghouls", "regions": {5: 4, 6: 3}}]
    enemy = {"race": "trolls", "power": "swamp", "regions": {14: 2, 15: 3}}
    return position(players={"A": {"active": active, "declined": declined}, "B": {"active": enemy}}, **keys)


def test_coins_are_counted_as_the_engine_counts_them() -> None:
    state, luck, bot = new_state(load_world(players=3)), Seeded("coins"), make_bot("greedy")
    while not state.over:
        seat, number = state.turn, state.round
        action = luck.outcome(state) if state.is_chance else bot.choose(view(state, state.seat))
        assert isinstance(action, int)
        play(state, action)
        if (seat, number) != (state.turn, state.round):
            steady = sum(steady_coins(state, race) for race in state.races_of(seat))
            assert steady == income(state, seat)


def test_coins_that_come_once_or_for_conquests_are_not_steady() -> None:
    rich = {"race": "orcs", "power": "wealthy", "hand": 3, "regions": {5: 1, 6: 1}}
    state = position(players={"A": {"active": rich}}, step="conquer", conquered=[5, 6], nonempty=2)
    assert income(state, 0) == 2 + 2 + 7
    assert steady_coins(state, state.active[0]) == 2
    assert state.nonempty == 2


def test_an_army_in_decline_counts_as_an_army() -> None:
    """The same coins each turn; but one of the declined races goes on conquering."""
    active = {"race": "orcs", "power": "hill", "regions": {9: 3}}
    ghouls = ghouls_and(active)
    declined = [{"race": "ratmen", "regions": {5: 1, 6: 1}}]
    enemy = {"race": "trolls", "power": "swamp", "regions": {14: 2, 15: 3}}
    ratmen = position(players={"A": {"active": active, "declined": declined}, "B": {"active": enemy}})
    assert income(ghouls, 0) == income(ratmen, 0)
    for left in (2, 4, 6):
        assert outlook(ghouls, 0, left) > outlook(ratmen, 0, left) + 2


def test_a_declined_army_is_planned_with_what_the_active_race_does_then() -> None:
    start = ghouls_and({"race": "orcs", "power": "hill", "regions": {9: 5}})
    assert start.world.race_ids[start.acting] == "ghouls"
    alone = {tuple(plan.actions): plan.worth for plan in conquests(start, 4)}
    together = good_turns(start, 4)
    decline = [plan for plan in together if plan.actions == [actions.C_DECLINE]]
    assert [plan.worth for plan in decline] == [alone[actions.C_DECLINE,]]
    assert all(plan.worth >= alone[tuple(plan.actions)] for plan in together)
    assert max(together).worth > max(alone.values())


@pytest.mark.parametrize("doubt", [0.0, 100.0])
def test_a_region_is_left_if_its_token_takes_a_better_one(
    doubt: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last turn: a tribe is worth three coins and a token too dear, a region held is worth one."""
    monkeypatch.setattr(planner, "DOUBT", doubt)
    orcs = {"race": "orcs", "power": "pillaging", "hand": 2, "regions": {1: 1, 5: 1}}
    start = position(players={"A": {"active": orcs}}, round=10, step="ready", tribes=[6])
    plan = best_turn(start, 8)
    kinds = [action >> actions.SHIFT for action in plan.actions]
    assert (actions.ABANDON in kinds) == (doubt == 0.0), plan
    for action in plan.actions[:-1]:
        play(start, action)
    assert plan.actions[-1] in codes(start)


def test_pieces_nobody_has_seen_are_judged_by_what_they_do() -> None:
    world = load_world("base_2p", packs=["underground", "base"])
    found = {tuple(traits(world.combo(race, 0))) for race in range(len(world.races))}
    assert {len(row) for row in found} == {TRAITS}
    assert len(found) > 5


def test_what_must_be_left_again_is_no_gain() -> None:
    world = load_world(players=2, packs=["underground"])
    state, luck, bot, passed = new_state(world), Seeded("rivers"), make_bot("greedy"), 0
    while not state.over:
        judged = ashore(state)
        if judged is not state:
            passed += 1
            held, race = state.mask[state.acting], state.acting
            assert judged.mask[race] == held & ~(state.conquered & world.transit)
            assert judged.hand[race] > state.hand[race]
            assert TurnEvaluator(state).worth(state) == TurnEvaluator(judged).worth(judged)
        action = luck.outcome(state) if state.is_chance else bot.choose(view(state, state.seat))
        assert isinstance(action, int)
        play(state, action)
    assert passed


@pytest.mark.parametrize("spec", ["planner:beam=3", "search:ms=10,beam=3"])
def test_a_player_alone_can_play(spec: str) -> None:
    """Nobody to compare with: what counts is the coins."""
    base = load_world("base_2p")
    alone = World(replace(base.board, id="alone", players=1), base.packs)
    result = play_game(alone, [make_bot(spec, seed=1)], "alone")
    assert result.coins[0] > 50
    assert len(features(new_state(alone), 0)) == FEATURES


def peace_of(spec: str, players: dict[str, Any], seed: int) -> str:
    """Whom a bot with this seed chooses for a truce at the end of its turn."""
    state = state_from(
        {"board": f"base_{len(players)}p", "tribes": False, "players": players, "step": "conquer"},
        world_from_description,
    )
    play(state, actions.C_END)
    while state.step == st.REDEPLOY:
        play(state, codes(state)[0])
    assert state.step == st.QUESTION
    answer = make_bot(spec, seed).choose(view(state, 0))
    assert isinstance(answer, int)
    return "nobody" if answer == actions.C_END else "ABC"[(answer & 63) - 1]


BOTS = ["greedy", "planner:beam=2", "search:ms=1,beam=2"]


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize(("strong", "weak"), [("B", "C"), ("C", "B")])
def test_peace_is_made_with_the_one_who_could_attack(spec: str, strong: str, weak: str) -> None:
    """Whatever the seed: the answer is judged, not drawn by lot."""
    players = {
        "A": {"active": {"race": "orcs", "power": "diplomat", "regions": {2: 2, 3: 1, 8: 1}}},
        strong: {"active": {"race": "ratmen", "power": "hill", "regions": {9: 8, 10: 4}}},
        weak: {"active": {"race": "elves", "power": "forest", "regions": {27: 2}}},
    }
    assert {peace_of(spec, dict(sorted(players.items())), seed) for seed in range(6)} == {strong}


@pytest.mark.parametrize("spec", BOTS)
def test_nobody_refuses_a_truce_that_costs_nothing(spec: str) -> None:
    """Even where no region is in danger now."""
    players = {
        "A": {"active": {"race": "orcs", "power": "diplomat", "regions": {3: 2, 4: 2}}},
        "B": {"active": {"race": "elves", "power": "forest", "regions": {20: 1}}},
    }
    assert {peace_of(spec, players, seed) for seed in range(6)} == {"B"}


LATE = """
id = "late"
version = 1

[power.rentier]
tokens = 4
texts.en = { name = "Rentier", text = "Two coins a turn in decline." }

[[power.rentier.effects]]
kind = "coins"
amount = 2
life = "declined"

[power.idle]
tokens = 4
texts.en = { name = "Idle", text = "Nothing." }
"""


def test_bids_see_coins_that_come_in_decline(tmp_path: Path) -> None:
    """Also of a power that no fit has seen; near the end they come too late."""
    (tmp_path / "late.toml").write_text(LATE, encoding="utf-8")
    world = load_world("base_2p", packs=["base", pack_from_file(tmp_path / "late.toml")])
    race, rentier, idle = world.race_index("orcs"), world.power_index("rentier"), world.power_index("idle")
    gained = [
        weights(world, left).extra(race, rentier) - weights(world, left).extra(race, idle)
        for left in range(9)
    ]
    assert gained[0] == gained[3] == 0
    assert 1 < gained[4] < gained[6]
    assert late_coins(world.combo(race, rentier), ()) == 2
    assert late_coins(world.combo(race, rentier), ["power.rentier"]) == 0


def test_coins_in_decline_that_a_fit_has_seen_are_not_counted_twice() -> None:
    world = load_world("base_2p")
    fitted = weights(world, 6)
    assert late_coins(world.combo(world.race_index("dwarves"), 0), ()) > 0
    assert late_coins(world.combo(world.race_index("dwarves"), 0), fitted.known) == 0


def test_what_a_rival_holds_counts_while_its_turn_is_still_to_come() -> None:
    """The last round: the first to move may still take something from the second, but not the reverse."""

    def at(mine: str, other: str, regions: dict[int, int]) -> State:
        sides = {mine: {"active": {"race": "orcs", "power": "hill", "regions": {5: 2}}}}
        sides[other] = {"active": {"race": "elves", "power": "forest", "regions": regions}}
        return position(players=dict(sorted(sides.items())), round=10)

    few, many = {9: 2, 10: 2}, {9: 2, 10: 2, 14: 2, 15: 2}
    assert outlook(at("A", "B", few), 0, 0) > outlook(at("A", "B", many), 0, 0) + 0.5
    assert outlook(at("B", "A", few), 1, 0) == outlook(at("B", "A", many), 1, 0) == 0


def test_a_rival_with_a_turn_to_come_counts_more() -> None:
    elves = {"active": {"race": "elves", "power": "forest", "regions": {9: 2, 10: 2, 14: 2, 15: 2}}}
    orcs = {"active": {"race": "orcs", "power": "hill", "regions": {5: 2}}}
    first = outlook(position(players={"A": orcs, "B": elves}), 0, 2)
    second = outlook(position(players={"A": elves, "B": orcs}), 1, 2)
    assert first < second
