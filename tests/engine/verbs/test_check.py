# ruff: noqa: E501  a row of a table stays on one line
"""Why not: every rule that refuses something, all reasons at once, and asking that changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from smallworld.engine import (
    Game,
    IllegalAction,
    Seeded,
    SmallWorldError,
    State,
    apply,
    check,
    legal,
    state_from,
)
from smallworld.engine import actions as ac
from smallworld.engine.actions import code, is_chance
from smallworld.engine.laws.laws import candidate_actions
from smallworld.engine.notation.strings import SEATS, action_string
from smallworld.engine.verbs.denials import ADVICE, RULES, Denial
from smallworld.engine.verbs.reasons import denials
from smallworld.packs import find_packs, world_from_description

from ..tools import BOARDS, base_world, random_game, sampled_states
from ..turn.test_parties import party_refusals
from ..workshop import workshop_world

# Rules with a sentence that no position can bring about: a player without an active race is asked to
# pick and nothing else, and a marker of which none is left is never asked for.


def race(name: str, power: str, hand: int = 0, **regions: int) -> dict[str, Any]:
    """`race("orcs", "hill", 3, r4=1)`"""
    return {"race": name, "power": power, "hand": hand, "regions": {k[1:]: n for k, n in regions.items()}}


def at(
    a: dict[str, Any] | None,
    b: dict[str, Any] | None = None,
    *,
    do: str = "",
    step: str = "ready",
    **more: Any,
) -> State:
    """A position of two players, and what is played from it."""
    players = {seat: {"active": row} if row else {} for seat, row in (("A", a), ("B", b))}
    for seat in "AB":
        players[seat].update(more.pop(f"player_{seat}", {}))
    state = state_from({"board": "base_2p", "players": players, "step": step, **more}, world_from_description)
    for action in do.split():
        state = apply(state, action).state
    return state


ORCS = race("orcs", "hill", 5, r4=1)
ELVES = race("elves", "swamp", 0, r9=1)
STOPPED = race("amazons", "hill", 0, r4=1, r9=1)


def three_players(*, b: dict[str, Any] | None = None, **more: Any) -> State:
    """A diplomat at the end of a turn."""
    players = {
        "A": {"active": race("orcs", "diplomat", 0, r2=3)},
        "B": b or {"active": race("elves", "hill", 0, r4=1)},
        "C": {"active": race("humans", "swamp", 0, r6=1)},
    }
    return state_from(
        {"board": "base_3p", "players": players, "step": "redeploy", **more}, world_from_description
    )


def grid(a: dict[str, Any], b: dict[str, Any] | None = None, *, do: str = "", **more: Any) -> State:
    """The same on the board of the homebrew packs."""
    players = {seat: {"active": row} if row else {} for seat, row in (("A", a), ("B", b))}
    for seat in "AB":
        players[seat].update(more.pop(f"player_{seat}", {}))
    state = state_from(
        {"board": "grid_2p", "players": players, "step": "ready", **more}, lambda _: workshop_world()
    )
    for action in do.split():
        state = apply(state, action).state
    return state


def first_den() -> State:
    """The game begins, and somebody must say where the bears live."""
    return Game(workshop_world(), luck=Seeded(1)).state


ANTS = race("ants", "ageless", 9, r0=1)
HANDY = race("ants", "handy", 9, r0=1)
LONE = race("ants", "weary", 1, r0=1)
FIERY = race("ants", "fiery", 5, r0=1)
FOXES = race("foxes", "weary", 0, r1=2, r3=1)


def finished() -> State:
    return random_game("base_2p", "one").state


# rule, position, action, and exactly the rules that refuse it
EXAMPLES: list[tuple[str, State, str, Sequence[str]]] = [
    ("step", at(ORCS), "t4.1", ["step"]),
    ("step", at(ORCS), "p1", ["step"]),
    ("step", at(ORCS), "die.2", ["step"]),
    ("over", finished(), "c9", ["over"]),
    ("over", finished(), "e", ["over"]),
    ("no_region", at(ORCS), "c30", ["no_region"]),
    ("no_region", at(ORCS), "a23", ["no_region"]),
    ("own", at(ORCS), "c4", ["own"]),
    ("terrain", at(race("orcs", "hill", 5, r1=1)), "c0", ["terrain"]),
    ("reach", at(ORCS), "c20", ["reach"]),
    ("entry", at(race("orcs", "hill", 5)), "c8", ["entry"]),
    ("immune", at(ORCS, race("elves", "heroic", 0, r9=1), markers={"hero": {"9": 1}}), "c9", ["immune"]),
    ("truce", at(ORCS, ELVES, player_B={"truce": "A"}), "c9", ["truce"]),
    ("tokens", at(race("orcs", "hill", 1, r4=1)), "c9", ["tokens"]),
    ("no_token", at(race("orcs", "hill", 0, r4=1)), "c9", ["no_token"]),
    ("enough", at(ORCS), "r9", ["enough"]),
    ("enough", at(race("sorcerers", "hill", 2, r4=1), ELVES), "r9.sorcery", ["enough"]),
    ("too_far", at(race("orcs", "hill", 1, r4=1), race("elves", "swamp", 0, r9=3)), "r9", ["too_far"]),
    ("no_die", at(race("orcs", "berserk", 1, r4=1)), "r9", ["no_die"]),
    ("no_roll", at(race("orcs", "berserk", 1, r4=1), race("ratmen", "swamp", 0, r3=3, r9=3, r10=3)), "b", ["no_roll"]),
    ("cannot_roll_first", at(ORCS), "b", ["cannot_roll_first"]),
    ("no_means", at(ORCS), "c9.dragon", ["no_means"]),
    ("means_used", at(race("orcs", "dragon_master", 5, r4=1), counters={"dragon_used": 1}), "c9.dragon", ["means_used"]),
    ("not_lone", at(race("sorcerers", "hill", 2, r4=1), race("elves", "swamp", 0, r9=2)), "c9.sorcery", ["not_lone"]),
    ("not_active", at(race("sorcerers", "hill", 2, r4=1)), "c9.sorcery", ["not_active"]),
    ("camp", at(race("sorcerers", "hill", 2, r4=1), race("elves", "bivouacking", 0, r9=1), markers={"encampment": {"9": 1}}), "c9.sorcery", ["camp"]),
    ("same_victim", at(race("sorcerers", "hill", 2, r4=1), ELVES, counters={"sorcery_used": 2}), "c9.sorcery", ["same_victim"]),
    ("tray_empty", at(race("sorcerers", "hill", 17, r4=1), ELVES), "c9.sorcery", ["tray_empty"]),
    ("no_foothold", at(race("sorcerers", "hill", 5), race("elves", "swamp", 0, r4=1)), "c4.sorcery", ["no_foothold"]),
    ("no_combo", at(None, ELVES, step="start"), "p7", ["no_combo"]),
    ("price", at(None, ELVES, step="start", player_A={"coins": 1}), "p3", ["price"]),
    ("late", at(ORCS, step="conquer"), "d", ["late"]),
    ("late", at(ORCS, step="conquer"), "a4", ["late"]),
    ("late", at(ORCS, do="a4"), "d", ["late"]),
    ("new_race", at(ORCS, picked=True), "d", ["new_race"]),
    ("not_yours", at(ORCS), "a9", ["not_yours"]),
    ("not_yours", at(race("orcs", "hill", 2, r4=1, r9=1), step="redeploy"), "t10.1", ["not_yours"]),
    ("not_yours", at(STOPPED, step="redeploy", conquered=[9]), "g10", ["not_yours"]),
    ("not_yours", at(race("orcs", "heroic", 0, r4=3), step="redeploy"), "m9.hero", ["not_yours"]),
    ("too_many", at(race("orcs", "hill", 2, r4=1, r9=1), step="redeploy"), "t4.3", ["too_many"]),
    ("other_marker", at(race("orcs", "heroic", 0, r4=3), step="redeploy"), "m4.fortress", ["other_marker"]),
    ("full", at(race("orcs", "heroic", 2, r4=1, r9=1), step="redeploy", do="t4.2 m4.hero"), "m4.hero", ["full"]),
    ("not_conquered", at(STOPPED, step="redeploy", conquered=[9]), "g4", ["not_conquered"]),
    ("attacked", three_players(attacked=["B"]), "o2", ["attacked"]),
    ("no_army", three_players(b={"declined": [{"race": "elves", "regions": {"4": 1}}]}), "o2", ["no_army"]),
    ("option", three_players(attacked=["B"]), "o7", ["option"]),
    ("option", three_players(), "o1", ["option"]),
    ("must_choose", first_den(), "e", ["must_choose"]),
    ("option", first_den(), "o4", ["option"]),
    ("toll", grid(ANTS, race("lizards", "weary", 0, r1=1), player_A={"coins": 1}), "c1", ["toll"]),
    ("unaided", grid(HANDY, race("hedgehogs", "weary", 0, r1=1)), "c1.prod", ["unaided"]),
    ("not_there", grid(HANDY), "c13.leap", ["not_there"]),
    ("rolls", grid(HANDY), "c5.dowse", ["rolls"]),
    ("fixed_price", grid(LONE, markers={"lamp": {0: 1}}), "r7.lamp", ["fixed_price"]),
    ("tokens", grid(LONE, markers={"lamp": {0: 1}}), "c7.lamp", ["tokens"]),
    ("no_use", grid(ANTS, FOXES), "u1.burn", ["no_use"]),
    ("means_used", grid(FIERY, FOXES, do="u1.burn"), "u1.burn", ["means_used"]),
    ("means_used", grid(HANDY, FOXES, do="c1.tickle"), "c5.prod", ["means_used"]),
    ("option", grid(FIERY, FOXES), "u3.burn", ["option"]),
    ("no_means", grid(race("ants", "handy", 2, r0=1)), "c2.leap", ["no_means", "tokens"]),
    ("no_region", grid(FIERY, FOXES), "u20.burn", ["no_region"]),
    ("step", grid(race("ants", "fiery", 1, r0=1), FOXES, do="r5"), "u1.burn", ["step"]),
    ("must_place", at(race("orcs", "hill", 2, r4=1, r9=1), step="redeploy"), "e", ["must_place"]),
    ("must_put", at(race("orcs", "heroic", 2, r4=1), step="redeploy"), "e", ["must_put"]),
    ("must_give_up", at(STOPPED, step="redeploy", conquered=[9]), "e", ["must_give_up"]),
    ("impossible", at(None, ELVES, step="start", do="p1"), "race.elves", ["impossible"]),
    ("step", at(race("orcs", "hill", 1, r4=1), do="r9"), "race.elves", ["step"]),
]  # fmt: skip

IDS = [f"{rule}-{action}-{number}" for number, (rule, _, action, _) in enumerate(EXAMPLES)]


@pytest.mark.parametrize(("rule", "state", "action", "expected"), EXAMPLES, ids=IDS)
def test_a_rule_refuses_and_says_so(rule: str, state: State, action: str, expected: Sequence[str]) -> None:
    before = state.copy()
    reasons = check(state, action)
    assert [reason.rule for reason in reasons] == list(expected)
    assert action not in legal(state)
    for reason in reasons:
        assert reason.sentence.strip()
        assert reason.remedy.strip()
        assert "{" not in str(reason)
        assert str(reason) == f"{reason.sentence} {reason.remedy}"
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    assert caught.value.reasons == reasons
    assert state == before


def test_every_rule_refuses_something_somewhere() -> None:
    said = {reason.rule for _, state, action, _ in EXAMPLES for reason in check(state, action)}
    said |= {reason.rule for reason in check(at(ORCS), "c9", seat=1)}
    base = find_packs()["base"]
    own = {rule for piece in base.pieces for rule in piece.reasons}
    assert own == {"attacked", "no_army"}
    said |= {reason.rule for state, action in party_refusals().values() for reason in check(state, action)}
    assert said == set(RULES) | own
    assert not set(RULES) & own, "a rule of a piece is told by the piece"


def test_every_rule_has_a_sentence_and_a_remedy() -> None:
    for rule, (sentence, remedy) in RULES.items():
        assert sentence.strip().endswith("."), rule
        assert remedy.strip().endswith("."), rule
    for advice in ADVICE.values():
        assert advice.strip()


# --- all reasons, not the first -------------------------------------------------------------------------


HERO: dict[str, Any] = {"markers": {"hero": {"20": 1}}}
HEROES = race("elves", "heroic", 0, r20=1)


@pytest.mark.parametrize(
    ("state", "action", "rules"),
    [
        (at(ORCS, HEROES, **HERO), "c20", {"reach", "immune"}),
        (at(race("orcs", "hill", 1, r4=1), HEROES, **HERO), "c20", {"reach", "immune", "tokens"}),
        (at(race("orcs", "hill", 0, r4=1), HEROES, **HERO), "c20", {"reach", "immune", "no_token"}),
        (at(race("orcs", "hill", 0, r4=1)), "c22", {"reach", "terrain", "no_token"}),
        (at(race("orcs", "berserk", 0, r4=1)), "r22", {"no_die", "reach", "terrain", "no_token"}),
        (at(race("orcs", "hill", 1)), "c7", {"entry", "terrain", "tokens"}),
        (at(race("orcs", "hill", 9)), "r7", {"entry", "terrain", "enough"}),
        (at(ORCS, HEROES, player_B={"truce": "A"}, **HERO), "c20", {"reach", "immune", "truce"}),
        (at(race("orcs", "dragon_master", 0, r4=1), counters={"dragon_used": 1}), "c22.dragon", {"means_used", "reach", "terrain", "no_token"}),
        (at(race("sorcerers", "hill", 17, r4=1), race("elves", "bivouacking", 0, r20=2), markers={"encampment": {"20": 1}}, counters={"sorcery_used": 2}), "c20.sorcery", {"reach", "tray_empty", "not_lone", "camp", "same_victim"}),
        (at(ORCS, step="conquer"), "a9", {"late", "not_yours"}),
        (at(race("orcs", "hill", 2, r4=1, r9=1), step="redeploy"), "t10.9", {"not_yours", "too_many"}),
    ],
)  # fmt: skip
def test_all_reasons_are_given(state: State, action: str, rules: set[str]) -> None:
    reasons = [reason.rule for reason in check(state, action)]
    assert set(reasons) == rules
    assert len(reasons) == len(rules)


def test_a_declined_race_that_acts_is_not_told_of_a_peace_that_does_not_bind_it() -> None:
    """Ghouls act before the active race; a Diplomat's peace binds the active race only."""
    state = at(
        race("orcs", "hill", 0, r1=1),
        race("halflings", "diplomat", 0, r9=1),
        step="start",
        player_A={"declined": [{"race": "ghouls", "regions": {"4": 5}}]},
        player_B={"truce": "A"},
        markers={"hole": {"9": 1}},
    )
    assert state.world.race_ids[state.acting] == "ghouls"
    assert [reason.rule for reason in check(state, "c9")] == ["immune"]


