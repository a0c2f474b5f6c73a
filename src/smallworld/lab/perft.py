"""Perft: the number of action sequences of a given length. Two engines, or two versions, must agree on it."""

from __future__ import annotations

from smallworld.engine.notation.strings import action_string
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import codes, play


def perft(state: State, depth: int) -> int:
    """Leaves of the tree of decisions and chance outcomes, `depth` deep; a game that ends is one leaf."""
    if depth == 0 or state.over:
        return 1
    found = codes(state)
    if depth == 1:
        return len(found)
    total = 0
    for action in found:
        child = state.copy()
        play(child, action)
        total += perft(child, depth - 1)
    return total


def divide(state: State, depth: int) -> dict[str, int]:
    """Perft split by the first action, to find where two counts differ."""
    counts: dict[str, int] = {}
    for action in codes(state):
        child = state.copy()
        play(child, action)
        counts[action_string(state.world, action)] = perft(child, depth - 1)
    return dict(sorted(counts.items()))
