"""What packs can open: questions in anybody's turn, phases, natives, relics, places, decks, uses, options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from smallworld.engine import (
    Game,
    Pack,
    PackError,
    PositionError,
    Seeded,
    State,
    World,
    apply,
    asked,
    check,
    conquest_receipt,
    legal,
    parse_position,
    position_string,
    score_receipt,
    state_from,
    winners,
)
from smallworld.engine import state as st
from smallworld.engine.bits import mask_of, regions
from smallworld.engine.changes import Ask, Change, Count, GainCoins
from smallworld.engine.gates import GATES, OWN, targets
from smallworld.engine.laws import broken_laws
from smallworld.engine.notation import WorldKey
from smallworld.engine.pieces import Counter, Deck, Marker, Means, Native, Power, Question, Relic, Rule
from smallworld.engine.scene import Scene
from smallworld.engine.where import terrain
from smallworld.lab.fuzz import fuzz_game

from .homebrew import pack as homebrew_pack
from .workshop import pack as workshop_pack
from .workshop import workshop_world


def race(name: str, power: str | None = None, hand: int = 0, **places: int) -> dict[str, Any]:
    row: dict[str, Any] = {"race": name, "hand": hand, "regions": {k[1:]: n for k, n in places.items()}}
    return {**row, "power": power} if power else row


def at(*rows: dict[str, Any] | None, world: World | None = None, **more: Any) -> State:
    """A position on the grid, one active race for each seat; `old_a` …: declined ones."""
    here = world or workshop_world(len(rows))
    players: dict[str, Any] = {}
    for seat, row in zip("ABC", rows, strict=False):
        players[seat] = {"active": row} if row else {}
        players[seat]["declined"] = more.pop(f"old_{seat.lower()}", [])
        players[seat].update(more.pop(f"player_{seat}", {}))
    more.setdefault("step", "ready")
    return state_from({"board": here.board.id, "players": players, **more}, lambda _: here)


def play(state: State, actions: str) -> State:
    """Play actions, every law after each of them, and each position through its string."""
    for action in actions.split():
        state = apply(state, action).state
        assert not broken_laws(state), action
    return state


def cost(state: State, region: int, way: str = "") -> str:
    means = state.world.means[state.world.means_index(way)] if way else None
    return str(conquest_receipt(state, region, means))


def rules(state: State, action: str) -> list[str]:
    return [reason.rule for reason in check(state, action)]


def question_of(state: State) -> str:
    """Which question is put now."""
    question = asked(state).question
    return question.id if question is not None else "-"


def hand(state: State, name: str) -> int:
    return state.hand[state.world.race_index(name)]


def spots(state: State, marker: str) -> list[int]:
    return list(regions(state.spots(state.world.marker_index(marker))))


def counted(state: State, name: str) -> int:
    return state.counters[state.world.counter_index(name)]


# --- a question in the middle of somebody else's turn -----------------------------------------------------

ANTS = race("ants", "ageless", 9, r0=1)


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

        def one(scene: Scene) -> Sequence[int]:
            return (0,)

        def two(scene: Scene) -> Sequence[int]:
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
            def on_released(cls, scene: Scene, region: int) -> Sequence[Change]:
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


# --- natives, options, decks ------------------------------------------------------------------------------


def test_natives_of_another_kind_are_brought_by_a_rule_and_an_option() -> None:
    plain, world = workshop_world(bears=False), workshop_world()
    assert [native.id for native in plain.natives] == ["hermits"]
    assert [native.id for native in world.natives] == ["hermits", "bears"]
    assert (world.settlers, world.deck_ids) == ("hermits", ("race", "power", "find", "hoard"))
    assert plain.deck_ids == ("race", "power", "find")
    assert world.is_native(world.race_index("bears"))
    game = Game(world, luck=Seeded(5))
    assert (question_of(game.state), game.state.seat) == ("den", 0)
    for region in ("o0", "o9", "o16"):
        game.play(region)
    bears, hermits = world.race_index("bears"), world.race_index("hermits")
    assert game.state.mask[bears] == mask_of([0, 9, 16])
    assert game.state.mask[hermits] == mask_of([7, 12])
    assert (game.state.tray[bears], game.state.tray[hermits]) == (0, 2)
    assert game.state.step == st.PICK
    text = position_string(game.state)
    assert "~hermits.7x1.12x1-bears.0x2.9x2.16x2~" in text
    assert not broken_laws(game.state)


def test_positions_name_natives_by_kind() -> None:
    state = at(ANTS, None, tribes={"bears": [5, 6], "hermits": [7]})
    world = state.world
    assert state.tokens[5] == state.tokens[6] == 2
    assert state.occ[7] == world.race_index("hermits")
    assert cost(state, 5) == "4 = 2 region + 2 bears"
    with pytest.raises(PositionError, match="unknown natives 'bears'; expected one of: hermits"):
        at(ANTS, None, world=workshop_world(bears=False), tribes={"bears": [5]})


def test_what_natives_guard_is_drawn_when_they_fall_and_works_at_once() -> None:
    state = play(at(ANTS, None, tribes={"bears": [1, 5]}), "c1")
    assert state.step == st.DRAW
    what = asked(state)
    assert (state.world.deck_ids[what.deck], what.region, what.seat) == ("hoard", 1, -1)
    assert list(legal(state)) == [f"hoard.{name}" for name in ("rod", "orchard", "altar", "stone", "gate")]
    found = play(state, "hoard.rod")
    assert spots(found, "rod") == [1]
    assert "c6.rod" in legal(found)
    assert found.step == st.CONQUER
    again = play(found, "c5")
    assert "hoard.rod" not in legal(again)
    assert len(legal(again)) == 4


def test_the_last_piece_of_a_deck_is_no_chance() -> None:
    out = {"rod": {"0": 1}, "orchard": {"2": 1}, "altar": {"3": 1}, "gate": {"9": 1}}
    state = at(ANTS, None, tribes={"bears": [1]}, markers=out)
    after = apply(state, "c1").state
    assert spots(after, "stone") == [1]
    assert after.step == st.DRAW, "only the badge is still drawn"
    one = play(at(ANTS, None, tribes={"hermits": [5]}), "c5")
    assert (one.step, spots(one, "lamp")) == (st.CONQUER, [5])


def test_options_are_part_of_the_world_and_a_default_said_aloud_is_none() -> None:
    packs = (homebrew_pack, workshop_pack)
    board = homebrew_pack.boards["grid_2p"]
    said = World(board, packs, options={"bears": "off", "weather": "wet"})
    assert said.options == {"weather": "wet"}
    text = position_string(at(ANTS, None, world=said))
    keys: list[WorldKey] = []

    def find(key: WorldKey) -> World:
        keys.append(key)
        return said

    parse_position(text, find)
    assert keys[0].options == (("weather", "wet"),)
    assert "~all~all~weather.wet~" in text


def test_packs_that_need_another_say_so() -> None:
    with pytest.raises(PackError, match="pack workshop needs pack homebrew, which is not in play"):
        World(homebrew_pack.boards["grid_2p"], (workshop_pack,))


def test_kin_count_as_each_other() -> None:
    board = homebrew_pack.boards["grid_2p"]
    rows = [replace(row, terrain="crag") if row.id == 2 else row for row in board.regions]
    craggy = World(replace(board, regions=tuple(rows)), (homebrew_pack, workshop_pack))
    assert craggy.mask_of(terrain("peak")) == craggy.mask_of(terrain("crag")) == mask_of([2, 18])
    state = at(race("badgers", "greedy", 9, r1=1), None, world=craggy)
    assert cost(state, 2) == "4 = 2 region + 1 crag + 1 badgers", "badgers dislike what is like a peak"
    assert str(score_receipt(at(race("badgers", "greedy", 0, r2=1), None, world=craggy), 0)) == (
        "4 = 1 regions + 3 greedy"
    )


def test_a_piece_that_makes_no_sense_on_a_board_is_left_out_and_said() -> None:
    board = homebrew_pack.boards["grid_2p"]
    rows = [replace(row, terrain="meadow") if row.terrain == "ford" else row for row in board.regions]
    dry = World(replace(board, regions=tuple(rows)), (homebrew_pack, workshop_pack))
    assert [(absent.piece.id, absent.needs) for absent in dry.left_out] == [("otters", ("ford",))]
    assert "otters" not in dry.race_ids
    assert not workshop_world().left_out


# --- one seat -----------------------------------------------------------------------------------------------


def test_one_player_plays_alone() -> None:
    world = workshop_world(1)
    assert world.players == 1
    for seed in range(3):
        _, failure = fuzz_game(world, f"alone/{seed}")
        assert failure is None, failure
    game = Game(world, luck=Seeded(1))
    numbers = Seeded(2)
    while not game.over:
        options = sorted(game.legal)
        game.play(options[int(numbers.random() * len(options))])
    assert winners(game.state) == (0,)
    assert game.state.round == 8


# --- what lies in regions -----------------------------------------------------------------------------------


def test_a_place_works_for_whoever_holds_it_here_and_in_what_is_alike() -> None:
    state = at(race("foxes", "ageless", 9, r0=1, r2=1), None, markers={"orchard": {"0": 1}})
    assert str(score_receipt(state, 0)) == "5 = 2 regions + 3 orchard", "one meadow, and two for its own"
    assert cost(state, 1) == "1 = 2 region - 1 orchard"
    assert cost(state, 18) == "3 = 2 region + 1 peak", "a peak is not alike"
    left = play(state, "a0")
    assert str(score_receipt(left, 0)) == "1 = 1 regions"
    assert cost(left, 1) == "2 = 2 region"
    assert spots(left, "orchard") == [0], "it belongs to the map"


def test_in_decline_a_place_does_what_lasts() -> None:
    state = at(ANTS, None, old_a=[race("badgers", r5=1, r2=1)], markers={"orchard": {"5": 1}})
    assert str(score_receipt(state, 0)) == "4 = 3 regions + 1 orchard"


def test_a_place_changes_hands_with_its_region() -> None:
    foxes = race("foxes", "weary", 0, r1=1, r3=1)
    state = at(ANTS, foxes, markers={"orchard": {"1": 1}})
    assert str(score_receipt(state, 1)) == "6 = 2 regions + 4 orchard"
    after = play(state, "c1")
    assert str(score_receipt(after, 1)) == "1 = 1 regions"
    assert str(score_receipt(after, 0)) == "6 = 2 regions + 4 orchard"
    assert cost(after, 5) == "1 = 2 region - 1 orchard", "and works at once"


def test_a_relic_is_carried_along() -> None:
    state = at(ANTS, None, markers={"rod": {"0": 1}})
    assert cost(state, 1, "rod") == "1 = 2 region - 2 rod + 1 minimum"
    after = play(state, "c1.rod")
    assert spots(after, "rod") == [1]
    assert rules(after, "c2.rod") == ["means_used"]
    assert rules(at(ANTS, None, markers={"rod": {"5": 1}}), "c1.rod") == ["no_means"]


def test_a_badge_lies_with_the_stone_and_works_for_its_holder() -> None:
    state = at(
        ANTS, race("foxes", "weary", 0, r1=1, r3=1), markers={"stone": {"1": 1}}, badges={"1": "raiding"}
    )
    after = play(state, "c1")
    assert str(score_receipt(after, 0)) == "4 = 2 regions + 2 raiding"
    assert str(score_receipt(after, 1)) == "1 = 1 regions"
    assert "~stone.1~raiding.1~" in position_string(after)
    drawn = play(at(ANTS, None, tribes={"bears": [1]}), "c1 hoard.stone")
    assert drawn.step == st.DRAW
    assert asked(drawn).deck == 1
    held = play(drawn, legal(drawn)[0])
    assert len(held.lying) == 1
    name = held.world.power_ids[held.lying[0] >> 6]
    assert name not in [power for power, _, _ in held.column]
    assert not held.unseen[1] >> held.world.power_index(name) & 1


def test_the_markers_of_a_lying_badge_go_when_its_region_is_left() -> None:
    state = at(
        race("ants", "ageless", 0, r0=2, r1=1),
        None,
        markers={"stone": {"1": 1}, "sprout": {"0": 1, "1": 1}},
        badges={"1": "sprouting"},
    )
    assert spots(state, "sprout") == [0, 1]
    assert spots(play(state, "a1"), "sprout") == []
    assert spots(play(state, "a0"), "sprout") == [1]


def test_a_find_asks_its_finder_and_its_figure_bars_all_but_the_holder() -> None:
    state = play(at(ANTS, race("foxes", "weary", 5, r9=1), tribes={"bears": [1]}), "c1 hoard.gate")
    assert (state.seat, question_of(state)) == (0, "golem")
    assert list(legal(state)) == ["o2", "o6"], "beside the gate, where nobody is"
    guarded = play(state, "o2")
    assert spots(guarded, "golem") == [2]
    assert rules(guarded, "c2") == [], "it opens to whoever holds its home"
    elsewhere = at(ANTS, race("foxes", "weary", 0, r3=1), markers={"gate": {"3": 1}, "golem": {"1": 1}})
    assert rules(elsewhere, "c1") == ["immune"]
    free = at(race("ants", "ageless", 9, r2=1), race("foxes", "weary", 0, r3=1, r9=1),
              markers={"gate": {"3": 1}, "golem": {"1": 1}})  # fmt: skip
    assert rules(free, "c1") == ["immune"]
    taken = play(free, "c3")
    assert spots(taken, "golem") == [], "whoever loses the gate loses the golem"


# --- positions that cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"markers": {"rod": {"0": 1, "1": 1}}}, "marker rod: 2 on the map, but only 1 exist"),
        ({"markers": {"rod": {"0": 2}}}, "marker rod: 2 on the map, but only 1 exist"),
        ({"markers": {"golem": {"5": 1}}}, "marker golem: nobody owns it, for gate is not on the map"),
        ({"markers": {"rod": {"11": 1}}}, "marker rod: region 11 is no place for it"),
        ({"badges": {"5": "raiding"}}, "badge raiding: nothing binds it to region 5"),
        (
            {"markers": {"stone": {"5": 1}}, "badges": {"5": "ageless"}},
            "power ageless: in 2 places at once",
        ),
        ({"tribes": {"bears": [8]}}, "region 8: bears cannot rest on ford"),
        ({"tribes": {"bears": [11]}}, "region 11: nobody can stand on abyss"),
        ({"tribes": {"bears": [4]}}, "region 4: bears cannot stand on pond"),
    ],
)
def test_an_impossible_position_is_refused(more: dict[str, Any], fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        at(ANTS, None, **more)
    assert fault in caught.value.faults


def test_tokens_in_an_abyss_and_a_ford_held_at_rest_are_refused() -> None:
    for row, fault in (
        (race("foxes", "weary", 0, r11=1), "region 11: nobody can stand on abyss"),
        (race("foxes", "weary", 0, r8=1), "region 8: foxes cannot rest on ford"),
    ):
        with pytest.raises(PositionError) as caught:
            at(ANTS, row)
        assert fault in caught.value.faults
    passing = at(race("foxes", "weary", 2, r8=1, r9=1), None, step="conquer", conquered=[8])
    assert passing.occ[8] >= 0, "whoever acts is only passing"
    assert play(passing, "e").occ[8] == -1
    toads = at(ANTS, race("toads", "weary", 0, r8=1))
    assert toads.occ[8] >= 0, "and toads live there"


# --- gates --------------------------------------------------------------------------------------------------


def test_every_gate_shuts_something_and_says_why() -> None:
    handy = race("ants", "handy", 9, r0=1)
    states = [
        at(handy, race("lizards", "weary", 0, r1=1), player_A={"coins": 1}),
        at(handy, race("hedgehogs", "weary", 0, r1=1, r9=1)),
        at(race("ants", "cunning", 9), None),
        at(race("ants", "handy", 9), race("foxes", "bright", 0, r1=1), markers={"beacon": {"1": 1}}),
        at(handy, race("foxes", "bright", 0, r1=1), player_B={"truce": "A"}),
    ]
    shut: set[str] = set()
    for state in states:
        assert not broken_laws(state)
        ways = [None, *(state.world.means[index] for index in state.combo.means)]
        everything = (1 << len(state.occ)) - 1
        for means in ways:
            closed = OWN.shut(state, means)
            for gate in GATES:
                here = gate.shut(state, means) & everything
                closed |= here
                if here:
                    shut.add(gate.rule)
                for region in regions(here & ~OWN.shut(state, means)):
                    action = f"c{region}.{means.id}" if means else f"c{region}"
                    assert gate.rule in rules(state, action), (gate.rule, action)
            assert targets(state, means) == everything & ~closed
    assert shut == {gate.rule for gate in GATES} - {"spared"}  # that one only a party meets


def test_a_toll_is_paid_to_the_loser_and_bars_whoever_cannot() -> None:
    lizards = race("lizards", "weary", 0, r1=1, r5=1)
    state = at(ANTS, lizards, player_A={"coins": 3})
    after = play(state, "c1")
    assert after.coins == [1, 7]
    assert rules(after, "c5") == ["toll"]
    assert "c5" not in legal(after)
    assert str(check(after, "c5")[0]) == (
        "B asks 2 coins for region 5, and you cannot pay. Earn some coins first."
    )
    declined = at(ANTS, None, old_b=[race("lizards", r1=1)], player_A={"coins": 3})
    assert play(declined, "c1").coins == [1, 7], "it lasts"
    own = at(ANTS, None, old_a=[race("lizards", r1=1)], player_A={"coins": 0})
    assert play(own, "c1").coins[0] == 0, "nobody pays himself"


def test_against_those_who_admit_no_help_only_tokens_count() -> None:
    hedgehogs = race("hedgehogs", "weary", 0, r5=1, r10=1)
    near = at(race("badgers", "handy", 9, r0=1), hedgehogs)
    assert cost(near, 5) == "3 = 2 region + 1 hedgehogs", "no discount for the tunnel"
    assert rules(near, "c5.prod") == ["unaided"]
    assert rules(near, "r5.dowse") == ["unaided"]
    assert rules(near, "c5") == []
    wings = at(race("storks", "ageless", 9, r0=1), hedgehogs)
    assert rules(wings, "c10") == ["unaided"], "wings are a help"
    assert rules(wings, "c5") == []
    peak = at(race("badgers", "ageless", 9, r1=1), race("hedgehogs", "weary", 0, r2=1))
    assert cost(peak, 2) == "5 = 2 region + 1 peak + 1 hedgehogs + 1 badgers", "what makes it dearer stays"
    smiths = at(race("smiths", "ageless", 2, r0=1), hedgehogs, counters={"picks": 3})
    assert rules(smiths, "c5") == ["tokens"]
    assert rules(smiths, "c1") == []


def test_a_region_taken_from_them_is_an_ordinary_one_again() -> None:
    state = at(race("badgers", "ageless", 9, r0=1), race("hedgehogs", "weary", 0, r5=1, r10=1))
    assert play(state, "c5").strict == mask_of([10])


def test_otters_pass_along_a_ford() -> None:
    state = at(race("otters", "ageless", 9, r7=1), None)
    assert {int(a[1:]) for a in legal(state) if a[0] == "c"} == {2, 6, 12, 8, 3, 9, 13}
    assert rules(at(race("badgers", "ageless", 9, r7=1), None), "c9") == ["reach"]


def test_helpers_fight_beside_a_token() -> None:
    state = at(race("smiths", "ageless", 3, r1=1), race("foxes", "weary", 0, r2=1), counters={"picks": 2})
    assert cost(state, 2) == "4 = 2 region + 1 peak + 1 foxes"
    after = play(state, "c2")
    smiths = after.world.race_index("smiths")
    assert (after.tokens[2], after.hand[smiths], counted(after, "picks_spent")) == (2, 1, 2)
    done = at(race("smiths", "ageless", 0, r2=2, r18=1), None, counters={"picks": 2}, step="redeploy")
    assert counted(done, "picks") == 3, "one for each peak, three at most"


# --- coins --------------------------------------------------------------------------------------------------


def test_coins_for_every_pair_and_for_a_number() -> None:
    for places, pairs in (({"r0": 1}, 0), ({"r0": 1, "r1": 1}, 1), ({"r0": 1, "r1": 1, "r3": 1}, 1)):
        state = at(race("foxes", "twinned", 0, **places), None)
        told = f"{len(places) + pairs} = {len(places)} regions" + (f" + {pairs} twinned" if pairs else "")
        assert str(score_receipt(state, 0)) == told
    assert str(score_receipt(at(race("foxes", "twinned", 4, r0=1), None), 0)) == "5 = 1 regions + 4 twinned"


def test_doubled_regions_pay_what_they_pay_again_but_not_where_nothing_is_doubled() -> None:
    state = at(race("foxes", "greedy", 0, r2=1, r0=1), None)
    assert str(score_receipt(state, 0)) == "5 = 2 regions + 3 greedy", "the peak pays 1 + 1, twice"
    stingy = at(race("foxes", "greedy", 0, r2=1, r0=1), None, markers={"orchard": {"2": 1}})
    assert str(score_receipt(stingy, 0)) == "6 = 2 regions + 1 greedy + 3 orchard"


# --- means, uses, markers -----------------------------------------------------------------------------------

HANDY = race("ants", "handy", 2, r0=1)
FOXES = race("foxes", "weary", 0, r1=2, r3=1)


def test_a_means_that_rolls_names_its_target_first_and_goes_on() -> None:
    state = at(HANDY, FOXES)
    assert rules(state, "c5.dowse") == ["rolls"]
    rolled = apply(state, "r5.dowse").state
    assert rolled.step == st.DIE
    lucky = play(state, "r5.dowse die.1")
    assert (lucky.step, lucky.tokens[5], hand(lucky, "ants")) == (st.CONQUER, 1, 1), "it costs what it costs"
    assert "r10.dowse" in legal(lucky), "as often as one likes"
    free = play(at(race("ants", "handy", 1, r0=1), FOXES), "r5.dowse die.3")
    assert free.tokens[5] == 1
    failed = apply(at(race("ants", "handy", 1, r0=1), FOXES), "r1.dowse").state
    over = play(failed, "die.0")
    assert over.step in (st.REDEPLOY, st.PICK) or over.turn == 1, "a failure was the last attempt"
    assert rules(state, "r2.dowse") == ["not_there", "reach"] or "not_there" in rules(state, "r2.dowse")


def test_a_means_that_spares_and_one_that_shares_its_use() -> None:
    state = at(race("ants", "handy", 9, r0=1), FOXES)
    after = play(state, "c1.tickle")
    foxes = after.world.race_index("foxes")
    assert (after.hand[foxes], after.tray[foxes]) == (2, 9), "both flee, none is lost"
    assert rules(after, "c5.prod") == ["means_used"]
    assert rules(after, "c2.leap") == [], "that one has its own"
    assert counted(after, "trick_used") == 1


def test_a_means_that_works_only_now_and_there() -> None:
    crowd = at(race("ants", "handy", 5, r0=1), FOXES)
    assert rules(crowd, "c18.leap") == []
    assert rules(crowd, "c13.leap") == ["not_there"]
    few = at(HANDY, FOXES)
    assert "no_means" in rules(few, "c18.leap")
    assert not [a for a in legal(few) if a.endswith(".leap")]


def test_a_use_needs_no_token_keeps_the_turn_open_and_begins_it_in_earnest() -> None:
    state = at(race("ants", "fiery", 0, r0=1, r5=1), race("foxes", "weary", 0, r1=2, r3=1))
    assert list(legal(state)) == ["e", "u1.burn", "a0", "a5", "d"]
    after = apply(state, "u1.burn").state
    assert not broken_laws(after)
    foxes = after.world.race_index("foxes")
    assert (after.occ[1], after.hand[foxes], after.tray[foxes]) == (-1, 1, 10)
    assert after.attacked == 0b10
    assert rules(after, "u1.burn") == ["means_used"]
    assert rules(after, "d") == ["late"], "something was done"
    assert rules(state, "u3.burn") == ["option"]
    conquering = at(race("ants", "fiery", 2, r0=1), race("foxes", "weary", 0, r6=1))
    open_ = play(conquering, "c5")
    assert (open_.step, hand(open_, "ants")) == (st.CONQUER, 0), "the use keeps it open"
    assert list(legal(open_)) == ["e", "u6.burn"]
    assert play(open_, "u6.burn").step != st.CONQUER


def test_markers_for_each_region_held_each_turn() -> None:
    state = at(race("foxes", "sprouting", 0, r0=2, r1=1, r2=1), None, step="redeploy")
    state = play(state, "t0.1")
    assert (asked(state).step, asked(state).amount) == ("markers", 2), "two meadows"
    state = play(state, "m2.sprout")
    assert asked(state).amount == 1
    assert play(state, "m2.sprout").turn == 1
    crowded = at(race("foxes", "sprouting", 0, r0=2, r1=1), None, step="redeploy",
                 markers={"sprout": {"0": 2}})  # fmt: skip
    crowded = play(crowded, "t0.1")
    assert rules(crowded, "m0.sprout") == ["full"]


def test_an_attack_is_heard_also_if_it_fails() -> None:
    state = at(race("badgers", "ageless", 1, r0=1), race("foxes", "vengeful", 0, r1=1, r3=1))
    assert counted(apply(state, "r1").state, "grudges") == 1
    burnt = at(race("ants", "fiery", 0, r0=1), race("foxes", "vengeful", 0, r1=1, r3=1))
    assert counted(apply(burnt, "u1.burn").state, "grudges") == 1


# --- refusals of a piece's own questions --------------------------------------------------------------------


def test_a_piece_refuses_in_its_own_words() -> None:
    state = at(race("foxes", "jealous", 0, r0=1), None, race("ants", "weary", 0, r3=1), step="redeploy")
    assert list(legal(state)) == ["o3", "e"]
    (reason,) = check(state, "o2")
    assert (reason.rule, str(reason)) == (
        "no_rival",
        "B has nothing to envy. Choose somebody with an active race.",
    )
    (reason,) = check(state, "o1")
    assert reason.rule == "option"
    assert "attacked" not in str(reason).lower()


def test_a_seat_question_without_words_of_its_own_says_which_options_there_are() -> None:
    """It is not about attacks, so nobody is told that he attacked somebody."""
    state = at(
        race("foxes", "bright", 0, r0=1),
        race("ants", "weary", 0, r3=1),
        race("badgers", "walled", 0, r9=1),
        step="redeploy",
        attacked=["B"],
    )
    assert asked(state).question is not None
    assert list(legal(state)) == ["o3", "e"]
    (reason,) = check(state, "o2")
    assert str(reason) == "There is no option 2. Choose one of: 3."


# --- everything together ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("bears", [True, False], ids=["bears", "no-bears"])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_of_an_extension_pack_keep_all_laws(players: int, bears: bool, seed: int) -> None:
    actions, failure = fuzz_game(workshop_world(players, bears=bears), f"workshop/{seed}")
    assert failure is None, failure
    assert actions


def test_random_games_draw_ask_use_and_roll() -> None:
    """Those games come to something: each kind of action, every find, questions in others' turns."""
    seen: set[str] = set()
    for number in range(8):
        game = Game(workshop_world(3), luck=Seeded(f"lively/{number}"))
        numbers = Seeded(f"chooser/{number}")
        while not game.over:
            options = sorted(game.legal)
            lively = [text for text in options if text[0] not in "aed"] or options
            if game.state.step == st.QUESTION and game.state.seat != game.state.turn:
                seen.add("asked in another's turn")
            if len(game.state.stack) > 3:
                seen.add("nested")
            game.play(lively[int(numbers.random() * len(lively))])
        seen |= {text.partition(".")[2] for text in game.actions if "." in text}
        seen |= {event.kind for events in game.events for event in events}
    assert seen >= {"rod", "orchard", "altar", "stone", "gate", "lamp", "burn", "dowse", "tickle"}
    assert seen >= {"found", "bound", "struck", "paid", "reborn", "settled"}
    assert "asked in another's turn" in seen
