"""Whatever a stranger writes, if it is sound it can be played under all laws, and survives its own text."""

from __future__ import annotations

import jsonschema_rs
import pytest

from smallworld.engine import Game, Seeded
from smallworld.engine.notation.strings import world_key
from smallworld.lab.fuzz import fuzz_game
from smallworld.lab.homebrew import random_pack, random_world
from smallworld.languages import LANGUAGES
from smallworld.packs import load_world
from smallworld.packs.files import data_of, read_data, read_pack, schema, write_pack
from smallworld.texts.catalogue import Catalogue

from .test_files import EXAMPLES

WORLDS = (
    ("base_2p", ("base",)),
    ("underground_2p", ("underground",)),
    ("base_3p", ("base", "underground")),
    ("base_3p", ("base", "leaders")),
)
VALID = jsonschema_rs.validator_for(schema())


@pytest.mark.parametrize("seed", range(16))
def test_invented_pieces_play_under_all_laws(seed: int) -> None:
    pack = random_pack(f"piece/{seed}")
    text = write_pack(pack)
    assert write_pack(read_pack(text)) == text
    assert VALID.is_valid(data_of(pack)), text
    board, packs = WORLDS[seed % len(WORLDS)]
    world = random_world(world_key(load_world(board, packs=packs)), f"piece/{seed}")
    assert world.packs[-1].source == pack.source
    failure = fuzz_game(world, f"game/{seed}")[1]
    assert failure is None, f"{failure}\n{text}"
    for lang in LANGUAGES:
        words = Catalogue(lang, world.packs)
        assert all(words.text(piece.kind, piece.id) for piece in pack.pieces)


def test_the_schema_takes_the_examples_and_refuses_slips() -> None:
    for path in EXAMPLES:
        assert VALID.is_valid(read_data(path.read_text(encoding="utf-8"))), path
    sound = read_data(EXAMPLES[0].read_text(encoding="utf-8"))
    race = sound["race"]["badgers"]
    for change in (
        {"tokens": 21},
        {"supply": "12"},
        {"effects": [{"kind": "coin", "amount": 1}]},
        {"effects": [{"kind": "coins", "amount": 1, "sum": 2}]},
        {"effects": [{"kind": "coins"}]},
        {"markers": [{"id": "Den"}]},
        {"looks": {"color": "red"}},
        {"texts": {"xx": {"name": "a"}}},
    ):
        assert not VALID.is_valid({**sound, "race": {"badgers": {**race, **change}}}), change


def test_a_race_without_a_leader_of_its_own_gets_a_nameless_one() -> None:
    voles = read_pack('id = "voles"\n[race.voles]\ntokens = 6\nsupply = 12\n')
    packs = ("base", "leaders", voles)
    world = load_world("base_2p", packs=packs, options={"first_race": "voles"})
    game = Game(world, luck=Seeded(3))
    game.play("p1")
    joined = game.play("o1")[0]
    said = [Catalogue(lang, world.packs).event(joined, world) for lang in LANGUAGES]
    assert said[0] == "The leader joins the Voles."
    assert len(set(said)) == len(LANGUAGES)
