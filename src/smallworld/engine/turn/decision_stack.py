"""Decisions that interrupt others. The interrupted decision waits on the stack, in any player's turn."""

from __future__ import annotations

from ..position import state as st
from ..position.state import State
from ..world.world import NONE

NO_RACE = 63  # in a question's detail: a rule of the game asks, not a race


def interrupt(s: State, step: int, seat: int = NONE, arg: int = 0) -> None:
    """Ask this first; `resume` brings the interrupted decision back."""
    s.stack += (s.step, s.seat if s.step != st.NEXT else NONE, s.arg)
    s.step, s.seat, s.arg = step, seat, arg


def resume(s: State) -> None:
    """Ask the interrupted decision again."""
    s.arg, s.seat, s.step = s.stack.pop(), s.stack.pop(), s.stack.pop()


def hold(s: State, asked: int = NONE) -> None:
    """The current decision is finished, but something interrupted it. After the interruption the turn goes
    on.

    `asked`: detail of a question after which the other questions of its phase follow.
    """
    if s.stack[0] != st.NEXT:
        s.stack[0], s.stack[1], s.stack[2] = st.NEXT, NONE, asked + 1


def question_arg(question: int, race: int, subject: int = 0) -> int:
    return subject << 16 | question << 6 | (race if race != NONE else NO_RACE)


def question_parts(arg: int) -> tuple[int, int, int]:
    """Question, race (or NONE), subject."""
    race = arg & 63
    return arg >> 6 & 1023, NONE if race == NO_RACE else race, arg >> 16


def die_arg(question: int) -> int:
    """Detail of a die that answers a rule's question. (-1: a first roll; action codes: targets.)"""
    return -2 - question


def die_question(arg: int) -> int:
    """The question a die answers, or NONE."""
    return -2 - arg if arg < -1 else NONE


def draw_arg(deck: int, region: int = NONE) -> int:
    """`region`: where the drawn piece goes; NONE for the column."""
    return (region + 1) << 6 | deck


def draw_parts(arg: int) -> tuple[int, int]:
    return arg & 63, (arg >> 6) - 1
