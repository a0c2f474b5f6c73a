"""Means of rollouts and their errors. Everything is paired: rollout 7 has the same luck everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from smallworld.lab.ratings import Z, wilson

from .report import Chance, Figure

Row = list[float]


@dataclass
class Sample:
    """Results of the rollouts of a position: for each seat, the share of the victory and the coins."""

    wins: list[Row]  # by seat, then by rollout
    coins: list[Row]
    exact: bool = False  # the game was already over

    def leads(self, seat: int) -> Row:
        """Coins ahead of the average of the others."""
        others = len(self.coins) - 1
        totals = map(sum, zip(*self.coins, strict=True))
        return [mine - (all - mine) / others for mine, all in zip(self.coins[seat], totals, strict=True)]


def mean(row: Sequence[float]) -> float:
    return sum(row) / len(row)


def minus(row: Row, other: Row) -> Row:
    return [x - y for x, y in zip(row, other, strict=True)]


def plus(rows: Sequence[Row], size: int) -> Row:
    return [sum(row[number] for row in rows) for number in range(size)]


def blend(rows: Sequence[Row], weights: Sequence[float]) -> Row:
    return [sum(map(float.__mul__, weights, values)) for values in zip(*rows, strict=True)]


def chance(sample: Sample, seat: int) -> Chance:
    value = mean(sample.wins[seat])
    low, high = (value, value) if sample.exact else wilson(value, len(sample.wins[seat]))
    return Chance(value, min(low, value), max(high, value))


def amount(row: Row, exact: bool = False) -> Figure:
    """A mean of coins."""
    value, size = mean(row), len(row)
    if exact or size < 2:
        return Figure(value, 0.0)
    return Figure(value, Z * sqrt(sum((x - value) ** 2 for x in row) / (size - 1) / size))


def shift(row: Row, same: bool = False) -> Figure:
    """A mean change of win chance. `same`: both positions are the same, so there is nothing to estimate.

    Two artificial rollouts, one each way, keep the error above 0 where no rollout makes a difference.
    """
    if same:
        return Figure(0.0, 0.0)
    size = len(row) + 2
    squares = (sum(x * x for x in row) + 2) / size
    return Figure(mean(row), Z * sqrt(max(0.0, squares - (sum(row) / size) ** 2) / size))
