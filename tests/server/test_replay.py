"""A record can be seen at every entry, and analysed within a budget."""

from __future__ import annotations

from functools import cache

import pytest

from smallworld.engine import Game, Record, SmallWorldError, write_record
from smallworld.server.library.replay import replay_analysis, replay_frame
from tests.server.picturing import finished


@cache
def played() -> tuple[Game, str]:
    game = finished(2, 31)
    return game, write_record(Record(game, ["Ann", "Bob"]))


def test_every_entry_has_a_frame() -> None:
    game, text = played()
    for at in range(0, len(game.log) + 1, 3):
        frame = replay_frame(text, at, "de")
        shot = frame.picture
        assert (frame.length, frame.names) == (len(game.log), ["Ann", "Bob"])
        assert shot.version == at
        assert shot.ask is None
        state = game.positions[at]
        assert [player.coins for player in shot.players] == state.coins  # nothing is hidden
        assert all(line.number < at for line in shot.events)
        assert all(line.amount is not None for line in shot.events if line.kind == "scored")
        assert bool(shot.events) == (at > 0)
    assert replay_frame(text, len(game.log), "de").picture.result


def test_turns_are_marked() -> None:
    game, text = played()
    turns = replay_frame(text, 0, "en").turns
    assert [(mark.round, mark.seat) for mark in turns] == [
        (round_, seat) for round_ in range(1, game.world.rounds + 1) for seat in (0, 1)
    ]
    assert all(game.positions[mark.at].turn == mark.seat for mark in turns)


def test_places_beyond_the_end_are_refused() -> None:
    game, text = played()
    with pytest.raises(SmallWorldError, match="expected 0 to"):
        replay_frame(text, len(game.log) + 1, "en")
    with pytest.raises(SmallWorldError, match="not a record"):
        replay_frame("nonsense", 0, "en")


def test_a_record_without_names_gets_letters() -> None:
    _, text = played()
    unnamed = "\n".join(line for line in text.split("\n") if not line.startswith(("players:", "check:")))
    assert replay_frame(unnamed, 0, "fr").names == ["Joueur A", "Joueur B"]


def test_win_chances_add_up_and_end_in_the_result() -> None:
    game, text = played()
    found = replay_analysis(text, budget=60)
    assert len(found.points) == 1 + 2 * game.world.rounds
    for point in found.points:
        assert sum(point.chances) == pytest.approx(1, abs=0.01)
    last = found.points[-1]
    assert last.at == len(game.log)
    assert last.errors == [0, 0]
    assert all(last.chances[seat] > 0 for seat in game.winners)
    assert found.turning == sorted(found.turning)
    assert all(0 < at < len(found.points) for at in found.turning)
    assert replay_analysis(text, budget=60) == found
