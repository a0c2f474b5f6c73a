"""The order of turns, and the phases that a turn often jumps to or skips, by number."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .world import World


class TurnShortcuts:
    def __init__(self, world: World) -> None:
        phases = world.phase_index
        # By round and seat: the seat that comes next; -1: the round is over.
        self.next_turn: list[list[int]] = [
            [dict(pairwise(order)).get(seat, -1) for seat in range(world.seats)] for order in world.orders
        ]
        self.before_turn = next(n for n, name in enumerate(world.phases) if name != "setup") - 1
        self.muster = phases["muster"]
        self.elders_redeploy = phases["elders_redeploy"]
        self.last_redeploy = phases["last_redeploy"]
        self.victims = phases["victims"]
        # The phases between them, as bits, if pieces may ask something there.
        asking = world.phase_mask(world.phase_questions)
        self.before_ready = asking & ((1 << self.elders_redeploy) - (2 << phases["begin"]))
        self.before_scoring = asking & ((1 << self.last_redeploy) - (2 << phases["markers"]))
        self.after_scoring = asking & ((1 << self.victims) - (2 << phases["score"]))
