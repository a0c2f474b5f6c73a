"""Which ways of conquest use more help than they need: the same is possible with less of it."""

from __future__ import annotations

from collections.abc import Iterable

from ..actions import CONQUER, ROLL, SHIFT, way_of
from ..bits import mask_of
from ..position.state import State
from ..turn.steps.price import cost_of, have_for


def with_spare_help(s: State, codes: Iterable[int], *, cheaper: bool = False) -> set[int]:
    """Among legal codes: those that use several helps although some of these, or none, would take the region
    as surely. `cheaper`: only if the others do not make it cheaper either."""
    alone = len(s.world.means)
    attacks = [code for code in codes if code >> SHIFT in (CONQUER, ROLL)]
    if all(way_of(code) <= alone for code in attacks):
        return set()
    by_region: dict[int, list[int]] = {}
    for code in attacks:
        by_region.setdefault(code & 63, []).append(code)
    return {
        code
        for code in attacks
        if way_of(code) > alone
        and any(_as_good(s, other, code, cheaper) for other in by_region[code & 63] if _fewer(s, other, code))
    }


def _fewer(s: State, one: int, other: int) -> bool:
    """Whether one way uses some of the helps of the other, and not all."""
    ones, others = _helps(s, one), _helps(s, other)
    return ones != others and ones & others == ones


def _helps(s: State, code: int) -> int:
    way = way_of(code)
    return mask_of(s.world.way_parts[way - 1]) if way else 0


def _as_good(s: State, less: int, more: int, cheaper: bool) -> bool:
    if cheaper and _cost(s, less) > _cost(s, more):
        return False
    return _shortage(s, less) <= _shortage(s, more)


def _shortage(s: State, code: int) -> int:
    """Tokens for which the die has to make up."""
    return max(0, _cost(s, code) - have_for(s, code & 63)) if code >> SHIFT == ROLL else 0


def _cost(s: State, code: int) -> int:
    way = way_of(code)
    return cost_of(s, code & 63, s.world.ways[way - 1] if way else None)
