"""Tests the package with the lowest versions of all dependencies that users may have.

    python -m tools.lowest [options of pytest, tests]

Makes an environment in `build/lowest` from `locks/python-lowest.txt`, on the oldest supported Python,
installs the wheel, imports every module and runs the tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .lock import LOWEST, OLDEST_PYTHON, ROOT

IMPORT_ALL = """
from importlib import import_module
from pkgutil import walk_packages
import smallworld
names = [module.name for module in walk_packages(smallworld.__path__, "smallworld.")]
for name in names:
    if not name.endswith("__main__") and ".migrations" not in name:
        import_module(name)
print(f"{len(names)} modules of {smallworld.__file__}")
"""


def call(*command: str | Path, **environment: str) -> None:
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    uv = (sys.executable, "-m", "uv", "--quiet", "--no-config")
    folder = ROOT / "build" / "lowest"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    call(*uv, "venv", "--clear", "--python", OLDEST_PYTHON, "--no-python-downloads", folder)
    install = (*uv, "pip", "install", "--python", python, "--no-deps")
    call(*install, "--require-hashes", "--requirement", LOWEST)
    build = (sys.executable, "-m", "hatchling", "build", "--target", "wheel")
    call(*build, "--directory", folder / "dist", SMALLWORLD_PURE="1")
    call(*install, *(folder / "dist").iterdir())
    call(python, "-P", "-c", IMPORT_ALL)
    # Old packages use newer ones that deprecate some of their calls.
    call(python, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", *sys.argv[1:])


if __name__ == "__main__":
    main()
