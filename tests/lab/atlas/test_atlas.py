"""The combo atlas: every coin of a game has its combo, planted effects are found, the report stands alone."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from smallworld.bots.registry import bot_makers
from smallworld.cli.commands import lab
from smallworld.cli.usage import Program
from smallworld.engine import SmallWorldError
from smallworld.engine.world.world import START_COINS
from smallworld.lab.atlas.collect import AtlasPlan, Sample, collect, play_number
from smallworld.lab.atlas.estimate import estimate, values_of
from smallworld.lab.atlas.model import Group, fit
from smallworld.lab.atlas.picks import PICKS, Pick
from smallworld.lab.atlas.report import html
from smallworld.lab.atlas.report_parts import place, places, signed
from smallworld.lab.atlas.result import ALL, Atlas, Figure, read_atlas, write_atlas

pytestmark = pytest.mark.slow

COMMITTED = Path(__file__).parents[3] / "docs" / "atlas"
GREEDY = AtlasPlan(3, "greedy", seed=4)

main = typer.Typer(cls=Program)
main.add_typer(lab.app, name="lab")


def command(*words: str) -> Result:
    return CliRunner().invoke(main, ["lab", "atlas", "--plain", *words], env={"COLUMNS": "120"})


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return collect(GREEDY, 6, tmp_path_factory.mktemp("atlas") / "games")


@pytest.fixture(scope="module")
def small(sample: Sample) -> Atlas:
    return estimate([sample])


# --- collecting -----------------------------------------------------------------------------------------


def test_every_coin_has_its_combo(sample: Sample) -> None:
    """Coins at the start, prices, and what the combos bring add up to the coins at the end."""
    total: dict[tuple[int, str], int] = defaultdict(lambda: START_COINS)
    final = {}
    for game, pick in zip(sample.game_of, sample.picks, strict=True):
        paid = pick.place - 1 - pick.received
        total[game, pick.seat] += pick.active_coins + pick.declined_coins - paid
        final[game, pick.seat] = pick.coins
    assert total == final
    assert len(final) == 6 * 3


def test_combos_of_a_seat_follow_each_other(sample: Sample) -> None:
    """Each begins in the round after the decline of the one before, and leaves after its own."""
    mine: dict[tuple[int, str], list[Pick]] = defaultdict(list)
    for game, pick in zip(sample.game_of, sample.picks, strict=True):
        mine[game, pick.seat].append(pick)
        assert not pick.left or pick.declined <= pick.left
        assert 1 <= pick.place <= 6
    for picks in mine.values():
        assert picks[0].round == 1
        assert [pick.round for pick in picks[1:]] == [pick.declined + 1 for pick in picks[:-1]]
        assert not picks[-1].declined or picks[-1].declined == sample.rounds


def test_values_add_up_to_coins_above_average(sample: Sample) -> None:
    assert values_of(sample).sum() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("explore", "drawn"), [(0.0, {False}), (0.5, {False, True}), (1.0, {True})])
def test_some_picks_are_drawn(explore: float, drawn: set[bool]) -> None:
    rows = play_number(AtlasPlan(4, "greedy", seed=1, explore=explore), 0).tables[PICKS]
    assert {Pick(*row).drawn for row in rows} == drawn  # type: ignore[arg-type]


def test_a_run_goes_on_and_is_the_same_everywhere(sample: Sample, tmp_path: Path) -> None:
    collect(GREEDY, 2, tmp_path / "games")
    again = collect(GREEDY, 6, tmp_path / "games", jobs=2)
    assert again.picks == sample.picks
    assert collect(GREEDY, 2, tmp_path / "games").games == 2


def test_other_weights_are_another_run(tmp_path: Path) -> None:
    collect(GREEDY, 1, tmp_path / "games")
    with pytest.raises(SmallWorldError, match="weights was"):
        collect(replace(GREEDY, weights="other"), 2, tmp_path / "games")


# --- estimating -----------------------------------------------------------------------------------------


def test_model_finds_planted_effects() -> None:
    """Effects and noise of known size: the estimates are near, and 95 % intervals hold about that many."""
    luck = np.random.default_rng(5)
    n, sizes, spreads = 6000, (14, 20, 280), (2.0, 3.0, 1.0)
    race, power = luck.integers(0, 14, n), luck.integers(0, 20, n)
    planted = [luck.normal(0, spread, size) for size, spread in zip(sizes, spreads, strict=True)]
    cell = race * 20 + power
    y = 4.0 + planted[0][race] + planted[1][power] + planted[2][cell] + luck.normal(0, 8, n)
    found = fit(y, np.ones((n, 1)), [Group("a", race, 14), Group("b", power, 20), Group("c", cell, 280)])
    assert found.noise**0.5 == pytest.approx(8, rel=0.05)
    assert {name: v**0.5 for name, v in found.variances.items()} == pytest.approx(
        {"a": 2.0, "b": 3.0, "c": 1.0}, rel=0.4
    )
    weights = np.zeros((280, 314))
    cells = np.arange(280)
    weights[cells, cells // 20] = weights[cells, 14 + cells % 20] = weights[cells, 34 + cells] = 1.0
    truth = planted[0][cells // 20] + planted[1][cells % 20] + planted[2]
    centre = weights.mean(axis=0)
    value, error = found.combine(weights - centre)
    off = np.abs(value - (truth - truth.mean()))
    assert 0.90 <= float((off <= 1.96 * error).mean()) <= 0.99
    assert off.mean() < 1.0


def test_noise_shrinks_to_nothing() -> None:
    luck = np.random.default_rng(1)
    levels = luck.integers(0, 30, 3000)
    found = fit(luck.normal(0, 5, 3000), np.ones((3000, 1)), [Group("nothing", levels, 30)])
    assert np.abs(found.effects).max() < 0.5


def bell(count: int, spread: float) -> list[float]:
    """Effects as a bell curve has them, the largest first; their sum is 0."""
    return [spread * NormalDist().inv_cdf(1 - (place + 0.5) / count) for place in range(count)]


def planted_sample(races: dict[str, float], powers: dict[str, float], count: int = 4000) -> Sample:
    """Picks whose coins and victories are known but for noise; late picks have half as much at stake."""
    luck = np.random.default_rng(3)
    made = []
    for _ in range(count):
        race, power = str(luck.choice(list(races))), str(luck.choice(list(powers)))
        first = int(luck.integers(1, 9))
        scale = 1.0 if first <= 5 else 0.5
        coins = 40 + scale * (races[race] + powers[power] + float(luck.normal(0, 6)))
        won = float(luck.random() < 0.5 + races[race] / 20)
        seat = "AB"[int(luck.integers(0, 2))]
        pick = Pick(first, seat, race, power, 1, 0, True, "elves", "hill", 0, min(10, first + 3), 0)
        pick.active_coins, pick.won = round(coins), won
        made.append(pick)
    income = dict.fromkeys(range(1, 11), 10.0)
    return Sample(
        AtlasPlan(2, "greedy"), count, 10, made, list(range(count)), income, [[0.5]] * 2, [[0.0]] * 2
    )


def test_atlas_finds_planted_races_and_powers() -> None:
    world = AtlasPlan(2).world
    names = [race.id for race in world.races]
    races = dict(zip(names, bell(14, 2.5), strict=True))
    powers = dict(zip(world.power_ids, bell(20, 2.0), strict=True))
    atlas = estimate([planted_sample(races, powers)])
    table = atlas.tables[2]
    inside = []
    for planted, found in ((races, table.races), (powers, table.powers)):
        for name, truth in planted.items():
            figure = found[name].coins
            inside.append(figure.low <= truth <= figure.high)
            assert abs(figure.value - truth) < 1.6, name
            assert figure.error < 0.8
    assert sum(inside) >= 0.85 * len(inside)
    cells = [
        entry.coins.low <= races[race] + powers[power] <= entry.coins.high
        for (race, power), entry in atlas.combos(2).items()
    ]
    assert sum(cells) >= 0.9 * len(cells)
    best, worst = table.races[names[0]], table.races[names[-1]]
    assert best.win.low > 0 > worst.win.high
    assert best.price.value == pytest.approx(best.coins.value - table.free.value)
    assert sum(cell.picks for cell in table.cells) == 4000


# --- the file -------------------------------------------------------------------------------------------


def test_file_round_trip(small: Atlas, tmp_path: Path) -> None:
    write_atlas(small, tmp_path / "a.json")
    again = read_atlas(tmp_path / "a.json")
    write_atlas(again, tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert again.tables[3].races["elves"].coins.value == pytest.approx(
        small.tables[3].races["elves"].coins.value, abs=6e-4
    )
    assert again.age == ""
    assert html(again) == html(read_atlas(tmp_path / "b.json"))


def changed(made: Atlas, path: Path, /, **entries: object) -> Path:
    write_atlas(made, path)
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | entries), encoding="utf-8")
    return path


def test_another_version_says_so(small: Atlas, tmp_path: Path) -> None:
    path = changed(small, tmp_path / "old.json", version="0.0.7")
    assert "made by smallworld 0.0.7" in html(read_atlas(path))
    result = command("--from", str(path), "--html", str(tmp_path / "old.html"))
    assert result.exit_code == 0
    assert "made by smallworld 0.0.7" in result.output


@pytest.mark.parametrize(
    ("entries", "said"),
    [({"atlas": 99}, "layout 99"), ({"tables": {"2": {"x": 1}}}, "damaged"), ({"tables": 3}, "damaged")],
)
def test_a_file_that_cannot_be_read(
    small: Atlas, tmp_path: Path, entries: dict[str, object], said: str
) -> None:
    with pytest.raises(SmallWorldError, match=said):
        read_atlas(changed(small, tmp_path / "bad.json", **entries))


def test_no_atlas_at_all(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    for name in ("list.json", "nowhere.json"):
        with pytest.raises(SmallWorldError, match="is no atlas"):
            read_atlas(tmp_path / name)


@pytest.mark.parametrize(
    ("world", "combos", "power"),
    [("base", 280, "Pillaging"), ("underground", 315, "Flocking"), ("both", 1107, "Thieving")],
)
def test_committed_atlas_can_be_drawn(world: str, combos: int, power: str) -> None:
    file = COMMITTED / f"{world}.json"
    assert file.stat().st_size < 350_000
    atlas = read_atlas(file)
    assert atlas.counts == [2, 3, 4, 5]
    assert len(atlas.tables[ALL].cells) == combos
    assert atlas.settings["forfeits"] == 0
    assert power in html(atlas)


# --- the report -----------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Everything that would load something, and whether every tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "srcset", "data")]
        self.loads += [tag] if tag in ("script", "link", "iframe", "object") else []
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_report_stands_alone(small: Atlas) -> None:
    page = html(small)
    tags = Tags()
    tags.feed(page)
    assert not tags.loads
    assert not tags.open
    assert not re.findall(r"https?:|url\(|@import", page)
    assert "prefers-color-scheme: dark" in page
    assert page.count('class="heat"') == 2  # three players, and all together
    assert "nan" not in page.lower().replace("dominant", "")


def test_words_for_numbers() -> None:
    assert (signed(1.25), signed(-0.04), signed(-3.0)) == ("+1.2", "0.0", "−3.0")
    assert [place(price) for price in (-4.0, 0.9, 1.0, 3.5, 30.0)] == [1, 1, 2, 4, 6]
    assert places(Figure(2.5, 0.0)) == "3"
    assert places(Figure(2.5, 1.0)) == "3 (1–5)"


# --- the command ----------------------------------------------------------------------------------------


def test_command_from_end_to_end(tmp_path: Path) -> None:
    out = tmp_path / "atlas"
    words = ("--players", "2", "3", "--games", "3,2", "--bot", "greedy", "--seed", "2", "--jobs", "1")
    result = command(*words, "--out", str(out))
    assert result.exit_code == 0, result.output
    atlas = read_atlas(out / "atlas.json")
    assert atlas.settings["games"] == {"2": 3, "3": 2}
    assert "fair place" in result.output
    first = (out / "atlas.json").read_bytes()
    assert command(*words, "--out", str(out)).exit_code == 0
    assert (out / "atlas.json").read_bytes() == first
    drawn = tmp_path / "deep" / "again.html"
    assert command("--from", str(out / "atlas.json"), "--html", str(drawn)).exit_code == 0
    assert drawn.read_bytes() == (out / "atlas.html").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--out", "x", "--players", "7"), "unknown number of players 7; expected one of: 2, 3, 4, 5"),
        (("--out", "x", "--players", "two"), "--players: got 'two'; expected one of: 2, 3, 4, 5"),
        (("--out", "x", "--bot", "genius"), f"expected one of: {', '.join(sorted(bot_makers()))}"),
        (("--out", "x", "--explore", "2"), "expected a share from 0 to 1, got 2.0"),
        (("--out", "x", "--games", "5,6"), "2 numbers for 4 numbers of players"),
        (("--out", "x", "--games", "0"), "--games: got '0'"),
        (("--out", "x", "--pack", "nope"), "nope"),
        ((), "--out DIR"),
        (("--from", "x"), "--html FILE"),
    ],
)
def test_bad_options(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = command(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert not list(tmp_path.iterdir())
