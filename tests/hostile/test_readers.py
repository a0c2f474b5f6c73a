"""Strings, records, descriptions and sheets: twice the text costs at most about twice, whatever is in it."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from functools import cache, partial
from random import Random

import pytest

from smallworld.cli import score_sheet
from smallworld.cli.read_position import from_text
from smallworld.engine import (
    Game,
    NotationError,
    PositionError,
    Record,
    Seeded,
    parse_position,
    position_string,
    read_record,
    state_from,
    world_key,
    write_record,
)
from smallworld.engine.notation.compress import MOST_BYTES, compressed, decompressed
from smallworld.engine.notation.description_values import MOST_FAULTS
from smallworld.engine.notation.strings import parse_world_key
from smallworld.packs import daily, load_world, world_from_description, world_from_key
from smallworld.packs.find import packs_named
from smallworld.packs.scores import Row
from smallworld.server.rooms.handlers import Unreadable, understood

from .steps import assert_linear

SIZES = (1_000, 2_000, 4_000)


@cache
def begun() -> Game:
    game = Game(load_world("base_2p"), luck=Seeded("1"))
    choice = Random(1)
    while not game.over:
        game.play(choice.choice(game.legal.codes))
    return game


@cache
def position() -> list[str]:
    return position_string(begun().positions[40]).split("~")


def with_field(number: int, text: str) -> str:
    fields = list(position())
    fields[number] = text
    return "~".join(fields)


def with_many(number: int, size: int) -> str:
    return with_field(number, "1x1-" * size + "a.b.c." * size)


def with_again(number: int, size: int) -> str:
    return with_field(number, "-".join([position()[number]] * size))


def description(**more: object) -> str:
    return json.dumps({"board": "base_2p", "players": {"A": {}, "B": {}}, **more})


def message(text: str) -> object:
    try:
        return understood(text)
    except Unreadable:
        return None


def read_description(text: str) -> object:
    return state_from(json.loads(text), world_from_description)


def read_game(text: str) -> object:
    return Game.from_string(text, world_from_key)


def record_with(lines: str) -> str:
    return f"smallworld record 2\nrules: 1\nworld: {world_key(begun().world)}\n{lines}"


ROW = Row("2026-11-16", ["Ann"], ["base"], "base_2p", 0, [["flying orcs"]], [1], [0])
WORLD = "base_2p.2.10~base.1~all~all~"
Hostile = tuple[Callable[[str], object], Callable[[int], str]]

HOSTILE: dict[str, Hostile] = {
    **{
        f"position field {number}": (
            lambda text: parse_position(text, world_from_key),
            partial(with_many, number),
        )
        for number in range(len(position()))
    },
    **{
        f"position field {number}, repeated": (
            lambda text: parse_position(text, world_from_key),
            partial(with_again, number),
        )
        for number in range(6, len(position()))
    },
    "position fields": (lambda text: parse_position(text, world_from_key), lambda size: "sw2" + "~" * size),
    "record of long lines": (
        lambda text: read_record(text, world_from_key),
        lambda size: record_with("1A" + " " * size + "p1\n" + "#" * size + "\n" + " " * size + "x"),
    ),
    "record of many lines": (
        lambda text: read_record(text, world_from_key),
        lambda size: record_with("1A  p1\n" * size),
    ),
    "record of digits": (
        lambda text: read_record(text, world_from_key),
        lambda size: record_with("1" * size + "A" * size + " p1"),
    ),
    "record of names": (
        lambda text: read_record(text, world_from_key),
        lambda size: record_with("players: " + "|" * size + "\n" + "note: " + " x" * size),
    ),
    "record with a false check": (
        lambda text: read_record(text, world_from_key),
        lambda size: record_with("# x\n" * size + "check: 12"),
    ),
    "game of long actions": (read_game, lambda size: f"swg2~{'c9' * size}~{WORLD}"),
    "game of many actions": (read_game, lambda size: f"swg2~{'p1-' * size}~{WORLD}"),
    "world of many races": (
        lambda text: world_from_key(parse_world_key(text)),
        lambda size: f"base_2p.2.10~base.1~{'-'.join(f'r{n}' for n in range(size // 20))}~all~",
    ),
    "world of many packs": (
        lambda text: world_from_key(parse_world_key(text)),
        lambda size: f"base_2p.2.10~{'-'.join(f'p{n}.1' for n in range(size // 20))}~all~all~",
    ),
    "world of one name": (
        lambda text: world_from_key(parse_world_key(text)),
        lambda size: f"{'a' * size}.2.10~{'b' * size}.1~{'c' * size}~{'d' * size}~e.f",
    ),
    "pack in a link": (lambda text: packs_named([text]), lambda size: f"a.1.{'A' * size}"),
    "pack that unpacks": (
        lambda text: packs_named([text]),
        lambda size: f"a.1.{compressed(json.dumps({'id': 'a', 'x': ' ' * size}))}",
    ),
    "description of many keys": (
        read_description,
        lambda size: description(**{f"k{number}": 1 for number in range(size // 4)}),
    ),
    "description of many markers": (
        read_description,
        lambda size: description(markers={f"k{number}": {"1": 1} for number in range(size // 4)}),
    ),
    "description of many regions": (
        read_description,
        lambda size: description(tribes=list(range(size)), conquered=["x" * size]),
    ),
    "description of long names": (
        read_description,
        lambda size: description(turn="A" * size, step=["x"] * size, column=["a b" * size], round="9" * size),
    ),
    "message of many fields": (message, lambda size: json.dumps({f"k{number}": 1 for number in range(size)})),
    "message of many actions": (
        message,
        lambda size: json.dumps({"type": "move", "id": 1, "actions": ["c9"] * size}),
    ),
    "message of brackets": (message, lambda size: "[" * size),
    "sheet in JSON": (
        lambda text: score_sheet.from_json(text, "file"),
        lambda size: json.dumps({"what": score_sheet.NAME, "format": 1, "games": [{"x": 1}] * (size // 10)}),
    ),
    "sheet in CSV": (
        lambda text: score_sheet.from_csv(text, "file"),
        lambda size: score_sheet.to_csv(score_sheet.Sheet([ROW] * (size // 40))),
    ),
    "sheet of quotes": (
        lambda text: score_sheet.from_csv(text, "file"),
        lambda size: score_sheet.to_csv(score_sheet.Sheet([ROW])) + '"' * size + "'" * size + "=",
    ),
    "sheet that is taken": (
        lambda text: score_sheet.Sheet([ROW]).take(score_sheet.from_csv(text, "file").rows),
        lambda size: score_sheet.to_csv(score_sheet.Sheet([ROW] * (size // 40))),
    ),
    "note of a day": (daily.day_in, lambda size: "smallworld crusade of the day " * size),
    "day": (daily.day_of, lambda size: "2026-11-16" * size),
    "file": (lambda text: from_text(text, "file"), lambda size: "board = [" + " " * size + "#\n]"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_reader_costs_in_proportion(name: str) -> None:
    read, hostile = HOSTILE[name]
    assert_linear(read, hostile, SIZES)


def test_a_real_record_costs_in_proportion_to_its_moves() -> None:
    lines = write_record(Record(begun())).splitlines()
    whole = [index for index, line in enumerate(lines) if line[:1].isdigit()]

    def first(turns: int) -> str:
        return "\n".join(lines[: whole[turns]])

    assert_linear(lambda text: read_record(text, world_from_key), first, (4, 8, 16))


def test_a_description_has_few_faults() -> None:
    text = description(markers={f"k{number}": {} for number in range(5_000)})
    with pytest.raises(PositionError) as caught:
        read_description(text)
    assert len(caught.value.faults) <= MOST_FAULTS + 1


def test_a_bomb_is_not_unpacked() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b"a" * 50_000_000) + packer.flush()
    with pytest.raises(NotationError, match=f"longer than {MOST_BYTES} bytes"):
        decompressed(base64.b64encode(bomb, b"._").rstrip(b"=").decode())


def test_a_string_brings_few_packs() -> None:
    brought = compressed(json.dumps({"id": "a", "x": " " * 90_000}))
    packs = "-".join(f"a{number}.1.{brought}" for number in range(300))
    with pytest.raises(NotationError, match="more than 4 packs"):
        parse_world_key(f"base_2p.2.10~base.1-{packs}~all~all~")
