"""People who have left: for how long, and how strong a bot should be that takes over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from smallworld.engine import State

from ..tables.table import Table

AHEAD: Final = 1.15  # times the regions of the others: plays better than they do
BEHIND: Final = 0.85


class Absence:
    """Since when seats of people have had no connection. A server that has just started counts from then."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def note(self, table: Table, present: Collection[int], now: float) -> None:
        people = {seat for seat, holder in enumerate(table.holders) if holder.who == "person"}
        for seat in [*self._since]:
            if seat in present or seat not in people:
                del self._since[seat]
        for seat in people.difference(present):
            self._since.setdefault(seat, now)

    def seconds(self, seat: int, now: float) -> float | None:
        """None: is here."""
        since = self._since.get(seat)
        return None if since is None else max(0.0, now - since)


def fitting_level(table: Table, seat: int, ladder: Sequence[str]) -> str:
    """The level of a bot that plays about as well as the person did, from weakest to strongest `ladder`.

    Only what everybody has seen counts, the regions held at the end of each round: coins are secret.
    """
    usual = table.header.standin
    if table.header.options.standin or usual not in ladder or table.game is None:
        return usual
    ends = [
        a for a, b in zip(table.game.positions, table.game.positions[1:], strict=False) if b.round > a.round
    ]
    own = sum(_regions(s, seat) for s in ends)
    others = [other for other in range(table.world.players) if other != seat]
    theirs = sum(_regions(s, other) for s in ends for other in others) / max(1, len(others))
    if not theirs:
        return usual
    place = ladder.index(usual) + (own >= AHEAD * theirs) - (own <= BEHIND * theirs)
    return ladder[min(max(place, 0), len(ladder) - 1)]


def _regions(s: State, seat: int) -> int:
    return sum(s.mask[race].bit_count() for race in s.races_of(seat))
