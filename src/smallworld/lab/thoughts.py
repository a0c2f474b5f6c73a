"""What bots, coach and analysis try in their heads, checked against the legal list.

    python -m smallworld.lab.thoughts --positions 5000

Positions come from games of every world, with modules, for every number of players. In each, somebody who
thinks ahead decides, and every action and outcome that is tried on a copy must be legal there. `play` itself
does not check, because it has to be fast.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from smallworld.bots.coach import advise
from smallworld.bots.greedy import greedy_action
from smallworld.bots.registry import make_bot
from smallworld.bots.rollouts import Effort
from smallworld.engine import Seeded, World, action_string, new_state, position_string, view
from smallworld.engine.events import Log
from smallworld.engine.position.state import State
from smallworld.engine.turn import turn
from smallworld.engine.turn.turn import codes
from smallworld.engine.verbs.chance import sample

from .analysis.alternatives import alternatives
from .analysis.rollouts import Rollouts
from .analysis.turn_text import plan_words
from .worlds import one_each

COACH_EFFORT: Final = Effort(turns=8)
MODULES: Final = ("base+leaders+crusade", "underground+leaders+crusade")  # worlds with several modules
SHARE: Final = 12  # one decision in so many of a game is a position to think about
WILD: Final = 0.3  # share of random decisions, so that strange positions come up


class IllegalThought(Exception):
    """Somebody tried an action that is not legal. What he would think after it is of no use."""


@dataclass
class Thoughts:
    """How many actions were tried, and those that were not legal: who tried what where."""

    positions: int = 0
    tried: int = 0
    illegal: list[str] = field(default_factory=list)


@contextmanager
def watched(found: Thoughts) -> Iterator[None]:
    """Meanwhile every call of `play` outside the engine is counted and checked."""
    play = turn.play

    def checked(s: State, action: int, log: Log = None) -> None:
        found.tried += 1
        if action not in codes(s):
            caller = sys._getframe(1)
            who = f"{caller.f_globals['__name__']}.{caller.f_code.co_name}"
            raise IllegalThought(f"{who}: {action_string(s.world, action)} at {position_string(s)}")
        play(s, action, log)

    outside = [
        module
        for name, module in sys.modules.items()
        if name.startswith("smallworld.")
        and not name.startswith("smallworld.engine.")
        and getattr(module, "play", None) is play
    ]
    for module in outside:
        vars(module)["play"] = checked
    try:
        yield
    finally:
        for module in outside:
            vars(module)["play"] = play


def positions(worlds: Sequence[World], seed: str, share: int = SHARE) -> Iterator[State]:
    """Decisions from games in these worlds in turn, without end. Seats play greedily, at times at random."""
    number = 0
    while True:
        luck, state = Seeded(f"thoughts/{seed}/{number}").random, new_state(worlds[number % len(worlds)])
        while not state.over:
            if state.is_chance:
                turn.play(state, sample(state, luck))
                continue
            if luck() * share < 1:
                yield state.copy()
            legal = codes(state)
            wild = luck() < WILD
            turn.play(state, legal[int(luck() * len(legal))] if wild else greedy_action(state, luck()))
        number += 1


def bot(spec: str) -> Callable[[State], object]:
    return lambda s: make_bot(spec, 1).choose(view(s, s.seat))


def coach(s: State) -> object:
    return advise(view(s, s.seat), (), COACH_EFFORT)


def analysis(s: State) -> object:
    plans = alternatives(s, (), "thoughts")
    played = Rollouts("greedy", 2, "thoughts")
    return [(plan_words(s, plan), played.sample(s, plan, screen=1)) for plan in plans]


# Everybody who thinks ahead, and for a quick check: one position in so many.
THINKERS: Final = (
    (bot("greedy"), 1),
    (bot("planner:beam=4"), 6),
    (bot("search:ms=1,beam=4"), 24),
    (coach, 90),
    (analysis, 45),
)


def check_thoughts(count: int, seed: str, *, quick: bool = False) -> Thoughts:
    """Let everybody think about so many positions of all worlds. `quick`: slow thinkers get only some."""
    found, worlds = Thoughts(), one_each((1, 2, 3, 4, 5)) + one_each((1, 2, 3, 4), MODULES)
    for number, state in enumerate(islice(positions(worlds, seed), count)):
        for think, share in THINKERS:
            if not quick or number % share == 0:
                try:
                    with watched(found):
                        think(state)
                except IllegalThought as illegal:
                    found.illegal.append(str(illegal))
        found.positions += 1
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m smallworld.lab.thoughts", description=__doc__)
    parser.add_argument("--positions", type=int, default=1000, help="positions to think about")
    parser.add_argument("--seed", default="0", help="of the games they come from")
    given = parser.parse_args(arguments)
    found = check_thoughts(given.positions, given.seed)
    print(f"{found.positions} positions, {found.tried} actions tried, {len(found.illegal)} not legal")
    print(*found.illegal[:20], sep="\n")
    return 1 if found.illegal else 0


if __name__ == "__main__":
    raise SystemExit(main())
