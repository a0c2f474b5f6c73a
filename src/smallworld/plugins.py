"""Plug-ins that cannot be used cost only themselves, with one line."""

from __future__ import annotations

import logging
from importlib.metadata import EntryPoint
from multiprocessing import parent_process
from typing import Final

_log: Final = logging.getLogger("smallworld.plugins")
_LETTERS: Final = 300


def left_out(kind: str, entry: EntryPoint, error: BaseException) -> None:
    """One line in the log about a plug-in that is left out; only the main process says it."""
    if parent_process() is None:
        owner = f" of {entry.dist.name}" if entry.dist else ""
        why = " ".join(f"{type(error).__name__}: {error}".split())[:_LETTERS]
        _log.warning(
            "smallworld: the %s %r%s (%s) is left out: %s", kind, entry.name, owner, entry.value, why
        )
