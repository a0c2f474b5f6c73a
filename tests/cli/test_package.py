"""The package as a program."""

from __future__ import annotations

import subprocess
import sys


def test_the_package_is_the_command_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "smallworld", "packs"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "underground" in done.stdout
