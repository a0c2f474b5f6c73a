"""Reads a position from a string, a description, a record or standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from smallworld.engine import Game, SmallWorldError, State, new_state, parse_position, read_record, state_from
from smallworld.engine.notation.strings import parse_world_key
from smallworld.packs import find_packs, load_world, world_from_description, world_from_key
from smallworld.packs.files import PackFileError, read_data

from .files import FileError, read_json, read_text

POSITIONS, GAMES = ("sw1~", "sw2~"), ("swg1~", "swg2~")  # prefixes of the strings


def read_position(source: str, packs: Sequence[str] | None = None) -> State:
    """A position or game string, a file with one, a JSON or TOML description, a record, a board, or `-`.

    `packs`: the packs to use with a board that is given by name.
    """
    if source == "-":
        return from_text(sys.stdin.read(), "standard input")
    if source.startswith((*POSITIONS, *GAMES)):
        return from_text(source, "the string")
    path = Path(source).expanduser()
    boards = {board for pack in find_packs().values() for board in pack.boards}
    if source in boards and not path.exists():
        return new_state(load_world(source, packs=packs))
    if packs:
        raise SmallWorldError(f"--world and --pack are for a board by its name, not for {place_of(source)}")
    return from_text(read_text(path), str(path))


def place_of(source: str) -> str:
    return source if len(source) <= 60 else f"{source[:57]}..."


def from_text(text: str, place: str) -> State:
    text = text.strip()
    if text.startswith(GAMES):
        return Game.from_string(text, world_from_key).state
    if text.startswith(POSITIONS):
        return parse_position(text, world_from_key)
    if text.startswith("smallworld record"):
        return read_record(text, world_from_key).game.state
    if text.count("~") in (3, 4) and "\n" not in text and "=" not in text:
        return new_state(world_from_key(parse_world_key(text)))
    try:
        description = read_json(text, place) if text.startswith("{") else read_data(text)
    except PackFileError as error:
        raise FileError(
            [
                *(f"{place}: {fault}" for fault in error.faults),
                "expected a position string (sw2~…), a game string (swg2~…), a record, or a description "
                "in JSON or TOML",
            ]
        ) from error
    try:
        return state_from(description, world_from_description)
    except SmallWorldError as error:
        raise type(error)([f"{place}: {fault}" for fault in error.faults]) from error
