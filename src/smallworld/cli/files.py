"""Files: where games are stored, atomic writing, reading with clear errors."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from smallworld.engine import SmallWorldError

SUFFIX = ".swr"
LAST = "last"
MOST_BYTES = 20_000_000  # of a file; score sheets of years are smaller


class FileError(SmallWorldError):
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
    """A new file for each game, so that a new game never overwrites an unfinished one."""
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
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise FileError(f"{path}: longer than {MOST_BYTES} bytes, the most that is read here")
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not a text file in UTF-8 (byte {error.start} cannot be read)") from error
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from error


def read_json(text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FileError(
            f"{place}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        ) from error
    except (RecursionError, ValueError) as error:
        said = "brackets inside brackets" if isinstance(error, RecursionError) else "a number far too long"
        raise FileError(f"{place}: cannot be read: {said}") from error


def write_text(path: Path, text: str) -> None:
    """Write a temporary file, then rename it: a reader sees the old text or the new one."""
    try:
        path = path.resolve()  # keep a symbolic link
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
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from error
