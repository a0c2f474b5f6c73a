"""A board as tensors for graph networks: what never changes about its regions, and who is next to whom."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from smallworld.engine import World

from .observation import Observer, Vector


class BoardGraph:
    """`nodes`: regions × `columns`, fixed. `edges`: 2 × edges, from and to, each pair in both directions.

    `features` puts the fixed columns before those of the table `regions` of an observation, or of many.
    """

    def __init__(self, world: World, observer: Observer | None = None) -> None:
        self.observer = observer or Observer(world)
        board = world.board
        terrains = sorted({region.terrain for region in board.regions})
        symbols = sorted({symbol for region in board.regions for symbol in region.symbols})
        self.fixed = ("border", *(f"terrain {name}" for name in terrains))
        self.fixed += tuple(f"symbol {name}" for name in symbols)
        self.columns: tuple[str, ...] = self.fixed + self.observer.regions.columns
        self.nodes: NDArray[np.float32] = np.array(
            [
                [region.border]
                + [region.terrain == name for name in terrains]
                + [name in region.symbols for name in symbols]
                for region in board.regions
            ],
            np.float32,
        )
        pairs = [(region.id, other) for region in board.regions for other in region.neighbours]
        self.edges: NDArray[np.int64] = np.array(sorted(pairs), np.int64).T

    def __repr__(self) -> str:
        return f"<BoardGraph: {len(self.nodes)} regions × {len(self.columns)}, {self.edges.shape[1]} edges>"

    def features(self, observations: Vector) -> NDArray[np.float32]:
        """… × regions × columns, for one observation or a stack of them."""
        seen = self.observer.regions.of(observations)
        fixed = np.broadcast_to(self.nodes, (*seen.shape[:-1], len(self.fixed)))
        return np.concatenate([fixed, seen], axis=-1)
