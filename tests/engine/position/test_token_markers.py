"""People: markers that are tokens, brought by a rule that joins every race; captives; coins at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from smallworld.engine import (
    Game,
    Pack,
    PackError,
    PositionError,
    Seeded,
    State,
    apply,
    asked,
    defence_receipt,
    legal,
    new_state,
    parse_position,
    position_string,
    score_receipt,
    state_from,
    winners,
)
from smallworld.engine.content.pieces import Marker, Race, Rule
from smallworld.engine.laws.laws import broken_cheap_laws, broken_laws, tokens_are_conserved
from smallworld.engine.laws.sampling import ALL_ITEMS
from smallworld.engine.position import state as st
from smallworld.engine.position.token_markers import captives_of, extra_tokens, people_faults
from smallworld.engine.turn.steps.score import final_lines
from smallworld.engine.verbs.receipts import muster_receipt
from smallworld.engine.verbs.views import events_for, view
from smallworld.lab.fuzz import fuzz_game
from smallworld.packs import load_world

from ..court import court_world
from ..workshop import workshop_world


def row(name: str, power: str, hand: int = 0, **places: int) -> dict[str, Any]:
    return {"race": name, "power": power, "hand": hand, "regions": {k[1:]: n for k, n in places.items()}}


def at(*rows: dict[str, Any] | None, **more: Any) -> State:
    here = court_world(len(rows))
    players: dict[str, Any] = {}
    for seat, given in zip("ABC", rows, strict=False):
        players[seat] = {"active": given} if given else {}
        players[seat].update(more.pop(f"player_{seat}", {}))
    more.setdefault("step", "ready")

    def find(_: Mapping[str, Any]) -> Any:
        return here

    return state_from({"board": here.board.id, "players": players, **more}, find)


def play(state: State, actions: str) -> State:
    for action in actions.split():
        state = apply(state, action).state
        assert not broken_laws(state), action
    return state


def question_of(state: State) -> str:
    question = asked(state).question
    return question.id if question is not None else "-"


def counted(state: State, name: str) -> int:
    return state.counters[state.world.counter_index(name)]


ANTS = row("ants", "ageless", 9, r0=1)
MOLES = row("otters", "weary", 0, r1=3, r3=1, r13=1)
CROWNED = {"markers": {"herald": {"1": 1}}}


# --- a rule that joins ------------------------------------------------------------------------------------


def test_a_rule_that_joins_works_for_every_race_as_a_piece_of_it() -> None:
    state = at(ANTS, MOLES)
    assert str(score_receipt(state, 0)) == "2 = 1 regions + 1 court"
    assert str(score_receipt(state, 1)) == "4 = 3 regions + 1 court"
    combo = state.combos[state.active[0]]
    assert "curtain" in combo.asks
    assert "court" not in repr(combo), "it is no part of a combo's name"
    natives = state.combos[state.world.race_index("bears")]
    assert all(piece.kind != "rule" for piece, _ in natives.pieces)


def test_a_rule_that_joins_asks_as_a_race_and_not_a_second_time_as_a_rule() -> None:
    assert "den" in [court_world().questions[n].id for n in court_world().rule_questions["setup"]]
    assert set(court_world().rule_questions) == {"setup"}


def test_a_world_without_such_a_rule_knows_nobody() -> None:
    plain = workshop_world()
    assert (plain.people, plain.joining, plain.final_rules) == ((), (), ())
    assert not any(counter.span == "game" for counter in plain.counters)


# --- one token more ---------------------------------------------------------------------------------------


def offered(state: State) -> State:
    """The position in which the first combo was just picked."""
    while state.step != st.PICK:
        state = apply(state, sorted(legal(state))[0]).state
    return apply(state, "p1").state


def test_whoever_joins_is_mustered_with_the_others_and_named_in_the_receipt() -> None:
    picked = offered(new_state(court_world()))
    race = picked.active[0]
    while question_of(picked) != "herald":  # others ask first
        picked = apply(picked, sorted(legal(picked))[0]).state
    alone, led = apply(picked, "e"), apply(picked, "o1")
    assert led.state.hand[race] == alone.state.hand[race] + 1
    assert led.state.tray[race] == alone.state.tray[race]
    assert extra_tokens(led.state, race) == 1
    mustered = next(event for event in led.events if event.kind == "mustered")
    assert mustered.receipt is not None
    assert mustered.receipt.adds_up
    assert mustered.receipt.terms[-1].label == "herald"
    assert next(event.kind for event in led.events) == "joined"
    assert not tokens_are_conserved(led.state, ALL_ITEMS)


def test_an_empty_tray_gives_no_more_than_it_has() -> None:
    state = at(row("ants", "ageless", 0, r0=1), MOLES, counters={"herald_with_ants": 1}, step="ready")
    race = state.active[0]
    state.tray[race] = 2
    receipt = muster_receipt(state, race)
    assert (receipt.total, receipt.adds_up, receipt.terms[-1].label) == (2, True, "tray_limit")


def test_the_receipt_of_a_region_tells_him_from_the_others() -> None:
    state = at(ANTS, MOLES, **CROWNED)
    assert str(defence_receipt(state, 1)) == "5 = 2 region + 2 otters + 1 herald"


def test_he_comes_to_the_hand_with_the_troops_and_alone_stays() -> None:
    state = at(row("ants", "ageless", 0, r0=3, r5=1), MOLES, step="start", markers={"herald": {"0": 1}})
    assert (state.hand[state.acting], state.spots(court_world().marker_index("herald"))) == (2, 0)
    state = at(row("ants", "ageless", 0, r0=3, r5=1), MOLES, step="start", markers={"herald": {"5": 1}})
    assert (state.hand[state.acting], state.spots(court_world().marker_index("herald"))) == (2, 1 << 5)


# --- captured, pleaded for, freed -------------------------------------------------------------------------


def test_he_is_captured_in_place_of_a_loss_and_his_owner_is_asked_on_the_spot() -> None:
    state = at(ANTS, MOLES, **CROWNED)
    tray = state.tray[state.world.race_index("otters")]
    after, events = apply(state, "c1")
    kinds = [event.kind for event in events]
    assert "lost" not in kinds
    assert kinds.index("captured") < kinds.index("displaced")
    captured = events[kinds.index("captured")]
    assert (captured.seat, captured.other, captured.region) == (1, 0, 1)
    assert (question_of(after), after.seat, after.turn) == ("plea", 1, 0)
    otters = after.world.race_index("otters")
    assert (after.tray[otters], after.hand[otters]) == (tray, 2)
    assert captives_of(after, after.world.people[0], 0) == [otters]
    freed = play(after, "o1")
    assert (freed.hand[otters], freed.seat, captives_of(freed, freed.world.people[0], 0)) == (3, 0, [])
    kept = play(after, "e")
    assert (kept.hand[otters], kept.seat, counted(kept, "herald_captor_otters")) == (2, 0, 1)


def test_the_capture_stands_in_the_string_of_the_position() -> None:
    state = apply(at(ANTS, MOLES, **CROWNED), "c1").state
    text = position_string(state)
    assert "herald_captor_otters.1" in text
    assert "question.B.plea.otters.0" in text
    assert position_string(parse_position(text, lambda _: court_world())) == text


def test_nobody_is_asked_who_could_not_pay() -> None:
    state = at(ANTS, MOLES, player_B={"active": MOLES, "coins": 1}, **CROWNED)
    after = play(state, "c1")
    assert (after.seat, question_of(after), counted(after, "herald_captor_otters")) == (0, "-", 1)


def test_a_view_that_hides_the_coins_still_says_who_is_asked() -> None:
    state = apply(at(ANTS, MOLES, **CROWNED), "c1").state
    seen = view(state, 0)
    assert seen.legal is None
    assert asked(seen.state).seat == 1
    assert parse_position(str(seen), lambda _: court_world()).seat == 1
    mine = view(state, 1).legal
    assert mine is not None
    assert list(mine) == ["o1", "e"]


def test_undo_ends_where_the_owner_was_asked() -> None:
    game = Game(court_world(), start=at(ANTS, MOLES, **CROWNED))
    game.play("c1")
    assert (game.can_undo, game.wall.reason) == (0, "handover")
    game.play("o1")
    assert (game.can_undo, game.wall.reason) == (0, "handover")
    game.play("c5")
    assert game.can_undo == 1


def test_one_question_after_the_other_when_his_race_asks_something_itself() -> None:
    mourners = row("mourners", "weary", 0, r1=2, r3=1)
    state = play(at(ANTS, mourners, **CROWNED), "c1")
    first = question_of(state)
    state = play(state, "o1")
    assert {first, question_of(state)} == {"plea", "tears"}
    assert state.seat == 1
    state = play(state, "o1")
    assert (state.seat, state.coins) == (0, [5, 5]), "two coins there and back"


def test_freed_he_is_placed_before_the_others_and_they_after_him() -> None:
    state = play(at(row("badgers", "ageless", 5, r0=1), MOLES, **CROWNED), "c1 o1")
    while state.step == st.REDEPLOY:
        state = play(state, next(text for text in legal(state) if text.startswith("t1.")))
    assert (question_of(state), state.seat, list(legal(state))) == ("herald_flees", 1, ["o3", "o13"])
    state = play(state, "o13")
    assert (state.step, state.tokens[13], asked(state).amount) == (st.VICTIMS, 2, 2)


# --- decline and the end ----------------------------------------------------------------------------------


def test_he_leaves_with_the_decline_and_a_region_held_alone_is_lost() -> None:
    state = at(row("badgers", "ageless", 0, r0=2, r5=1), MOLES, step="start", markers={"herald": {"5": 1}})
    race = state.acting
    after, events = apply(state, "d")
    assert (after.mask[race], extra_tokens(after, race)) == (1, 0)
    assert "departed" in [event.kind for event in events]
    assert not broken_laws(after)


def test_captives_are_paid_for_when_the_game_is_over() -> None:
    state = at(
        ANTS,
        MOLES,
        step="ready",
        turn="B",
        round=8,
        counters={"herald_captor_crows": 1, "herald_captor_foxes": 1},
    )
    assert [str(line.amount) for line in final_lines(state, 0)] == ["6"]
    assert final_lines(state, 1) == []
    before = list(state.coins)
    state = apply(state, "e").state
    while not state.over:
        done = apply(state, legal(state)[0])
        state, events = done
    last = next(event for event in events if event.kind == "settled_up")
    assert (last.seat, last.amount, str(last.receipt)) == (0, 6, "6 = 6 court")
    assert state.coins[0] == before[0] + 6
    assert [event.amount for event in events_for(events, 1) if event.kind == "settled_up"] == [6]
    assert winners(state) == (0,)


# --- what cannot be ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"markers": {"herald": {"1": 1, "3": 1}}}, "stands in two places"),
        ({"markers": {"herald": {"7": 1}}}, "no active race stands with it in region 7"),
        ({**CROWNED, "counters": {"herald_captor_otters": 1}}, "with his race and captive at once"),
        ({"counters": {"herald_with_crows": 1}}, "with a race that is not active"),
        ({"counters": {"herald_with_otters": 1}}, "neither on the map nor in hand"),
        ({"counters": {"herald_captor_crows": 4}}, "a seat counted from 1"),
    ],
)
def test_impossible_positions_are_refused(more: dict[str, Any], fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        at(ANTS, MOLES, **more)


def test_a_broken_law_is_seen() -> None:
    state = at(ANTS, MOLES, **CROWNED)
    assert not people_faults(state)
    state.counters[state.world.counter_index("herald_with_otters")] = 0
    assert any("herald of otters" in fault for fault in broken_cheap_laws(state))


def test_a_marker_that_is_a_token_belongs_to_a_rule_that_joins() -> None:
    pack = Pack("wrong", version=1)
    with pytest.raises(PackError, match="token is for a rule that joins every race"):

        @pack.race
        class Geese(Race):
            tokens, supply = 3, 6
            markers = (Marker(id="gander", token=True),)

    with pytest.raises(PackError, match="a token is nothing else beside"):

        @pack.rule
        class Flock(Rule):
            joins = True
            markers = (Marker(id="gander", token=True, immune=True),)


# --- random games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_random_games_with_people_keep_all_laws(players: int, seed: int) -> None:
    actions, failure = fuzz_game(court_world(players), f"court/{seed}", share=4)
    assert failure is None, failure
    assert actions


def test_random_games_capture_free_wait_and_pay() -> None:
    """Those games come to something, with the leaders of the printed game too."""
    seen: set[str] = set()
    worlds = [court_world(3), load_world("base_3p", packs=("base", "leaders"))]
    for number in range(12):
        game = Game(worlds[number % 2], luck=Seeded(f"lively/{number}"))
        numbers = Seeded(f"chooser/{number}")
        while not game.over:
            options = sorted(game.legal)
            lively = [text for text in options if text[0] not in "aed"] or options
            if game.state.seat != game.state.turn:  # asked for a ransom, some do not pay
                lively = options
            game.play(lively[int(numbers.random() * len(lively))])
        seen |= {event.kind for events in game.events for event in events}
    assert seen >= {"joined", "captured", "freed", "departed", "settled_up"}
