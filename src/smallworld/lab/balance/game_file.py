"""Games on disk: a folder with the settings and one line for each game, written as soon as it is over."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from smallworld.engine import SmallWorldError

from ..results import VERSION, check_same, lock, read_manifest, replace
from .deal import TYPES, Deal

GAMES: Final = "games.csv"
TASK: Final = "game"


class GameFile:
    """Created, or opened again with the same settings. A killed run may leave an incomplete last line: it is
    dropped, and its game is played again.
    """

    def __init__(self, folder: Path, settings: Mapping[str, object]) -> None:
        manifest, self._path = folder / "manifest.json", folder / GAMES
        if manifest.exists():
            check_same(read_manifest(folder), json.loads(json.dumps(settings)), folder)
        elif folder.is_dir() and any(folder.iterdir()):
            raise SmallWorldError(f"{folder} is not empty and holds no results; choose another folder")
        elif folder.exists() and not folder.is_dir():
            raise SmallWorldError(f"{folder} is a file; choose a folder")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps({**VERSION, "settings": settings}, indent=1) + "\n"
            replace(manifest, lambda new: new.write_text(text, encoding="utf-8"))
        self._lock = lock(folder)
        self.deals: dict[int, Deal] = {}
        self._load()
        self._file = self._path.open("a", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")

    def _load(self) -> None:
        head = ",".join((TASK, *TYPES)) + "\n"
        text = self._path.read_text(encoding="utf-8") if self._path.exists() else ""
        whole = text[: text.rfind("\n") + 1] or head
        if not whole.startswith(head):
            raise SmallWorldError(f"{self._path}: expected the columns {head.strip()}")
        if whole != text:
            replace(self._path, lambda new: new.write_text(whole, encoding="utf-8"))
        for game, *cells in csv.reader(whole.splitlines()[1:]):
            with suppress(ValueError):
                self.deals[int(game)] = Deal.from_cells(cells)

    def add(self, game: int, deal: Deal) -> None:
        self.deals[game] = deal
        self._writer.writerow([game, *deal.cells()])
        self._file.flush()

    def close(self) -> None:
        self._file.close()
        self._lock.close()
