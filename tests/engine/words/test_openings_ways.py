"""What packs can open: gates, coins, means, uses, markers and refusals; and all of it together."""

from __future__ import annotations

import pytest

from smallworld.engine import Game, Seeded, apply, asked, check, legal, score_receipt
from smallworld.engine.bits import mask_of, regions
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.position import state as st
from smallworld.engine.turn.gates import OWN, gates, targets
from smallworld.lab.fuzz import fuzz_game

from ..openings import ANTS, at, cost, counted, hand, play, race, rules
from ..workshop import workshop_world

# --- gates --------------------------------------------------------------------------------------------------


def test_every_gate_shuts_something_and_says_why() -> None:
    handy = race("ants", "handy", 9, r0=1)
    states = [
        at(handy, race("lizards", "weary", 0, r1=1), player_A={"coins": 1}),
        at(handy, race("hedgehogs", "weary", 0, r1=1, r9=1)),
        at(race("ants", "cunning", 9), None),
        at(race("ants", "handy", 9), race("foxes", "bright", 0, r1=1), markers={"beacon": {"1": 1}}),
        at(handy, race("foxes", "bright", 0, r1=1), player_B={"truce": "A"}),
    ]
    shut: set[str] = set()
    for state in states:
        assert not broken_laws(state)
        ways = [None, *(state.world.ways[index] for index in state.combo.ways)]
        everything = (1 << len(state.occ)) - 1
        for means in ways:
            closed = OWN.shut(state, means)
            for gate in gates(state):
                here = gate.shut(state, means) & everything
                closed |= here
                if here:
                    shut.add(gate.rule)
                for region in regions(here & ~OWN.shut(state, means)):
                    action = f"c{region}.{means.id}" if means else f"c{region}"
                    assert gate.rule in rules(state, action), (gate.rule, action)
            assert targets(state, means) == everything & ~closed
    assert shut == {gate.rule for gate in gates(state)} - {"spared"}  # that one only a party meets


def test_a_toll_is_paid_to_the_loser_and_bars_whoever_cannot() -> None:
    lizards = race("lizards", "weary", 0, r1=1, r5=1)
    state = at(ANTS, lizards, player_A={"coins": 3})
    after = play(state, "c1")
    assert after.coins == [1, 7]
    assert rules(after, "c5") == ["toll"]
    assert "c5" not in legal(after)
    assert str(check(after, "c5")[0]) == (
        "B charges 2 coins for region 5, and you can't pay. Earn some coins first."
    )
    declined = at(ANTS, None, old_b=[race("lizards", r1=1)], player_A={"coins": 3})
    assert play(declined, "c1").coins == [1, 7], "it lasts"
    own = at(ANTS, None, old_a=[race("lizards", r1=1)], player_A={"coins": 0})
    assert play(own, "c1").coins[0] == 0, "nobody pays himself"


def test_against_those_who_admit_no_help_only_tokens_count() -> None:
    hedgehogs = race("hedgehogs", "weary", 0, r5=1, r10=1)
    near = at(race("badgers", "handy", 9, r0=1), hedgehogs)
    assert cost(near, 5) == "3 = 2 region + 1 hedgehogs", "no discount for the tunnel"
    assert rules(near, "c5.prod") == ["unaided"]
    assert rules(near, "r5.dowse") == ["unaided"]
    assert rules(near, "c5") == []
    wings = at(race("storks", "ageless", 9, r0=1), hedgehogs)
    assert rules(wings, "c10") == ["unaided"], "wings are a help"
    assert rules(wings, "c5") == []
    peak = at(race("badgers", "ageless", 9, r1=1), race("hedgehogs", "weary", 0, r2=1))
    assert cost(peak, 2) == "5 = 2 region + 1 peak + 1 hedgehogs + 1 badgers", "what makes it dearer stays"
    smiths = at(race("smiths", "ageless", 2, r0=1), hedgehogs, counters={"picks": 3})
    assert rules(smiths, "c5") == ["tokens"]
    assert rules(smiths, "c1") == []


def test_a_region_taken_from_them_is_an_ordinary_one_again() -> None:
    state = at(race("badgers", "ageless", 9, r0=1), race("hedgehogs", "weary", 0, r5=1, r10=1))
    assert play(state, "c5").tokens_only == mask_of([10])


def test_otters_pass_along_a_ford() -> None:
    state = at(race("otters", "ageless", 9, r7=1), None)
    assert {int(a[1:]) for a in legal(state) if a[0] == "c"} == {2, 6, 12, 8, 3, 9, 13}
    assert rules(at(race("badgers", "ageless", 9, r7=1), None), "c9") == ["reach"]


