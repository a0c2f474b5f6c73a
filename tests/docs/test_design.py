"""The files on the page about designing a race are sound, and can be played."""

from __future__ import annotations

import pytest

from smallworld.lab.fuzz import fuzz_game
from smallworld.packs import load_world
from smallworld.packs.files import read_pack
from smallworld.packs.find import openers_of
from tests.docs.pages import DOCS, blocks

TOML = [block for block in blocks(DOCS / "design-a-race.md") if block.language == "toml"]
FILES = {mark.removeprefix("file="): block.text for block in TOML for mark in block.marks}
# A block without a name goes on with the race of the page.
FILES["whole.toml"] = FILES["badgers-2.toml"] + "".join(block.text for block in TOML if not block.marks)


@pytest.mark.parametrize("name", FILES)
def test_files_of_the_page_are_played(name: str) -> None:
    pack = read_pack(FILES[name])
    world = load_world(players=2, packs=("base", pack), options=openers_of([pack]))
    assert fuzz_game(world, name)[1] is None
