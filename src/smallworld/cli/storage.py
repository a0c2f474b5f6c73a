"""Files: where games are kept, writing without ever leaving half a file, reading with clear complaints."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from smallworld.engine import SmallWorldError

SUFFIX = ".swr"
LAST = "last"


class FileTrouble(SmallWorldError):
    """A file cannot be read or written."""


def data_folder() -> Path:
    """The user's data folder, as each system wants it."""
    home = Path.home()
    if "SMALLWORLD_DATA" in os.environ:
        return Path(os.environ["SMALLWORLD_DATA"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "smallworld"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "smallworld"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "smallworld"


def new_game_file() -> Path:
    """A file of its own for each game, so that a new one never overwrites an unfinished one."""
    folder = data_folder() / "games"
    stamp = time.strftime("%Y%m%d-%H%M%S")
    path = folder / f"{stamp}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder / f"{stamp}-{number}{SUFFIX}"
        number += 1
    return path


def last_game_file() -> Path | None:
    games = list((data_folder() / "games").glob(f"*{SUFFIX}"))
    return max(games, key=lambda path: path.stat().st_mtime) if games else None


def unfinished_game() -> Path | None:
    """The latest game, if it has no result yet."""
    path = last_game_file()
    return path if path is not None and "\nresult:" not in read_text(path) else None


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FileTrouble(f"{path}: not a text file in UTF-8 (byte {error.start} cannot be read)") from error
    except OSError as error:
        raise FileTrouble(f"{path}: {error.strerror or error}") from error


def write_text(path: Path, text: str) -> None:
    """Write beside the file, then put it in its place: a reader sees the old text or the new one."""
    try:
        path = path.resolve()  # a link stays a link
        path.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                shutil.copymode(path, name)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileTrouble(f"{path}: cannot be written: {error.strerror or error}") from error