def test_helpers_fight_beside_a_token() -> None:
    state = at(race("smiths", "ageless", 3, r1=1), race("foxes", "weary", 0, r2=1), counters={"picks": 2})
    assert cost(state, 2) == "4 = 2 region + 1 peak + 1 foxes"
    after = play(state, "c2")
    smiths = after.world.race_index("smiths")
    assert (after.tokens[2], after.hand[smiths], counted(after, "picks_spent")) == (2, 1, 2)
    done = at(race("smiths", "ageless", 0, r2=2, r18=1), None, counters={"picks": 2}, step="redeploy")
    assert counted(done, "picks") == 3, "one for each peak, three at most"


# --- coins --------------------------------------------------------------------------------------------------


def test_coins_for_every_pair_and_for_a_number() -> None:
    for places, pairs in (({"r0": 1}, 0), ({"r0": 1, "r1": 1}, 1), ({"r0": 1, "r1": 1, "r3": 1}, 1)):
        state = at(race("foxes", "twinned", 0, **places), None)
        told = f"{len(places) + pairs} = {len(places)} regions" + (f" + {pairs} twinned" if pairs else "")
        assert str(score_receipt(state, 0)) == told
    assert str(score_receipt(at(race("foxes", "twinned", 4, r0=1), None), 0)) == "5 = 1 regions + 4 twinned"


def test_doubled_regions_pay_what_they_pay_again_but_not_where_nothing_is_doubled() -> None:
    state = at(race("foxes", "greedy", 0, r2=1, r0=1), None)
    assert str(score_receipt(state, 0)) == "5 = 2 regions + 3 greedy", "the peak pays 1 + 1, twice"
    stingy = at(race("foxes", "greedy", 0, r2=1, r0=1), None, markers={"orchard": {"2": 1}})
    assert str(score_receipt(stingy, 0)) == "6 = 2 regions + 1 greedy + 3 orchard"


# --- means, uses, markers -----------------------------------------------------------------------------------

HANDY = race("ants", "handy", 2, r0=1)
FOXES = race("foxes", "weary", 0, r1=2, r3=1)


def test_a_means_that_rolls_names_its_target_first_and_goes_on() -> None:
    state = at(HANDY, FOXES)
    assert rules(state, "c5.dowse") == ["rolls"]
    rolled = apply(state, "r5.dowse").state
    assert rolled.step == st.DIE
    lucky = play(state, "r5.dowse die.1")
    assert (lucky.step, lucky.tokens[5], hand(lucky, "ants")) == (st.CONQUER, 1, 1), "it costs what it costs"
    assert "r10.dowse" in legal(lucky), "as often as one likes"
    free = play(at(race("ants", "handy", 1, r0=1), FOXES), "r5.dowse die.3")
    assert free.tokens[5] == 1
    failed = apply(at(race("ants", "handy", 1, r0=1), FOXES), "r1.dowse").state
    over = play(failed, "die.0")
    assert over.step in (st.REDEPLOY, st.PICK) or over.turn == 1, "a failure was the last attempt"
    assert rules(state, "r2.dowse") == ["not_there", "reach"] or "not_there" in rules(state, "r2.dowse")


def test_a_means_that_spares_and_one_that_shares_its_use() -> None:
    state = at(race("ants", "handy", 9, r0=1), FOXES)
    after = play(state, "c1.tickle")
    foxes = after.world.race_index("foxes")
    assert (after.hand[foxes], after.tray[foxes]) == (2, 9), "both flee, none is lost"
    assert rules(after, "c5.prod") == ["means_used"]
    assert rules(after, "c2.leap") == [], "that one has its own"
    assert counted(after, "trick_used") == 1


def test_a_means_that_works_only_now_and_there() -> None:
    crowd = at(race("ants", "handy", 5, r0=1), FOXES)
    assert rules(crowd, "c18.leap") == []
    assert rules(crowd, "c13.leap") == ["not_there"]
    few = at(HANDY, FOXES)
    assert "no_means" in rules(few, "c18.leap")
    assert not [a for a in legal(few) if a.endswith(".leap")]


