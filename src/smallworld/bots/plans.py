"""Carrying a plan out in one's head: the one way for everybody who thinks ahead.

A plan is a list of actions of one seat. What it does not foresee ends it: chance, a question, somebody else's
decision, an action that is no longer legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from smallworld.engine import SmallWorldError
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.chance import sample

PLANNED: Final = (st.PICK, st.READY, st.CONQUER, st.ROLLED)  # the steps that a plan for a turn covers
TURN: Final = 1000  # actions: far more than any turn has
Meanwhile = Callable[[State], int | None]
OnStep = Callable[[State, int], None]


@dataclass(order=True)
class TurnPlan:
    """One way to play the rest of a turn, and its value."""

    worth: float
    actions: list[int] = field(compare=False)


class EndlessError(SmallWorldError):
    """Thinking ahead does not come to an end: a fault of ours, or of a homebrew piece."""


def bounded(turns: int = 1) -> Iterator[int]:
    """For loops that play on until something happens: an error instead of a loop for ever."""
    yield from range(turns * TURN)
    raise EndlessError(f"expected {turns} turns to end after at most {turns * TURN} actions")


def first_outcome(s: State) -> int:
    """The same for everybody who does not want to think about luck. Of the die: a failure."""
    return sample(s, least)


def least() -> float:
    return 0.0


def pass_chance(s: State) -> None:
    """Let chance go by."""
    if s.step < st.FIRST_CHANCE:
        return
    for _ in bounded():
        play(s, first_outcome(s))
        if s.step < st.FIRST_CHANCE:
            return


def covered(s: State) -> tuple[int, ...]:
    """The steps that a plan made here covers: those of a turn's conquests, or only the present one."""
    return PLANNED if s.step in PLANNED else (s.step,)


def carry_out(
    s: State,
    plan: Sequence[int],
    meanwhile: Meanwhile | None = None,
    on_step: OnStep | None = None,
    steps: Sequence[int] = PLANNED,
) -> int:
    """Play a plan as far as it goes in the present turn, and return how many of its actions were played.

    `meanwhile` chooses what happens at chance and at decisions that the plan does not cover; without it, or
    if it returns None, the plan stops there. `on_step` hears of each action of the plan before it is played.
    """
    turn, now = s.turn, s.round
    seat = s.seat if s.step in steps else turn
    for done, action in enumerate(plan):
        for _ in bounded():
            if s.turn != turn or s.round != now or s.step == st.OVER:
                return done
            if s.seat == seat and s.step in steps:
                break
            other = None if meanwhile is None else meanwhile(s)
            if other is None:
                return done
            play(s, other)
        if action not in CODES[s.step](s):
            return done
        if on_step is not None:
            on_step(s, action)
        play(s, action)
    return len(plan)
