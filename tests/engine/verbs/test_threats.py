"""Who could take a region: the engine's own answer, the same as if it were their turn."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.engine import Game, Seeded, State, Threat, events_for, state_from, threats
from smallworld.engine import actions as ac
from smallworld.engine.events import Event
from smallworld.engine.position import state as st
from smallworld.engine.position.setup import new_state
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import sample
from smallworld.engine.verbs.threats import threats_to
from smallworld.lab.worlds import one_each
from smallworld.packs import load_world


def position(a: dict[str, Any], b: dict[str, Any], board: str = "base_2p", **more: Any) -> State:
    world = load_world(board, packs=("base", "underground"))
    given = {"board": board, "turn": "A", "step": "conquer", "players": {"A": a, "B": b}, **more}
    return state_from(given, lambda _: world)


def test_no_discount_counts_against_those_who_admit_no_help() -> None:
    """The coach said 3 where the engine asks 4."""
    gnomes = {"active": {"race": "gnomes", "power": "royal", "regions": {12: 2}}}
    ogres = {"active": {"race": "ogres", "power": "wise", "regions": {8: 5}}}
    s = position(gnomes, ogres, "underground_2p")
    ogre = s.world.race_index("ogres")
    assert threats(s, 12) == [Threat(region=12, seat=1, race=ogre, bring=4, need=4)]
    s.tokens[12] = 3  # with a discount it would be enough
    assert threats(s, 12) == []


def test_against_others_the_discount_counts() -> None:
    drow = {"active": {"race": "drow", "power": "royal", "regions": {12: 2}}}
    ogres = {"active": {"race": "ogres", "power": "wise", "regions": {8: 5}}}
    assert [threat.need for threat in threats(position(drow, ogres, "underground_2p"), 12)] == [3]


def test_peace_and_wards_keep_others_off() -> None:
    orcs = {"active": {"race": "orcs", "power": "diplomat", "regions": {6: 1}}, "truce": "B"}
    trolls = {"active": {"race": "trolls", "power": "hill", "regions": {5: 8}}}
    assert threats(position(orcs, trolls), 6) == []
    del orcs["truce"]
    assert [threat.seat for threat in threats(position(orcs, trolls), 6)] == [1]
    halflings = {"active": {"race": "halflings", "power": "merchant", "regions": {6: 1}}}
    s = position(halflings, trolls, markers={"hole": {6: 1}})
    assert threats(s, 6) == []


def test_the_declined_who_act_are_a_threat_and_others_are_none() -> None:
    orcs = {"active": {"race": "orcs", "power": "hill", "regions": {6: 1}}}
    ghouls = {"declined": [{"race": "ghouls", "regions": {5: 5}}]}
    elves = {"declined": [{"race": "elves", "regions": {5: 1}}]}
    assert [threat.bring for threat in threats(position(orcs, ghouls), 6)] == [4]
    assert threats(position(orcs, elves), 6) == []


def test_a_special_way_counts_where_the_ordinary_one_is_too_dear() -> None:
    orcs = {"active": {"race": "orcs", "power": "hill", "regions": {6: 1}}}
    sorcerers = {"active": {"race": "sorcerers", "power": "royal", "regions": {5: 1}}}
    assert [threat.need for threat in threats(position(orcs, sorcerers), 6)] == [0]


@pytest.mark.parametrize("number", range(12))
def test_threats_are_what_can_be_conquered_when_the_turn_comes(number: int) -> None:
    """Whoever readies troops in a random game takes what was told, and nothing else, without the die."""
    world, luck, compared = one_each((2,))[number], Seeded(f"threats/{number}").random, 0
    s = new_state(world)
    everything = (1 << len(s.occ)) - 1
    while not s.over:
        if s.step == st.READY and s.turn < world.players and not s.stack:
            can = {
                code & 63
                for code in codes(s)
                if code >> ac.SHIFT == ac.CONQUER
                and (s.occ[code & 63] < 0 or s.owner[s.occ[code & 63]] != s.turn)
            }
            told = {threat.region for threat in threats_to(s, everything) if threat.race == s.acting}
            assert told >= can
            # What the die is rolled for anyway may be taken without luck.
            assert all(_rolls(s, region) for region in told - can)
            compared += 1
        legal = codes(s)
        play(s, sample(s, luck) if s.is_chance else legal[int(luck() * len(legal))])
    assert compared > 5


def _rolls(s: State, region: int) -> bool:
    return any(code >> ac.SHIFT == ac.ROLL and code & 63 == region and ac.way_of(code) for code in codes(s))


def test_asking_changes_nothing() -> None:
    game = Game(load_world("base_3p"), luck=Seeded(5))
    luck = Seeded("asking").random
    for _ in range(60):
        before = game.state.copy()
        threats_to(game.state, (1 << len(before.occ)) - 1)
        assert game.state == before
        game.play(game.legal[int(luck() * len(game.legal))])


def test_a_scoring_tells_each_coin_and_hides_it_from_others() -> None:
    game = Game(load_world("base_3p"), luck=Seeded(6))
    luck = Seeded("coins").random
    while not game.over:
        game.play(game.legal[int(luck() * len(game.legal))])
    scored: list[Event] = [event for events in game.events for event in events if event.kind == "scored"]
    assert len(scored) > 20
    for event in scored:
        assert event.receipt is not None
        assert sum(line.amount for line in event.lines) == event.amount == event.receipt.total
        assert {(line.label, line.kind) for line in event.lines} == {
            (term.label, term.kind) for term in event.receipt.terms
        }
        assert [seen.lines for seen in events_for([event], event.seat)] == [event.lines]
        assert [seen.lines for seen in events_for([event])] == [()]
