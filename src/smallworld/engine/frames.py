"""Decisions that interrupt others. What was asked before waits on the stack, whoever's turn it is."""

from __future__ import annotations

from . import state as st
from .state import State
from .world import NONE

NO_RACE = 63  # in a question's detail: it is asked by a rule of the game, not by a race


def interrupt(s: State, step: int, seat: int = NONE, arg: int = 0) -> None:
    """Ask this first; what was asked before comes back with `resume`."""
    s.stack += (s.step, s.seat if s.step != st.NEXT else NONE, s.arg)
    s.step, s.seat, s.arg = step, seat, arg


def resume(s: State) -> None:
    """What was interrupted is asked again."""
    s.arg, s.seat, s.step = s.stack.pop(), s.stack.pop(), s.stack.pop()


def hold(s: State, asked: int = NONE) -> None:
    """What was asked is finished, but something that interrupted it comes first; then the turn goes on.

    `asked`: detail of a question after which the others of its phase are still to be asked.
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
    """Detail of a die that answers a rule's question; -1: a first roll, action codes: targets."""
    return -2 - question


def die_question(arg: int) -> int:
    """The question a die answers, or NONE."""
    return -2 - arg if arg < -1 else NONE


def draw_arg(deck: int, region: int = NONE) -> int:
    """`region`: where the thing drawn goes; NONE for the column."""
    return (region + 1) << 6 | deck


def draw_parts(arg: int) -> tuple[int, int]:
    return arg & 63, (arg >> 6) - 1
