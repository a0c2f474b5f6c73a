"""The scenes in which every piece is measured: the same games, and the same moment at which it is dealt.

A scene is a world with a number of players, a seat, and the first or the second combo of that seat. Its
number decides everything, so that all pieces get the same scenes in every process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from smallworld.engine import actions as ac
from smallworld.engine.bits import regions
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.world.world import DIE

from ..worlds import BOTH, BOTH_PACKS, boards_of

SEED: Final = "balance/1"
WORLDS: Final[dict[str, tuple[str, ...]]] = {**{name: (name,) for name in BOTH_PACKS}, BOTH: BOTH_PACKS}
PLAYERS: Final = (2, 3, 4, 5)
MOMENTS: Final = (1, 2)  # the first or the second combo of the seat: an empty map, or a crowded one


class Cell(NamedTuple):
    """The groups for which results are reported separately."""

    world: str
    players: int

    def __str__(self) -> str:
        return f"{self.world} {self.players}"


CELLS: Final = tuple(Cell(world, players) for players in PLAYERS for world in WORLDS)


@dataclass(frozen=True)
class Scene:
    number: int
    cell: Cell
    board: str
    seat: int
    moment: int

    @property
    def index(self) -> int:
        """Its index among the scenes of its cell."""
        return self.number // len(CELLS)

    @property
    def seed(self) -> str:
        return f"{SEED}/{self.number}"


@lru_cache(maxsize=4096)
def scene(number: int) -> Scene:
    index, place = divmod(number, len(CELLS))
    cell = CELLS[place]
    return Scene(
        number,
        cell,
        in_turn(boards_of(WORLDS[cell.world], cell.players), index, f"board/{cell}"),
        int(in_turn([str(seat) for seat in range(cell.players)], index, f"seat/{cell}")),
        int(in_turn([str(moment) for moment in MOMENTS], index, f"moment/{cell}")),
    )


def in_turn(options: Sequence[str], index: int, what: str) -> str:
    """Every option once in a random order, then again in another: even, and independent of everything
    else.
    """
    lap, place = divmod(index, len(options))
    return sorted(options, key=lambda option: unit(SEED, what, lap, option))[place]


def unit(*parts: object) -> float:
    """A number from 0 up to 1 that depends only on these arguments."""
    digest = hashlib.blake2b("/".join(map(str, parts)).encode(), digest_size=7).digest()
    return (int.from_bytes(digest, "big") >> 3) / (1 << 53)


class SharedLuck:
    """Luck that depends on what is drawn, not on how many draws came before.

    So two games that differ in one piece draw the same combos in the same order and roll the same dice in the
    same turns. An additional piece in a deck does not change the order of the others.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn: dict[tuple[int, int], int] = {}
        self._turn, self._rolls = (0, 0), 0

    def outcome(self, state: State) -> int:
        if state.step == st.DIE:
            turn = (state.round, state.turn)
            self._rolls = self._rolls + 1 if turn == self._turn else 0
            self._turn = turn
            return ac.C_FACE | DIE[int(unit(self._seed, "die", *turn, self._rolls) * len(DIE))]
        deck = state.arg & 63
        names = state.world.decks[deck]

        def order(card: int) -> float:
            return unit(self._seed, deck, names[card], self._drawn.get((deck, card), 0))

        card = min(regions(state.unseen[deck]), key=order)
        self._drawn[deck, card] = self._drawn.get((deck, card), 0) + 1
        return ac.C_DRAW | deck << 6 | card
