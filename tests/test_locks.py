"""The lock files fit the ranges, are whole, and name no registry; the ranges name whatever is imported."""

from __future__ import annotations

import ast
import json
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools.lock import EXTRAS, LOWEST, NPM, PYTHON, missing_builds, pins
from tools.node import WEB

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = [Requirement(text) for text in PROJECT["dependencies"]]
EXTRA = {
    name: [Requirement(text) for text in texts] for name, texts in PROJECT["optional-dependencies"].items()
}
USERS = NEEDED + [needed for extra in EXTRAS for needed in EXTRA[extra]]
# Of the compiler, which says itself when they are missing; a part of pydantic, which names its exact version.
ELSEWHERE = {"mypyc", "mypy_extensions", "setuptools", "pydantic_core"}


@pytest.mark.parametrize(
    ("path", "needed"), [(PYTHON, NEEDED + EXTRA["dev"]), (LOWEST, USERS)], ids=["newest", "lowest"]
)
def test_versions_fit_the_ranges(path: Path, needed: list[Requirement]) -> None:
    known = pins(path)
    for requirement in needed:
        version = known.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement} is not in {path.name}: make lock"
        assert version in requirement.specifier, f"{requirement} and {version} in {path.name}: make lock"


def test_lowest_versions_are_the_lowest() -> None:
    known = pins(LOWEST)
    for requirement in USERS:
        (bound,) = (Version(part.version) for part in requirement.specifier if part.operator == ">=")
        version = Version(known[canonicalize_name(requirement.name)])
        assert version.release[: len(bound.release)] == bound.release, f"{requirement}: make lock"


@pytest.mark.parametrize("path", [PYTHON, LOWEST, NPM], ids=lambda path: path.name)
def test_no_lock_names_a_registry(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "--index-url" not in text
    assert "resolved" not in text
    if path != NPM:  # npm's has addresses for donations
        assert "://" not in text


def test_what_npm_installs_is_locked_for_every_system() -> None:
    lock = json.loads(NPM.read_text(encoding="utf-8"))
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    root = lock["packages"].pop("")
    assert root["devDependencies"] == wanted["devDependencies"], "make lock"
    assert missing_builds(lock) == []
    assert [name for name, package in lock["packages"].items() if "integrity" not in package] == []


def test_whatever_is_imported_is_declared() -> None:
    """Not only there because another package needs it."""
    declared = {canonicalize_name(requirement.name) for requirement in USERS}
    owners = packages_distributions()
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom) and not node.level
                else []
            )
            for name in (name.partition(".")[0] for name in names):
                if name in sys.stdlib_module_names or name == "smallworld" or name in ELSEWHERE:
                    continue
                found = {canonicalize_name(owner) for owner in owners.get(name, ())}
                assert found & declared, f"{path.relative_to(ROOT)} imports {name}, which is not declared"
