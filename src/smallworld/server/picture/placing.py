"""Sensible ways to arrange troops with one tap: lists of placing actions that use up what must be placed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from smallworld.engine import State, asked
from smallworld.engine.bits import regions
from smallworld.engine.world import NONE

from .phrasebook import Data, Words

Rank = Callable[[int, int], tuple[int, ...]]  # region, tokens there: the lowest gets the next token


def suggestions(s: State, words: Words) -> list[Data]:
    """Ways that differ, the plainest first."""
    found: dict[tuple[str, ...], str] = {}
    for name, rank in (("even", _even), ("borders", _borders(s))):
        found.setdefault(tuple(_spread(s, rank)), name)
    return [
        {"id": name, "label": words(f"place.{name}"), "actions": list(actions)}
        for actions, name in found.items()
    ]


def _spread(s: State, rank: Rank) -> list[str]:
    now = asked(s)
    mine = regions(s.mask[now.race])
    stacks = {region: s.tokens[region] for region in mine}
    for _ in range(now.amount):
        stacks[min(mine, key=lambda region: rank(region, stacks[region]))] += 1
    return [
        f"t{region}.{count - s.tokens[region]}"
        for region, count in stacks.items()
        if count > s.tokens[region]
    ]


def _even(region: int, tokens: int) -> tuple[int, ...]:
    return tokens, region


SAFE: Final = 1000  # more than any stack: what needs no guard comes last


def _borders(s: State) -> Rank:
    """Where others stand next door, the weakest region first; then where anybody could walk in."""
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
