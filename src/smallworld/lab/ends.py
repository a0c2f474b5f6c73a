"""How often a bot misses the best last turn, and by how many coins.

    python -m smallworld.lab.ends planner planner-2026 --worlds base underground both --games 100

In each game the bots play all seats. Every decision of a last turn is compared with the solved turn: what it
loses is the value before it minus the value after it, so that luck does not count. Turns that the solver
cannot finish within its budget are left out, and counted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from smallworld.bots.ends import TAKEN, TurnSolver, only_coins_count
from smallworld.bots.heuristics import imagine
from smallworld.bots.registry import make_bot
from smallworld.engine import State, World, new_state, parse_action, view
from smallworld.engine.turn.turn import play
from smallworld.engine.verbs.chance import Seeded

from .worlds import one_each

POSITIONS: Final = 20000
MISS: Final = 0.05  # coins from which a loss counts as a miss; fewer may come from ties


@dataclass
class Misses:
    """What was lost in each last turn; None: the solver could not finish it."""

    lost: list[float | None] = field(default_factory=list)

    def __str__(self) -> str:
        known = [lost for lost in self.lost if lost is not None]
        missed = [lost for lost in known if lost > MISS]
        count = max(1, len(known))
        return (
            f"{len(missed)} of {len(known)} last turns missed ({100 * len(missed) / count:.1f} %), "
            f"{sum(missed) / count:.2f} coins a turn, {max(missed, default=0.0):.1f} at worst; "
            f"{len(self.lost) - len(known)} more not solved"
        )


def misses(
    spec: str, worlds: Sequence[World], games: int, seed: str = "0", positions: int = POSITIONS
) -> Misses:
    found = Misses()
    for number in range(games):
        world = worlds[number % len(worlds)]
        bots = [make_bot(spec, f"ends/{seed}/{number}/{seat}") for seat in range(world.players)]
        luck, s = Seeded(f"ends/{seed}/{number}"), new_state(world)
        lost: dict[int, float | None] = {}
        while not s.over:
            if s.is_chance:
                play(s, luck.outcome(s))
                continue
            seen = view(s, s.seat)
            chosen = bots[s.seat].choose(seen)
            action = parse_action(world, chosen) if isinstance(chosen, str) else chosen
            if only_coins_count(s) and lost.setdefault(s.turn, 0.0) is not None:
                loss, before = loss_of(imagine(seen), action, positions), lost[s.turn]
                lost[s.turn] = None if loss is None or before is None else before + loss
            play(s, action)
        found.lost += lost.values()
    return found


def loss_of(s: State, action: int, positions: int) -> float | None:
    """Coins an action gives away; None if that cannot be worked out."""
    solver = TurnSolver(s, positions, every_find=True)
    child = s.copy()
    play(child, action)
    loss = solver.value(s) - solver.value(child)
    if not solver.exact:
        return None
    return loss if loss > len(s.occ) * TAKEN else 0.0  # the rest is about regions taken from others


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m smallworld.lab.ends", description=__doc__)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--worlds", nargs="+", default=["base", "underground", "both"])
    parser.add_argument("--players", nargs="+", type=int, default=[2, 3])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="budget of the solver")
    given = parser.parse_args(arguments)
    for name in given.worlds:
        for spec in given.bots:
            worlds = one_each(given.players, [name])
            print(
                f"{name}, {spec}: {misses(spec, worlds, given.games, given.seed, given.positions)}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
