"""A wheel is built for real: compiled where there is a compiler, and it plays as the sources do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tarfile import open as open_archive
from zipfile import ZipFile

import pytest

from smallworld.lab.compiled import ENDINGS, MODULES, compiled_files, obstacle
from tests.lab.seeded import bot_games, seeded_games

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
GAMES = 200


def build(target: str, folder: Path, sources: Path = ROOT, **environment: str) -> tuple[Path, str]:
    """The wheel or sdist, and what was said while it was built."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    done = subprocess.run(
        command, cwd=sources, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    (built,) = folder.iterdir()
    return built, done.stdout + done.stderr


def test_a_wheel_holds_the_compiled_engine_which_plays_the_same_games(tmp_path: Path) -> None:
    """One test, so that there is one build. Not optimised: that is much quicker and computes the same.

    Where nothing can be compiled, the wheel says so, is pure, and plays the same games all the same.
    """
    wheel, said = build("wheel", tmp_path / "dist", SMALLWORLD_PURE="0", MYPYC_OPT_LEVEL="0")
    modules = () if obstacle() else MODULES
    assert (obstacle() or f"This wheel holds {len(MODULES)} compiled modules") in said
    assert wheel.name.endswith("-none-any.whl") == (not modules)
    unpacked = tmp_path / "unpacked"
    ZipFile(wheel).extractall(unpacked)
    files = compiled_files(unpacked)
    for module in modules:
        stem = module.replace(".", "/")
        assert [path for path in files if path.as_posix().startswith(f"{stem}.")], module
        assert (unpacked / f"{stem}.py").exists(), "for tracebacks and type checkers"
    assert len(files) == (len(modules) + 1 if modules else 0), "and one library that holds them"

    command = [sys.executable, "-m", "tests.lab.seeded", str(GAMES)]
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    engine, *games = done.stdout.splitlines()
    assert Path(engine).is_relative_to(unpacked)
    assert engine.endswith(ENDINGS if modules else ".py")
    assert len(games) > GAMES
    for number, (theirs, ours) in enumerate(zip(games, (*seeded_games(GAMES), *bot_games()), strict=True)):
        assert theirs == ours, f"game {number} differs"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [("SMALLWORLD_PURE", "1", "SMALLWORLD_PURE is set"), ("CC", "no-such-cc", "no-such-cc was not found")],
)
def test_a_pure_wheel_says_why_it_is_one(tmp_path: Path, name: str, value: str, reason: str) -> None:
    wheel, said = build("wheel", tmp_path, ROOT, **{"SMALLWORLD_PURE": "0", name: value})
    assert "This wheel is pure Python" in said
    assert reason in said
    assert wheel.name.endswith("-py3-none-any.whl")
    names = ZipFile(wheel).namelist()
    assert "smallworld/engine/turn/turn.py" in names
    assert not [inside for inside in names if inside.endswith(ENDINGS)]


def test_the_sources_hold_the_client_and_make_a_wheel_without_node_or_git(tmp_path: Path) -> None:
    archive, _ = build("sdist", tmp_path / "sdist")
    with open_archive(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    sources = tmp_path / archive.name.removesuffix(".tar.gz")
    wheel, _ = build("wheel", tmp_path / "dist", sources, SMALLWORLD_PURE="1")
    inside = ZipFile(wheel)
    (metadata,) = [name for name in inside.namelist() if name.endswith(".dist-info/METADATA")]
    folder = metadata.removesuffix("METADATA")
    assert "Description-Content-Type: text/markdown" in inside.read(metadata).decode()
    ours = {path.relative_to(ROOT) for path in (ROOT / "LICENSE", *(ROOT / "licences").iterdir())}
    assert {f"{folder}licenses/{path.as_posix()}" for path in ours} <= {*inside.namelist()}
    static = ROOT / "src/smallworld/server/static"
    client = {path.relative_to(ROOT / "src").as_posix() for path in static.rglob("*") if path.is_file()}
    assert "smallworld/server/static/index.html" in client
    assert client <= {*inside.namelist()}
