"""The games in docs/playthroughs are what the engine and the greedy bots play today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smallworld.lab.playthrough import GAMES, WIDTH, main, playthrough, text_of
from smallworld.packs import load_world

FOLDER = Path(__file__).parents[2] / "docs" / "playthroughs"
HINT = (
    "The rules or the greedy bot play another game now. If that is meant, write the games again and read "
    "what has changed: python -m smallworld.lab.playthrough docs/playthroughs"
)


@pytest.mark.parametrize(("file", "board", "packs"), GAMES, ids=[file for file, _, _ in GAMES])
def test_the_game_is_still_the_same(file: str, board: str, packs: tuple[str, ...]) -> None:
    written = (FOLDER / f"{file}.txt").read_text(encoding="utf-8").splitlines()
    played = text_of(board, packs, file).splitlines()
    for number, (old, new) in enumerate(zip(written, played, strict=False), start=1):
        assert old == new, f"docs/playthroughs/{file}.txt, line {number}. {HINT}"
    assert len(written) == len(played), HINT


def test_every_file_is_a_game_and_the_command_writes_them_all(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(f"{file}.txt" for file, _, _ in GAMES) == sorted(p.name for p in FOLDER.iterdir())
    assert main([]) == 2


@pytest.mark.parametrize("file", [file for file, _, _ in GAMES])
def test_lines_are_short_and_in_words(file: str) -> None:
    for line in (FOLDER / f"{file}.txt").read_text(encoding="utf-8").splitlines()[2:]:
        assert len(line) <= WIDTH
        assert not re.search(r"\b[a-z]+_[a-z_]+\b", line), line  # an id is no word
        assert not re.search(r"\b[pcragtmou]\d", line), line  # nor is an action string


def test_the_same_seed_tells_the_same_story() -> None:
    world = load_world("base_2p")
    assert list(playthrough(world, "a", "random")) == list(playthrough(world, "a", "random"))
    assert list(playthrough(world, "a", "random")) != list(playthrough(world, "b", "random"))
