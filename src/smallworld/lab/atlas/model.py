"""A mixed model by hand: some effects are simply fitted, others are drawn from a bell curve and shrunk.

Every group of shrunk effects (races, powers, pairs of them …) has a variance of its own, found by restricted
maximum likelihood (on Henderson's equations, with MacKay's steps, which are quicker than those of EM). A group whose differences are no more than noise shrinks to
nothing; a cell with few picks leans on its race and its power.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Levels = NDArray[np.int64]

STEPS: Final = 60
CLOSE: Final = 1e-3  # relative change of the variances at which it is enough
TINY: Final = 1e-6


@dataclass
class Group:
    """One kind of shrunk effect: which level every observation has, and how many levels there are."""

    name: str
    levels: Levels
    size: int


@dataclass
class Fit:
    """`effects`: all groups one after the other; `covariance`: of what they are off by."""

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
    design = np.hstack([fixed, *(_indicators(group, n) for group in groups)])
    square, right, total = design.T @ design, design.T @ y, float(y @ y)
    ends = np.cumsum([p, *(group.size for group in groups)])
    parts = [slice(int(a), int(b)) for a, b in zip(ends[:-1], ends[1:], strict=True)]
    rank = int(np.linalg.matrix_rank(square[:p, :p]))
    noise = max(float(np.var(y)), TINY)
    floor = noise * TINY
    variances = [noise / 20] * len(groups)
    for _ in range(STEPS):
        ridges = [noise / variance for variance in variances]
        inverse, solution = _solve(square, right, p, parts, ridges)
        before = [noise, *variances]
        noise = max((total - float(solution @ right)) / max(1, n - rank), TINY)
        for number, part in enumerate(parts):
            mine = solution[part]
            known = len(mine) - float(np.trace(inverse[part, part])) * ridges[number]  # how many are free
            variances[number] = max(float(mine @ mine) / max(known, TINY), floor)
        pairs = zip(before, [noise, *variances], strict=True)
        if all(abs(old - new) <= CLOSE * max(new, CLOSE * noise) for old, new in pairs):
            break
    inverse, solution = _solve(square, right, p, parts, [noise / v for v in variances])
    return Fit(
        solution[p:],
        inverse[p:, p:] * noise,
        solution[:p],
        np.sqrt(np.maximum(np.diag(inverse)[:p] * noise, 0.0)),
        {group.name: variance for group, variance in zip(groups, variances, strict=True)},
        noise,
    )


def _indicators(group: Group, n: int) -> Array:
    found = np.zeros((n, group.size))
    found[np.arange(n), group.levels] = 1.0
    return found


def _solve(
    square: Array, right: Array, p: int, parts: Sequence[slice], ridges: Sequence[float]
) -> tuple[Array, Any]:
    system = square.copy()
    diagonal = system.diagonal().copy()
    diagonal[:p] += TINY  # columns of fixed effects may depend on each other
    for part, ridge in zip(parts, ridges, strict=True):
        diagonal[part] += ridge
    np.fill_diagonal(system, diagonal)
    inverse = np.linalg.inv(system)
    return inverse, inverse @ right
