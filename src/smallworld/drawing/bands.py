"""Rivers: a terrain whose regions form a row, perhaps with a fork or a loop, is a band of even width."""

from __future__ import annotations

from smallworld.engine.content.board import Board

FORK = 3  # ways from a region where a river divides


def bands_of(board: Board) -> frozenset[frozenset[int]]:
    """Pairs of neighbours that follow each other in a band.

    A board does not name its rivers, but the graph shows them: on the known boards no other terrain is in one
    piece with two or more ends.
    """
    found: set[frozenset[int]] = set()
    for terrain in {region.terrain for region in board.regions}:
        own = {region.id for region in board.regions if region.terrain == terrain}
        steps = {
            frozenset((r, other)) for r in own for other in own.intersection(board.regions[r].neighbours)
        }
        ways = [sum(region in step for step in steps) for region in own]
        # No region with more than three ways, and no more than one way around: a row, a fork, a loop.
        slender = len(own) > 2 and ways.count(1) > 1 and max(ways) <= FORK and len(steps) <= len(own)
        if slender and _in_one_piece(own, steps):
            found |= steps
    return frozenset(found)


def _in_one_piece(regions: set[int], steps: set[frozenset[int]]) -> bool:
    """Check connection: a row and a separate ring have two ends as well."""
    reached: set[int] = set(next(iter(steps)))
    while more := {region for step in steps if step & reached for region in step} - reached:
        reached |= more
    return reached == regions
