# ruff: noqa: E501  a row of a table stays on one line
"""Position strings: every position survives its own, and a damaged one is refused with the reason."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from smallworld.engine import (
    SPECTATOR,
    NotationError,
    PackError,
    PositionError,
    State,
    World,
    legal,
    new_state,
    parse_position,
    position_string,
    view,
)
from smallworld.engine.notation.strings import WorldKey
from smallworld.engine.position import state as st
from smallworld.engine.world.world import NONE
from smallworld.packs import world_from_key

from ..tools import BOARDS, LINK_SAFE, base_world, random_states, sampled_states
from ..workshop import workshop_world

# What `gates.start_acting` works out for whoever acts; it is left over, and means nothing, in other steps.
WORKED_OUT = {"combo", "reach", "open", "strict"}

FIELDS = (
    "version",
    "board",
    "packs",
    "races",
    "powers",
    "options",
    "turn",
    "asked",
    "seats",
    "in_play",
    "natives",
    "column",
    "returned",
    "discards",
    "markers",
    "badges",
    "counters",
    "facts",
)

# In the middle of a turn, with something in nearly every field.
BUSY = (
    "sw2~base_2p.2.10~base.1~all~all~~3.A.ready.t~conquer.A.orcs~7.-9.~"
    "orcs.A.fortified.2.4x2.9x1-ratmen.a..0.12x1-elves.B.hill.0.16x1.17x3~lost_tribes.3x1.6x1~"
    "flying.giants.1-stout.wizards.0~trolls~swamp~fortress.4~~wealthy_paid.1~orcs--9-1-B-elves--"
)


def read(text: str) -> State:
    return parse_position(text, world_from_key)


def with_field(name: str, value: str, text: str = BUSY) -> str:
    parts = text.split("~")
    parts[FIELDS.index(name)] = value
    return "~".join(parts)


def differences(one: State, two: State) -> list[str]:
    skip = set() if one.step in (st.READY, st.CONQUER, st.ROLLED) else WORKED_OUT
    names = [name for name in State.__slots__ if name not in skip]
    return [name for name in names if getattr(one, name) != getattr(two, name)]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", ["one", "two"])
def test_every_position_of_a_random_game_survives_its_string(board: str, seed: str) -> None:
    steps = set()
    for state in random_states(base_world(board), f"position/{seed}"):
        text = position_string(state)
        again = read(text)
        assert not differences(state, again), text
        assert again.world is world_from_key(WorldKey(board, (("base", 1),)))
        assert position_string(again) == text
        assert legal(again).codes == legal(state).codes
        assert set(text) <= LINK_SAFE
        steps.add(st.STEP_NAMES[state.step])
    assert {"pick", "ready", "conquer", "redeploy", "draw", "over"} <= steps


def test_positions_of_other_packs_survive_their_strings() -> None:
    world = workshop_world(3)

    def find(key: WorldKey) -> World:
        assert key.packs == (("homebrew", 3), ("workshop", 2))
        assert (key.players, key.rounds, key.options) == (3, 8, (("bears", "on"),))
        return world

    for state in random_states(world, "position"):
        assert not differences(state, parse_position(position_string(state), find))


def test_a_world_with_chosen_pieces_keeps_them_in_the_string() -> None:
    races = ("dwarves", "elves", "ghouls", "giants", "humans", "orcs", "trolls")
    powers = ("alchemist", "berserk", "commando", "flying", "heroic", "hill", "spirit")
    world = world_from_key(WorldKey("base_2p", (("base", 1),), races, powers))
    text = position_string(new_state(world))
    assert f"~{'-'.join(races)}~{'-'.join(powers)}~" in text
    assert not differences(read(text), new_state(world))


def test_the_first_position_reads_as_documented() -> None:
    assert position_string(new_state(base_world())) == (
        "sw2~base_2p.2.10~base.1~all~all~~1.A.pick.~pick.A.-draw..race~5.-5.~~"
        "lost_tribes.3x1.6x1.10x1.11x1.12x1.13x1.14x1.16x1.18x1~~~~~~~-------"
    )


def test_a_position_written_by_hand_says_what_it_should() -> None:
    state = read(BUSY)
    world = state.world
    orcs, elves, ratmen = (world.race_index(name) for name in ("orcs", "elves", "ratmen"))
    assert (state.round, state.turn, state.seat, state.step) == (3, 0, 0, st.CONQUER)
    assert (state.coins, state.hand[orcs], state.tokens[4], state.tokens[17]) == ([7, 9], 2, 2, 3)
    assert (state.active, state.declined) == ([orcs, elves], [(ratmen,), ()])
    assert (state.conquered, state.nonempty, state.attacked) == (1 << 9, 1, 1 << 1)
    assert [world.race_ids[race] for race in state.returned] == ["trolls"]
    assert position_string(state) == BUSY


@pytest.mark.parametrize("board", BOARDS)
def test_the_string_of_a_view_can_be_read_and_hides_the_same_coins(board: str) -> None:
    for state in sampled_states(board, 12):
        for seat in (SPECTATOR, *range(len(state.coins))):
            text = str(view(state, seat))
            again = read(text)
            assert again.coins == view(state, seat).state.coins
            assert position_string(again) == text
            if not state.over:
                assert text.count("x.") >= len(state.coins) - (seat != SPECTATOR)


# --- damaged strings: refused, with what is wrong -----------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "sw3" + BUSY[3:], "swg2~c9", "rnbqkbnr/pppppppp w", "sw", "SW2" + BUSY[3:]]
)
def test_another_version_is_refused_by_name(text: str) -> None:
    with pytest.raises(NotationError, match="expected it to start with sw2, got '"):
        read(text)


def test_a_position_of_the_first_version_is_refused_by_that_name() -> None:
    old = (
        "sw1~base_2p~base.1~all~all~1.A.pick.~pick.A.-draw_race..~5.-5.~~"
        "3x1-6x1-10x1-11x1-12x1-13x1-14x1-16x1-18x1~~~~~~-------"
    )
    for text in (old, "sw1" + BUSY[3:], "sw1"):
        with pytest.raises(NotationError, match=r"of the first version \(sw1\), which can no longer be read"):
            read(text)


@pytest.mark.parametrize("count", range(1, len(FIELDS)))
def test_a_string_with_its_tail_cut_off_is_refused_with_the_number_of_fields(count: int) -> None:
    text = "~".join(BUSY.split("~")[:count])
    with pytest.raises(NotationError, match=f"expected 18 fields, got {count}"):
        read(text)


@pytest.mark.parametrize("name", FIELDS[1:])
def test_a_doubled_field_is_refused_with_the_number_of_fields(name: str) -> None:
    parts = BUSY.split("~")
    number = FIELDS.index(name)
    with pytest.raises(NotationError, match="expected 18 fields, got 19"):
        read("~".join([*parts[:number], parts[number], *parts[number:]]))


@pytest.mark.parametrize("name", FIELDS[1:])
@pytest.mark.parametrize("garbage", ["?", "garbage", "-", ".", "x", "-.-.-", "1x", "٣", "a b"])
def test_garbage_in_a_field_is_refused(name: str, garbage: str) -> None:
    with pytest.raises((NotationError, PositionError, PackError)) as caught:
        read(with_field(name, garbage))
    assert all(fault.strip() for fault in caught.value.faults)


@pytest.mark.parametrize("name", ["board", "packs", "turn", "asked", "seats", "in_play", "facts"])
def test_an_emptied_field_that_a_position_needs_is_refused(name: str) -> None:
    with pytest.raises((NotationError, PositionError, PackError)) as caught:
        read(with_field(name, ""))
    assert all(fault.strip() for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("board", "base_9p.2.10", "unknown board 'base_9p'; expected one of: base_2p, base_3p, base_4p, base_5p"),
        ("board", "base_2p", "cannot read the board 'base_2p': expected board.players.rounds"),
        ("board", "base_2p.9.10", "expected 1 to 8 players, got 9"),
        ("board", "base_2p.2.61", "expected 1 to 60 rounds, got 61"),
        ("board", "base_2p.3.10", "expected 3 seats, got 2"),
        ("options", "fog.on", "unknown option 'fog'; expected one of: own_tokens"),
        ("options", "fog", "cannot read the option 'fog': expected name.value"),
        ("packs", "bas.1", "unknown pack 'bas'; expected one of: .*base"),
        ("packs", "base.2", "pack base: version 2 is needed, version 1 is installed"),
        ("packs", "base", "expected name.version, as in base.1"),
        ("races", "orcs-gnomes", "unknown race 'gnomes'; expected one of: amazons, "),
        ("races", "orcs-elves", "2 players need at least 6 races, got 2"),
        ("powers", "hill-royal", "unknown power 'royal'; expected one of: alchemist, "),
        ("turn", "3.C.ready.t", "unknown seat 'C'; expected one of: A, B"),
        ("turn", "3.A.breakfast.t", "unknown phase 'breakfast'; expected one of: .*redeploy"),
        ("turn", "0.A.ready.t", "round 0: expected 1 to 10"),
        ("turn", "11.A.ready.t", "round 11: expected 1 to 10"),
        ("asked", "ponder.A.orcs", "unknown step 'ponder'; expected one of: conquer, "),
        ("asked", "conquer.A.gnomes", "unknown race 'gnomes'; expected one of: amazons, "),
        ("seats", "7.", "expected 2 seats, got 1"),
        ("seats", "7.-9.-4.", "expected 2 seats, got 3"),
        ("seats", "7.A-9.", "player A: at peace with themselves"),
        ("seats", "7.D-9.", "unknown seat 'D'; expected one of: A, B"),
        ("in_play", "gnomes.A.hill.0.4x1", "unknown race 'gnomes'"),
        ("in_play", "lost_tribes.A.hill.0.4x1", "unknown race 'lost_tribes'"),
        ("in_play", "orcs.A.royal.0.4x1", "unknown power 'royal'"),
        ("in_play", "orcs.C.hill.0.4x1", "unknown seat 'C'"),
        ("in_play", "orcs.A.hill.0.40x1", "there is no region 40 on base_2p"),
        ("in_play", "orcs.A.hill.0.4x1.4x2", "region 4 is held twice"),
        ("in_play", "orcs.A.hill.0.4x1-elves.B.swamp.0.4x1", "region 4 is held twice"),
        ("in_play", "orcs.A.hill.0.3x1", "region 3 is held twice"),
        ("in_play", "orcs.A.hill.0.4x0", "orcs hold it with 0 tokens; at least 1 is needed"),
        ("in_play", "orcs.A.fortified.9.4x2", "orcs: 11 tokens on the map and in hand, but only 10 exist"),
        ("in_play", "orcs.A.hill.0.4x1-orcs.B.swamp.0.5x1", "orcs are in play twice"),
        ("in_play", "orcs.A.hill.0.4x1-elves.A.heroic.0.5x1", "player A has two active races"),
        ("in_play", "orcs.A..0.4x1", "player A: active orcs without a power"),
        ("in_play", "orcs.A.hill.0.4x1-elves.B.hill.0.5x1", "power hill: in 2 places at once"),
        ("in_play", "orcs.A.stout.0.4x1", "power stout: in 2 places at once"),
        ("in_play", "orcs.A.swamp.0.4x1", "power swamp: in 2 places at once"),
        ("in_play", "giants.A.hill.0.4x1", "race giants: in 2 places at once"),
        ("in_play", "trolls.A.hill.0.4x1", "race trolls: in 2 places at once"),
        ("in_play", "orcs.A.hill.0.4x1-elves.a..0.9x2", "elves: declined, but more than one token in region 9"),
        ("in_play", "orcs.A.hill.0.4x1-humans.a..1.9x1", "humans: declined, but 1 tokens in hand"),
        ("in_play", "orcs.A.hill.0.4x1-elves.a..0", "elves: declined with no token left"),
        ("in_play", "orcs.A.hill.0.4x1-elves.a..0.5x1-humans.a..0.9x1", "more than one declined race: elves, humans"),
        ("natives", "lost_tribes.0x1", "region 0: lost_tribes cannot stand on sea"),
        ("natives", "lost_tribes.99x1", "there is no region 99 on base_2p"),
        ("natives", "monsters.3x1", "unknown natives 'monsters'; expected one of: lost_tribes"),
        ("natives", "orcs.3x1", "unknown natives 'orcs'; expected one of: lost_tribes"),
        ("natives", "lost_tribes.3x19", "lost_tribes: 19 tokens on the map and in hand, but only 18 exist"),
        ("column", "flying.gnomes.1", "unknown race 'gnomes'"),
        ("column", "royal.giants.1", "unknown power 'royal'"),
        ("column", "flying.giants.1-flying.wizards.0", "power flying: in 2 places at once"),
        ("column", "flying.giants.1-stout.giants.0", "race giants: in 2 places at once"),
        ("returned", "gnomes", "unknown race 'gnomes'"),
        ("returned", "trolls-trolls", "race trolls: in 2 places at once"),
        ("discards", "royal", "unknown power 'royal'"),
        ("discards", "stout", "power stout: in 2 places at once"),
        ("markers", "castle.4", "unknown marker 'castle'; expected one of: dragon, "),
        ("markers", "fortress.4-fortress.4", "marker fortress: 2 in region 4, at most 1 may be"),
        ("markers", "dragon.4-dragon.9", "marker dragon: 2 on the map, but only 1 exist"),
        ("markers", "fortress.1", "marker fortress: region 1 is held by nobody"),
        ("markers", "fortress.3", "marker fortress: region 3 is held by nobody"),
        ("badges", "royal.4", "unknown power 'royal'"),
        ("badges", "commando.3", "badge commando: nothing binds it to region 3"),
        ("badges", "hill.4", "power hill: in 2 places at once"),
        ("badges", "commando.44", "there is no region 44 on base_2p"),
        ("counters", "luck.4", "unknown counter 'luck'; expected one of: .*wealthy_paid"),
        ("facts", "gnomes-------", "unknown race 'gnomes'"),
        ("facts", "elves-------", "step conquer: the player to move has no race that acts"),
        ("facts", "-------", "step conquer: the player to move has no race that acts"),
        ("facts", "orcs--9-1-C-elves--", "unknown seat 'C'"),
    ],
)  # fmt: skip
def test_an_impossible_field_is_refused_with_what_is_wrong(name: str, value: str, message: str) -> None:
    with pytest.raises((NotationError, PositionError, PackError), match=message):
        read(with_field(name, value))


def test_all_impossible_things_are_reported_at_once() -> None:
    text = with_field("in_play", "orcs.A.hill.0.4x0-elves.B.hill.9.16x9")
    text = with_field("markers", "fortress.1-dragon.16-dragon.4", text)
    with pytest.raises(PositionError) as caught:
        read(with_field("turn", "77.A.ready.t", text))
    faults = "\n".join(caught.value.faults)
    assert len(caught.value.faults) >= 6
    for expected in (
        "orcs hold it with 0 tokens",
        "elves: 18 tokens on the map and in hand, but only 11 exist",
        "power hill: in 2 places at once",
        "marker dragon: 2 on the map",
        "marker fortress: region 1 is held by nobody",
        "round 77: expected 1 to 10",
    ):
        assert expected in faults


def test_a_marker_in_a_region_the_board_does_not_have_is_refused() -> None:
    for region in ("23", "43", "63", "64", "1000"):
        with pytest.raises((NotationError, PositionError)):
            read(with_field("markers", f"fortress.{region}"))


def test_a_conquered_region_the_board_does_not_have_is_refused() -> None:
    for region in ("23", "64", "1000"):
        with pytest.raises((NotationError, PositionError)):
            read(with_field("facts", f"orcs--{region}-1-B-elves--"))


def test_an_absurdly_large_number_is_refused_and_fills_no_memory() -> None:
    huge = "9" * 40
    for name, value in (
        ("facts", f"orcs--{huge}-1-B-elves--"),
        ("markers", f"fortress.{huge}"),
        ("turn", f"{huge}.A.ready.t"),
        ("in_play", f"orcs.A.hill.{huge}.4x1"),
        ("natives", f"lost_tribes.3x{huge}"),
    ):
        with pytest.raises((NotationError, PositionError)):
            read(with_field(name, value))


def test_a_question_to_somebody_whose_turn_it_is_not_is_refused() -> None:
    """Only victims are asked in the turn of another player."""
    for asked in ("conquer.B.orcs", "redeploy.B.orcs", "redeploy.A.elves", "pick.B.", "fade.B."):
        with pytest.raises((NotationError, PositionError)):
            read(with_field("asked", asked))


def test_a_pick_by_a_player_who_has_an_active_race_is_refused() -> None:
    with pytest.raises((NotationError, PositionError)):
        read(with_field("asked", "pick.A."))


def test_a_pending_die_whose_target_is_not_on_the_board_is_refused() -> None:
    with pytest.raises((NotationError, PositionError)):
        read(with_field("asked", "conquer.A.orcs-die..r45"))


def test_a_placing_step_without_a_token_to_place_is_refused() -> None:
    """Nothing would be legal in it, and the game could not go on."""
    text = with_field("in_play", "orcs.A.fortified.0.4x2.9x1-elves.B.hill.0.16x1.17x3")
    for asked in ("redeploy.A.orcs", "victims.B.elves", "give_up.A.orcs"):
        with pytest.raises((NotationError, PositionError)):
            read(with_field("asked", asked, with_field("facts", "orcs-------", text)))


PICKING = (
    "sw2~base_2p.2.10~base.1~all~all~~1.A.pick.~pick.A.~5.-5.~~lost_tribes.3x1.6x1~"
    "flying.giants.1-stout.wizards.0-hill.humans.0-commando.amazons.0-forest.dwarves.0-heroic.tritons.0~~~~~~-------"
)


@pytest.mark.parametrize(
    "text",
    [
        with_field("asked", "pick.A.-draw..race", PICKING),
        with_field("asked", "pick.A.-draw..power", PICKING),
        PICKING.replace("heroic.tritons", ".tritons"),
        with_field(
            "column",
            "flying.giants.1-.wizards.0-hill.humans.0",
            with_field("asked", "pick.A.-draw..power", PICKING),
        ),
        with_field(
            "column", "flying.giants.1-.wizards.0", with_field("asked", "pick.A.-draw..race", PICKING)
        ),
        with_field("facts", "ratmen-------"),
        with_field("asked", "conquer.A.ratmen"),
        with_field("asked", "conquer.A.elves"),
        with_field("facts", "trolls-------b.4x2", with_field("asked", "conquer.A.orcs-die..r3")),
        with_field("asked", "conquer.A.orcs-die.."),
        with_field("asked", "pick.A.-draw..race.4", PICKING),
        with_field("asked", "next..", PICKING),
        with_field("asked", "pick.A.-pick.A.", PICKING),
        with_field("asked", "draw..race", PICKING),
        with_field("asked", "conquer.A.orcs-die.A.r3"),
        with_field("badges", "commando.4"),
        with_field("badges", "hill.4"),
    ],
    ids=[
        "a-draw-for-a-full-column",
        "a-badge-for-a-full-column",
        "a-column-that-lacks-a-badge",
        "a-badge-missing-in-the-middle",
        "a-banner-drawn-before-the-badge",
        "another-race-acts-than-is-asked",
        "another-race-is-asked-than-acts",
        "a-race-of-somebody-else-is-asked",
        "a-race-that-is-not-in-play-acts",
        "a-first-roll-by-a-race-that-has-none",
        "a-banner-drawn-for-a-region",
        "nothing-is-asked",
        "a-decision-interrupts-a-decision",
        "a-draw-interrupts-nothing",
        "a-die-somebody-decides",
        "a-badge-lies-where-nothing-binds-it-but-a-camp-stands",
        "a-badge-lies-that-somebody-has",
    ],
)
def test_parts_that_contradict_each_other_are_refused(text: str) -> None:
    with pytest.raises((NotationError, PositionError)):
        read(text)


def test_the_position_those_contradictions_are_made_of_is_fine() -> None:
    assert list(legal(read(PICKING))) == ["p1", "p2", "p3", "p4", "p5", "p6"]
    assert "c3" in legal(read(BUSY)) or "r3" in legal(read(BUSY))


STRINGS = tuple(
    position_string(sampled_states(board)[number]) for board in BOARDS for number in range(0, 40, 3)
)


@some.composite
def edited(draw: some.DrawFn) -> str:
    """A valid string after one to three small accidents."""
    text = draw(some.sampled_from(STRINGS))
    for _ in range(draw(some.integers(1, 3))):
        place = draw(some.integers(0, max(0, len(text) - 1)))
        accident = draw(some.sampled_from(["drop", "insert", "change", "field", "cut", "swap"]))
        letter = draw(some.sampled_from("abcABCxpts0123456789.-~_ ٣²é"))
        if accident == "drop":
            text = text[:place] + text[place + 1 :]
        elif accident == "insert":
            text = text[:place] + letter + text[place:]
        elif accident == "change":
            text = text[:place] + letter + text[place + 1 :]
        elif accident == "cut":
            text = text[:place] + text[place + draw(some.integers(1, 12)) :]
        else:
            parts = text.split("~")
            other = draw(some.sampled_from(STRINGS)).split("~")
            number = draw(some.integers(0, len(parts) - 1))
            if accident == "field" and number < len(other):
                parts[number] = other[number]
            else:
                parts[number] = "-".join(reversed(parts[number].split("-")))
            text = "~".join(parts)
    return text


@settings(derandomize=True, database=None, deadline=None, max_examples=1000)
@given(edited())
def test_an_edited_string_is_a_position_or_refused_with_a_reason_and_never_anything_else(text: str) -> None:
    faults: tuple[str, ...] = ()
    try:
        state = read(text)
    except (NotationError, PositionError, PackError) as error:
        faults = error.faults
    if faults:
        assert all(fault.strip() for fault in faults)
    else:
        again = position_string(state)
        assert position_string(read(again)) == again


@settings(derandomize=True, database=None, deadline=None, max_examples=1000)
@given(edited())
def test_whatever_is_accepted_can_go_on(text: str) -> None:
    try:
        state = read(text)
    except (NotationError, PositionError, PackError):
        return
    assert state.over or legal(state) or NONE in state.coins


@settings(derandomize=True, database=None, deadline=None, max_examples=300)
@given(some.text(max_size=80) | some.text(alphabet="sw2~-.xA09", max_size=60).map("sw2~{}".format))
def test_any_text_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises((NotationError, PositionError, PackError)) as caught:
        read(text)
    assert caught.value.faults


def test_what_would_break_in_mid_turn_is_refused() -> None:
    """Found by tampering with strings: no active race to ask about, the same question twice."""
    base = "sw2~base_3p.3.10~base.1"
    for text, fault in (
        (
            f"{base}~all~all~~5.A.fade.pt~fade.A.~31.-19.-17.~~lost_tribes.6x1~fortified.ratmen.4-forest.trolls.3-heroic.amazons.3-commando.skeletons.0-alchemist.orcs.0-flying.sorcerers.0~~~~~~ghouls--19.25-2-B---",
            "no active race",
        ),
        (
            f"{base}-underground.1~all~all~~1.A.setup.~question.A.monsters..0-question.A.monsters..0~5.-5.-5.~~lost_tribes.5x1.8x1-monsters.6x2.13x2.21x2~merchant.orcs.0-shield.wizards.0-flocking.liches.0-mystic.dwarves.0-frightened.ogres.0-royal.gnomes.0~~~~~~-------",
            "asked twice",
        ),
    ):
        with pytest.raises(PositionError, match=fault):
            read(text)
