"""Random playouts at full speed: no events, no views, no checks."""

from __future__ import annotations

from collections.abc import Callable

from smallworld.engine.position.state import CONQUER, FIRST_CHANCE, OVER, READY, REDEPLOY, State
from smallworld.engine.turn.steps import conquer, ready, redeploy
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.chance import sample


def playout(state: State, random: Callable[[], float]) -> int:
    """Play a position to its end in place; returns the number of decisions (without chance)."""
    decisions = 0
    while True:
        step = state.step
        if step == OVER:
            return decisions
        if step >= FIRST_CHANCE:
            play(state, sample(state, random))
        else:
            # The usual steps by name: when compiled, these are direct calls.
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
