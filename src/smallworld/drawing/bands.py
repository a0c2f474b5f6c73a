"""Rivers: a terrain whose regions form a single row is drawn as a band of even width."""

from __future__ import annotations

from smallworld.engine.content.board import Board


def bands_of(board: Board) -> frozenset[frozenset[int]]:
    """Pairs of neighbours that follow each other in a band.

    A board does not name its rivers, but the graph shows them: on the known boards no other terrain forms a
    single row.
    """
    found: set[frozenset[int]] = set()
    for terrain in {region.terrain for region in board.regions}:
        own = {region.id for region in board.regions if region.terrain == terrain}
        steps = {
            frozenset((r, other)) for r in own for other in own.intersection(board.regions[r].neighbours)
        }
        ways = [sum(region in step for step in steps) for region in own]
        if len(own) > 2 and sorted(ways) == [1, 1, *[2] * (len(own) - 2)] and _in_one_piece(own, steps):
            found |= steps
    return frozenset(found)


def _in_one_piece(regions: set[int], steps: set[frozenset[int]]) -> bool:
    """Check connection: two ends and no fork may also be a row and a separate ring."""
    reached: set[int] = set(next(iter(steps)))
    while more := {region for step in steps if step & reached for region in step} - reached:
        reached |= more
    return reached == regions
