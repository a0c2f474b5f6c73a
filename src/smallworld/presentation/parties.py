"""Parties: why they attack a region, and what they would attack now."""

from __future__ import annotations

from typing import NamedTuple

from smallworld.engine import State
from smallworld.engine.events import Stage, Why
from smallworld.engine.turn.steps.party_order import next_targets
from smallworld.engine.world.world import NONE


class Aims(NamedTuple):
    """What a party would attack first if it moved now: one region, or several to choose from."""

    regions: tuple[int, ...]
    ways: tuple[int, ...]  # regions it would pass through on the way
    why: Why


def aims(s: State) -> Aims | None:
    if s.world.party is None or s.is_chance:
        return None
    left, stages = next_targets(s)
    if not left:
        return None
    ways = tuple(sorted({target.way for target in left if target.way != NONE}))
    # All of them cost the same.
    why = Why(left[0].cost, stages, way=ways[0] if len(ways) == 1 else NONE)
    return Aims(tuple(sorted({target.region for target in left})), ways, why)


def decided(why: Why) -> list[tuple[Stage, bool]]:
    """The stages of a party's order, and whether each left fewer targets than before."""
    before = [None, *((stage.regions, stage.left) for stage in why.stages)]
    return [
        (stage, (stage.regions, stage.left) != was) for stage, was in zip(why.stages, before, strict=False)
    ]
