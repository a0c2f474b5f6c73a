"""Estimates with errors from samples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from ..atlas.result import Figure

BELIEF: Final = 4  # the usual spread counts as so many samples, so that a few samples do not look certain


def stratified(samples: Iterable[Sequence[float]], usual: float = 0.0) -> Figure:
    """The average of several groups with equal weight, whatever their sizes.

    The spread inside the groups is pooled, so that a group of two samples has a sensible error; `usual` is
    the expected spread, if known.
    """
    groups = [values for values in samples if values]
    if not groups:
        return Figure(0.0, 0.0)
    means = [sum(values) / len(values) for values in groups]
    count = sum(map(len, groups))
    if count > len(groups) or usual:
        squares = sum(
            sum((value - mean) ** 2 for value in values) for values, mean in zip(groups, means, strict=True)
        )
        known = BELIEF if usual else 0
        spread = sqrt((squares + known * usual**2) / (count - len(groups) + known))
    else:  # one sample in each group: use the spread between groups
        overall = sum(means) / len(means)
        spread = sqrt(sum((mean - overall) ** 2 for mean in means) / max(1, len(means) - 1))
    error = spread * sqrt(sum(1 / len(values) for values in groups)) / len(groups)
    return Figure(sum(means) / len(means), error)


def leaning(value: float, error: float, towards: float, spread: float) -> Figure:
    """An estimate shrunk towards an expected value; the less is known, the more."""
    if spread <= 0:
        return Figure(towards, 0.0)
    if error <= 0:
        return Figure(value, 0.0)
    share = spread**2 / (spread**2 + error**2)
    return Figure(share * value + (1 - share) * towards, sqrt(share) * error)


def together(figures: Sequence[Figure]) -> list[Figure]:
    """Estimates of one kind, shrunk towards their average as far as their errors explain the differences."""
    if len(figures) < 3:
        return list(figures)
    mean = sum(figure.value for figure in figures) / len(figures)
    seen = sum((figure.value - mean) ** 2 for figure in figures) / (len(figures) - 1)
    noise = sum(figure.error**2 for figure in figures) / len(figures)
    spread = sqrt(max(seen - noise, seen / 100))
    return [leaning(figure.value, figure.error, mean, spread) for figure in figures]
