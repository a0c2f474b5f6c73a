"""The packs installed on this machine."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from smallworld.engine.content.pack import Pack
from smallworld.engine.errors import PackError

GROUP = "smallworld.packs"


@cache
def find_packs() -> dict[str, Pack]:
    """Every installed pack by id. An error in loading names the distribution and the reason."""
    packs: dict[str, Pack] = {}
    sources: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        source = f"entry point {entry.name!r} ({entry.value})"
        try:
            pack = entry.load()
        except PackError as error:
            raise PackError([f"{source}: {fault}" for fault in error.faults]) from error
        except Exception as error:
            raise PackError(f"{source}: cannot be imported: {error!r}") from error
        if not isinstance(pack, Pack):
            raise PackError(f"{source}: expected a Pack, got {type(pack).__name__}")
        if pack.id in packs:
            raise PackError(f"{source}: pack id {pack.id!r} is already taken by {sources[pack.id]}")
        packs[pack.id], sources[pack.id] = pack, source
    return packs
