"""The same games on a real Ray, started for this test on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from smallworld.engine import SmallWorldError
from smallworld.lab import workers
from smallworld.lab.balance.measured_piece import measured_piece, origin_of
from smallworld.lab.balance.report import report
from smallworld.lab.balance.run import BalancePlan, Bench
from smallworld.lab.results import GameRow
from smallworld.lab.sim import Settings, Simulation, play_number
from smallworld.lab.watchers import TURNS
from smallworld.lab.workers import call_all

pytestmark = pytest.mark.slow

SETTINGS = Settings(("greedy", "random"), 3, seed=4, watchers=(TURNS,))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    ray: Any = workers.find_ray()
    context = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield context.address_info["address"]
    ray.shutdown()


def same(row: GameRow) -> tuple[object, ...]:
    """Everything but the time it took."""
    return (row.game, row.seed, row.bots, row.coins, row.winners, row.decisions, row.forfeits, row.tables)


def test_same_games_as_here(address: str) -> None:
    play = partial(play_number, SETTINGS)
    numbers = range(workers.RAY_CHUNK * 2 + 3)
    there = sorted(map(same, call_all(play, numbers, ray=address)), key=str)
    assert there == sorted(map(same, map(play, numbers)), key=str)


def test_whole_run(address: str) -> None:
    on_ray, here = Simulation(SETTINGS, 12), Simulation(SETTINGS, 12)
    assert on_ray.run(ray=address).rankings == here.run().rankings


def test_a_bench(address: str) -> None:
    plan = BalancePlan(measured_piece(origin_of("base"), "race.orcs"), 2, ("base",), (2,), neighbours=False)
    on_ray, here = Bench(plan), Bench(plan)
    on_ray.run(ray=address)
    here.run()
    assert on_ray.deals == here.deals
    found = report(plan, here.deals)
    assert found is not None
    assert found.of == 28  # a printed piece is compared with the others


def test_other_version_on_the_cluster(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "VERSION", "smallworld 0.0.1 (rules 0)")
    with pytest.raises(SmallWorldError, match=r"a node of the cluster has .*, this machine smallworld 0.0.1"):
        list(call_all(partial(play_number, SETTINGS), range(2), ray=address))


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.find_ray(), "is_initialized", lambda: False)
    with pytest.raises(SmallWorldError, match=r"no Ray cluster at '127.0.0.1:1'.*RAY_AUTH_MODE"):
        list(call_all(partial(play_number, SETTINGS), range(2), ray="127.0.0.1:1"))
