"""Chance is explicit: stated outcomes and probabilities, and sources of luck that follow them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from smallworld.engine import (
    Drawn,
    Scripted,
    Seeded,
    SmallWorldError,
    State,
    action_string,
    apply,
    legal,
    new_state,
    outcomes,
    parse_action,
)
from smallworld.engine.verbs.chance import sample
from smallworld.engine.world.world import DIE

from ..tools import BOARDS, base_world, position, sampled_states

DIE_STEP = """
board = "base_2p"
step = "conquer"
[players.A]
active = { race = "orcs", power = "hill", hand = 1, regions = { 4 = 1 } }
[players.B]
"""


def rolling() -> State:
    return apply(position(DIE_STEP), "r9").state


def stated(state: State) -> dict[str, Fraction]:
    return {action_string(state.world, code): probability for code, probability in outcomes(state)}


def drawing_race() -> State:
    return new_state(base_world())


def drawing_badge() -> State:
    return apply(new_state(base_world()), "race.orcs").state


# --- what can come up -----------------------------------------------------------------------------------


def test_the_die_shows_what_its_six_faces_say() -> None:
    assert sorted(DIE) == [0, 0, 0, 1, 2, 3]
    assert stated(rolling()) == {
        "die.0": Fraction(1, 2),
        "die.1": Fraction(1, 6),
        "die.2": Fraction(1, 6),
        "die.3": Fraction(1, 6),
    }


def test_a_first_roll_uses_the_same_die() -> None:
    first = apply(position(DIE_STEP.replace("hill", "berserk")), "b").state
    assert stated(first) == stated(rolling())


def test_every_unseen_banner_is_as_likely_as_the_others() -> None:
    state = drawing_race()
    assert stated(state) == {f"race.{name}": Fraction(1, 14) for name in state.world.race_ids[:-1]}
    later = apply(apply(state, "race.orcs").state, "power.hill").state
    assert stated(later) == {
        f"race.{name}": Fraction(1, 13) for name in state.world.race_ids[:-1] if name != "orcs"
    }


def test_every_unseen_badge_is_as_likely_as_the_others() -> None:
    state = drawing_badge()
    assert stated(state) == {f"power.{name}": Fraction(1, 20) for name in state.world.power_ids}


def test_what_is_in_play_cannot_be_drawn() -> None:
    state = apply(
        position(
            """
            board = "base_2p"
            returned = ["trolls"]
            discards = ["swamp"]
            [players.A]
            [players.B]
            active = { race = "orcs", power = "hill", regions = { 4 = 1 } }
            declined = [{ race = "humans", power = "spirit", regions = { 9 = 1 } }]
            """
        ),
        "p1",
    ).state
    races = set(stated(state))
    column = {f"race.{state.world.race_ids[race]}" for race in state.col_race}
    assert not races & {"race.orcs", "race.humans", "race.trolls", *column}
    badge = apply(state, sorted(races)[0]).state
    assert not set(stated(badge)) & {"power.swamp", "power.hill", "power.spirit"}


def test_discarded_badges_come_back_when_the_stack_is_empty() -> None:
    world = base_world()
    kept = ["alchemist", "berserk", "commando", "flying", "forest", "heroic"]
    rest = [name for name in world.power_ids if name not in kept]
    column = ", ".join(
        f'"{power} {race}"' for power, race in zip(kept, sorted(world.race_ids[:-1]), strict=False)
    )
    discards = ", ".join(f'"{name}"' for name in rest)
    state = position(
        f'board = "base_2p"\ncolumn = [{column}]\ndiscards = [{discards}]\n[players.A]\n[players.B]\n'
    )
    state = apply(apply(state, "p1").state, "race.wizards").state
    assert stated(state) == {f"power.{name}": Fraction(1, len(rest)) for name in rest}


@pytest.mark.parametrize("board", BOARDS)
def test_outcomes_are_the_legal_ones_and_add_up_to_one(board: str) -> None:
    chances = 0
    for state in sampled_states(board, 120):
        found = outcomes(state)
        if state.is_chance:
            chances += 1
            assert sum(probability for _, probability in found) == 1
            assert all(probability > 0 for _, probability in found)
            assert [code for code, _ in found] == sorted(legal(state).codes)
            assert len(found) > 1, "what can come up one way only is no chance step"
        else:
            assert found == []
    assert chances > 5


# --- where outcomes come from ---------------------------------------------------------------------------


def test_the_seeded_numbers_are_the_same_everywhere() -> None:
    luck = Seeded("smallworld")
    assert [luck.random() for _ in range(5)] == PINNED
    assert luck.count == 5


PINNED = [
    0.751040202070737,
    0.18045721716301033,
    0.19858833107896556,
    0.16260143327570742,
    0.6303295727369181,
]


def test_seeded_numbers_lie_between_zero_and_one_and_spread() -> None:
    luck = Seeded(0)
    numbers = [luck.random() for _ in range(4000)]
    assert all(0 <= number < 1 for number in numbers)
    tenths = Counter(int(number * 10) for number in numbers)
    assert set(tenths) == set(range(10))
    assert sum((count - 400) ** 2 / 400 for count in tenths.values()) < 30


def test_one_seed_says_nothing_about_its_neighbours() -> None:
    numbers = {Seeded(seed).random() for seed in range(1000)}
    assert len(numbers) == 1000
    assert len({Seeded(f"{seed}").random() for seed in range(1000)} | numbers) == 1000


def test_asking_for_an_outcome_does_not_change_the_position() -> None:
    luck = Seeded(3)
    for state in (rolling(), drawing_race(), drawing_badge()):
        before = state.copy()
        for _ in range(20):
            assert luck.outcome(state) in legal(state).codes
        assert state == before


@pytest.mark.parametrize("state", [rolling(), drawing_race(), drawing_badge()], ids=["die", "race", "badge"])
def test_samples_follow_the_stated_probabilities(state: State) -> None:
    draws = 6000
    luck = Seeded("frequencies")
    seen = Counter(luck.outcome(state) for _ in range(draws))
    expected = {code: float(probability) * draws for code, probability in outcomes(state)}
    assert set(seen) == set(expected)
    chi_square = sum((seen[code] - want) ** 2 / want for code, want in expected.items())
    freedom = len(expected) - 1
    # Far out in the tail: a fair source stays below it in all but one of some ten thousand samples.
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4


@pytest.mark.parametrize("state", [rolling(), drawing_race(), drawing_badge()], ids=["die", "race", "badge"])
def test_the_ends_of_the_range_of_random_numbers_are_safe(state: State) -> None:
    codes = legal(state).codes
    assert sample(state, lambda: 0.0) == codes[0]
    assert sample(state, lambda: 1 - 2**-53) == codes[-1]


def test_sample_divides_the_range_as_the_probabilities_say() -> None:
    state = rolling()
    steps = 600
    seen = Counter(
        action_string(state.world, sample(state, lambda number=number: number / steps))  # type: ignore[misc]
        for number in range(steps)
    )
    assert seen == {"die.0": 300, "die.1": 100, "die.2": 100, "die.3": 100}


def test_drawn_luck_asks_the_source_it_was_given() -> None:
    asked = []

    def source() -> float:
        asked.append(1)
        return 0.99

    luck = Drawn(source)
    assert luck.outcome(rolling()) == parse_action(base_world(), "die.3")
    assert luck.outcome(drawing_race()) == parse_action(base_world(), "race.wizards")
    assert len(asked) == 2


def test_scripted_luck_gives_its_outcomes_in_order_and_then_stops() -> None:
    luck = Scripted(iter(["race.elves", "race.orcs"]))
    state = drawing_race()
    assert [action_string(state.world, luck.outcome(state)) for _ in range(2)] == ["race.elves", "race.orcs"]
    with pytest.raises(SmallWorldError, match="no outcome left"):
        luck.outcome(state)


def test_scripted_luck_refuses_what_cannot_come_up() -> None:
    with pytest.raises(SmallWorldError, match="cannot come up here: <State base_2p"):
        Scripted(["power.hill"]).outcome(drawing_race())
    with pytest.raises(SmallWorldError, match="unknown race 'gnomes'"):
        Scripted(["race.gnomes"]).outcome(drawing_race())
