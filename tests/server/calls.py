"""Calls for worker processes. They import little, because each new process has to import them, too."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

from smallworld.engine import SmallWorldError
from smallworld.server.bots.bot_jobs import Job, Stretch, think
from smallworld.server.tables.create_table import Opening
from smallworld.server.wire.workshop import Checked


def hang() -> None:
    """As a bad regular expression does: no other thread of the process is ever run again."""
    re.match(r"(a+)+$", "a" * 200 + "b")
    raise AssertionError


def hang_at(folder: str) -> None:
    (Path(folder) / "pid").write_text(str(os.getpid()))
    hang()


def doze(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def crash() -> None:
    os._exit(3)


def devour(size: int) -> int:
    return len(bytearray(size))


def grow(size: int) -> int:
    devour(size)
    return os.getpid()


def hang_for_hangers(pack: str, board: str, lang: str) -> Checked:
    if "hang" in pack:
        hang()
    return Checked(toml=pack)


def doze_at_three_rounds(job: Job) -> Stretch:
    """Bots of one table never come to an end; the others are as usual."""
    if ".2.3~" in job.position:
        time.sleep(600)
    return think(job)


def too_heavy(*_: object) -> Opening:
    raise SmallWorldError("too heavy")
