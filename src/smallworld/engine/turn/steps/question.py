"""Questions that pieces ask a player: in a phase of the turn, or as an interruption."""

from __future__ import annotations

from ...actions import C_CHOOSE, C_END
from ...content.piece_view import PieceView
from ...content.pieces import Piece, Question
from ...events import Log
from ...position import state as st
from ...position.state import State
from ...world.world import NONE
from ..apply_changes import ask, do_changes
from ..decision_stack import hold, question_arg, question_parts, resume
from ..questions import first_number, question_scene
from .resume import finished


def ask_in_phase(s: State, phase: str, log: Log, after: tuple[int, int] = (NONE, NONE)) -> bool:
    """Ask the next question of this phase that has an option: first those of rules, then race by race.

    `after`: the race and question asked last. Answers may change which pieces a race has, so questions are
    compared by their number in the world.
    """
    world = s.world
    passed = after == (NONE, NONE)
    for race in (NONE, *s.races_of(s.turn)):
        last = NONE
        if not passed:
            if race != after[0]:
                continue
            passed, last = True, after[1]
        asks = s.combos[race].asks if race != NONE else world.rule_questions
        for question in asks.get(phase, ()):
            if question > last:
                again = True
                while again:
                    again = _repeats(s, question, race)  # without an option it answers itself
                    if ask(s, question, race, 0, log, on_the_spot=False):
                        return True
                    if s.stack:  # an automatic answer interrupts; the others of this phase follow
                        s.stack[:3] = [st.NEXT, NONE, question_arg(question - again, race) + 1]
                        return False
    return False


def _repeats(s: State, question: int, race: int) -> bool:
    kind = s.world.questions[question]
    return kind.repeats and bool(kind.options(question_scene(s, question, race, 0)))


def asked(s: State) -> tuple[type[Piece], Question, PieceView, int]:
    """The question that is asked now: its piece, the question, the view of the race asked, its number."""
    number, race, subject = question_parts(s.arg)
    world = s.world
    scene = question_scene(s, number, race, subject)
    return world.question_piece[number], world.questions[number], scene, number


def codes(s: State) -> list[int]:
    _, question, scene, _ = asked(s)
    first = first_number(question) + C_CHOOSE
    out = [first + option for option in question.options(scene)]
    if question.optional:
        out.append(C_END)
    return out


def choose(s: State, action: int, log: Log) -> bool:
    _, question, scene, number = asked(s)
    option = (action & 63) - first_number(question)
    s.touched = s.touched or question.commits
    interrupts = bool(s.stack)
    if interrupts:
        resume(s)
    do_changes(s, scene.race, question.answer(scene, option), log)
    if interrupts:
        return finished(s, log)
    # A question that repeats keeps its place; otherwise look for the next one.
    return _go_on(s, question, scene.race, number - 1 if question.repeats else number, log)


def end(s: State, log: Log) -> bool:
    _, question, scene, number = asked(s)
    if s.stack:
        resume(s)
        return finished(s, log)
    return _go_on(s, question, scene.race, number, log)


def _go_on(s: State, question: Question, race: int, number: int, log: Log) -> bool:
    if s.stack:  # the answer led to an interruption; the others of this phase follow it
        hold(s, question_arg(number, race) if number >= 0 else NONE)
        return False
    return not ask_in_phase(s, question.at, log, (race, number))


def go_on(s: State, arg: int, log: Log) -> bool:
    """After an interruption: the questions of a phase after this one. Returns whether none is left."""
    number, race, _ = question_parts(arg)
    return not ask_in_phase(s, s.world.phases[s.phase], log, (race, number)) and not s.stack