# --- facts and remedies ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "action", "text"),
    [
        (at(race("orcs", "hill", 1, r4=1)), "c9", "Region 9 costs 2 and you have 1: 1 short. A final roll of 1 or more would be enough (50%)."),
        (at(race("orcs", "hill", 1, r4=1), ELVES), "c9", "Region 9 costs 3 and you have 1: 2 short. A final roll of 2 or more would be enough (33%)."),
        (at(race("orcs", "berserk", 1, r4=1), race("elves", "swamp", 0, r9=2)), "c9", "Region 9 costs 4 and you have 1: 3 short. If you roll first, 3 or more is enough (17%)."),
        (at(race("orcs", "hill", 1, r4=1), race("elves", "swamp", 0, r9=3)), "c9", "Region 9 costs 5 and you have 1: 4 short. You need 4 more tokens."),
        (at(ORCS), "c8", "Region 8 isn't next to any of your regions. Conquer one of its neighbours first: 2, 3, 9, 13, 14."),
        (at(race("orcs", "hill", 5)), "c8", "A race enters the map at its border, and region 8 is inland. Start in a border region: 1, 2, 3, 4, 5, 10, 11, 15, 16, 17, 18, 19, 20, 21."),
        (at(ORCS, race("elves", "heroic", 0, r9=1), markers={"hero": {"9": 1}}), "c9", "Region 9 is immune (hero). Wait until its protection is gone."),
        (at(ORCS, ELVES, player_B={"truce": "A"}), "c9", "You are at peace with B until that player's next turn. Attack a declined race, or another player."),
        (at(None, ELVES, step="start", player_A={"coins": 1}), "p3", "Combo 3 costs 2 coins and you have 1. Choose a combo higher up; the top one is free."),
        (at(race("orcs", "hill", 2, r4=1, r9=1), step="redeploy"), "t4.3", "You can place 2 tokens, not 3. Place at least 1 and at most 2."),
        (at(race("orcs", "hill", 1, r4=1), do="r9"), "die.3", ""),
    ],
)  # fmt: skip
def test_a_refusal_says_what_would_make_it_legal(state: State, action: str, text: str) -> None:
    assert "\n".join(map(str, check(state, action))) == text


