"""A linear mixed model: fixed effects, and random effects that are shrunk.

Every group of random effects (races, powers, pairs of them …) has its own variance, found by restricted
maximum likelihood (Henderson's equations, MacKay's steps). A group whose differences are only noise shrinks
to nothing; a cell with few picks is estimated mostly from its race and its power.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Levels = NDArray[np.int64]

STEPS: Final = 40
CLOSE: Final = 1e-2  # relative change of the variances at which the iteration stops
TINY: Final = 1e-6


@dataclass
class Group:
    """One kind of random effect: the level of every observation, and the number of levels."""

    name: str
    levels: Levels
    size: int


@dataclass
class Fit:
    """`effects`: all groups one after the other; `covariance`: of their errors."""

    effects: Array
    covariance: Array
    fixed: Array
    fixed_errors: Array
    variances: dict[str, float]
    noise: float

    def combine(self, weights: Array) -> tuple[Array, Array]:
        """Sums of effects, one for each row of weights: estimates and standard errors."""
        spread = np.einsum("ij,jk,ik->i", weights, self.covariance, weights, optimize=True)
        return weights @ self.effects, np.sqrt(np.maximum(spread, 0.0))


def fit(y: Array, fixed: Array, groups: Sequence[Group]) -> Fit:
    n, p = fixed.shape
    equations = Equations(y, fixed, groups)
    rank = int(np.linalg.matrix_rank(equations.square[:p, :p]))
    noise = max(float(np.var(y)), TINY)
    floor = noise * TINY
    variances = [noise / 20] * len(groups)
    for _ in range(STEPS):
        ridges = [noise / variance for variance in variances]
        solution, traces = equations.solve(ridges)
        before = [noise, *variances]
        noise = max((equations.total - float(solution @ equations.right)) / max(1, n - rank), TINY)
        for number, part in enumerate(equations.parts):
            mine = solution[part]
            known = len(mine) - traces[number] * ridges[number]  # effective number of parameters
            variances[number] = max(float(mine @ mine) / max(known, TINY), floor)
        pairs = zip(before, [noise, *variances], strict=True)
        if all(abs(old - new) <= CLOSE * max(new, CLOSE * noise) for old, new in pairs):
            break
    ridges = [noise / variance for variance in variances]
    solution, _ = equations.solve(ridges)
    inverse = np.linalg.inv(equations.system(ridges)).astype(np.float64)
    return Fit(
        solution[p:],
        inverse[p:, p:] * noise,
        solution[:p],
        np.sqrt(np.maximum(np.diag(inverse)[:p] * noise, 0.0)),
        {group.name: variance for group, variance in zip(groups, variances, strict=True)},
        noise,
    )


class Equations:
    """Henderson's equations. An observation has one level of a group, so the square of each group is
    diagonal: the largest group is eliminated by division, and the rest to invert is small.
    """

    def __init__(self, y: Array, fixed: Array, groups: Sequence[Group]) -> None:
        n, self.p = fixed.shape
        design = np.hstack([fixed, *(_indicators(group, n) for group in groups)])
        self.square, self.right, self.total = design.T @ design, design.T @ y, float(y @ y)
        ends = np.cumsum([self.p, *(group.size for group in groups)])
        self.parts = [slice(int(a), int(b)) for a, b in pairwise(ends)]
        self.largest = max(range(len(groups)), key=lambda number: groups[number].size)
        self.big = np.arange(len(self.right))[self.parts[self.largest]]
        self.rest = np.setdiff1d(np.arange(len(self.right)), self.big)

    def system(self, ridges: Sequence[float]) -> Array:
        found: Array = self.square.copy()
        diagonal = found.diagonal().copy()
        diagonal[: self.p] += TINY  # columns of fixed effects may be dependent
        for part, ridge in zip(self.parts, ridges, strict=True):
            diagonal[part] += ridge
        np.fill_diagonal(found, diagonal)
        return found

    def solve(self, ridges: Sequence[float]) -> tuple[Array, list[float]]:
        """The solution, and for each group the trace of its part of the inverse."""
        system, big, rest = self.system(ridges), self.big, self.rest
        across, divisor = system[np.ix_(rest, big)], system[big, big]
        divided = across / divisor
        inverse = np.linalg.inv(system[np.ix_(rest, rest)] - divided @ across.T)
        solution = np.zeros(len(self.right))
        solution[rest] = inverse @ (self.right[rest] - divided @ self.right[big])
        solution[big] = (self.right[big] - across.T @ solution[rest]) / divisor
        diagonal = np.zeros(len(self.right))
        diagonal[rest] = inverse.diagonal()
        diagonal[big] = 1 / divisor + ((inverse @ divided) * divided).sum(axis=0)
        return solution, [float(diagonal[part].sum()) for part in self.parts]


def _indicators(group: Group, n: int) -> Array:
    found = np.zeros((n, group.size))
    found[np.arange(n), group.levels] = 1.0
    return found
