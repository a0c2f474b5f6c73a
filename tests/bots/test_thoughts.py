"""Who thinks ahead tries only what is legal, stops where others come in, and comes to an end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from smallworld.bots.coach import advise
from smallworld.bots.plans import EndlessError, bounded, carry_out
from smallworld.bots.rollouts import Effort
from smallworld.engine import State, parse_action, parse_position, view
from smallworld.engine.position import state as st
from smallworld.engine.turn.turn import codes as legal
from smallworld.lab.thoughts import THINKERS, IllegalThought, Thoughts, check_thoughts, watched
from smallworld.packs import world_from_key

# A conquest below ground leads to a question about a ransom, asked of somebody else.
RANSOM = (
    "sw2~underground_3p.3.10~underground.1-leaders.1~all~all~~2.A.ready.~ready.A.lizardmen~10.-8.-14.~"
    "lizardmen.A.flocking.9.12x1-flames.B.mining.0.18x8-ogres.C.frightened.0.16x1.19x3.25x3.26x3~"
    "monsters.6x2.7x2.22x2~thieving.gnomes.3-vampire.mummies.0-royal.shrooms.0-tomb.mudmen.0-"
    "reborn.spiderines.0-shield.kraken.0~~~volcano.17-scepter_of_avarice.19-great_brass_pipe.26-"
    "leader.16-leader.18~~leader_with_flames.1-leader_with_ogres.1-leader_captor_lizardmen.2~lizardmen-------"
)
# What is found in region 7 changes what can be done afterwards.
FIND = (
    "sw2~underground_2p.2.10~base.1-underground.1~all~all~~1.A.ready.pt~conquer.A.amazons~5.-5.~"
    "amazons.A.tomb.13.1x2~monsters.7x2.13x2.19x2.23x2~vengeful.giants.0-stout.sorcerers.0-flocking.elves.0-"
    "muddy.flames.0-commando.mummies.0-merchant.gnomes.0~~~~~~amazons--1-----"
)


def at(text: str) -> State:
    return parse_position(text, world_from_key)


def codes(s: State, *actions: str) -> list[int]:
    return [parse_action(s.world, action) for action in actions]


def test_everybody_tries_only_what_is_legal() -> None:
    """In positions of all worlds; `python -m smallworld.lab.thoughts` looks at more, more closely."""
    found = check_thoughts(1000, "test", quick=True)
    assert not found.illegal
    assert found.tried > 50_000


@pytest.mark.parametrize("think", [think for think, _ in THINKERS])
@pytest.mark.parametrize("position", [RANSOM, FIND], ids=["ransom", "find"])
def test_finds_and_questions_on_the_way_confuse_nobody(
    position: str, think: Callable[[State], object]
) -> None:
    with watched(Thoughts()):
        think(at(position))


def test_an_illegal_thought_is_noticed() -> None:
    s, far_too_strong = at(RANSOM), parse_action(at(RANSOM).world, "c18")
    with (
        watched(Thoughts()),
        pytest.raises(IllegalThought, match=r"bots.plans.carry_out: c18 at"),
    ):
        carry_out(s, [0], lambda _: far_too_strong, steps=[st.FADE])


def test_the_coach_answers_before_somebody_elses_question() -> None:
    s = at(RANSOM)
    advice = advise(view(s, 0), [], Effort(turns=64))
    assert advice.plan[0] in carried(s, advice.plan)


def carried(s: State, plan: list[int]) -> list[int]:
    """The actions of a plan that are played."""
    found: list[int] = []
    carry_out(s.copy(), plan, on_step=lambda _, code: found.append(code))
    return found


def test_a_plan_stops_at_chance_at_a_question_and_at_what_is_not_legal() -> None:
    s = at(RANSOM)
    assert carried(s, codes(s, "c11", "c18", "e")) == codes(s, "c11")
    asked = s.copy()
    assert (
        carry_out(asked, codes(s, "c11", "c10", "c16", "e")) == 3
    )  # "e" would be an answer of the other seat
    assert (asked.step, asked.seat) == (st.QUESTION, 2)
    found = at(FIND)
    assert carry_out(found, codes(found, "c7", "e")) == 1
    assert found.step == st.DRAW


def test_a_plan_ends_with_its_turn() -> None:
    """The same action may be legal again in the next turn, but it is another decision."""
    s = at(RANSOM)
    assert carry_out(s, codes(s, "d", "d"), lambda now: legal(now)[0]) == 1
    assert (s.turn, s.round) == (1, 2)


def test_thinking_comes_to_an_end() -> None:
    with pytest.raises(EndlessError, match="expected 2 turns to end after at most 2000 actions"):
        for _ in bounded(2):
            pass
