"""What packs can open: questions in the middle of anybody's turn, and phases of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from smallworld.engine import Game, Pack, World, asked, check, legal, parse_position, position_string
from smallworld.engine.content.changes import Ask, Change, Count, GainCoins
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import (
    Counter,
    Deck,
    Marker,
    Means,
    Native,
    Power,
    Question,
    Relic,
    Rule,
)
from smallworld.engine.position import state as st

from ..homebrew import pack as homebrew_pack
from ..openings import ANTS, at, counted, hand, play, question_of, race, rules

# --- a question in the middle of somebody else's turn -----------------------------------------------------


def test_the_victim_is_asked_in_the_middle_of_a_conquest() -> None:
    state = play(at(ANTS, race("mourners", "weary", 0, r1=1, r3=1)), "c1")
    what = asked(state)
    assert (what.step, what.seat, question_of(state)) == ("question", 1, "tears")
    assert (state.world.race_ids[what.race], what.subject) == ("mourners", 1)
    assert (state.turn, state.seat, state.stack[0]) == (0, 1, st.CONQUER)
    assert list(legal(state)) == ["o1", "e"]
    assert [r.rule for r in check(state, "c5", seat=0)] == ["decider"]
    assert rules(state, "c5") == ["step"]
    paid = play(state, "o1")
    assert (paid.coins, paid.seat, paid.step) == ([3, 7], 0, st.CONQUER), "and the conquest goes on"
    assert play(state, "e").coins == [5, 5]
    assert hand(play(paid, "c5"), "ants") == hand(paid, "ants") - 2


def test_an_interrupted_turn_ends_by_itself_when_its_last_token_was_spent() -> None:
    state = play(at(race("ants", "ageless", 3, r0=1, r5=1), race("mourners", "weary", 0, r1=1, r3=1)), "c1")
    assert (state.seat, hand(state, "ants")) == (1, 0)
    after = play(state, "o1")
    assert after.step == st.REDEPLOY, "ants grow by one each turn, and place it"
    assert after.seat == 0


def test_a_question_asked_by_the_final_die_comes_before_the_end_of_the_turn() -> None:
    state = at(race("badgers", "ageless", 1, r0=1), race("mourners", "weary", 0, r1=1, r3=1))
    state = play(state, "r1 die.3")
    assert (state.seat, state.step, state.stack[0]) == (1, st.QUESTION, st.NEXT)
    assert play(state, "o1").coins[1] == 7
    assert play(state, "e").turn == 1, "the turn went on to its end"


def test_undo_stops_where_the_move_was_handed_over_by_a_question() -> None:
    start = at(ANTS, race("mourners", "weary", 0, r1=1, r3=1))
    game = Game(start.world, start=start)
    game.play("c5")
    assert (game.wall.reason, game.can_undo) == ("start", 1)
    game.play("c1")
    assert (game.wall.reason, game.can_undo) == ("handover", 0)
    game.play("o1")
    assert (game.wall.reason, game.can_undo) == ("handover", 0)
    game.play("c2")
    assert game.can_undo == 1
    before = [state.copy() for state in game.positions]
    while game.log:
        game.undo(beyond_wall=True)
        assert game.state == before[len(game.log)]
    while game.can_redo:
        game.redo()
    assert game.positions == before


def test_a_string_of_an_interrupted_turn_names_both_decisions() -> None:
    state = play(at(ANTS, race("mourners", "weary", 0, r1=1, r3=1)), "c1")
    text = position_string(state)
    assert "~conquer.A.ants-question.B.tears.mourners.1~" in text
    again = parse_position(text, lambda _: state.world)
    assert list(legal(again)) == list(legal(state))
    assert play(again, "o1 c5") == play(state, "o1 c5")
    for wrong in (
        "conquer.A.ants-question.A.tears.mourners.1",  # asked of the wrong player
        "question.B.tears.mourners.1",  # interrupts nothing, and its phase is none
        "conquer.A.ants-question.B.tears.mourners.1-conquer.A.ants",
        "conquer.A.ants-question.B.tears.giants.1",
        "conquer.A.ants-question.B.laughter.mourners.1",
    ):
        with pytest.raises(ValueError, match=r"\S"):
            parse_position(
                text.replace("conquer.A.ants-question.B.tears.mourners.1", wrong), lambda _: state.world
            )


def test_interruptions_are_nested_and_come_back_one_by_one() -> None:
    state = at(ANTS, race("witches", "weary", 0, r1=1, r3=1), race("mourners", "walled", 0, r6=1, r9=1))
    state = play(state, "c1")
    assert len(state.stack) == 6, "the conquest and the sigh wait under the curse"
    assert asked(state).question is state.world.questions[state.world.question_ids["curse"]]
    assert list(legal(state)) == ["o6", "e"], "a neighbour of what was lost, but not the mover's"
    text = position_string(state)
    assert "~conquer.A.ants-question.B.sigh.witches.0-question.B.curse.witches.1~" in text
    cursed = play(state, "o6")
    assert (cursed.seat, len(cursed.stack)) == (2, 6), "the mourners lost a region to the curse"
    assert cursed.occ[6] == -1
    wept = play(cursed, "o1")
    assert wept.coins == [3, 5, 7], "the mover pays"
    assert (wept.seat, question_of(wept)) == (1, "sigh")
    done = play(wept, "o1")
    assert (counted(done, "sighs"), done.seat, done.step, done.stack) == (1, 0, st.CONQUER, [])
    over = play(done, "e t0.5 t0.1 t1.2")
    assert over.turn == 1 or over.step in (st.REDEPLOY, st.VICTIMS)


# --- phases -----------------------------------------------------------------------------------------------


def test_a_pack_asks_in_a_phase_of_its_own() -> None:
    crows = race("crows", "weary", 0, r0=2, r1=1)
    state = at(crows, None, old_a=[race("badgers", r5=1, r6=1)], step="start")
    what = asked(state)
    assert (what.step, question_of(state)) == ("question", "rise")
    assert state.world.phases[state.phase] == "dawn"
    assert list(legal(state)) == ["o5", "o6", "e"]
    assert "d" in legal(play(state, "e")), "not used, and so nothing was done"
    risen = play(state, "o5")
    assert list(legal(risen)) == ["o6", "e"], "it repeats until there is none left"
    assert risen.occ[5] == state.world.race_index("crows")
    assert risen.conquered == 0
    assert rules(play(risen, "e"), "d") == ["late"], "it commits"
    gone = play(risen, "o6")
    assert gone.declined[0] == ()
    assert [gone.world.race_ids[r] for r in gone.returned] == ["badgers"]


def test_a_place_asks_after_scoring_also_an_elder() -> None:
    state = at(ANTS, None, old_a=[race("badgers", r5=1, r6=1)], markers={"altar": {"5": 1}})
    state = play(state, "e")
    while asked(state).step == "redeploy":
        state = play(state, legal(state)[0])
    what = asked(state)
    assert (state.world.phases[state.phase], question_of(state)) == ("dusk", "offer")
    assert state.world.race_ids[what.race] == "badgers"
    assert list(legal(state)) == ["o6", "e"], "not the altar's own region"
    coins = state.coins[0]
    after = play(state, "o6")
    assert (after.coins[0], after.occ[6]) == (coins + 2, -1)


DIARY_COUNTERS = ("first", "again", "aside", "second", "third")


class _Diary:
    """A pack whose rule and powers ask several things in one phase."""

    def __init__(self) -> None:
        pack = Pack("diary", version=1, phases={"evening": "score"}, needs=("homebrew",))

        def one(scene: PieceView) -> Sequence[int]:
            return (0,)

        def two(scene: PieceView) -> Sequence[int]:
            return (0, 1)

        def note(name: str) -> Any:
            return lambda scene, option: (Count(name),)

        @pack.power
        class Writing(Power):
            """Four questions one after another; two answer themselves and ask another on the spot."""

            tokens = 4
            counters = tuple(Counter(id=name, span="race") for name in DIARY_COUNTERS)
            questions = (
                Question(
                    id="first",
                    at="evening",
                    about="combo",
                    options=one,
                    answer=lambda scene, option: (Count("first"), Ask("aside")),
                    optional=False,
                ),
                Question(
                    id="again",
                    at="evening",
                    about="combo",
                    options=one,
                    answer=lambda scene, option: (Count("again"), Ask("aside")),
                    optional=False,
                ),
                Question(id="second", at="evening", about="yes", options=one, answer=note("second")),
                Question(id="third", at="evening", about="combo", options=two, answer=note("third")),
                Question(id="aside", about="yes", options=one, answer=note("aside")),
            )

        @pack.rule
        class Weather(Rule):
            """The player to move is asked when the turn ends, whatever race there is."""

            questions = (
                Question(
                    id="rain", at="parting", about="yes", options=one, answer=lambda s, o: (GainCoins(1),)
                ),
            )

        @pack.native
        class Moths(Native):
            """Sit on the page."""

            tokens, supply = 1, 2

        @pack.relic
        class Page(Relic):
            """Whoever lets go of it is asked about it, in the middle of what he does."""

            markers = (Marker(id="page", stays=True, joins=True),)
            means = (Means(id="page", discount=1, carries="page"),)
            counters = (Counter(id="regrets", span="race"),)
            questions = (Question(id="regret", about="yes", options=one, answer=note("regrets")),)

            @classmethod
            def on_released(cls, scene: PieceView, region: int) -> Sequence[Change]:
                return (Ask("regret"),)

        pack.deck(Deck("pages", (Page,), drawn_by="moths"))
        Weather.brings_natives = ("moths",)
        self.pack = pack


DIARY = _Diary().pack


def diary_world() -> World:
    return World(homebrew_pack.boards["grid_2p"], (homebrew_pack, DIARY))


def test_questions_of_a_phase_are_all_asked_though_one_of_them_is_interrupted() -> None:
    state = at(race("badgers", "writing", 0, r0=3), None, world=diary_world(), step="redeploy")
    names = []
    while state.turn == 0 and state.step == st.QUESTION:
        what = asked(state)
        names.append(what.question.id if what.question else "")
        state = play(state, "o1")
    assert names == ["rain", "aside", "aside", "second", "third"]
    assert [counted(state, name) for name in DIARY_COUNTERS] == [1, 1, 2, 1, 1]


def test_a_rule_of_the_game_is_asked_also_beside_a_race_that_asks_nothing() -> None:
    state = play(at(race("badgers", "ageless", 0, r0=3), None, world=diary_world()), "e")
    what = asked(state)
    assert (what.step, what.seat, what.race) == ("question", 0, -1)
    assert what.question is not None
    assert what.question.id == "rain"
    assert "question.A.rain..0" in position_string(state)
    assert play(state, "o1").coins[0] == play(state, "e").coins[0] + 1


def test_a_question_while_a_redeployment_begins_comes_before_the_tokens_are_placed() -> None:
    """The page was carried into a ford, which is left when the conquest is over."""
    state = at(
        race("badgers", "ageless", 9, r9=1, r3=1), None, world=diary_world(), markers={"page": {"9": 1}}
    )
    state = play(state, "c8.page e")
    assert (asked(state).step, question_of(state)) == ("question", "regret")
    state = play(state, "o1")
    assert counted(state, "regrets") == 1
    assert asked(state).step == "redeploy"
    assert state.occ[8] == -1


def test_a_question_when_a_region_is_given_up_or_abandoned() -> None:
    row = race("badgers", "ageless", 2, r0=1, r1=1)
    state = play(at(row, None, world=diary_world(), markers={"page": {"0": 1}}), "a0")
    assert (question_of(state)) == "regret"
    assert play(state, "o1").step == st.READY
    snails = race("snails", "ageless", 0, r0=1, r1=1)
    state = at(
        snails, None, world=diary_world(), markers={"page": {"0": 1}}, step="redeploy", conquered=[0, 1]
    )
    assert asked(state).step == "give_up"
    state = play(state, "g0")
    assert (question_of(state)) == "regret"
    state = play(state, "e")
    assert asked(state).step == "give_up"


def test_a_question_when_the_last_region_that_must_go_is_given_up() -> None:
    snails = race("snails", "ageless", 1, r0=1, r1=1)
    page = {"page": {"0": 1}}
    state = at(snails, None, world=diary_world(), markers=page, step="redeploy", conquered=[0])
    state = play(state, "g0")
    assert question_of(state) == "regret"
