"""Recorded games, told whole in every language: a changed text shows what it does to a story."""

from __future__ import annotations

from tools.tell_replays import TOLD, stories


def test_the_stories_are_told_as_before() -> None:
    found = set()
    for file, story in stories():
        found.add(file)
        told = file.read_text(encoding="utf-8").splitlines()
        for number, (old, new) in enumerate(zip(told, story.splitlines(), strict=False), 1):
            assert new == old, (
                f"{file.parent.name}/{file.name}, line {number}. If that is meant: "
                "python -m tools.tell_replays, and read the stories"
            )
        assert len(told) == len(story.splitlines()), file
    assert found == set(TOLD.glob("*/*.txt"))
