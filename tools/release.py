"""Builds everything that is published into `dist/`, and tries it: `make release`.

    python -m tools.release                      all Pythons that are found here
    python -m tools.release --python 3.12        only this one (and the pure wheel)
    python -m tools.release --prepare 1.0.0      write this version and its date into the files that say it
    python -m tools.release --tag v1.0.0         build nothing: may this be tagged so?

1. The sources with the built client (sdist).
2. From these sources: a wheel without compiled code for every system, and one with compiled code for each
   Python that is found here, made to run on many Linuxes by auditwheel.
3. Each of them is installed into a clean environment; a share of the tests runs against what is installed.
4. `SHA256SUMS`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from tarfile import open as open_archive
from tempfile import TemporaryDirectory
from typing import Final

from .lock import PYTHON as LOCK
from .lock import PYTHONS, ROOT, TEST_TOOLS

DIST: Final = ROOT / "dist"
SUMS: Final = "SHA256SUMS"
# A share of the tests: rules, records, the terminal, a server, storage, learners.
TESTS: Final = (
    "tests/test_cases.py",
    "tests/records",
    "tests/cli/commands/test_rules.py",
    "tests/cli/table",
    "tests/lab/test_playout.py",
    "tests/lab/rl/test_batch.py",
    "tests/server/http/test_app.py",
    "tests/server/storage/test_storage.py",
)
EXTRAS: Final = "lab,postgres,rl"  # what those tests need
UV: Final = (sys.executable, "-m", "uv", "--quiet", "--no-config")
LOOK: Final = r"""
import sys
from importlib.metadata import version
import smallworld
from smallworld.lab.compiled import engine_in_use
print(version("smallworld-game"), engine_in_use(), smallworld.__file__, sep="\n")
"""


class Failed(Exception):
    """A step of the release failed; the message says which."""


def call(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """The output of a command."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def say(text: str) -> None:
    print(text, flush=True)


# --- building --------------------------------------------------------------------------------------------


def build(target: str, sources: Path, folder: Path, python: Path, **environment: str) -> Path:
    """A wheel or sdist from these sources, built by this Python with hatchling and mypy in it."""
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())
    call(
        *(python, "-m", "hatchling", "build", "--target", target, "--directory", folder),
        cwd=sources,
        **environment,
    )
    (built,) = set(folder.iterdir()) - before
    return built


