"""Random playouts as fast as the engine goes: no events, no views, no checks."""

from __future__ import annotations

from collections.abc import Callable

from smallworld.engine.chance import sample
from smallworld.engine.state import CONQUER, FIRST_CHANCE, OVER, READY, REDEPLOY, State
from smallworld.engine.steps import conquer, ready, redeploy
from smallworld.engine.turn import CODES, play


def playout(state: State, random: Callable[[], float]) -> int:
    """Play a position to its end in place; the number of decisions made (chance not counted)."""
    decisions = 0
    while True:
        step = state.step
        if step == OVER:
            return decisions
        if step >= FIRST_CHANCE:
            play(state, sample(state, random))
        else:
            # The usual ones by name: compiled, that is a direct call.
            if step == READY:
                legal = ready.codes(state)
            elif step == CONQUER:
                legal = conquer.codes(state)
            elif step == REDEPLOY:
                legal = redeploy.codes(state)
            else:
                legal = CODES[step](state)
            decisions += 1
            play(state, legal[int(random() * len(legal))])
