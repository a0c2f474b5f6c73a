"""A gate closes regions to the acting race, whatever they cost. A word that does so has one gate in each
world."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..position.state import State
    from .means import Means

Facts = dict[str, str | int]


class Gate:
    """`rule`: the denial it stands for. `by_way`: it depends on the way a region is taken; other gates are
    worked out when a race begins to act, and again when something changes.

    To save time a gate can be skipped. `coins`: while the player has at least so many; `notes`: unless a note
    (see `note`) names the player. A gate with neither is always read.
    """

    def __init__(self, rule: str, *, by_way: bool = False, coins: int = 0, notes: bool = False) -> None:
        self.rule = rule
        self.by_way = by_way
        self.coins = coins
        self.notes = notes

    def shut(self, s: State, means: Means | None) -> int:
        """Regions it closes to the acting race, by the ordinary way or a special means."""
        raise NotImplementedError

    def bars(self, s: State) -> int:
        """Regions it closes to other actions of the player to move: see `PieceView.barred`."""
        return 0

    def facts(self, s: State, region: int) -> Facts:
        """The facts for the sentence about a region."""
        return {"region": region}
