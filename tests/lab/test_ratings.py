"""Ratings recover the strengths that made the results; intervals hold what they promise."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import log
from random import Random

import pytest

from smallworld.lab.ratings import POINTS, Standing, Tally, plackett_luce, rankings_of, wilson
from smallworld.lab.results import GameRow

INDEX = {"a": 0, "b": 1, "c": 2}


def row(bots: str, coins: tuple[int, ...], game: int = 0, winners: tuple[int, ...] = ()) -> GameRow:
    best = max(coins)
    winners = winners or tuple(seat for seat, amount in enumerate(coins) if amount == best)
    none = (0,) * len(coins)
    return GameRow(game, str(game), tuple(bots), coins, winners, 10, none, (0.0,) * len(coins), none)


def test_bots_that_forfeited_are_last_together() -> None:
    failed = replace(row("abc", (90, 80, 70), winners=(1,)), forfeits=(1, 0, 2))
    assert set(rankings_of(failed, INDEX)) == {(1, 0, 2), (1, 2, 0)}


def finish(strengths: list[float], seats: list[int], random: Random) -> tuple[int, ...]:
    """An order drawn from the model itself: each strength with a Gumbel number, the largest first."""
    drawn = [(strengths[bot] - log(-log(random.random())), bot) for bot in seats]
    return tuple(bot for _, bot in sorted(drawn, reverse=True))


def drawn_rankings(
    strengths: list[float], tables: list[list[int]], games: int, random: Random
) -> Counter[tuple[int, ...]]:
    return Counter(finish(strengths, tables[number % len(tables)], random) for number in range(games))


@pytest.mark.parametrize(
    "tables",
    [
        pytest.param([[0, 1], [1, 2], [0, 2]], id="pairs"),
        pytest.param([[0, 1, 2]], id="three"),
        pytest.param([[0, 1, 1, 2, 2], [0, 0, 1, 1, 2], [0, 0, 1, 2, 2]], id="five, bots repeated"),
    ],
)
def test_known_strengths_are_recovered(tables: list[list[int]]) -> None:
    truth = [1.0, -0.2, -0.8]
    found, _ = plackett_luce(drawn_rankings(truth, tables, 6000, Random(1)), 3)
    assert found == pytest.approx(truth, abs=0.12)
    assert sum(found) == pytest.approx(0)


def test_error_bars_cover() -> None:
    truth, random = [0.5, 0.0, -0.5], Random(2)
    hits = trials = 0
    for _ in range(150):
        found, covariance = plackett_luce(drawn_rankings(truth, [[0, 1, 2], [0, 1, 1, 2]], 120, random), 3)
        for bot in range(3):
            trials += 1
            hits += abs(found[bot] - truth[bot]) < 1.96 * covariance[bot][bot] ** 0.5
    assert 0.92 < hits / trials < 0.98


def test_two_players_are_elo() -> None:
    """Three wins of four are 191 points."""
    found, _ = plackett_luce({(0, 1): 3e6, (1, 0): 1e6}, 2)
    assert (found[0] - found[1]) * POINTS == pytest.approx(400 * log(3) / log(10), abs=0.01)


def test_winning_everything_stays_finite() -> None:
    found, covariance = plackett_luce({(0, 1): 1000}, 2)
    assert 1000 < (found[0] - found[1]) * POINTS < 2000
    assert covariance[0][0] > 0.3  # nobody knows how much stronger it is


def test_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0.0, 0) == (0.0, 1.0)
    random, hits = Random(3), 0
    for _ in range(400):
        low, high = wilson(sum(random.random() < 0.8 for _ in range(60)) / 60, 60)
        hits += low < 0.8 < high
    assert hits > 0.92 * 400


def test_rankings() -> None:
    assert rankings_of(row("abc", (50, 70, 60)), INDEX) == [(1, 2, 0)]
    assert rankings_of(row("abc", (50, 70, 50)), INDEX) == [(1, 0, 2), (1, 2, 0)]
    # Equal in coins, but tokens on the map have decided.
    assert rankings_of(row("ab", (70, 70), winners=(1,)), INDEX) == [(1, 0)]
    assert rankings_of(row("ab", (70, 70)), INDEX) == [(0, 1), (1, 0)]


def test_shared_victories_are_shares() -> None:
    tally = Tally("ab")
    tally.add(row("ab", (70, 70), 0))
    tally.add(row("ab", (80, 70), 1))
    tally.close()
    a, b = tally.standings["a"], tally.standings["b"]
    assert (a.games, a.wins, a.ties, a.win_share) == (2, 1, 1, 0.75)
    assert (b.games, b.wins, b.ties, b.win_share) == (2, 0, 1, 0.25)
    assert (a.mean_coins, a.mean_margin, b.mean_margin) == (75, 5, -5)
    assert tally.ratings()["a"].points > 0 > tally.ratings()["b"].points


def test_alone_counts_single_seats() -> None:
    tally = Tally("ab", alone=True)
    tally.add(row("abb", (70, 60, 50), 0))
    tally.add(row("baa", (70, 60, 50), 1))
    assert [tally.standings[bot].games for bot in "ab"] == [1, 1]
    assert [tally.standings[bot].win_share for bot in "ab"] == [1, 1]


def shares(groups: list[tuple[int, int]]) -> Standing:
    """Groups of two games, won by a or not."""
    tally = Tally("ab")
    for number, wins in enumerate(groups):
        for won in wins:
            tally.add(row("ab", (60 + won, 60 - won), number), group=2)
    return tally.standings["a"]


def test_shared_luck_widens_intervals() -> None:
    same = shares([(1, 1), (-1, -1)] * 20)
    mixed = shares([(1, -1), (-1, 1)] * 20)
    assert same.win_share == mixed.win_share == 0.5
    assert same.stretch == pytest.approx(2)  # 80 games say as much as 40
    assert same.win_share_ci == wilson(0.5, 40)
    assert mixed.stretch == 1  # never narrower than for independent games
    assert mixed.win_share_ci == wilson(0.5, 80)


def test_opponents_do_not_widen_intervals() -> None:
    """Winning all against one and nothing against another is no bad luck."""
    tally = Tally("abc")
    for number in range(20):
        tally.add(row("ab", (60, 50), number))
        tally.add(row("ca", (60, 50), 100 + number))
    assert tally.standings["a"].stretch == 1
