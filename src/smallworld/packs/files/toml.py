"""A pack as a TOML file: reading with the line of every fault, and writing."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from smallworld.engine.pack import Pack

from .faults import Fault, PackFileError
from .limits import MOST_BYTES, MOST_DOTS
from .reading import pack_from
from .writing import data_of

_HEADER: Final = re.compile(r"\s*(\[{1,2})\s*([^\[\]#]+?)\s*\]{1,2}\s*(?:#.*)?\Z")
_WORD: Final = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_KEY: Final = re.compile(rf"\s*({_WORD}(?:\s*\.\s*{_WORD})*)\s*=")
_LONG_STRING: Final = re.compile(r'"""|\'\'\'')


def read_pack(text: str, *, official: bool = False) -> Pack:
    """The pack a TOML text describes; `PackFileError` has every fault, with its line."""
    try:
        return pack_from(read_data(text), official=official)
    except PackFileError as error:
        raise error.with_lines(_Lines(text).line_of) from None


def read_data(text: str) -> dict[str, Any]:
    """The plain data of a TOML text that is not too big to be read with patience."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise PackFileError([Fault("", f"the file has {size} bytes, a pack at most {MOST_BYTES}")])
    for number, line in enumerate(text.split("\n"), 1):
        if line.partition("=")[0].count(".") > MOST_DOTS:
            raise PackFileError([Fault("", f"a key with more than {MOST_DOTS} dots", number)])
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line ([0-9]+)", str(error))
        said = re.sub(r" \(at .*\)\Z", "", str(error))
        raise PackFileError(
            [Fault("", f"this is not TOML: {said}", int(place[1]) if place else text.count("\n") + 1)]
        ) from None
    except (RecursionError, ValueError) as error:
        said = "brackets inside brackets" if isinstance(error, RecursionError) else str(error)
        raise PackFileError([Fault("", f"this cannot be read: {said}")]) from None


def pack_from_file(path: Path | str, *, official: bool = False) -> Pack:
    """The pack in a file; a fault says the file, too."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise PackFileError([Fault("", f"{path}: cannot be read: {error.strerror or error}")]) from None
    if len(data) > MOST_BYTES:
        raise PackFileError([Fault("", f"{path}: is longer than {MOST_BYTES} bytes; a pack is not")])
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise PackFileError([Fault("", f"{path}: is not a text in UTF-8 (byte {error.start})")]) from None
    try:
        return read_pack(text, official=official)
    except PackFileError as error:
        raise PackFileError(Fault("", f"{path}: {fault}") for fault in error.found) from None


# --- lines ----------------------------------------------------------------------------------------------


class _Lines:
    """Where each field of a TOML text stands. The text is sound, so a rough look is enough."""

    def __init__(self, text: str) -> None:
        self.known: dict[str, int] = {}
        places: dict[str, int] = {}
        table, until = "", ""
        for number, line in enumerate(text.split("\n"), 1):
            if until:  # inside a text of several lines
                until = "" if until in line else until
                continue
            header, key = _HEADER.match(line), _KEY.match(line)
            if header and not key:
                table = self._indexed(_path(header[2]), places, header[1] == "[[")
                self.known.setdefault(table, number)
            elif key:
                path = f"{table}.{_path(key[1])}".lstrip(".")
                self.known.setdefault(path, number)
                for quotes in _LONG_STRING.findall(line):
                    until = quotes if line.count(quotes) == 1 else ""

    @staticmethod
    def _indexed(path: str, places: dict[str, int], new: bool) -> str:
        """`race.badgers.effects` as `race.badgers.effects[1]`, and what stands below it likewise."""
        words, here = path.split("."), ""
        for place, word in enumerate(words):
            here = f"{here}.{word}".lstrip(".")
            if new and place == len(words) - 1:
                places[here] = places.get(here, -1) + 1
            if here in places:
                here = f"{here}[{places[here]}]"
        return here

    def line_of(self, path: str) -> int:
        """The line of a field, or of the nearest thing around it."""
        while path:
            if path in self.known:
                return self.known[path]
            below = [line for known, line in self.known.items() if known.startswith((f"{path}.", f"{path}["))]
            if below:
                return min(below)
            path = re.sub(r"(\.?[^.\[]+|\[[0-9]+\])\Z", "", path)
        return 0


def _path(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


# --- writing --------------------------------------------------------------------------------------------


def write_pack(pack: Pack) -> str:
    """The pack as TOML. Read again, it is the same pack."""
    return write_data(data_of(pack))


def write_data(data: Mapping[str, Any]) -> str:
    return "\n".join(_table((), data)).strip("\n") + "\n"


def _table(path: tuple[str, ...], table: Mapping[str, Any]) -> list[str]:
    """First what a table says itself, then the tables and lists of tables inside it."""
    lines = [f"{key} = {_value(value)}" for key, value in table.items() if not _is_table(value)]
    if path and (lines or not table):
        lines = ["", f"[{'.'.join(path)}]", *lines]
    for key, value in table.items():
        if isinstance(value, Mapping):
            lines += _table((*path, key), value)
        elif _is_table(value):
            for row in value:
                lines += ["", f"[[{'.'.join((*path, key))}]]"]
                lines += [f"{name} = {_value(inner)}" for name, inner in row.items()]
    return lines


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and any(isinstance(row, Mapping) for row in value)
    )


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    # A JSON string is a TOML string: the same marks, the same escapes.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