def environment(folder: Path, version: str, *packages: str | Path) -> Path:
    """A clean environment with these packages, in the versions of the lock file; its interpreter."""
    call(*UV, "venv", "--clear", "--python", version, "--no-python-downloads", folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if packages:
        call(*UV, "pip", "install", "--python", python, "--constraint", constraints(folder), *packages)
    return python


def constraints(folder: Path) -> Path:
    """The versions of the lock file without hashes, which a built wheel cannot have there."""
    path = folder / "constraints.txt"
    text = LOCK.read_text(encoding="utf-8")
    path.write_text("\n".join(re.findall(r"^[a-z0-9].*==[^\\\n]*?(?= *\\?$)", text, re.M)), encoding="utf-8")
    return path


def found_pythons() -> list[str]:
    """The supported Pythons that are on this machine."""
    return [version for version in PYTHONS if has_python(version)]


def has_python(version: str) -> bool:
    done = subprocess.run(
        [*UV, "python", "find", "--no-python-downloads", "--system", version],
        capture_output=True,
        check=False,
    )
    return done.returncode == 0


def for_many_linuxes(wheel: Path, folder: Path) -> Path:
    """The same wheel with the tag of the oldest Linux it runs on; elsewhere, as it is."""
    if not sys.platform.startswith("linux"):
        return wheel
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    call(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", folder, wheel, PATH=path)
    (repaired,) = folder.glob("*.whl")
    return repaired


# --- trying ----------------------------------------------------------------------------------------------


def try_out(built: Path, version: str, folder: Path, tests: Sequence[str]) -> str:
    """Install it into a clean environment and run the tests against that; what runs there."""
    place = f"{built}[{EXTRAS}]"
    call(*UV, "venv", "--clear", "--python", version, "--no-python-downloads", folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pinned = constraints(folder)
    install: tuple[str | Path, ...] = (
        *UV,
        "pip",
        "install",
        "--python",
        python,
        "--constraint",
        pinned,
        place,
        *TEST_TOOLS,
    )
    # Compiling the sources is tried with the wheels.
    call(*install, SMALLWORLD_PURE="1" if built.suffix == ".gz" else "0")
    said = call(python, "-P", "-c", LOOK, cwd=folder).splitlines()
    if not Path(said[2]).is_relative_to(folder):
        raise Failed(f"{built.name}: {said[2]} was imported, not what was installed")
    compiled = "none-any" not in built.name and built.suffix == ".whl"
    if (said[1] == "compiled") != compiled:
        raise Failed(f"{built.name} runs the engine {said[1]}")
    if tests:
        marks = ("-m", "not plain") if compiled else ()
        call(python, "-P", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *marks, *tests)
    return f"version {said[0]}, {said[1]}"


# --- what may be published ---------------------------------------------------------------------------------


def project_version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def why_not_tagged(tag: str) -> list[str]:
    """What keeps this tag from being published."""
    version, faults = project_version(), []
    if tag != f"v{version}":
        faults.append(f"the tag is {tag}, pyproject.toml has {version}")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changelog, re.M):
        faults.append(f"CHANGELOG.md has no section for {version} with its date")
    return faults


def prepare(version: str, root: Path = ROOT, day: str = "") -> None:
    """Write the version into pyproject.toml and the package, and close its section of the changelog."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Failed(f"expected a version such as 1.0.0, got {version!r}")
    head, title = "## [Unreleased]\n", f"## [{version}] - {day or date.today().isoformat()}"
    changelog = root / "CHANGELOG.md"
    before = changelog.read_text(encoding="utf-8")
    if head not in before or f"## [{version}]" in before:
        raise Failed(f"CHANGELOG.md: expected a section [Unreleased], and none for {version} yet")
    changelog.write_text(before.replace(head, f"{head}\n{title}\n", 1), encoding="utf-8")
    ready = "5 - Production/Stable" if int(version.partition(".")[0]) else "3 - Alpha"
    for path, pattern, new in (
        ("pyproject.toml", r'^version = ".*"$', f'version = "{version}"'),
        ("pyproject.toml", r'"Development Status :: .*"', f'"Development Status :: {ready}"'),
        ("src/smallworld/__init__.py", r'^__version__ = ".*"$', f'__version__ = "{version}"'),
    ):
        text, count = re.subn(pattern, new, (root / path).read_text(encoding="utf-8"), flags=re.M)
        if count != 1:
            raise Failed(f"{path}: expected one line with {pattern}")
        (root / path).write_text(text, encoding="utf-8")


def write_sums(folder: Path) -> None:
    files = sorted(path for path in folder.iterdir() if path.suffix in (".whl", ".gz"))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / SUMS).write_text("".join(lines), encoding="ascii")


def release(pythons: Sequence[str], tests: Sequence[str]) -> None:
    missing = [version for version in PYTHONS if version not in pythons]
    for old in (*DIST.glob("*.whl"), *DIST.glob("*.tar.gz"), DIST / SUMS):
        old.unlink(missing_ok=True)
    with TemporaryDirectory(prefix="smallworld-release-") as name:
        work = Path(name)
        archive = build("sdist", ROOT, DIST, Path(sys.executable))
        say(f"built {archive.name}")
        with open_archive(archive) as packed:
            packed.extractall(work, filter="data")
        sources = work / archive.name.removesuffix(".tar.gz")
        pure = build("wheel", sources, DIST, Path(sys.executable), SMALLWORLD_PURE="1")
        say(f"built {pure.name}")
        wheels: list[tuple[Path, str]] = [(pure, pythons[0])]
        for version in pythons:
            builder = environment(
                work / f"build-{version}", version, "hatchling", "mypy[mypyc]", "setuptools"
            )
            raw = build("wheel", sources, work / f"raw-{version}", builder, SMALLWORLD_PURE="0")
            if raw.name.endswith("-none-any.whl"):
                raise Failed(
                    f"Python {version} could not compile: is there a C compiler, and python{version}-dev?"
                )
            wheel = for_many_linuxes(raw, work / f"repaired-{version}")
            wheels.append((Path(shutil.copy(wheel, DIST)), version))
            say(f"built {wheel.name}")
        write_sums(DIST)
        for built, version in (*wheels, (archive, pythons[-1])):
            engine = try_out(built, version, work / f"try-{version}", tests)
            say(f"tried {built.name} on Python {version}: {engine}")
    if missing:
        say(f"not here, and not tried: Python {', '.join(missing)}")
    say(f"all in {DIST.relative_to(ROOT)}/, checksums in {SUMS}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Build and try a release.")
    parser.add_argument("--python", action="append", help="only this Python; repeat it for several")
    parser.add_argument("--untried", action="store_true", help="install what is built, but run no tests")
    parser.add_argument("--tag", help="build nothing: say whether this version may be tagged so")
    parser.add_argument("--prepare", metavar="VERSION", help="write this version into the files that say it")
    wanted = parser.parse_args()
    if wanted.prepare:
        try:
            prepare(wanted.prepare)
        except Failed as error:
            sys.exit(f"smallworld: {error}")
        return
    if wanted.tag:
        faults = why_not_tagged(wanted.tag)
        sys.exit("\n".join(f"smallworld: {fault}" for fault in faults) if faults else 0)
    pythons = wanted.python or found_pythons()
    if not pythons:
        sys.exit(f"smallworld: there is none of Python {', '.join(PYTHONS)}")
    try:
        release(pythons, () if wanted.untried else TESTS)
    except Failed as error:
        sys.exit(f"smallworld: {error}")


if __name__ == "__main__":
    main()
