"""Self-play as training data, and the example that learns from it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from examples.rl.zero import VALUE, Adam, Network, NetworkBot, curve, learn
from smallworld.bots.registry import make_bot
from smallworld.cli.main import app
from smallworld.engine import Game, Seeded, SmallWorldError, View, view
from smallworld.lab.results import read_manifest
from smallworld.lab.rl.actions import Actions
from smallworld.lab.rl.export import export, play_chunk, read_positions
from smallworld.lab.rl.observation import Observer
from smallworld.lab.sim import Settings, simulate
from smallworld.packs import load_world

EXAMPLE = Path(__file__).parents[3] / "examples" / "rl" / "zero.py"
SETTINGS = Settings(("greedy", "random"), 2, 7)


def test_rows_are_what_the_bots_saw_and_how_it_ended(tmp_path: Path) -> None:
    assert export(SETTINGS, 3, tmp_path) == 3
    data = read_positions(tmp_path)
    _, rows = play_chunk(SETTINGS, 3, 0)
    assert len(data) == len(rows)
    for number, row in enumerate(rows):
        assert np.array_equal(data.observation[number], row.observation)
        assert set(np.flatnonzero(data.mask[number])) == set(row.legal)
        assert data.policy[number].argmax() == data.action[number] == row.action
        assert data.policy[number].sum() == 1
    assert set(data.bot) == {"greedy", "random"}
    for game in range(3):
        here = data.game == game
        won = [float(data.win[here & (data.seat == seat)][0]) for seat in (0, 1)]
        margin = [float(data.margin[here & (data.seat == seat)][0]) for seat in (0, 1)]
        assert sum(won) == 1
        assert margin[0] == -margin[1]
        assert (won[0] > won[1]) == (margin[0] > 0)
    world = SETTINGS.world
    manifest = read_manifest(tmp_path)
    assert manifest["observation"] == Observer(world).size
    assert manifest["actions"][6] == Actions(world).name(6) == "d"


def test_an_export_goes_on_and_stays_the_same(tmp_path: Path) -> None:
    export(SETTINGS, 2, tmp_path / "a")
    export(SETTINGS, 4, tmp_path / "a")
    before = (tmp_path / "a/positions/000000.parquet").stat().st_mtime_ns
    export(SETTINGS, 4, tmp_path / "a")
    assert (tmp_path / "a/positions/000000.parquet").stat().st_mtime_ns == before
    export(SETTINGS, 4, tmp_path / "b")
    one, other = read_positions(tmp_path / "a"), read_positions(tmp_path / "b")
    assert np.array_equal(one.observation, other.observation)
    assert np.array_equal(one.action, other.action)
    with pytest.raises(SmallWorldError, match="seed was 7, now 8"):
        export(Settings(("greedy", "random"), 2, 8), 4, tmp_path / "a")


def test_weights_of_a_search_are_kept(tmp_path: Path) -> None:
    (tmp_path / "searching.py").write_text(
        "class Searching:\n"
        "    def choose(self, view):\n"
        "        actions = list(view.legal)\n"
        "        self.weights = {action: 1 + number for number, action in enumerate(actions)}\n"
        "        return actions[-1]\n"
    )
    _, rows = play_chunk(Settings((f"{tmp_path}/searching.py",), 2, 1), 1, 0)
    assert len(rows[0].legal) == 6
    assert rows[0].weights == pytest.approx([number / 21 for number in range(1, 7)])


def test_what_is_no_export_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SmallWorldError, match="holds no results"):
        read_positions(tmp_path)
    simulate(["random"], 1, out=tmp_path / "rows", players=2)
    with pytest.raises(SmallWorldError, match="no exported positions"):
        read_positions(tmp_path / "rows")


def test_the_slopes_are_those_of_the_error(tmp_path: Path) -> None:
    """Compared with small steps in single weights."""
    export(SETTINGS, 1, tmp_path)
    data, rows = read_positions(tmp_path), np.arange(20)
    network = Network.new(data.observation.shape[1], data.mask.shape[1], 1)
    network.weights = {name: array.astype(np.float64) for name, array in network.weights.items()}
    slopes, *_ = network.slopes(data, rows)

    def error() -> float:
        _, policy, value = network.slopes(data, rows)
        return policy + VALUE * value

    for name in ("in", "policy", "value", "value_bias"):
        at = np.unravel_index(np.abs(slopes[name]).argmax(), slopes[name].shape)
        step = 1e-3  # the chances are numbers of 32 bits
        network.weights[name][at] += step
        above = error()
        network.weights[name][at] -= 2 * step
        below = error()
        network.weights[name][at] += step
        assert (above - below) / (2 * step) == pytest.approx(float(slopes[name][at]), rel=0.1)


@pytest.mark.slow
def test_the_example_learns_and_plays_as_any_bot(tmp_path: Path) -> None:
    export(Settings(("greedy",), 2, 1), 12, tmp_path / "games")
    data = read_positions(tmp_path / "games")
    results = []
    for _ in range(2):
        network = Network.new(data.observation.shape[1], data.mask.shape[1], 1)
        adam, random = Adam(network), np.random.default_rng(1)
        results.append([learn(network, adam, data, random) for _ in range(3)])
    assert results[0] == results[1]  # repeatable
    assert results[0][-1]["policy"] < results[0][0]["policy"]
    np.savez(tmp_path / "network.npz", **network.weights)  # type: ignore[arg-type]
    spec = f"{EXAMPLE}:NetworkBot:weights={tmp_path}/network.npz"
    bot = make_bot(f"{spec},look=3", 1)
    assert bot.choose(first_view()) == make_bot(f"{spec},look=3", 1).choose(first_view())
    tally = simulate([f"Network={spec}", "random"], 4)
    assert tally.standings["random"].forfeits == tally.standings[f"Network={spec}"].forfeits == 0
    picture = curve(
        [{"against random": 0.1 * n, "against greedy": 0.0, "same choice": 0.5} for n in range(3)]
    )
    assert len(list(ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}polyline"))) == 3


def first_view() -> View:
    game = Game(load_world("base_2p"), luck=Seeded(1))
    return view(game.state, game.state.seat)


def test_a_network_of_another_board_is_refused(tmp_path: Path) -> None:
    network = Network.new(10, 5, 1)
    np.savez(tmp_path / "network.npz", **network.weights)  # type: ignore[arg-type]
    bot = NetworkBot(1, str(tmp_path / "network.npz"))
    with pytest.raises(ValueError, match="trained for another board"):
        bot.choose(first_view())


def test_the_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app, ["lab", "export", "random", "--games", "2", "--out", str(tmp_path), "--jobs", "1"]
    )
    assert done.exit_code == 0, done.output
    assert len(read_positions(tmp_path)) > 100
