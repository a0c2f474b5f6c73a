"""Bots by name and parameters, from wherever they are:

greedy, planner:beam=8        installed ones; an entry point adds others
./my_bot.py                   a Python file with a bot class, or a program that speaks the bot protocol
./my_bot.py:Eager:patience=2  a class of the file, and its parameters
package.module:Class          a class that can be imported
exec:COMMAND, ws://HOST:PORT  a program, or an address, that speaks the bot protocol
Hal=./my_bot.py               any of these under a name of its own
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple, Protocol

from smallworld.engine import SmallWorldError, View
from smallworld.engine.errors import choices
from smallworld.plugins import left_out

from . import own_code

GROUP: Final = "smallworld.bots"
EXTERNAL: Final = ("exec", "ws", "wss")  # makers of bots outside this process
MAX_SPEC: Final = 1000  # letters
_LABEL: Final = re.compile(r"([^:/\\=,]{1,24})=(.+)", re.DOTALL)


class Bot(Protocol):
    """A bot has one method: it sees what its seat may know and returns one of `view.legal`."""

    def choose(self, view: View) -> int | str: ...


class Source(NamedTuple):
    """Where a bot comes from: what makes it, and the text of its parameters."""

    maker: Callable[..., Bot]
    parameters: str


@cache
def bot_makers() -> dict[str, Callable[..., Bot]]:
    """Every installed bot by name; a maker takes `seed` and its own keyword parameters.

    One that cannot be loaded is left out, with one line in the log.
    """
    return {entry.name: maker for entry in entry_points(group=GROUP) if (maker := _loaded(entry))}


def _loaded(entry: EntryPoint) -> Callable[..., Bot] | None:
    try:
        maker: Callable[..., Bot] = entry.load()
        if not callable(maker):
            raise TypeError(f"expected a class, got {type(maker).__name__}")
    except Exception as error:
        left_out("bot", entry, error)
        return None
    return maker


def split_label(spec: str) -> tuple[str, str]:
    """The name of its own, which may be empty, and the rest: `Hal=greedy` is `Hal` and `greedy`."""
    found = _LABEL.fullmatch(spec)
    return (found[1].strip(), found[2]) if found else ("", spec)


def label_of(spec: str) -> str:
    """The name under which a bot is shown before it has said its own."""
    return split_label(spec)[0] or spec


def is_installed(spec: str) -> bool:
    """Whether it names an installed bot and no code of its own: safe to make even if a stranger wrote it."""
    name = split_label(spec)[1].partition(":")[0]
    return name in bot_makers() and name not in EXTERNAL


def is_spec(text: str) -> bool:
    """Whether it has the form of a spec; a word that has not may still be a program."""
    text = split_label(text)[1]
    return (
        text.partition(":")[0] in bot_makers()
        or own_code.is_path(text)
        or own_code.module_in(text) is not None
    )


def make_bot(spec: str, seed: int | str = 0) -> Bot:
    """`name` or `name:key=value,key=value`, or one of the other forms; numbers are parsed as numbers."""
    try:
        source = find_bot(spec)
        parameters = _parameters(source)
    except SmallWorldError as error:
        about = () if str(error).startswith("unknown bot") else (f"bot {spec[:MAX_SPEC]!r}: ",)
        raise SmallWorldError("".join((*about, str(error)))) from error
    if _takes(source.maker, "seed"):
        parameters["seed"] = seed
    try:
        bot = source.maker(**parameters)
    except (TypeError, ValueError) as error:
        raise SmallWorldError(f"bot {spec!r}: {error}") from error
    except Exception as error:
        raise SmallWorldError(f"bot {spec!r}: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise SmallWorldError(f"bot {spec!r}: {type(bot).__name__} has no method choose(view)")
    return bot


def find_bot(spec: str) -> Source:
    """What makes the bot of a spec."""
    if len(spec) > MAX_SPEC:
        raise SmallWorldError(f"expected at most {MAX_SPEC} letters, got {len(spec)}")
    spec = split_label(spec)[1]
    makers = bot_makers()
    if (place := own_code.file_in(spec)) is not None:
        found = own_code.class_in_file(place)
        if found is not None:
            return Source(found, place.parameters)
        if place.attribute:
            raise SmallWorldError(f"{place.path} has no bot class {place.attribute!r}")
        return Source(makers["exec"], ",".join(filter(None, (f"cmd={place.path}", place.parameters))))
    name, _, rest = spec.partition(":")
    if name not in makers and (reference := own_code.module_in(spec)) is not None:
        return Source(own_code.class_in_module(reference), reference.parameters)
    if name not in makers:
        raise SmallWorldError(choices("bot", name, makers))
    return Source(makers[name], rest)


def _parameters(source: Source) -> dict[str, Any]:
    maker, text = source
    reader = getattr(maker, "read_spec", None)  # a maker that parses its own parameters
    if reader is not None:
        return {key: _number(value) for key, value in reader(text).items()}
    given = _signature(maker)
    known = [key for key, one in given.items() if key != "seed" and one.kind not in _LISTS]
    anything = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in given.values())
    parameters: dict[str, Any] = {}
    for item in text.split(",") if text else []:
        key, equals, value = item.partition("=")
        if not equals:
            raise SmallWorldError(f"expected key=value, got {item!r}")
        if key not in known and not anything:
            raise SmallWorldError(choices("parameter", key, known))
        parameters[key] = _number(value)
    return parameters


_LISTS: Final = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)


def _takes(maker: Callable[..., Bot], name: str) -> bool:
    given = _signature(maker)
    return name in given or any(one.kind is inspect.Parameter.VAR_KEYWORD for one in given.values())


def _signature(maker: Callable[..., Bot]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(maker).parameters
    except (TypeError, ValueError):  # some classes in C have none
        return {}


def _number(text: str) -> int | float | str:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text
