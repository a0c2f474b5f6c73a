"""A pack as a TOML file: writing, and reading with the line of every fault."""

from __future__ import annotations

import json
import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from smallworld.engine.content.pack import Pack

from .faults import Fault, PackFileError
from .limits import MOST_BYTES, MOST_DEPTH, MOST_DOTS, MOST_LINE, MOST_WORD
from .reading import check_data, check_size, pack_from
from .writing import data_of

_BARE: Final = frozenset(string.ascii_letters + string.digits + "_-+.:")  # of names, numbers and dates


def read_pack(text: str, *, official: bool = False) -> Pack:
    """The pack a TOML text describes; `PackFileError` has every fault, with its line."""
    data, places = _parsed(text)
    try:
        return pack_from(data, official=official)
    except PackFileError as error:
        raise error.with_lines(places.line_of) from None


def read_data(text: str) -> dict[str, Any]:
    """The plain data of a TOML text; its content is not checked."""
    data, places = _parsed(text)
    try:
        check_data(data)
    except PackFileError as error:
        raise error.with_lines(places.line_of) from None
    return data


def _parsed(text: str) -> tuple[dict[str, Any], _Place]:
    """The data and its places. Expensive input is refused before it is parsed."""
    check_size(text)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_LINE:
            raise _refused(f"a line of {len(line)} letters, at most {MOST_LINE}", number)
    places = _scanned(text)
    try:
        return tomllib.loads(text), places
    except tomllib.TOMLDecodeError as error:
        said, _, where = str(error).rpartition(" (at ")
        digits = where.removeprefix("line ").partition(",")[0]
        last = text.count("\n") + 1
        raise _refused(f"this is not TOML: {said}", int(digits) if digits.isdecimal() else last) from None


def _refused(said: str, line: int) -> PackFileError:
    return PackFileError([Fault("", said, line)])


def pack_from_file(path: Path | str, *, official: bool = False) -> Pack:
    """The pack in a file; faults also name the file."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise PackFileError([Fault("", f"{path}: cannot be read: {error.strerror or error}")]) from None
    if len(data) > MOST_BYTES:
        raise PackFileError(
            [Fault("", f"{path}: is longer than {MOST_BYTES} bytes, the most a pack may have")]
        )
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise PackFileError([Fault("", f"{path}: is not a text in UTF-8 (byte {error.start})")]) from None
    try:
        return read_pack(text, official=official)
    except PackFileError as error:
        raise PackFileError(Fault("", f"{path}: {fault}") for fault in error.found) from None


# --- lines ----------------------------------------------------------------------------------------------


@dataclass
class _Place:
    """The line of a field, and the places of its contents: by name, or by index in a list."""

    line: int
    parts: dict[str | int, _Place] = field(default_factory=dict)
    tables: bool = False  # a list that is written as [[name]]

    def part(self, name: str | int, line: int) -> _Place:
        return self.parts.setdefault(name, _Place(line))

    def inside(self, names: list[str], line: int) -> _Place:
        """The place a key names from here; in a list of tables, inside its last table."""
        place = self
        for name in names:
            place = place.part(name, line)
            if place.tables:
                place = place.parts[len(place.parts) - 1]
        return place

    def next_table(self, names: list[str], line: int) -> _Place:
        rows = self.inside(names[:-1], line).part(names[-1], line)
        rows.tables = True
        return rows.part(len(rows.parts), line)

    def line_of(self, path: str) -> int:
        """The line of `race.badgers.effects[0].where`, or of the closest field around it."""
        place = self
        for word in path.split("."):
            name, *numbers = word.split("[")
            steps = [name, *(int(one[:-1]) for one in numbers if one[:-1].isdecimal())]
            for step in steps:
                if step not in place.parts:
                    return place.line
                place = place.parts[step]
        return place.line


@dataclass
class _Open:
    """An open bracket, or the table that a header began."""

    kind: str  # [ a list, { a table, header, or empty: outside brackets
    place: _Place
    at: int = 0  # index in a list
    names: list[str] = field(default_factory=list)  # of a key that is being read
    value: _Place | None = None  # what follows =


def _scanned(text: str) -> _Place:
    """The place of each field of a TOML text, found in one pass; what is too deep or too long is refused.

    Up to the first syntax error it reads as a parser does; after that nothing is parsed.
    """
    root = _Place(0)
    outside = here = _Open("", root)
    stack: list[_Open] = []
    at, line, end = 0, 1, len(text)
    while at < end:
        letter, start, begun = text[at], at, line
        at += 1
        if letter == "\n":
            line += 1
            here.names = []
            if not stack:
                here.value = None
        elif letter == "#":
            at = text.find("\n", at) % (end + 1)  # the last line has no line break: -1 becomes the end
        elif letter in _BARE or letter in "\"'":
            if letter in _BARE:
                while at < end and text[at] in _BARE:
                    at += 1
                words = text[start:at].split(".")
            else:
                at = _string_end(text, start)
                line += text.count("\n", start, at)
                words = [text[start:at].strip(letter)]
            if here.kind == "[":
                here.place.part(here.at, begun)
            elif here.value is None:
                here.names += [word for word in words if word]
            if letter in _BARE or (here.kind != "[" and here.value is None):
                longest = max(map(len, words))
                if longest > MOST_WORD:
                    raise _refused(f"a name or number of {longest} letters, at most {MOST_WORD}", begun)
            if len(here.names) > MOST_DOTS + 1:
                raise _refused(f"a key with more than {MOST_DOTS} dots", begun)
        elif letter == "=" and here.names:
            here.value = here.place.inside(here.names, line)
            here.names = []
        elif letter == ",":
            here.at += 1
            here.names = []
            if stack:
                here.value = None
        elif letter in "[{":
            if len(stack) >= MOST_DEPTH:
                raise _refused(f"more than {MOST_DEPTH} brackets inside each other", line)
            stack.append(here)
            if letter == "[" and here is outside and here.value is None:
                here = _Open("header", root)
            elif letter == "[" and here.kind == "header":
                here = _Open("tables", root)
            else:
                place = here.place.part(here.at, line) if here.kind == "[" else here.value or here.place
                here = _Open(letter, place)
        elif letter in "]}" and stack:
            if here.names and here.kind == "header":
                outside.place = root.inside(here.names, line)
            elif here.names and here.kind == "tables":
                outside.place = root.next_table(here.names, line)
            here = stack.pop()
    return root


def _string_end(text: str, at: int) -> int:
    """The index after the string that begins here. The parser reports one that is not closed."""
    quote = text[at]
    mark = quote * 3 if text.startswith(quote * 3, at) else quote
    at += len(mark)
    while at < len(text) and not text.startswith(mark, at):
        if text[at] == "\n" and len(mark) == 1:
            return at
        at += 2 if text[at] == "\\" and quote == '"' else 1
    at += len(mark)
    while len(mark) == 3 and text.startswith(quote, at):  # part of the string: `"""a"""""` ends with two
        at += 1
    return min(at, len(text))


# --- writing --------------------------------------------------------------------------------------------


def write_pack(pack: Pack) -> str:
    """The pack as TOML. Reading it gives the same pack."""
    return write_data(data_of(pack))


def write_data(data: Mapping[str, Any]) -> str:
    return "\n".join(_table((), data)).strip("\n") + "\n"


def _table(path: tuple[str, ...], table: Mapping[str, Any]) -> list[str]:
    """First a table's own values, then the tables and lists of tables inside it."""
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
    # A JSON string is a valid TOML string: same quotes, same escapes.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
