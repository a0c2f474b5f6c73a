"""Solve for fair: which number of tokens, or of coins, puts a piece in the middle of the printed ones.

Each value that is tried is measured as any piece. More is always better for its owner, so the search closes
in from both sides, and says so where no value does it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

from smallworld.engine import SmallWorldError
from smallworld.engine.content.pack import MOST_TOKENS

from .measured_piece import TOKENS, Change, MeasuredPiece
from .printed import printed
from .report import Interval, report
from .run import BalancePlan, Bench

LEAST: Final = 1
MOST_COINS: Final = 10  # a turn, of one effect
FITTED: Final = 4  # values the line goes through: farther away it is none
FLAT: Final = 0.2  # coins for one more: below that, the number does not matter
Progress = Callable[[str, int, int, int], None]  # the number, its value, games so far, games in all


@dataclass(frozen=True)
class Tried:
    value: int
    games: int
    coins: Interval


@dataclass(frozen=True)
class Solution:
    """`value` is the one closest to the middle; `reaches` says whether it is among the middle half of the
    printed pieces. From `low` to `high` it would be in the middle, with 95 %.
    """

    curve: str
    now: int
    value: int
    reaches: bool
    low: float
    high: float
    middle: float
    games: int
    tried: tuple[Tried, ...]

    def coins(self) -> Interval:
        return next(one.coins for one in self.tried if one.value == self.value)

    def data(self) -> dict[str, Any]:
        return {
            "curve": self.curve,
            "now": self.now,
            "value": self.value if self.reaches else None,
            "low": round(self.low, 1),
            "high": round(self.high, 1),
            "middle": round(self.middle, 2),
            "games": self.games,
            "tried": [
                {"value": one.value, "games": one.games, "coins": [round(end, 2) for end in one.coins]}
                for one in self.tried
            ],
        }


def numbers_of(subject: MeasuredPiece) -> list[Change]:
    """The numbers of a piece that can be searched, one change each."""
    found: dict[str, Change] = {}
    for change in subject.neighbours():
        found.setdefault(change.curve, change)
    return list(found.values())


def solve(
    plan: BalancePlan,
    number: Change,
    jobs: int = 1,
    ray: str = "",
    out: Path | None = None,
    progress: Progress = lambda curve, value, done, total: None,
) -> Solution:
    """`plan` says how many games each value gets, and where; `number` which number is searched."""
    subject = plan.subject
    now = subject.value(number)
    values = [
        entry.coins.value for name, entry in printed().kind(subject.kind).items() if name != subject.name
    ]
    lower, middle, upper = quantiles(values, n=4)

    def measure(value: int) -> Interval:
        change = number._replace(step=value - now) if value != now else Change()
        there = BalancePlan(subject, plan.games, plan.worlds, plan.players, neighbours=False, base=change)
        bench = Bench(there, None if out is None else out / f"{number.curve}-{value}")
        bench.run(jobs, ray, lambda: progress(number.curve, value, len(bench.deals), bench.total))
        found = report(there, bench.deals)
        if found is None:
            raise SmallWorldError(f"{len(bench.deals)} games are too few to say anything; play more")
        games[value] = len(bench.deals)
        return found.coins

    games: dict[int, int] = {}
    least, most = (LEAST, MOST_TOKENS) if number.number == TOKENS else (0, MOST_COINS)
    coins = search(measure, min(max(now, least), most), middle, least, most)
    best = min(coins, key=lambda value: (abs(coins[value].value - middle), value))
    low, high = crossing(coins, middle, least, most)
    tried = tuple(Tried(value, games[value], coins[value]) for value in sorted(coins))
    reaches = lower <= coins[best].value <= upper
    return Solution(number.curve, now, best, reaches, low, high, middle, sum(games.values()), tried)


def search(
    measure: Callable[[int], Interval], start: int, middle: float, least: int, most: int
) -> dict[int, Interval]:
    """Values around the middle: one below and the next one above, or the end of the scale."""
    found = {start: measure(start)}
    stride = 2
    while True:
        below = [value for value, coins in found.items() if coins.value < middle]
        above = [value for value, coins in found.items() if coins.value >= middle]
        if below and above:
            left, right = max(below), min(above)
            if right - left <= 1:  # chance may have turned two of them round
                return found
            share = (middle - found[left].value) / (found[right].value - found[left].value)
            following = min(max(round(left + share * (right - left)), left + 1), right - 1)
        elif below:
            following = min(most, max(below) + stride)
        else:
            following = max(least, min(above) - stride)
        if following in found:  # the end of the scale
            return found
        found[following] = measure(following)
        stride *= 2


def crossing(coins: dict[int, Interval], middle: float, least: int, most: int) -> tuple[float, float]:
    """Where a line through the values meets the middle, with 95 %; of many, through those closest to it."""
    values = sorted(sorted(coins, key=lambda value: abs(coins[value].value - middle))[:FITTED])
    if len(values) < 2:
        return float(least), float(most)
    weights = [1 / max(0.1, coins[value].high - coins[value].low) ** 2 for value in values]
    total = sum(weights)
    centre = _mean(values, weights)
    height = _mean([coins[value].value for value in values], weights)
    spread = sum(w * (value - centre) ** 2 for w, value in zip(weights, values, strict=True))
    slope = (
        sum(
            w * (value - centre) * (coins[value].value - height)
            for w, value in zip(weights, values, strict=True)
        )
        / spread
    )
    if slope < FLAT:
        return float(least), float(most)
    at = centre + (middle - height) / slope
    # The widths are those of 95 %: half of each is 1.96 errors.
    half = 0.5 * (1 / total + (at - centre) ** 2 / spread) ** 0.5 / slope
    return max(float(least), at - half), min(float(most), at + half)


def _mean(numbers: Sequence[float], weights: Sequence[float]) -> float:
    return sum(n * w for n, w in zip(numbers, weights, strict=True)) / sum(weights)
