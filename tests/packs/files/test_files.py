"""Packs as files: exact both ways, complete in every string, and played like any other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from smallworld.bots import make_bot
from smallworld.engine import (
    Game,
    NotationError,
    PackError,
    Record,
    Seeded,
    parse_position,
    position_string,
    read_record,
    view,
    world_key,
    write_record,
)
from smallworld.engine.content.pieces import Piece
from smallworld.engine.notation.compress import MOST_BYTES, compressed, decompressed
from smallworld.engine.notation.strings import pack_name, parse_world_key
from smallworld.lab.fuzz import fuzz_game
from smallworld.packs import find_packs, load_world, world_from_key
from smallworld.packs.files import (
    data_of,
    effect_words,
    needs_code,
    pack_from,
    pack_from_file,
    part_words,
    read_pack,
    read_regions,
    regions_text,
    regions_tree,
    write_data,
    write_pack,
    write_regions,
)
from smallworld.packs.find import openers_of

EXAMPLES = sorted(Path("examples/homebrew").glob("*.toml"))
OFFICIAL = [
    piece
    for name in ("base", "underground")
    for piece in (*find_packs()[name].races.values(), *find_packs()[name].powers.values())
]
WRITTEN = [piece for piece in OFFICIAL if not needs_code(piece)]

each_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


def facts(piece: type[Piece]) -> dict[str, Any]:
    """Everything a piece says as data; region sets by what they are made of."""
    names = ("id", "kind", "tokens", "supply", "effects", "markers", "means", "counters", "needs")
    return {name: repr(getattr(piece, name, None)) for name in names}


# --- both ways ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", ["base", "underground"])
def test_official_pieces_come_out_and_go_back_in_unchanged(pack: str) -> None:
    official = find_packs()[pack]
    text = write_data(data_of(official, lambda piece: not needs_code(piece)))
    again = read_pack(text, official=True)
    mine = {piece.id: piece for piece in official.pieces if piece in WRITTEN}
    assert {piece.id: facts(piece) for piece in again.pieces} == {id: facts(mine[id]) for id in mine}
    assert [*again.races, *again.powers] == list(mine)
    assert write_pack(again) == text


def test_which_pieces_a_file_can_say() -> None:
    """A piece that changes sides should be noticed: the page about files gives these numbers."""
    counts = dict.fromkeys(("base", "underground"), 0)
    for name in counts:
        pack = find_packs()[name]
        counts[name] = sum(piece in WRITTEN for piece in (*pack.races.values(), *pack.powers.values()))
    assert counts == {"base": 33, "underground": 21}


@pytest.mark.parametrize("piece", WRITTEN, ids=lambda piece: piece.id)
def test_written_combos_work_out_alike(piece: type[Piece]) -> None:
    """The same numbers and masks on a board, beside every life a combo can have."""
    home = find_packs()["base" if piece.__module__.startswith("smallworld.packs.base") else "underground"]
    copy = read_pack(write_data(data_of(home, lambda other: other is piece)), official=True).pieces[0]
    world = load_world(players=2, packs=[home.id])
    for old, new in zip(piece.effects, copy.effects, strict=True):
        assert repr(old) == repr(new)
        for mine, theirs in zip(old.wheres(), new.wheres(), strict=True):
            assert mine.static == theirs.static
            assert not mine.static or world.mask_of(mine) == world.mask_of(theirs)


@each_example
def test_examples_are_exact(path: Path) -> None:
    pack = pack_from_file(path)
    text = write_pack(pack)
    assert write_pack(read_pack(text)) == text
    data = data_of(pack)
    assert data_of(pack_from(json.loads(json.dumps(data)))) == data


@pytest.mark.parametrize(
    "text",
    [
        "hill",
        "terrain mine",
        "mine",
        "everywhere",
        "coast and not (hill or farmland)",
        "hill or forest or swamp",
        "hill or (forest or swamp)",
        "beside held (mountain or cavern)",
        "not beside water",
    ],
)
def test_regions_are_exact(text: str) -> None:
    where = read_regions(text)
    assert write_regions(where) == text
    assert repr(read_regions(regions_text(regions_tree(text)))) == repr(where)


def test_and_binds_tighter_than_or() -> None:
    assert repr(read_regions("hill or swamp and mine")) == repr(read_regions("hill or (swamp and mine)"))
    assert repr(read_regions("not hill and mine")) == repr(read_regions("(not hill) and mine"))


def test_every_word_of_the_engine_is_known() -> None:
    """What an author in Python can say, a file can say, unless it takes a function."""
    assert {"cheaper", "coins", "linked", "linked_to", "rolls_first", "unaided"} <= set(effect_words())
    assert [field.name for field in effect_words()["coins"].fields] == [
        "amount",
        "per",
        "once",
        "every",
        "rising",
        "life",
    ]
    assert effect_words()["reaches"].fields[0].fixed
    assert not effect_words()["cheaper"].fields[1].fixed
    assert "when" not in [field.name for field in part_words()["means"].fields]
    for word in (*effect_words().values(), *part_words().values()):
        assert word.says
        for field in word.fields:
            assert "number" not in field.kind or field.low < field.high, f"{word.name}.{field.name}"


# --- in strings and records -------------------------------------------------------------------------------


@each_example
def test_examples_are_played_and_travel(path: Path) -> None:
    pack = pack_from_file(path)
    opening = openers_of(["base", pack])
    world = load_world(players=2, packs=("base", pack), options=opening)
    assert fuzz_game(world, path.stem)[1] is None
    game = Game(world, luck=Seeded(path.stem))
    first = game.state.col_race[0], game.state.col_badge[0]
    assert opening == {
        **({"first_race": world.race_ids[first[0]]} if pack.races else {}),
        **({"first_power": world.power_ids[first[1]]} if pack.powers else {}),
    }
    # Somewhere else nothing is known but the string.
    key = parse_world_key(str(world_key(world)))
    elsewhere = world_from_key(key)
    assert elsewhere.packs[1].source == pack.source
    assert position_string(parse_position(position_string(game.state), world_from_key)) == position_string(
        game.state
    )
    record = write_record(Record(game))
    again = read_record(record, world_from_key).game
    assert write_pack(again.world.packs[1]) == write_pack(pack)
    assert Game.from_string(game.string, world_from_key).string == game.string


def test_bots_play_it_at_once() -> None:
    pack = pack_from_file(EXAMPLES[0])
    world = load_world(players=2, packs=("base", pack), options={"first_race": "badgers"}, rounds=3)
    game = Game(world, luck=Seeded("bots"))
    bots = [make_bot("planner:beam=1"), make_bot("greedy")]
    races = set()
    while not game.over:
        seat = game.state.seat
        game.play(bots[seat].choose(view(game.state, seat)))
        races |= {world.race_ids[race] for race in game.state.active if race >= 0}
    assert "badgers" in races


def test_a_pack_goes_by_its_whole_text() -> None:
    pack = pack_from_file(EXAMPLES[0])
    by_name = load_world(players=2, packs=("base", pack_name(pack)))
    assert by_name is load_world(players=2, packs=("base", pack))
    assert pack_name(find_packs()["base"]) == "base"


def test_what_a_board_has_not_is_left_out() -> None:
    world = load_world(
        "underground_2p", packs=("underground", pack_from_file("examples/homebrew/badgers.toml"))
    )
    assert [(absent.piece.id, absent.needs) for absent in world.left_out] == [("badgers", ("cavern", "hill"))]
    packs = ("underground", world.packs[1])
    with pytest.raises(
        PackError, match=r"option first_race: badgers makes no sense on this board \(it needs"
    ):
        load_world("underground_2p", packs=packs, options={"first_race": "badgers"})


def test_the_top_of_the_column_is_part_of_the_world() -> None:
    world = load_world("base_2p", options={"first_race": "orcs", "first_power": "flying"})
    assert str(world_key(world)).endswith("~first_power.flying-first_race.orcs")
    columns = [Game(world, luck=Seeded(seed)).state for seed in range(4)]
    assert {(s.col_race[0], s.col_badge[0]) for s in columns} == {
        (world.race_index("orcs"), world.power_index("flying"))
    }
    assert len({s.col_race[1] for s in columns}) > 1
    only_power = load_world("base_2p", options={"first_power": "flying"})
    tops = [Game(only_power, luck=Seeded(seed)).state for seed in range(4)]
    assert {s.col_badge[0] for s in tops} == {only_power.power_index("flying")}
    assert len({s.col_race[0] for s in tops}) > 1
    assert fuzz_game(only_power, "top")[1] is None
    with pytest.raises(PackError, match=r"option first_race: unknown race 'orks'; .*did you mean orcs"):
        load_world("base_2p", options={"first_race": "orks"})


# --- strings that were cut or blown up ------------------------------------------------------------------


def test_a_text_in_a_string_is_whole_or_refused() -> None:
    text = compressed("hill or swamp " * 20)
    assert decompressed(text) == "hill or swamp " * 20
    for broken in (text[: len(text) // 2], text + "AAAA", text[:5] + "AAAA" + text[9:], "!"):
        with pytest.raises(NotationError):
            decompressed(broken)
    bomb = compressed("a" * MOST_BYTES)
    assert len(bomb) < 400
    with pytest.raises(NotationError, match="too long"):
        compressed("a" * (MOST_BYTES + 1))


def test_a_key_cut_in_half_is_refused() -> None:
    key = str(world_key(load_world(players=2, packs=("base", pack_from_file(EXAMPLES[0])))))
    packs = key.split("~")[1]
    with pytest.raises((NotationError, PackError)):
        world_from_key(parse_world_key(key.replace(packs, packs[:-30])))
    with pytest.raises(PackError, match=r"cannot be read|is not JSON"):
        world_from_key(parse_world_key(key.replace(packs, f"base.1-badgers.1.{compressed('[' * 5000)}")))