def test_the_facts_of_a_refusal_are_data() -> None:
    (reason,) = check(at(race("orcs", "hill", 1, r4=1)), "c9")
    assert reason == Denial(
        "tokens",
        {"region": 9, "cost": 2, "hand": 1, "short": 1, "face": 1, "percent": 50},
        advice="die",
    )


def test_a_possible_outcome_of_chance_is_allowed_and_others_list_the_possible_ones() -> None:
    state = at(None, ELVES, step="start", do="p1")
    assert state.is_chance
    (reason,) = check(state, "race.elves")
    assert reason.facts["options"] == ", ".join(legal(state))
    for outcome in legal(state):
        assert check(state, outcome) == ()


# --- who asks, and when it is over ------------------------------------------------------------------------


def test_only_the_decider_may_act_and_the_others_are_told_who_it_is() -> None:
    for state in sampled_states("base_4p"):
        if state.is_chance or state.over:
            continue
        action = legal(state)[0]
        for seat in range(4):
            rules = [reason.rule for reason in check(state, action, seat)]
            assert rules == ([] if seat == state.seat else ["decider"])
            if seat != state.seat:
                assert check(state, action, seat)[0].facts == {"seat": SEATS[state.seat]}
                with pytest.raises(IllegalAction):
                    apply(state, action, seat)


