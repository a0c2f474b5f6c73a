"""Builds the web client into the server's static files: wire types, icons of the packs, compressed bundle."""

from __future__ import annotations

import json
import sys

from smallworld.packs import find_packs
from smallworld.server.http.client import STATIC
from smallworld.server.picture.looks import icon_names
from smallworld.server.wire.schema import schema

from .node import run


def generate() -> None:
    """The two files that are made from something else: the types of the messages, the icons in use."""
    if run(["npm", "run", "--silent", "types"], text=json.dumps(schema())):
        sys.exit("smallworld: the types of the wire messages could not be generated")
    if run(["npm", "run", "--silent", "icons"], text=json.dumps(icon_names(find_packs().values()))):
        sys.exit("smallworld: the icons could not be collected")


def main() -> None:
    generate()
    if "--generate" in sys.argv:
        return
    if run(["npm", "run", "--silent", "build"]):
        sys.exit("smallworld: the web client could not be built")
    if run(["node", "scripts/compress.js", str(STATIC)]):
        sys.exit("smallworld: the web client could not be compressed")


if __name__ == "__main__":
    main()
