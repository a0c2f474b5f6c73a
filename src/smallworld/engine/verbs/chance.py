"""Chance: the possible outcomes, their probabilities, and the sources of outcomes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from .. import actions as ac
from ..bits import regions
from ..errors import SmallWorldError
from ..position import state as st
from ..position.state import State
from ..turn.turn import codes
from ..world.world import DIE


def outcomes(s: State) -> list[tuple[int, Fraction]]:
    """(action code, probability) of each outcome of a chance step; empty in other steps."""
    if not s.is_chance:
        return []
    if s.step == st.DIE:
        return [(ac.C_FACE | pips, Fraction(DIE.count(pips), len(DIE))) for pips in sorted(set(DIE))]
    possible = codes(s)
    return [(outcome, Fraction(1, len(possible))) for outcome in possible]


def sample(s: State, random: Callable[[], float]) -> int:
    """One outcome of a chance step; `random` returns numbers from 0 up to 1."""
    if s.step == st.DIE:
        return ac.C_FACE | DIE[int(random() * len(DIE))]
    deck = s.arg & 63
    possible = regions(s.unseen[deck])
    return ac.C_DRAW | deck << 6 | possible[int(random() * len(possible))]


@lru_cache(maxsize=64)
def odds(short: int) -> Fraction:
    """The probability that the die makes up for so many missing tokens."""
    return Fraction(sum(1 for face in DIE if face >= short), len(DIE))


def percent(share: Fraction | float) -> int:
    """A probability in percent, half a percent rounded up: 1/6 is 17 %."""
    return int(100 * share + 0.5)


class Luck(Protocol):
    """A source of outcomes."""

    def outcome(self, state: State) -> int: ...


class Seeded:
    """The same seed gives the same outcomes on every machine and in every Python.

    It hashes seed and counter, so that past outcomes do not reveal later ones.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        self.count = 0

    # Compiled classes say themselves how they are copied and pickled.
    def __reduce__(self) -> tuple[Any, ...]:
        return _seeded, (self.seed, self.count)

    def random(self) -> float:
        digest = hashlib.blake2b(f"{self.seed}/{self.count}".encode(), digest_size=7).digest()
        self.count += 1
        return (int.from_bytes(digest, "big") >> 3) / (1 << 53)

    def outcome(self, state: State) -> int:
        return sample(state, self.random)


def _seeded(seed: str, count: int) -> Seeded:
    source = Seeded(seed)
    source.count = count
    return source


class Drawn:
    """Outcomes from any source of random numbers (the operating system's, for real tables)."""

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random

    def __reduce__(self) -> tuple[Any, ...]:
        return Drawn, (self.random,)

    def outcome(self, state: State) -> int:
        return sample(state, self.random)


class Scripted:
    """Outcomes given in advance as strings (`die.2`, `race.NAME`), for tests and replays."""

    def __init__(self, script: Iterable[str]) -> None:
        self.script = list(script)

    def __reduce__(self) -> tuple[Any, ...]:
        return Scripted, (self.script,)

    def outcome(self, state: State) -> int:
        from ..notation.strings import parse_action

        if not self.script:
            raise SmallWorldError(f"the script has no outcome left for {state!r}")
        action = parse_action(state.world, self.script.pop(0))
        if action not in codes(state):
            raise SmallWorldError(f"scripted outcome cannot come up here: {state!r}")
        return action
