"""Tells recorded games in every language: `python -m tools.tell_replays` writes `tests/replays` again.

Whoever changes a text sees in them what it does to a story.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from smallworld.engine import SPECTATOR
from smallworld.languages import LANGUAGES
from smallworld.server.library.replay import players_of, record_of
from smallworld.server.picture.log import event_lines
from smallworld.server.picture.text_cache import words

ROOT = Path(__file__).resolve().parent.parent / "tests"
TOLD = ROOT / "replays"
# Base, relics, leaders with a ransom, a Crusade alone and with a rival, a homebrew piece.
RECORDS = (
    "records/2p_1",
    "records/2p_underground",
    "records/2p_leaders",
    "records/1p_crusade",
    "records/2p_crusade",
    "replays/homebrew",
)


def stories() -> Iterator[tuple[Path, str]]:
    """The file of each story, and what it should say."""
    for name in RECORDS:
        record = (ROOT / f"{name}.txt").read_text(encoding="utf-8")
        for lang in LANGUAGES:
            yield TOLD / lang / f"{Path(name).name}.txt", told(record, lang)


def told(text: str, lang: str) -> str:
    """A recorded game as the log of the table tells it, a line for each event."""
    record = record_of(text)
    spoken = words(lang, record.game.world)
    names = players_of(record, spoken)
    lines = event_lines(record.game, 0, SPECTATOR, spoken, names, last=len(record.game.log), open_coins=True)
    return "".join(f"{line['text']}\n" for line in lines)


def main() -> None:
    for file, story in stories():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(story, encoding="utf-8")


if __name__ == "__main__":
    main()
