"""Recorded games are replayed to their recorded result: the regression suite. See README.md."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from smallworld.engine import Game, Record, Seeded, read_record, view, winners, write_record
from smallworld.engine.actions import KINDS, SHIFT, USE
from smallworld.engine.laws import Glance, broken_laws
from smallworld.engine.state import STEP_NAMES
from smallworld.engine.world import BANNERS
from smallworld.packs import world_from_key

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
    look = Glance(Seeded(path.stem).random)
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


def test_there_are_two_games_for_each_number_of_players() -> None:
    players = Counter(recorded(path).game.world.players for path in FILES)
    assert all(players[count] >= 2 for count in (2, 3, 4, 5))


def test_the_games_have_every_race_power_decision_and_means_among_them() -> None:
    races, powers, kinds, steps, means, markers = set(), set(), set(), set(), set(), set()
    world = recorded(FILES[0]).game.world
    for path in FILES:
        game = recorded(path).game
        kinds |= {code >> SHIFT for code in game.log}
        steps |= {STEP_NAMES[state.step] for state in game.positions}
        for event in (event for events in game.events for event in events):
            if event.kind == "picked":
                races.add(game.world.race_ids[event.race])
                powers.add(game.world.power_ids[event.power])
            if event.kind == "marked":
                markers.add(game.world.markers[event.marker].id)
        means |= {text.partition(".")[2] for text in game.actions if text[0] in "cr" and "." in text}
    assert races == set(world.decks[BANNERS])
    assert powers == set(world.power_ids)
    assert kinds == set(range(KINDS)) - {USE}, "the base game has nothing to use"
    assert steps == set(STEP_NAMES) - {"next"}, "which is never asked"
    assert set(world.means_ids) <= means
    assert markers == set(world.marker_ids)
