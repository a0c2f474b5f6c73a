"""Installed packs speak the engine's vocabulary and nothing else; their random games keep all laws."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

import pytest

import smallworld.packs
from smallworld.engine import Game, Seeded, World
from smallworld.engine.position import state as st
from smallworld.lab.fuzz import fuzz_game
from smallworld.packs import find_packs, load_world

FOLDER = Path(smallworld.packs.__file__).parent
SOURCES = sorted(path for name in ("base", "underground") for path in (FOLDER / name).glob("*.py"))
NAMES = [path.relative_to(FOLDER).as_posix() for path in SOURCES]
UNDERGROUND = sorted(find_packs()["underground"].boards)


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SOURCES, ids=NAMES)
def test_a_pack_imports_the_engine_only(path: Path) -> None:
    modules = [
        node.module or ""
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and node.level == 0
    ]
    modules += [
        name.name for node in ast.walk(tree(path)) if isinstance(node, ast.Import) for name in node.names
    ]
    others = [name for name in modules if name.partition(".")[0] not in sys.stdlib_module_names]
    assert not [name for name in others if name.split(".")[:2] != ["smallworld", "engine"]]
    assert all(node.level <= 1 for node in ast.walk(tree(path)) if isinstance(node, ast.ImportFrom))


@pytest.mark.parametrize("path", SOURCES, ids=NAMES)
def test_a_pack_touches_nothing_private(path: Path) -> None:
    """No `_name` of anybody else: not imported, not looked up, not by a string, not set from outside."""
    nodes = list(ast.walk(tree(path)))
    private = [
        name.name
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
        if any(part.startswith("_") for part in name.name.split("."))
    ]
    private += [node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr[0] == "_"]
    private += [
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and node.id in ("getattr", "setattr", "vars", "eval", "exec", "object")
    ]
    assert private == []
    assert not [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]


def test_the_parts_of_underground_have_their_names() -> None:
    """What strings, records, cases and clients call them."""
    world = load_world("underground_3p")
    assert world.deck_ids == ("race", "power", "find")
    assert world.decks[2] == (
        "flying_doormat",
        "froggys_ring",
        "trolls_socks",
        "scepter_of_avarice",
        "shiny_orb",
        "killer_rabbit_sword",
        "altar_of_souls",
        "tomb_raiders_crypt",
        "diamond_fields",
        "great_brass_pipe",
        "fountain_of_youth",
        "keep_on_the_motherland",
        "mine_of_the_lost_dwarf",
        "stonehedge",
        "wickedest_pentacle",
    )
    assert set(world.means_ids) == {
        *("doormat", "socks", "orb", "sword", "bite", "glow"),
        *("bag_doormat", "bag_socks", "bag_orb", "bag_sword"),
    }
    assert list(world.use_ids) == ["balrog"]
    assert set(world.question_ids) >= {
        *("volcano", "swap", "ancient", "reborn", "ring", "scepter", "ghost", "altar", "balrog"),
        *("bag_ring", "bag_scepter"),
    }
    figures = {"volcano", "great_ancient", "queen", "mushroom_armor", "bag", "ghost", "balrog"}
    assert set(world.marker_ids) == figures | set(world.decks[2])
    assert world.settlers == "monsters"
    assert not world.left_out


def test_both_worlds_leave_out_what_makes_no_sense_and_say_so() -> None:
    packs = ("base", "underground")
    for board, pack in (("base_3p", "underground"), ("underground_3p", "base")):
        world = load_world(board, packs=packs)
        assert {race.id for race in world.races} | {a.piece.id for a in world.left_out} >= set(
            find_packs()[pack].races
        )
        for absent in world.left_out:
            assert absent.needs, absent
            assert absent.piece.id not in (*world.race_ids, *world.power_ids)


@pytest.mark.parametrize("board", UNDERGROUND)
def test_random_games_of_underground_keep_all_laws(board: str) -> None:
    for number in range(2):
        actions, failure = fuzz_game(load_world(board), f"underground/{board}/{number}")
        assert failure is None, failure
        assert actions


@pytest.mark.parametrize("board", ["base_2p", "underground_3p"])
def test_random_games_of_both_worlds_keep_all_laws(board: str) -> None:
    world = load_world(board, packs=("base", "underground"))
    actions, failure = fuzz_game(world, f"both/{board}")
    assert failure is None, failure
    assert actions


def lively_game(world: World, seed: str) -> Counter[str]:
    """One random game of somebody who seldom stops; how often each thing came up."""
    game, numbers, done = Game(world, luck=Seeded(seed)), Seeded(f"{seed}/chooser"), Counter[str]()
    while not game.over:
        options = sorted(game.legal)
        if numbers.random() < 0.85:
            options = [text for text in options if text[0] not in "aed"] or options
        done["others' turn"] += game.state.step == st.QUESTION and game.state.seat != game.state.turn
        game.play(options[int(numbers.random() * len(options))])
    done.update(text.partition(".")[2] for text in game.actions)
    done.update(event.kind for events in game.events for event in events)
    return done


def test_random_games_of_underground_come_to_something() -> None:
    done: Counter[str] = Counter()
    for number in range(20):
        done += lively_game(load_world("underground_3p"), f"lively/{number}")
    finds = load_world("underground_3p").decks[2]
    assert not [name for name in finds if not done[name]]
    assert not [kind for kind in ("found", "bound", "paid", "struck", "converted") if not done[kind]]
    assert not [way for way in ("doormat", "socks", "orb", "sword", "glow", "balrog") if not done[way]]
