"""A record can be seen at every entry, and analysed within a budget."""

from __future__ import annotations

import re
from functools import cache

import pytest

from smallworld.engine import Game, Record, SmallWorldError, read_record, write_record
from smallworld.engine.notation.strings import SEATS
from smallworld.lab.analysis import analyse
from smallworld.languages import LANGUAGES
from smallworld.packs import world_from_key
from smallworld.server.library.analysis import analysis_part, analysis_parts, analysis_whole
from smallworld.server.library.replay import replay_frame
from smallworld.server.wire.pages import ReplayAnalysis
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


@cache
def analysed(lang: str = "en") -> ReplayAnalysis:
    _, text = played()
    parts = [analysis_part(text, number, 3) for number in reversed(range(analysis_parts(text)))]
    return analysis_whole(text, parts[::-1], lang)


def test_win_chances_add_up_and_end_in_the_result() -> None:
    game, _ = played()
    found = analysed()
    assert len(found.points) == 1 + 2 * game.world.rounds
    for point in found.points:
        assert sum(point.chances) == pytest.approx(1, abs=0.01)
    last = found.points[-1]
    assert last.at == len(game.log)
    assert last.errors == [0, 0]
    assert all(last.chances[seat] > 0 for seat in game.winners)
    assert found.turning == sorted(found.turning)
    assert all(0 < at < len(found.points) for at in found.turning)


def test_turns_worked_out_one_by_one_are_the_whole_analysis() -> None:
    """In whatever order, and the same as `smallworld analyse` says."""
    _, text = played()
    whole = analyse(read_record(text, world_from_key), rollouts=3, seed="replay")
    found = analysed()
    by_turn = {f"{turn.round}{SEATS[turn.seat]}": turn for turn in found.turns}
    assert {decision.turn for decision in whole.decisions} == set(by_turn)
    for decision in whole.decisions:
        assert by_turn[decision.turn].verdict == decision.verdict
        assert by_turn[decision.turn].win.value == pytest.approx(decision.win.value, abs=1e-3)
    assert [share.coins.value for share in found.luck] == pytest.approx(
        [one.lead.value for one in whole.luck_sums], abs=1e-3
    )
    assert len(found.races) == len(whole.declines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_analysis_speaks_every_language(lang: str) -> None:
    found = analysed(lang)
    texts = [text for turn in found.turns for text in (turn.played, turn.better)]
    texts += [text for race in found.races for text in (race.name, race.text)]
    assert texts
    assert all(text and not re.search(r"[{}]|None|analysis\.", text) for text in texts)
    assert all(turn.steps for turn in found.turns)
