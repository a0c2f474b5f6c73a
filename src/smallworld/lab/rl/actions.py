"""A fixed number for every possible decision on a board.

The numbers follow the engine's action codes in rising order: by kind (pick, decline, abandon, conquer, roll,
roll first, end, give up, place, put, choose, use), then by means, tokens, marker or use, then by region. They
depend only on the world (board, packs, chosen races and powers), never on the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from smallworld.engine import World
from smallworld.engine import actions as ac
from smallworld.engine.notation.strings import action_string, parse_action
from smallworld.engine.world.world import COLUMN

Mask = NDArray[np.int8]


class Actions:
    """The numbering of a world: `codes[number]` is the engine's code, `numbers[code]` the inverse."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.codes: tuple[int, ...] = tuple(sorted(set(_possible(world))))
        self.numbers: dict[int, int] = {code: number for number, code in enumerate(self.codes)}

    def __len__(self) -> int:
        return len(self.codes)

    def __repr__(self) -> str:
        return f"<Actions {self.world.board.id}: {len(self)}, {self.name(0)} to {self.name(len(self) - 1)}>"

    def name(self, number: int) -> str:
        """The action string of a number: `c9`, `t9.2`."""
        return action_string(self.world, self.codes[number])

    def number(self, text: str) -> int:
        """The number of an action string; KeyError if it is never legal in this world."""
        return self.numbers[parse_action(self.world, text)]

    def mask(self, legal: Iterable[int]) -> Mask:
        """1 for each of these codes, 0 for all others."""
        out, numbers = bytearray(len(self.codes)), self.numbers
        for code in legal:
            out[numbers[code]] = 1
        return np.frombuffer(out, dtype=np.int8)


def _possible(world: World) -> Iterator[int]:
    places = range(len(world.board.regions))
    yield from (ac.code(ac.PICK, slot) for slot in range(COLUMN))
    yield from (ac.C_DECLINE, ac.C_GAMBLE, ac.C_END)
    # A race with tokens to place holds at least two regions, with a token in each.
    most = max(world.supply[: len(world.races)]) - 2
    for region in places:
        yield from (ac.code(kind, region) for kind in (ac.ABANDON, ac.CONQUER, ac.ROLL, ac.GIVE_UP))
        yield from (ac.code(ac.PLACE, region, tokens) for tokens in range(1, most + 1))
        for way, means in enumerate(world.ways, start=1):
            yield ac.code(ac.CONQUER, region, way)
            if means.price != 1 and not means.replaces:  # otherwise a single token is enough, without a die
                yield ac.code(ac.ROLL, region, way)
        for marker, kind in enumerate(world.markers):
            if kind.placed == "redeploy":
                yield ac.code(ac.PUT, region, marker)
        yield from (ac.code(ac.USE, region, use) for use in range(len(world.uses)))
    about = {question.about for question in world.questions}
    options = {
        "seat": range(1, world.players + 1),
        "combo": range(1, COLUMN + 1),
        "region": places,
        "yes": range(1, 2),
        "die": range(0),  # decided by the die
    }
    yield from (ac.code(ac.CHOOSE, option) for kind in sorted(about) for option in options[kind])
