"""Looking at a question: who asks it, and its options as people count them."""

from __future__ import annotations

from .pieces import Question
from .scene import Scene
from .state import State
from .world import NONE


def question_scene(s: State, question: int, race: int, subject: int) -> Scene:
    combo = s.combos[race] if race != NONE else s.world.idle
    if combo.joined:
        joinable, piece = s.world.joinable, s.world.question_piece[question]
        for entry in combo.joined:
            if joinable[entry >> 6] is piece:
                return Scene(s, race, combo, piece, entry & 63, subject)
    return Scene(s, race, combo, None, -1, subject)


def first_number(question: Question) -> int:
    """People count regions by their number, everything else from 1."""
    return 0 if question.about == "region" else 1


def numbers(question: Question, scene: Scene) -> list[int]:
    """The options as people count them."""
    first = first_number(question)
    return [option + first for option in question.options(scene)]