def test_a_use_needs_no_token_keeps_the_turn_open_and_begins_it_in_earnest() -> None:
    state = at(race("ants", "fiery", 0, r0=1, r5=1), race("foxes", "weary", 0, r1=2, r3=1))
    assert list(legal(state)) == ["e", "u1.burn", "a0", "a5", "d"]
    after = apply(state, "u1.burn").state
    assert not broken_laws(after)
    foxes = after.world.race_index("foxes")
    assert (after.occ[1], after.hand[foxes], after.tray[foxes]) == (-1, 1, 10)
    assert after.attacked == 0b10
    assert rules(after, "u1.burn") == ["means_used"]
    assert rules(after, "d") == ["late"], "something was done"
    assert rules(state, "u3.burn") == ["option"]
    conquering = at(race("ants", "fiery", 2, r0=1), race("foxes", "weary", 0, r6=1))
    open_ = play(conquering, "c5")
    assert (open_.step, hand(open_, "ants")) == (st.CONQUER, 0), "the use keeps it open"
    assert list(legal(open_)) == ["e", "u6.burn"]
    assert play(open_, "u6.burn").step != st.CONQUER


def test_markers_for_each_region_held_each_turn() -> None:
    state = at(race("foxes", "sprouting", 0, r0=2, r1=1, r2=1), None, step="redeploy")
    state = play(state, "t0.1")
    assert (asked(state).step, asked(state).amount) == ("markers", 2), "two meadows"
    state = play(state, "m2.sprout")
    assert asked(state).amount == 1
    assert play(state, "m2.sprout").turn == 1
    crowded = at(race("foxes", "sprouting", 0, r0=2, r1=1), None, step="redeploy",
                 markers={"sprout": {"0": 2}})  # fmt: skip
    crowded = play(crowded, "t0.1")
    assert rules(crowded, "m0.sprout") == ["full"]


def test_an_attack_is_heard_also_if_it_fails() -> None:
    state = at(race("badgers", "ageless", 1, r0=1), race("foxes", "vengeful", 0, r1=1, r3=1))
    assert counted(apply(state, "r1").state, "grudges") == 1
    burnt = at(race("ants", "fiery", 0, r0=1), race("foxes", "vengeful", 0, r1=1, r3=1))
    assert counted(apply(burnt, "u1.burn").state, "grudges") == 1


# --- refusals of a piece's own questions --------------------------------------------------------------------


def test_a_piece_refuses_in_its_own_words() -> None:
    state = at(race("foxes", "jealous", 0, r0=1), None, race("ants", "weary", 0, r3=1), step="redeploy")
    assert list(legal(state)) == ["o3", "e"]
    (reason,) = check(state, "o2")
    assert (reason.rule, str(reason)) == (
        "no_rival",
        "B has nothing to envy. Choose somebody with an active race.",
    )
    (reason,) = check(state, "o1")
    assert reason.rule == "option"
    assert "attacked" not in str(reason).lower()


def test_a_seat_question_without_words_of_its_own_says_which_options_there_are() -> None:
    """It is not about attacks, so nobody is told that he attacked somebody."""
    state = at(
        race("foxes", "bright", 0, r0=1),
        race("ants", "weary", 0, r3=1),
        race("badgers", "walled", 0, r9=1),
        step="redeploy",
        attacked=["B"],
    )
    assert asked(state).question is not None
    assert list(legal(state)) == ["o3", "e"]
    (reason,) = check(state, "o2")
    assert str(reason) == "There is no option 2. Choose one of: 3."


# --- everything together ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("bears", [True, False], ids=["bears", "no-bears"])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_of_an_extension_pack_keep_all_laws(players: int, bears: bool, seed: int) -> None:
    actions, failure = fuzz_game(workshop_world(players, bears=bears), f"workshop/{seed}")
    assert failure is None, failure
    assert actions


def test_random_games_draw_ask_use_and_roll() -> None:
    """Those games come to something: each kind of action, every find, questions in others' turns."""
    seen: set[str] = set()
    for number in range(20):
        game = Game(workshop_world(3), luck=Seeded(f"lively/{number}"))
        numbers = Seeded(f"chooser/{number}")
        while not game.over:
            options = sorted(game.legal)
            lively = [text for text in options if text[0] not in "aed"] or options
            if game.state.step == st.QUESTION and game.state.seat != game.state.turn:
                seen.add("asked in another's turn")
            if len(game.state.stack) > 3:
                seen.add("nested")
            game.play(lively[int(numbers.random() * len(lively))])
        seen |= {text.partition(".")[2] for text in game.actions if "." in text}
        seen |= {event.kind for events in game.events for event in events}
    assert seen >= {"rod", "orchard", "altar", "stone", "gate", "lamp", "burn", "dowse", "tickle"}
    assert seen >= {"found", "bound", "struck", "paid", "reborn", "settled"}
    assert "asked in another's turn" in seen
