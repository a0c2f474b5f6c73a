"""The encyclopedia is complete, and every lesson can be played and is about its piece."""

from __future__ import annotations

import pytest

from smallworld.engine import Game, Seeded, State, conquest_receipt, legal, parse_position, score_lines
from smallworld.engine import actions as ac
from smallworld.engine.content.pieces import Piece
from smallworld.engine.effects import Cheaper, Coins
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.position import state as st
from smallworld.languages import LANGUAGES
from smallworld.packs import world_from_key
from smallworld.server.library.encyclopedia import STEPS, library
from smallworld.server.library.lessons import Lesson, ground_of, lesson_of, lesson_world

WORLD = lesson_world()
PIECES: list[type[Piece]] = [*WORLD.races, *WORLD.powers]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_has_a_page(lang: str) -> None:
    shelf = library(lang)
    assert [entry.thing.id for entry in shelf.races] == [race.id for race in WORLD.races]
    assert [entry.thing.id for entry in shelf.powers] == [power.id for power in WORLD.powers]
    others = {(entry.thing.kind, entry.thing.id) for entry in shelf.others}
    assert others >= {("terrain", id) for id in WORLD.terrains}
    assert others >= {("marker", marker.id) for marker in WORLD.markers} | {("marker", "lair")}
    assert others >= {("means", means.id) for means in WORLD.means}
    assert others >= {("symbol", "mine"), ("neutral", "lost_tribes")}
    assert tuple(entry.thing.id for entry in shelf.steps) == STEPS
    for entry in (*shelf.races, *shelf.powers, *shelf.others, *shelf.steps):
        assert entry.thing.name
        assert entry.text
        assert "{" not in entry.text
    for entry in (*shelf.races, *shelf.powers):
        assert entry.thing.short
        assert entry.numbers
        assert [one.id for one in entry.lessons] == [f"{entry.thing.kind}-{entry.thing.id}"]
        assert entry.thing.short in entry.lessons[0].text


def lesson(piece: type[Piece]) -> Lesson:
    made = lesson_of(piece.kind, piece.id)
    assert made is not None
    return made


def begun(piece: type[Piece]) -> State:
    return parse_position(lesson(piece).start, world_from_key)


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.id)
def test_lessons_can_be_played(piece: type[Piece]) -> None:
    state = begun(piece)
    assert state.seat == state.turn == 0
    assert len(legal(state)) > 1
    owned = [WORLD.race_ids[race] for race in state.races_of(0)]
    worn = [WORLD.power_ids[state.badge[race]] for race in state.races_of(0) if state.badge[race] >= 0]
    assert piece.id in (owned if piece.kind == "race" else worn)
    assert state.hand[state.acting] == lesson(piece).hand > 0
    assert not broken_laws(state)
    game = Game(state.world, luck=Seeded(1), start=state)
    while not game.over:  # greedily from front to back: every lesson comes to its end
        game.play(game.legal.codes[-1])


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.id)
def test_lessons_are_about_their_piece(piece: type[Piece]) -> None:
    """What the piece changes is there to be seen on the first turn."""
    state = begun(piece)
    codes = legal(state).codes
    targets = [code & 63 for code in codes if code >> ac.SHIFT in (ac.CONQUER, ac.ROLL)]
    if any(isinstance(effect, Cheaper) for effect in piece.effects):
        labels = [term.label for target in targets for term in conquest_receipt(state, target).terms]
        assert piece.id in labels
    if piece.means:
        assert any(code >> ac.SHIFT == ac.CONQUER and code >> 6 & ac.WIDE_FIELD for code in codes)
    if any(isinstance(effect, Coins) for effect in piece.effects):
        ground = ground_of(WORLD, piece)
        paid = [term.label for term in score_lines(state, 0)]
        assert piece.id in paid or any(ground >> target & 1 for target in targets) or not ground
    if any(marker.placed == "redeploy" for marker in piece.markers):
        game = Game(state.world, luck=Seeded(1), start=state)
        while game.state.step == st.REDEPLOY:
            game.play(game.legal.codes[-1])
        assert game.state.step == st.MARKERS
    if piece.questions:
        game = Game(state.world, luck=Seeded(1), start=state)
        while game.state.step == st.REDEPLOY:
            game.play(game.legal.codes[-1])
        assert game.state.step == st.QUESTION
