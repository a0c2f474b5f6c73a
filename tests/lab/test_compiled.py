"""Compiling in place and in copies. That what is compiled plays as the sources do: tests/test_wheel.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smallworld.lab import compiled

ROOT = Path(__file__).parent.parent.parent
COMPILED = ["smallworld/engine/turn/turn.abi.so", "smallworld/lab/playout.pyd", "smallworld__mypyc.abi.so"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that looks as if a package had been compiled in it."""
    for name in [*COMPILED, "smallworld/engine/turn/turn.py", "other.so"]:
        path = tmp_path / "there" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path / "there"


def test_compiled_files_are_found_and_removed(folder: Path) -> None:
    assert [path.as_posix() for path in compiled.compiled_files(folder)] == COMPILED
    assert compiled.main(["--remove", str(folder)]) == 0
    assert not compiled.compiled_files(folder)
    assert (folder / "smallworld/engine/turn/turn.py").exists()
    assert (folder / "other.so").exists()


def test_a_copy_leaves_out_what_was_compiled(folder: Path, tmp_path: Path) -> None:
    compiled.copy_package(tmp_path / "copy", folder / "smallworld")
    assert not compiled.compiled_files(tmp_path / "copy")
    assert (tmp_path / "copy/smallworld/engine/turn/turn.py").exists()


def test_no_compiler_is_said_clearly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    with pytest.raises(compiled.CannotCompile, match="no-such-compiler -O2 was not found"):
        compiled.compile_in(tmp_path)
    assert compiled.main([str(tmp_path)]) == 1
    assert "cannot compile: there is no C compiler" in capsys.readouterr().err


def test_a_missing_mypyc_is_said_clearly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert compiled.obstacle() == "mypyc is not installed (pip install 'mypy[mypyc]')"


def test_what_the_compiler_says_is_passed_on(tmp_path: Path) -> None:
    """An empty package: the files it looks for are not there. Without a compiler, that is said."""
    (tmp_path / "smallworld").mkdir()
    said = re.escape(compiled.obstacle()) or r"(?s)the compiler failed:.*smallworld/"
    with pytest.raises(compiled.CannotCompile, match=said):
        compiled.compile_in(tmp_path)


def test_modules_that_are_compiled_exist() -> None:
    for module in compiled.MODULES:
        assert (ROOT / "src" / f"{module.replace('.', '/')}.py").exists()
