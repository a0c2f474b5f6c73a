# ruff: noqa: E501  a row of a table stays on one line
"""Packs are found by name; one that cannot be loaded says which and why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from smallworld.engine import Pack, world_key
from smallworld.engine.content.board import Board, Region
from smallworld.engine.notation.strings import parse_world_key
from smallworld.packs import load_world, world_from_key
from smallworld.packs.find import board_named

from .refusing import refused

# --- finding packs ----------------------------------------------------------------------------------------


def test_an_unknown_pack_board_or_number_of_players_is_refused() -> None:
    assert refused(lambda: load_world("base_2p", packs=["bass"]))[0].startswith(
        "unknown pack 'bass'; expected one of: "
    )
    assert refused(lambda: load_world("moon"))[0].startswith(
        "unknown board 'moon'; expected one of: base_2p, "
    )
    assert refused(lambda: load_world(players=6)) == ["expected 2 to 5 players, got 6"]
    assert refused(lambda: load_world()) == ["expected 2 to 5 players, got 0"]
    assert refused(lambda: load_world("base_2p", players=3)) == ["board base_2p is for 2 players, not 3"]
    assert refused(lambda: board_named("moon", [])) == ["unknown board 'moon'; expected one of: none"]
    assert callable(world_from_key)


def test_a_board_that_changed_is_played_as_it_is_now_and_old_games_find_what_it_was() -> None:
    regions = (Region(0, "moor", (), border=True),)
    pack = Pack("brew", version=1)
    for version in (2, 3, 1):
        pack.board(Board("row", 2, 4 + version, regions, version=version))
    assert board_named("row", [pack]).rounds == 7
    assert [board_named("row", [pack], version).rounds for version in (1, 2, 3)] == [5, 6, 7]
    missing = "board row: version 4 is needed, version 3 is installed"
    assert refused(lambda: board_named("row", [pack], 4)) == [missing]


def test_a_string_says_which_version_of_a_board_it_is_about() -> None:
    now = load_world("underground_5p")
    assert str(world_key(now)) == "underground_5p.5.8.2~underground.1~all~all~"
    first = world_from_key(parse_world_key("underground_5p.5.8~underground.1~all~all~"))
    assert (len(now.board), len(first.board)) == (52, 55)
    for world in (now, first):
        assert world_from_key(parse_world_key(str(world_key(world)))) is world


OTTERS = '''
from smallworld.engine import Pack
from smallworld.engine.effects import cheaper, coins
from smallworld.engine.content.pieces import Power, Race
from smallworld.engine.words.region_sets import coast, terrain

pack = Pack("otters", version=7, needs=("base",))


@pack.race
class Otters(Race):
    """At home on the coast."""

    tokens, supply = 5, 12
    effects = (cheaper(1, where=coast), coins(1, per=terrain("swamp")))


@pack.power
class Playful(Power):
    """Two coins a turn."""

    tokens = 4
    effects = (coins(2),)
'''


def install(folder: Path, entry_points: str, **modules: str) -> None:
    """What an installer leaves behind: modules, and a dist-info that names the entry points."""
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    info = folder / "smallworld_otters-7.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: smallworld-otters\nVersion: 7.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(f"[smallworld.packs]\n{entry_points}\n", encoding="utf-8")


def run(folder: Path, program: str) -> str:
    """The output of a program in another Python that has the folder on its path."""
    return run_both(folder, program).stdout


def run_both(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


PLAY = """
from smallworld.engine import Game, Seeded, new_state
from smallworld.engine.laws.laws import broken_laws
from smallworld.packs import find_packs, load_world, world_from_key

assert {"base", "otters", "underground"} <= set(find_packs()), find_packs()
world = load_world("base_3p", packs=["base", "otters"])
game = Game(world, luck=Seeded(3))
numbers = Seeded(4)
while not game.over:
    options = sorted(game.legal)
    game.play(options[int(numbers.random() * len(options))])
assert not broken_laws(game.state)
assert Game.from_string(game.string, world_from_key).state.coins == game.state.coins
picked = {world.race_ids[e.race] for events in game.events for e in events if e.kind == "picked"}
print(world, game.string.rpartition("~base_3p.3.10~")[2], len(world.races), "otters" in world.race_ids)
"""


def test_an_installed_pack_of_somebody_else_is_found_and_played(tmp_path: Path) -> None:
    install(tmp_path, "otters = otters_pack:pack", otters_pack=OTTERS)
    out = run(tmp_path, PLAY)
    assert out == "<World base_3p (base+otters): 15 races, 21 powers> base.1-otters.7~all~all~ 15 True\n"


TELL = """
from smallworld.engine import SmallWorldError
from smallworld.packs import find_packs, load_world
assert set(find_packs()) >= {"base", "underground"} and load_world(players=2).races
try:
    load_world(players=2, packs=["otters"])
except SmallWorldError as error:
    print(type(error).__name__, *error.faults, sep="|")
"""


@pytest.mark.parametrize(
    ("entry", "source", "said"),
    [
        ("otters = otters_pack:pack", "pack = 5", "expected a Pack, got int"),
        ("otters = otters_pack:pack", "import nowhere_to_be_found", "ModuleNotFoundError: No module"),
        ("otters = otters_pack:pack", "raise RuntimeError('sorry')", "RuntimeError: sorry"),
        ("otters = missing_module:pack", "", "ModuleNotFoundError: No module"),
        ("otters = otters_pack:missing", "pack = 5", "AttributeError: module"),
        ("otters = otters_pack:pack", OTTERS.replace("tokens, supply = 5, 12", "supply = 12"), "race Otters: tokens: expected a whole number"),
        ("otters = otters_pack:pack", OTTERS.replace('Pack("otters"', 'Pack("base"'), "pack id 'base' is already taken"),
    ],
)  # fmt: skip
def test_an_installed_pack_that_cannot_be_loaded_costs_only_itself_and_one_line(
    tmp_path: Path, entry: str, source: str, said: str
) -> None:
    install(tmp_path, entry, otters_pack=source)
    done = run_both(tmp_path, TELL)
    value = entry.partition(" = ")[2]
    assert done.stderr.startswith(
        f"smallworld: the pack 'otters' of smallworld-otters ({value}) is left out: "
    )
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    if "'base'" not in said:
        assert done.stdout.startswith("PackError|unknown pack 'otters'")


def test_a_pack_without_boards_needs_one_from_another(tmp_path: Path) -> None:
    install(tmp_path, "otters = otters_pack:pack", otters_pack=OTTERS.replace('needs=("base",)', "needs=()"))
    assert run(tmp_path, TELL).startswith("PackError|")
