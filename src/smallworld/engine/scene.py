"""What a piece's own methods may look at: the position from the piece's side, read only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import regions
from .where import Where

if TYPE_CHECKING:
    from .board import Board
    from .combo import Combo
    from .state import State


class Scene:
    """The position as a race with its power sees it. Region sets are masks (see `bits`)."""

    __slots__ = ("_combo", "_state", "race")

    def __init__(self, state: State, race: int, combo: Combo) -> None:
        self._state = state
        self._combo = combo
        self.race = race

    @property
    def board(self) -> Board:
        return self._state.world.board

    @property
    def seat(self) -> int:
        """The seat of the player who owns the race."""
        return self._state.owner[self.race]

    @property
    def opponents(self) -> tuple[int, ...]:
        """The other seats, clockwise."""
        players = len(self._state.coins)
        return tuple((self.seat + step) % players for step in range(1, players))

    @property
    def held(self) -> int:
        return self._state.mask[self.race]

    @property
    def hand(self) -> int:
        return self._state.hand[self.race]

    @property
    def tray(self) -> int:
        return self._state.tray[self.race]

    @property
    def attacked(self) -> tuple[int, ...]:
        """Seats whose active race was attacked this turn by this player's active race."""
        return regions(self._state.attacked)

    @property
    def conquered(self) -> int:
        return self._state.conquered

    @property
    def nonempty_conquests(self) -> int:
        return self._state.nonempty

    @property
    def combos_in_column(self) -> int:
        return len(self._state.col_badge)

    def where(self, where: Where) -> int:
        return where.now(self)

    def mask_of(self, where: Where) -> int:
        """The mask of a static region set on this board."""
        return self._state.world.mask_of(where)

    def beside(self, mask: int) -> int:
        """Regions next to these, passages of the combo included."""
        near = self._combo.near
        out = 0
        for region in regions(mask):
            out |= near[region]
        return out

    def spots(self, marker: str) -> int:
        """Where markers of this kind stand."""
        return self._state.spots(self._state.world.marker_index(marker))

    def count(self, counter: str) -> int:
        return self._state.counters[self._state.world.counter_index(counter)]
