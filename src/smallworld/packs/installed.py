"""The packs installed on this machine."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from smallworld.engine.content.pack import Pack
from smallworld.engine.errors import PackError
from smallworld.plugins import left_out

GROUP: Final = "smallworld.packs"
_OURS: Final = "smallworld."  # modules of this package: a fault there is ours to see, not to pass over


@cache
def find_packs() -> dict[str, Pack]:
    """Every installed pack by id. A foreign one that is broken is left out, with one line in the log."""
    packs: dict[str, Pack] = {}
    sources: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: not entry.value.startswith(_OURS)):
        source = f"entry point {entry.name!r} ({entry.value})"
        try:
            pack = _load(entry)
            if pack.id in packs:
                raise PackError(f"pack id {pack.id!r} is already taken by {sources[pack.id]}")
        except Exception as error:
            if entry.value.startswith(_OURS):
                raise PackError(f"{source}: {error!r}") from error
            left_out("pack", entry, error)
            continue
        packs[pack.id], sources[pack.id] = pack, source
    return packs


def _load(entry: EntryPoint) -> Pack:
    pack = entry.load()
    if not isinstance(pack, Pack):
        raise PackError(f"expected a Pack, got {type(pack).__name__}")
    return pack
