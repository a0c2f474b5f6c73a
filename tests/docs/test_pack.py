"""The distribution on the page about packs is real: found by its entry point, played, told in its texts."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.docs.pages import DOCS, blocks

SCRIPT = """
from smallworld.engine import Game, Seeded
from smallworld.lab.fuzz import fuzz_game
from smallworld.packs import find_packs, load_world, world_from_key
from smallworld.texts import Catalogue
from smallworld.texts.check import pack_faults

world = load_world(players=2, packs=("base", "badgers"))
game = Game(world, luck=Seeded(1))
assert str(game).endswith("~base_2p.2.10~base.1-badgers.1~all~all~"), str(game)
assert str(Game.from_string(str(game), world_from_key)) == str(game)
assert fuzz_game(world, "page")[1] is None
faults = pack_faults(find_packs()["badgers"])
assert faults == [f"badgers/texts/{lang}.toml: is missing" for lang in ("nl", "fr", "es")], faults
assert Catalogue("de", world.packs).name("race", "badgers") == "Dachse"
assert Catalogue("nl", world.packs).name("race", "badgers") == "Badgers"
"""


def files() -> dict[str, str]:
    """Blocks marked `file=…`, by that name."""
    found: dict[str, str] = {}
    for block in blocks(DOCS / "packs.md"):
        for mark in block.marks:
            if mark.startswith("file="):
                found[mark.removeprefix("file=")] = block.text
    return found


def test_distribution_of_the_page_works(tmp_path: Path) -> None:
    written = files()
    project = tomllib.loads(written.pop("pyproject.toml"))["project"]
    for name, text in written.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    # What an installation would leave behind: the entry points of the distribution.
    info = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    lines = [f"[{group}]" for group in project["entry-points"]]
    lines += [f"{name} = {value}" for name, value in project["entry-points"]["smallworld.packs"].items()]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=surroundings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
