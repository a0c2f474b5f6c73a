"""Builds the web client into the server's static files: wire types, icons that packs name, bundle."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from smallworld.packs import find_packs
from smallworld.server.http.client import STATIC
from smallworld.server.picture.looks import icon_names
from smallworld.server.wire.schema import schema

from .node import run

COMPRESSED = (".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt")
WORTH = 1000  # bytes


def generate() -> None:
    """The two files that are made from something else: the types of the messages, the icons in use."""
    if run(["npm", "run", "--silent", "types"], text=json.dumps(schema())):
        sys.exit("smallworld: the types of the wire messages could not be generated")
    if run(["npm", "run", "--silent", "icons"], text=json.dumps(icon_names(find_packs().values()))):
        sys.exit("smallworld: the icons could not be collected")


def compress(folder: Path) -> None:
    """Once, here, and not for each request: `name.gz` beside `name`. Fonts are compressed already."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in COMPRESSED and path.stat().st_size >= WORTH:
            # Without a time of its own, so that the same file gives the same bytes.
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def main() -> None:
    generate()
    if "--generate" in sys.argv:
        return
    if run(["npm", "run", "--silent", "build"]):
        sys.exit("smallworld: the web client could not be built")
    compress(STATIC)


if __name__ == "__main__":
    main()
