"""The coach's advice, computed in a worker process."""

from __future__ import annotations

from typing import Final

from smallworld.bots.coach import EFFORT, Advice, advise
from smallworld.bots.rollouts import Effort
from smallworld.engine import parse_position, view
from smallworld.packs import world_from_key

PATIENCE: Final = Effort(EFFORT.turns, 1.5)  # somebody is waiting, and large worlds have long turns
QUICK: Final = Effort(48, 0.25)  # for a first word while the better advice is worked out


def advice_for(position: str, seat: int, kept: list[int], effort: Effort = PATIENCE) -> Advice:
    """Runs in a worker process. `kept`: the rest of a plan that is being followed."""
    return advise(view(parse_position(position, world_from_key), seat), kept, effort)
