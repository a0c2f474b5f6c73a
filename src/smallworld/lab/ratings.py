"""From results to standings: win shares with intervals, ratings with error bars.

Ratings use the model of Plackett and Luce (for two players: Bradley and Terry, the model behind Elo), fitted
by maximum likelihood to the order in which the seats finish. 400 points are odds of ten to one; the average
of the bots is 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, permutations, product
from math import exp, log, sqrt
from typing import Final

from .results import GameRow

Z: Final = 1.959964  # 95 %
POINTS: Final = 400 / log(10)
Interval = tuple[float, float]
Ranking = tuple[int, ...]  # bots in the order in which they finished
Company = tuple[str, ...]  # the bots at the table, in any seats


@dataclass
class Standing:
    """The results of a bot so far. `share`: a victory shared by two counts half."""

    bot: str
    games: int = 0
    wins: int = 0
    ties: int = 0
    share: float = 0.0
    coins: int = 0
    margin: float = 0.0
    decisions: int = 0
    ms: float = 0.0
    forfeits: int = 0  # decisions
    forfeited: int = 0  # games, each of them lost
    # For each company: sums of share, games, share², share × games, games² over groups with the same luck.
    spread: dict[Company, list[float]] = field(default_factory=dict)

    @property
    def win_share(self) -> float:
        return self.share / self.games if self.games else 0.0

    @property
    def stretch(self) -> float:
        """How much larger than for independent games the variance is, because a group shares its luck."""
        together = alone = 0.0
        for share, games, squares, mixed, sizes in self.spread.values():
            p = share / games
            together += squares - 2 * p * mixed + p * p * sizes
            alone += p * (1 - p) * games
        return max(1.0, together / alone) if alone > 1e-9 else 1.0

    @property
    def win_share_ci(self) -> Interval:
        return wilson(self.win_share, self.games / self.stretch)

    @property
    def mean_coins(self) -> float:
        return self.coins / self.games if self.games else 0.0

    @property
    def mean_margin(self) -> float:
        return self.margin / self.games if self.games else 0.0

    @property
    def ms_per_decision(self) -> float:
        return self.ms / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Rating:
    points: float
    ci: Interval


@dataclass
class _Group:
    """The finished games with the same luck."""

    company: Company
    games: int = 0
    sums: dict[str, list[float]] = field(default_factory=dict)  # by bot: share, games


class Tally:
    """Adds up games. `alone`: a bot's figures come from the games where it has only one seat, so that chance
    is one in the number of players; its time, its forfeits and the ratings come from all games.
    """

    def __init__(self, bots: Sequence[str], *, alone: bool = False) -> None:
        self.standings = {bot: Standing(bot) for bot in bots}
        self.games = 0
        self.alone = alone
        self.rankings: dict[Ranking, float] = defaultdict(float)
        self._index = {bot: number for number, bot in enumerate(self.standings)}
        self._groups: dict[str, _Group] = {}

    def add(self, row: GameRow, group: int = 1) -> None:
        """`group`: how many games are played with this seed."""
        self.games += 1
        luck = self._groups.setdefault(row.seed, _Group(tuple(sorted(row.bots))))
        luck.games += 1
        for seat, bot in enumerate(row.bots):
            standing = self.standings[bot]
            standing.decisions += row.decisions[seat]
            standing.ms += row.ms[seat] * row.decisions[seat]
            standing.forfeits += row.forfeits[seat]
            standing.forfeited += row.forfeits[seat] > 0
            if self.alone and row.bots.count(bot) > 1:
                continue
            share = 1 / len(row.winners) if seat in row.winners else 0.0
            standing.games += 1
            standing.share += share
            standing.wins += share == 1
            standing.ties += 0 < share < 1
            standing.coins += row.coins[seat]
            standing.margin += row.coins[seat] - (sum(row.coins) - row.coins[seat]) / (len(row.coins) - 1)
            sums = luck.sums.setdefault(bot, [0.0, 0.0])
            sums[0] += share
            sums[1] += 1
        if luck.games == group:
            self._fold(row.seed)
        for ranking in (orders := rankings_of(row, self._index)):
            self.rankings[ranking] += 1 / len(orders)

    def _fold(self, seed: str) -> None:
        luck = self._groups.pop(seed)
        for bot, (share, games) in luck.sums.items():
            spread = self.standings[bot].spread.setdefault(luck.company, [0.0] * 5)
            for place, more in enumerate((share, games, share * share, share * games, games * games)):
                spread[place] += more

    def close(self) -> None:
        """Add incomplete groups when the games are over or were stopped."""
        for seed in list(self._groups):
            self._fold(seed)

    def ratings(self) -> dict[str, Rating]:
        strengths, covariance = plackett_luce(self.rankings, len(self.standings))
        found = {}
        for number, (bot, standing) in enumerate(self.standings.items()):
            points = strengths[number] * POINTS
            error = Z * sqrt(covariance[number][number] * standing.stretch) * POINTS
            found[bot] = Rating(points, (points - error, points + error))
        return found


def wilson(share: float, games: float) -> Interval:
    """Wilson's interval for a share: also suits few games and shares near 0 and 1."""
    if games <= 0:
        return (0.0, 1.0)
    middle = share + Z * Z / (2 * games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return (max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def rankings_of(row: GameRow, index: Mapping[str, int]) -> list[Ranking]:
    """The order of the bots at the end, best first; ties give every possible order. Bots that forfeited a
    decision are last together."""

    def place(seat: int) -> tuple[bool, int, bool]:
        if row.forfeits[seat]:
            return True, 0, True
        return False, -row.coins[seat], seat not in row.winners  # tokens break ties between winners

    seats = sorted(range(len(row.coins)), key=place)
    level = [[index[row.bots[seat]] for seat in equals] for _, equals in groupby(seats, key=place)]
    orders = product(*(list(permutations(bots)) for bots in level))
    return [tuple(bot for part in order for bot in part) for order in orders]


# --- Plackett and Luce -----------------------------------------------------------------------------------

Matrix = list[list[float]]


def plackett_luce(rankings: Mapping[Ranking, float], bots: int) -> tuple[list[float], Matrix]:
    """Strengths (logarithms, average 0) and their covariance, by Newton's method.

    One drawn game between each two bots is added, so that a bot that wins everything stays finite.
    """
    counts = dict(rankings)
    for pair in permutations(range(bots), 2):
        counts[pair] = counts.get(pair, 0.0) + 0.5
    strengths = [0.0] * bots
    value, slope, curve = _likelihood(counts, strengths)
    for _ in range(100):
        step = [sum(map(float.__mul__, row, slope)) for row in _inverse(curve)]
        size = 1.0
        while True:
            trial = [strength + size * change for strength, change in zip(strengths, step, strict=True)]
            after = _likelihood(counts, trial)
            if after[0] >= value - 1e-12 * abs(value) or size < 1e-6:
                break
            size /= 2
        strengths, (value, slope, curve) = trial, after
        if max(abs(change) * size for change in step) < 1e-9:
            break
    average = sum(strengths) / bots
    inverse = _inverse(curve)
    return [strength - average for strength in strengths], [[x - 1 / bots for x in row] for row in inverse]


def _likelihood(
    counts: Mapping[Ranking, float], strengths: Sequence[float]
) -> tuple[float, list[float], Matrix]:
    """Logarithm of the likelihood, its gradient, and the curvature (negative second derivative).

    A finish is a sequence of choices: who is first, who is first of the rest, and so on. Strengths are only
    known up to a constant; 1/n everywhere in the curvature fixes it.
    """
    n = len(strengths)
    weights = [exp(strength) for strength in strengths]
    value, slope, curve = 0.0, [0.0] * n, [[1 / n] * n for _ in range(n)]
    for ranking, count in counts.items():
        for first in range(len(ranking) - 1):
            total = sum(weights[bot] for bot in ranking[first:])
            chance: dict[int, float] = {}
            for bot in ranking[first:]:
                chance[bot] = chance.get(bot, 0.0) + weights[bot] / total
            value += count * (strengths[ranking[first]] - log(total))
            slope[ranking[first]] += count
            for bot, p in chance.items():
                slope[bot] -= count * p
                curve[bot][bot] += count * p
                for other, q in chance.items():
                    curve[bot][other] -= count * p * q
    return value, slope, curve


def _inverse(matrix: Matrix) -> Matrix:
    """Gauss-Jordan elimination; the matrix is symmetric and positive definite, so no pivot is 0."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for column in range(n):
        pivot = rows[column][column]
        rows[column] = top = [x / pivot for x in rows[column]]
        for i in range(n):
            if i != column and (factor := rows[i][column]):
                rows[i] = [x - factor * y for x, y in zip(rows[i], top, strict=True)]
    return [row[n:] for row in rows]
