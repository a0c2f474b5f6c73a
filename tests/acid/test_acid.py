"""Six pieces of Underground on the unchanged engine: their cases, random games, their distance."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import smallworld.engine
from smallworld.engine import Seeded, World, action_string, state_from
from smallworld.engine.chance import sample
from smallworld.engine.laws import Glance, broken_laws, coins_follow_events
from smallworld.engine.turn import codes, play
from smallworld.lab.fuzz import fuzz_game
from smallworld.packs.base import pack as base_pack
from tests.acid.pack import pack as acid_pack
from tests.casebook import Case, load_cases, run_case

HERE = Path(__file__).parent
CASES = load_cases(HERE / "cases")
BOARDS = sorted(acid_pack.boards)
PIECES = {*acid_pack.races, *acid_pack.powers, *acid_pack.relics}


@cache
def world_of(board: str) -> World:
    return World(acid_pack.boards[board], [acid_pack, base_pack])


@cache
def crowded_world(board: str) -> World:
    """Few other pieces, so that these six meet often."""
    races = [*acid_pack.races, "amazons", "elves", "ghouls", "halflings", "sorcerers", "trolls"]
    powers = [*acid_pack.powers, "berserk", "bivouacking", "flying", "heroic", "seafaring", "spirit", "stout"]
    return World(acid_pack.boards[board], [acid_pack, base_pack], races=races, powers=powers)


def find_world(description: Mapping[str, Any]) -> World:
    return world_of(description["board"])


@pytest.mark.parametrize("case", CASES, ids=[f"{case['file']}::{case['id']}" for case in CASES])
def test_case(case: Case) -> None:
    run_case(case, find_world)


def test_ids_are_unique_and_every_piece_is_covered() -> None:
    ids = [case["id"] for case in CASES]
    assert sorted(set(ids)) == sorted(ids)
    covered = {name.partition(".")[2] for case in CASES for name in case["covers"]}
    assert covered >= PIECES


@pytest.mark.parametrize("tenth", range(10))
@pytest.mark.parametrize("board", BOARDS)
def test_random_games(board: str, tenth: int) -> None:
    for number in range(3 * tenth, 3 * tenth + 3):
        actions, failure = fuzz_game(world_of(board), f"acid/{board}/{number}")
        assert failure is None, failure
        assert actions


@pytest.mark.parametrize("board", BOARDS)
def test_random_games_with_the_doormat(board: str) -> None:
    """The relic lies on a monsters' region from the start: nothing in these six brings it into play."""
    world = crowded_world(board)
    done: Counter[str] = Counter()
    for number in range(10):
        done += _doormat_game(world, f"doormat/{board}/{number}")
    assert min(done[what] for what in ("doormat", "bite", "volcano", "swap", "tomb")) > 0, done


def _doormat_game(world: World, seed: str) -> Counter[str]:
    """One random game under all laws; how often each of the pieces came to something."""
    random, look = Seeded(seed).random, Glance(Seeded(f"{seed}/look").random)
    lair = next(region.id for region in world.board.regions if region.natives)
    start = {
        "board": world.board.id,
        "round": 1,
        "tribes": True,
        "column": [],
        "markers": {"flying_doormat": {lair: 1}},
        "players": {seat: {} for seat in "ABC"[: world.players]},
    }
    state = state_from(start, lambda _: world)
    tomb = world.power_index("tomb")
    done: Counter[str] = Counter()
    while not state.over:
        legal = codes(state)
        if random() < 0.8:  # a lively player: seldom stops, leaves or declines
            legal = [code for code in legal if action_string(world, code)[0] not in "aed"] or legal
        action = sample(state, random) if state.is_chance else legal[int(random() * len(legal))]
        text = action_string(world, action)
        faults = coins_follow_events(state, action)
        before, column = state.spots(world.marker_index("volcano")), list(state.col_badge)
        play(state, action)
        faults += broken_laws(state, look)
        assert not faults, (seed, text, faults)
        done[text.partition(".")[2]] += 1
        if text[0] == "o":
            done["volcano"] += state.spots(world.marker_index("volcano")) != before
            done["swap"] += state.col_badge != column
        done["tomb"] += any(
            state.badge[race] == tomb and state.displaced >> race & 1
            for declined in state.declined
            for race in declined
        )
    return done


# --- the pack stays outside -------------------------------------------------------------------------

SOURCE = ast.parse((HERE / "pack.py").read_text(encoding="utf-8"))


def test_pack_imports_the_engine_only() -> None:
    modules = [node.module or "" for node in ast.walk(SOURCE) if isinstance(node, ast.ImportFrom)]
    modules += [name.name for node in ast.walk(SOURCE) if isinstance(node, ast.Import) for name in node.names]
    others = [name for name in modules if name.partition(".")[0] not in sys.stdlib_module_names]
    assert others
    strangers = [name for name in others if name.split(".")[:2] != ["smallworld", "engine"]]
    assert not strangers


def test_pack_touches_nothing_private() -> None:
    """No `_name` of anybody else: not imported, not looked up, not by a string, not set from outside."""
    private = [
        name.name
        for node in ast.walk(SOURCE)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
        if any(part.startswith("_") for part in name.name.split("."))
    ]
    private += [
        node.attr for node in ast.walk(SOURCE) if isinstance(node, ast.Attribute) and node.attr[0] == "_"
    ]
    private += [
        node.id
        for node in ast.walk(SOURCE)
        if isinstance(node, ast.Name) and node.id in ("getattr", "setattr", "vars", "eval", "exec", "object")
    ]
    assert private == []
    stored = [
        node
        for node in ast.walk(SOURCE)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    ]
    assert stored == []


def test_engine_names_none_of_them() -> None:
    words = PIECES | {"volcano", "doormat", "bite", "monsters", "chasm", "river", "shadow mimes"}
    # Comments of the vocabulary may give a river or a chasm as an example; code may not.
    for path in Path(smallworld.engine.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found = {
                str(getattr(node, field)).lower()
                for field in ("id", "name", "attr", "arg", "value")
                if isinstance(getattr(node, field, None), str)
            }
            assert not found & words, f"{path.name} speaks of {found & words}"
