"""A question: who asks it, and its options as numbers for people."""

from __future__ import annotations

from ..content.piece_view import PieceView
from ..content.pieces import Question
from ..position.state import State
from ..world.world import NONE


def question_scene(s: State, question: int, race: int, subject: int) -> PieceView:
    combo = s.combos[race] if race != NONE else s.world.idle
    if combo.joined:
        joinable, piece = s.world.joinable, s.world.question_piece[question]
        for entry in combo.joined:
            if joinable[entry >> 6] is piece:
                return PieceView(s, race, combo, piece, entry & 63, subject)
    return PieceView(s, race, combo, None, -1, subject)


def first_number(question: Question) -> int:
    """The first number for people: regions have their own numbers, everything else counts from 1."""
    return 0 if question.about == "region" else 1


def numbers(question: Question, scene: PieceView) -> list[int]:
    """The options as numbers for people."""
    first = first_number(question)
    return [option + first for option in question.options(scene)]
