"""Sensible ways to place all tokens that must be placed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from smallworld.engine import State, asked
from smallworld.engine.bits import regions
from smallworld.engine.world.world import NONE

Rank = Callable[[int, int], tuple[int, ...]]  # region, tokens there -> rank; the lowest gets the next token
SAFE: Final = 1000  # more than any number of tokens: regions that need no defence come last


Placing = dict[int, int]  # tokens by region


def arrangements(s: State) -> dict[str, Placing]:
    """Ways to place all tokens, by idea; only different ones, the simplest first; none in other steps."""
    found: dict[str, Placing] = {}
    if not asked(s).places_tokens:
        return found
    for name, rank in (("even", _even), ("borders", _borders(s))):
        placing = _spread(s, rank)
        if placing not in found.values():
            found[name] = placing
    return found


def _spread(s: State, rank: Rank) -> Placing:
    now = asked(s)
    mine = regions(s.mask[now.race])
    stacks = {region: s.tokens[region] for region in mine}
    for _ in range(now.amount):
        stacks[min(mine, key=lambda region: rank(region, stacks[region]))] += 1
    return {region: count - s.tokens[region] for region, count in stacks.items() if count > s.tokens[region]}


def _even(region: int, tokens: int) -> tuple[int, ...]:
    return tokens, region


def _borders(s: State) -> Rank:
    """Regions next to other players first, the weakest first; then other exposed ones."""
    board, race = s.world.board, asked(s).race
    mine, theirs = s.regions_of(s.owner[race]), 0
    for seat, active in enumerate(s.active):
        if active != NONE and seat != s.owner[race]:
            theirs |= s.mask[active]
    worry: dict[int, int] = {}
    for region in regions(s.mask[race]):
        near = board.neighbour_masks[region]
        if s.immune >> region & 1:
            worry[region] = 3 * SAFE
        elif near & theirs:
            worry[region] = 0
        elif near & ~mine & s.world.open_terrain or board.regions[region].border:
            worry[region] = SAFE
        else:
            worry[region] = 2 * SAFE

    def rank(region: int, tokens: int) -> tuple[int, ...]:
        return worry[region] + s.guard[region] + tokens, region

    return rank
