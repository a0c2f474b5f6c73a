"""The bots a server offers beside its levels, from `--bot NAME=BOT`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from smallworld.bots.levels import levels
from smallworld.bots.registry import split_label
from smallworld.bots.try_bot import try_bot
from smallworld.engine import SmallWorldError

_NAME: Final = re.compile(r"\w[\w .'-]{0,23}")


def own_bots(given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Names and specs. Each bot is tried; all faults are said at once."""
    found: dict[str, str] = {}
    faults: list[str] = []
    taken = {name.casefold() for level in levels() for name in (level.id, level.name)}
    for text in given:
        name, spec = split_label(text)
        if not _NAME.fullmatch(name):
            faults.append(f"--bot: expected NAME=BOT, as in Hal=./my_bot.py, got {text!r}")
            continue
        if name.casefold() in taken:
            faults.append(f"--bot: the name {name!r} is already taken")
            continue
        taken.add(name.casefold())
        try:
            try_bot(spec)
        except SmallWorldError as error:
            faults += error.faults
        found[name] = spec
    if faults:
        raise SmallWorldError(faults)
    return tuple(found.items())
