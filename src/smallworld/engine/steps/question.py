"""Questions the pieces of a combo put to their player: after picking it, or when the turn ends."""

from __future__ import annotations

from .. import state as st
from ..actions import C_CHOOSE, C_END
from ..events import Log
from ..field import do_changes
from ..pieces import Piece, Question
from ..scene import Scene
from ..state import State
from ..world import NONE


def ask_from(s: State, moment: str, position: int) -> bool:
    """Ask the next question of this moment that has an option; its position is kept in `arg`."""
    race = s.active[s.turn]
    if race == NONE:
        return False
    combo = s.combos[race]
    if not combo.questions:
        return False
    scene = Scene(s, race, combo)
    while position < len(combo.questions):
        question = combo.questions[position][1]
        if question.at == moment and question.options(scene):
            s.step, s.seat, s.arg = st.QUESTION, s.turn, position
            return True
        position += 1
    return False


def asked(s: State) -> tuple[type[Piece], Question, Scene]:
    race = s.active[s.turn]
    combo = s.combos[race]
    piece, question = combo.questions[s.arg]
    return piece, question, Scene(s, race, combo)


def numbers(question: Question, scene: Scene) -> list[int]:
    """The options as people count them: regions by their number, seats and combos from 1."""
    first = 0 if question.about == "region" else 1
    return [option + first for option in question.options(scene)]


def codes(s: State) -> list[int]:
    _, question, scene = asked(s)
    out = [C_CHOOSE | number for number in numbers(question, scene)]
    if question.optional:
        out.append(C_END)
    return out


def choose(s: State, action: int, log: Log) -> bool:
    _, question, scene = asked(s)
    # The answer may change the combo (a swapped badge), so the next question is looked for afterwards.
    option = (action & 63) - (0 if question.about == "region" else 1)
    do_changes(s, scene.race, question.answer(scene, option), log)
    return not ask_from(s, question.at, s.arg + 1)


def end(s: State) -> bool:
    return not ask_from(s, asked(s)[1].at, s.arg + 1)
