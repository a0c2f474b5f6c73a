"""Looking at a question: who asks it, and its options as people count them."""

from __future__ import annotations

from .field import place_of
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
                return Scene(s, race, combo, place_of(s, piece, entry & 63), subject)
    return Scene(s, race, combo, -1, subject)


def numbers(question: Question, scene: Scene) -> list[int]:
    """The options as people count them: regions by their number, everything else from 1."""
    first = 0 if question.about == "region" else 1
    return [option + first for option in question.options(scene)]
