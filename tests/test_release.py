"""Releases: workflows and pages call what is there, and a version is written everywhere."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from smallworld import __version__
from tools.lock import PYTHONS
from tools.release import DIST, TESTS, Failed, constraints, prepare, why_not_tagged, write_sums

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MADE = re.compile(r"\bmake ([a-z-]+)(?: ARGS=\"([^\"]*)\")?")


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))


def commands(workflow: Path) -> list[str]:
    return re.findall(r"^ *- run: (.+)$", workflow.read_text(), re.M)


def test_there_are_workflows_for_changes_and_releases() -> None:
    assert [path.stem for path in WORKFLOWS] == ["check", "release"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_call_what_the_makefile_has(workflow: Path) -> None:
    made = [MADE.search(command) for command in commands(workflow) if "make " in command]
    assert made
    for call in made:
        assert call is not None
        assert call[1] in targets()
        for word in (call[2] or "").split():
            if word.startswith("tests/"):
                assert (ROOT / word).exists(), word


def test_a_change_runs_what_decides_it() -> None:
    """`.ci/run` and the workflow are the same, target by target."""
    script = (ROOT / ".ci" / "run").read_text()
    ours = {call[0] for call in MADE.findall(script)}
    theirs = {
        call[0]
        for command in commands(ROOT / ".github/workflows/check.yml")
        for call in MADE.findall(command)
    }
    assert ours == theirs
    assert {call[1] for call in MADE.findall(script)} == {
        call[1]
        for command in commands(ROOT / ".github/workflows/check.yml")
        for call in MADE.findall(command)
    }


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_name_the_supported_pythons(workflow: Path) -> None:
    named = set(re.findall(r"\b3\.\d\d\b", workflow.read_text()))
    assert named == set(PYTHONS)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    told = {word.rpartition(" ")[2] for word in project["classifiers"] if "Python :: 3." in word}
    assert told == set(PYTHONS)


def test_the_tests_of_a_release_are_there() -> None:
    for path in TESTS:
        assert (ROOT / path).exists()


def copy_of_the_files(folder: Path) -> Path:
    for path in ("CHANGELOG.md", "pyproject.toml", "src/smallworld/__init__.py"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    return folder


def test_a_version_is_written_everywhere(tmp_path: Path) -> None:
    root = copy_of_the_files(tmp_path)
    prepare("1.0.0", root, "2026-11-20")
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert project["version"] == "1.0.0"
    assert "Development Status :: 5 - Production/Stable" in project["classifiers"]
    assert '__version__ = "1.0.0"' in (root / "src/smallworld/__init__.py").read_text()
    head, _, rest = (root / "CHANGELOG.md").read_text().partition("## [1.0.0] - 2026-11-20\n")
    assert head.endswith("## [Unreleased]\n\n")
    assert rest.startswith("\n### ")
    for version in ("1.0.0", "1.0", "one"):
        with pytest.raises(Failed):
            prepare(version, root)


def test_only_this_version_may_be_tagged() -> None:
    assert why_not_tagged("v99.0.0")[0] == f"the tag is v99.0.0, pyproject.toml has {__version__}"


def test_checksums_and_versions(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"")
    (tmp_path / "b.tar.gz").write_bytes(b"x")
    (tmp_path / "site").mkdir()
    write_sums(tmp_path)
    lines = (tmp_path / "SHA256SUMS").read_text().splitlines()
    assert [line.split("  ")[1] for line in lines] == ["a.whl", "b.tar.gz"]
    assert lines[0].startswith("e3b0c44298fc1c14")
    pinned = constraints(tmp_path).read_text()
    assert "\nfastapi==" in pinned
    assert "--hash" not in pinned
    assert "\\" not in pinned
    assert DIST == ROOT / "dist"
