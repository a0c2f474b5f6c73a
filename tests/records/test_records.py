"""Recorded games are replayed to their recorded result: the regression suite. See README.md."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from smallworld.engine import Game, Record, Seeded, asked, read_record, view, winners, write_record
from smallworld.engine.actions import DRAW, KINDS, SHIFT, USE
from smallworld.engine.laws.laws import SomeItems, broken_laws
from smallworld.engine.position.state import STEP_NAMES
from smallworld.engine.world.world import BANNERS
from smallworld.packs import find_packs, load_world, world_from_key

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))
IDS = [path.stem for path in FILES]


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def recorded(path: Path) -> Record:
    return read_record(text_of(path), world_from_key)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_recorded_game_replays_to_its_result(path: Path) -> None:
    game = recorded(path).game
    (result,) = [line for line in text_of(path).split("\n") if line.startswith("result: ")]
    assert game.over
    assert game.state.coins == [int(coins) for coins in result.split()[1:]]
    assert game.winners == winners(game.state)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_recorded_game_is_written_as_it_was_read(path: Path) -> None:
    assert write_record(recorded(path)) == text_of(path)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_every_position_of_a_recorded_game_keeps_the_laws(path: Path) -> None:
    look = SomeItems(Seeded(path.stem).random)
    for state in recorded(path).game.positions:
        assert not broken_laws(state, look), view(state)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_recorded_game_is_the_same_as_its_string(path: Path) -> None:
    game = recorded(path).game
    again = Game.from_string(game.string, world_from_key)
    assert again.state == game.state
    assert again.events == game.events


def test_a_game_recorded_in_the_first_format_is_read_and_written_in_the_second() -> None:
    path = FOLDER / "format_1" / "2p_1.txt"
    assert text_of(path).startswith("smallworld record 1\n")
    assert write_record(recorded(path)) == text_of(FOLDER / "2p_1.txt")


def test_a_game_of_earlier_rules_passes_the_questions_that_were_not_asked_then() -> None:
    path = FOLDER / "rules_1" / "5p_underground_3.txt"
    written = [line.split()[1:] for line in text_of(path).split("\n") if line[:2].rstrip("ABCDE").isdigit()]
    actions = [action for line in written for action in line]
    now = recorded(path).game
    passed = [number for number, action in enumerate(now.actions) if action == "e"]
    assert now.over
    assert len(now.actions) > len(actions)
    assert [a for a in now.actions if a != "e"] == [a for a in actions if a != "e"]
    assert any(asked(now.positions[number]).question is not None for number in passed)


def test_there_are_games_for_each_number_of_players() -> None:
    boards = Counter(recorded(path).game.world.board.id for path in FILES)
    assert all(boards[f"base_{count}p"] >= 2 for count in (2, 3, 4, 5))
    assert all(boards[f"underground_{count}p"] >= 1 for count in (2, 3, 4, 5))


def test_there_are_games_on_every_version_of_a_board() -> None:
    played = {
        (world.board.id, world.board.version) for world in (recorded(path).game.world for path in FILES)
    }
    # Boards that are still being drawn have no games yet.
    drawn = [pack for pack in find_packs().values() if pack.id != "river"]
    assert played >= {edition for pack in drawn for edition in pack.editions}


@dataclass
class Contents:
    """What happens in some games, by name."""

    pieces: set[str] = field(default_factory=set)  # picked, or drawn when natives fell
    kinds: set[int] = field(default_factory=set)  # of actions
    steps: set[str] = field(default_factory=set)
    ways: set[str] = field(default_factory=set)  # means and uses
    markers: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)  # questions

    def add(self, game: Game) -> None:
        world = game.world
        for before, code, text in zip(game.positions, game.log, game.actions, strict=False):
            kind = code >> SHIFT
            self.kinds.add(kind)
            self.steps.add(STEP_NAMES[before.step])
            if kind == DRAW:
                self.pieces |= {text.partition(".")[2]} if text.startswith("find.") else set()
            elif text[0] in "cru" and "." in text:
                self.ways.add(text.partition(".")[2])
            question = asked(before).question
            if question is not None and text != "e":
                self.answered.add(question.id)
        self.steps.add(STEP_NAMES[game.state.step])
        for event in (event for events in game.events for event in events):
            if event.kind == "picked":
                self.pieces |= {world.race_ids[event.race], world.power_ids[event.power]}
            if event.kind == "marked":
                self.markers.add(world.markers[event.marker].id)


@cache
def contents(*packs: str) -> Contents:
    """Of the games that are played with one of these selections of packs, as in `base+underground`."""
    found = Contents()
    for path in FILES:
        game = recorded(path).game
        if "+".join(pack.id for pack in game.world.packs) in packs:
            found.add(game)
    return found


def test_the_base_games_have_everything_among_them() -> None:
    world, found = load_world("base_2p"), contents("base")
    assert found.pieces == {*world.decks[BANNERS], *world.power_ids}
    assert found.kinds == set(range(KINDS)) - {USE}, "the base game has nothing to use"
    assert found.steps == set(STEP_NAMES) - {"next"}, "which is never asked"
    assert set(world.means_ids) <= found.ways
    assert found.markers == set(world.marker_ids)


def test_the_games_of_underground_have_everything_among_them() -> None:
    world, found = load_world("underground_5p"), contents("underground", "base+underground")
    relics_and_places = {piece.id for piece in world.found}
    assert found.pieces >= {*world.decks[BANNERS], *world.power_ids, *relics_and_places}
    assert found.ways >= {*world.means_ids, *world.use_ids}
    assert found.markers >= set(world.marker_ids)
    questions = {question.id for question in world.questions}
    assert found.answered >= {*questions, "monsters"}, "the last one comes up on base boards only"
    assert USE in found.kinds


def test_the_games_with_leaders_have_everything_among_them() -> None:
    found = contents("base+leaders", "underground+leaders", "base+underground+leaders")
    asked_by = {question.id for rule in find_packs()["leaders"].rules.values() for question in rule.questions}
    assert found.answered >= asked_by
    assert "leader" in found.markers


def test_both_worlds_meet_on_boards_of_both() -> None:
    worlds = [recorded(path).game.world for path in FILES]
    homes = {world.board.id.partition("_")[0] for world in worlds if len(world.packs) == 2}
    assert homes == {"base", "underground"}
    found = contents("base+underground")
    for pack in ("base", "underground"):
        alone = load_world(f"{pack}_2p")
        assert found.pieces & set(alone.decks[BANNERS])
        assert found.pieces & set(alone.power_ids)
