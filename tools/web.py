"""Builds the web client into the server's static files: wire types, icons of the packs, compressed bundle."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

from smallworld.languages import LANGUAGES
from smallworld.packs import find_packs
from smallworld.packs.choosing import brewed_pack
from smallworld.server.http.routes.static_files import STATIC
from smallworld.server.library.workshop import checked
from smallworld.server.picture.looks import icon_names
from smallworld.server.wire.schema import schema

from .node import run

ROOT = Path(__file__).parent.parent
HOMEBREW = ROOT / "examples" / "homebrew"
EXAMPLES = ROOT / "web" / "src" / "workshop" / "examples.json"


def generate() -> None:
    """The generated files: message types, example pieces, the icons in use."""
    if run(["npm", "run", "--silent", "types"], text=json.dumps(schema())):
        sys.exit("smallworld: the types of the wire messages could not be generated")
    texts = [path.read_text(encoding="utf-8") for path in sorted(HOMEBREW.glob("*.toml"))]
    examples = [{"data": tomllib.loads(text), "short": short_texts(text)} for text in texts]
    EXAMPLES.write_text(json.dumps(examples, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    icons = icon_names([*find_packs().values(), *map(brewed_pack, texts)])
    if run(["npm", "run", "--silent", "icons"], text=json.dumps(icons)):
        sys.exit("smallworld: the icons could not be collected")


def short_texts(text: str) -> dict[str, str]:
    """What the first piece of a file does, in each language."""
    return {lang: checked(text, "base_2p", lang).pieces[0].thing.short for lang in LANGUAGES}


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