def test_the_wrong_seat_hears_nothing_else() -> None:
    assert [reason.rule for reason in check(at(ORCS), "c22", seat=1)] == ["decider"]
    assert [reason.rule for reason in check(at(ORCS), "p1", seat=1)] == ["decider"]


def test_no_seat_decides_what_chance_brings() -> None:
    """Outcomes come from luck or from a record; somebody who sits at the table may not name one."""
    state = at(race("orcs", "hill", 1, r4=1), do="r9")
    assert state.is_chance
    assert check(state, "die.3") == ()
    for seat in (0, 1):
        assert check(state, "die.3", seat)


def test_nothing_is_legal_after_the_end() -> None:
    state = finished()
    assert len(legal(state)) == 0
    for action in candidate_actions(state.world):
        assert [reason.rule for reason in check(state, action)] == ["over"]
        assert [reason.rule for reason in check(state, action, 1)] == ["over"]


# --- asking changes nothing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_asking_never_changes_the_position(board: str) -> None:
    candidates = candidate_actions(base_world(board))
    for state in sampled_states(board, 12):
        before = state.copy()
        for action in candidates:
            check(state, action)
            check(state, action, 0)
        legal(state)
        repr(legal(state))
        assert state == before


@pytest.mark.parametrize("board", BOARDS)
def test_check_and_legal_say_the_same_of_every_thinkable_action(board: str) -> None:
    candidates = candidate_actions(base_world(board))
    for state in sampled_states(board, 12):
        found = set(legal(state).codes)
        for action in {*candidates, *found}:
            assert (not check(state, action)) == (action in found), action_string(state.world, action)


