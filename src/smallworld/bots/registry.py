"""Bots by name and parameters: `random`, `greedy`, `planner:beam=8`. An entry point adds others."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from smallworld.engine import SmallWorldError, View
from smallworld.engine.errors import choices

GROUP = "smallworld.bots"


class Bot(Protocol):
    """A bot has one method: it sees what its seat may know and returns one of `view.legal`."""

    def choose(self, view: View) -> int | str: ...


@cache
def bot_makers() -> dict[str, Callable[..., Bot]]:
    """Every installed bot by name; a maker takes `seed` and its own keyword parameters."""
    return {entry.name: entry.load() for entry in entry_points(group=GROUP)}


def make_bot(spec: str, seed: int | str = 0) -> Bot:
    """`name` or `name:key=value,key=value`; numbers are parsed as numbers."""
    name, _, rest = spec.partition(":")
    makers = bot_makers()
    if name not in makers:
        raise SmallWorldError(choices("bot", name, makers))
    parameters: dict[str, Any] = {}
    known = [key for key in inspect.signature(makers[name]).parameters if key != "seed"]
    reader = getattr(makers[name], "read_spec", None)  # a maker that parses its own parameters
    if reader is not None:
        parameters, rest = {key: _number(value) for key, value in reader(rest).items()}, ""
    for item in rest.split(",") if rest else []:
        key, equals, value = item.partition("=")
        if not equals:
            raise SmallWorldError(f"bot {spec!r}: expected key=value, got {item!r}")
        if key not in known:
            raise SmallWorldError(f"bot {spec!r}: {choices('parameter', key, known)}")
        parameters[key] = _number(value)
    try:
        return makers[name](seed=seed, **parameters)
    except (TypeError, ValueError) as error:
        raise SmallWorldError(f"bot {spec!r}: {error}") from error


def _number(text: str) -> int | float | str:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text
