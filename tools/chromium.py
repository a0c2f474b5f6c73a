"""Finds Chromium for the browser tests, or installs Debian's; prints its path."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHOSEN = "SMALLWORLD_CHROMIUM"


def find() -> str | None:
    """The browser named in the environment, or one on the path."""
    chosen = os.environ.get(CHOSEN)
    if chosen:
        if not shutil.which(chosen):
            sys.exit(f"smallworld: {CHOSEN} names {chosen!r}, and that is no program")
        return shutil.which(chosen)
    return next((path for path in map(shutil.which, NAMES) if path), None)


def install() -> None:
    """On Debian-based systems, as root; on others the user must install it."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    surroundings = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        subprocess.run([apt, *words], env=surroundings, stdout=subprocess.DEVNULL, check=False)


def main() -> None:
    if find() is None:
        print("Installing Chromium for the browser tests ...", file=sys.stderr)
        install()
    found = find()
    if found is None:
        sys.exit(
            "smallworld: the browser tests need Chromium, and there is none. Install the package `chromium`, "
            f"or name a browser: {CHOSEN}=/path/to/chrome make test"
        )
    print(found)


if __name__ == "__main__":
    main()