def test_applying_leaves_the_old_position_as_it_was() -> None:
    for state in sampled_states("base_3p", 20):
        before = state.copy()
        for action in legal(state).codes[:6]:
            step = apply(state, action)
            assert state == before
            assert step.state is not state
            assert step.state != before


def test_the_legal_list_is_a_sequence_that_shows_itself() -> None:
    state = at(race("orcs", "hill", 2, r4=1))
    now = legal(state)
    assert list(now) == [now[number] for number in range(len(now))] == now[:]
    assert set(now) == {"e", "c3", "c9", "c10", "a4", "d"}
    assert "c9" in now
    assert "c20" not in now
    assert code(ac.CONQUER, 9) in now.codes
    assert (now.step, now.seat, now.is_chance) == ("ready", 0, False)
    assert repr(now) == "<Legal ready by A; decline: d; abandon: a4; conquer: c3 c9 c10; end: e>"
    chance = legal(at(race("orcs", "hill", 1, r4=1), do="r9"))
    assert repr(chance) == "<Legal die by chance; die: die.0 die.1 die.2 die.3>"
    assert all(is_chance(outcome) for outcome in chance.codes)
    assert repr(legal(finished())) == "<Legal over by nobody; nothing>"


def test_a_number_no_string_stands_for_is_never_allowed() -> None:
    """Codes with stray bits would enter the log and could not be written down."""
    ready, picking = at(ORCS), at(None, ELVES, step="start")
    for state, action in (
        (ready, ac.C_END | 5),
        (ready, ac.C_DECLINE | 1 << 6),
        (ready, code(ac.ABANDON, 4, 7)),
        (ready, code(ac.CONQUER, 9, 60)),
        (picking, code(ac.PICK, 0, 3)),
        (ready, -1),
        (ready, 99 << ac.SHIFT),
    ):
        try:
            refused = bool(denials(state, action))
        except SmallWorldError:
            refused = True
        assert refused, f"{action:#x} in {state!r}"


def test_a_game_checks_like_its_position() -> None:
    state = at(ORCS)
    game = Game(state.world, start=state)
    assert game.check("c20") == check(state, "c20")
    assert game.check("c9", seat=1) == check(state, "c9", 1)
    assert game.check("c9") == ()
