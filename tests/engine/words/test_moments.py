# ruff: noqa: E501  a row of a table stays on one line
"""Every word a pack can say, on a homebrew pack: effects, moments, changes, means, questions, markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import pytest

from smallworld.engine import (
    Game,
    Pack,
    PackError,
    PositionError,
    State,
    World,
    apply,
    check,
    conquest_receipt,
    defence_receipt,
    effects,
    legal,
    parse_position,
    position_string,
    score_receipt,
    state_from,
)
from smallworld.engine.content import changes
from smallworld.engine.content.board import Board
from smallworld.engine.content.changes import Change, GainTokens
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Power, Race
from smallworld.engine.laws.laws import broken_laws
from smallworld.engine.notation.strings import WorldKey
from smallworld.engine.words import foresees as foreseeing
from smallworld.engine.words.truce import TRUCE
from smallworld.lab.fuzz import fuzz_game

from .. import court, homebrew, party_brew, workshop
from ..homebrew import homebrew_world


def race(name: str, power: str | None = None, hand: int = 0, **places: int) -> dict[str, Any]:
    row: dict[str, Any] = {"race": name, "hand": hand, "regions": {k[1:]: n for k, n in places.items()}}
    return {**row, "power": power} if power else row


def at(
    a: dict[str, Any] | None, b: dict[str, Any] | None = None, *, world: World | None = None, **more: Any
) -> State:
    """A position of two players on the grid; `old_a`, `old_b`: declined races."""
    players: dict[str, Any] = {seat: {"active": row} if row else {} for seat, row in (("A", a), ("B", b))}
    for seat in "AB":
        players[seat]["declined"] = more.pop(f"old_{seat.lower()}", [])
        players[seat].update(more.pop(f"player_{seat}", {}))
    here = world or homebrew_world()

    def find(_: Mapping[str, Any]) -> World:
        return here

    more.setdefault("step", "ready")
    return state_from({"board": here.board.id, "players": players, **more}, find)


def play(state: State, actions: str) -> State:
    """Play actions, every law after each of them."""
    for action in actions.split():
        state = apply(state, action).state
        assert not broken_laws(state), action
    return state


def hand(state: State, name: str) -> int:
    return state.hand[state.world.race_index(name)]


def cost(state: State, region: int, way: str = "") -> str:
    means = state.world.means[state.world.means_index(way)] if way else None
    return str(conquest_receipt(state, region, means))


def conquerable(state: State) -> set[int]:
    return {int(text[1:]) for text in legal(state) if text[0] == "c" and "." not in text}


# --- the vocabulary -----------------------------------------------------------------------------------------


def test_the_homebrew_packs_speak_every_word() -> None:
    """Every effect and change there is stands in one of the packs, so that random games use it."""
    written = {*vars(homebrew), *vars(workshop), *vars(court), *vars(party_brew), *vars(foreseeing)}
    said = {name for name in (*vars(effects), *vars(changes)) if name in written and not name.startswith("_")}
    words = {name for name, value in vars(effects).items() if callable(value) and name.islower()}
    words = {name for name in words if getattr(vars(effects)[name], "__module__", "") == effects.__name__}
    kinds = {name for name in vars(changes) if name in str(changes.Change)}
    assert words - {"dataclass"} <= said
    assert kinds >= {kind.__name__ for kind in get_args(changes.Change)}
    assert kinds <= said | {"Change"}


# --- what a conquest costs ------------------------------------------------------------------------------------


def test_cheaper_and_dearer_regions() -> None:
    state = at(race("badgers", "ageless", 9, r0=1))
    assert cost(state, 5) == "1 = 2 region - 1 badgers"
    assert cost(state, 2) == "4 = 2 region + 1 peak + 1 badgers"
    assert cost(state, 1) == "2 = 2 region"
    after = play(state, "c5")
    assert hand(after, "badgers") == 8


def test_cheaper_beside_a_held_tunnel_and_through_passages() -> None:
    state = at(race("moles", "ageless", 9, r5=1))
    assert cost(state, 10) == "1 = 2 region - 1 moles"
    assert cost(state, 14) == "1 = 2 region - 1 moles", "tunnels are next to each other"
    assert cost(state, 3) == "2 = 2 region"


def test_flanked_regions_cost_as_if_empty() -> None:
    state = at(race("wasps", "ageless", 4, r0=1, r2=1), race("badgers", "weary", 0, r1=4, r3=1))
    assert cost(state, 1) == "2 = 2 region"
    assert cost(state, 3) == "3 = 2 region + 1 badgers"
    after = play(state, "c1")
    assert hand(after, "wasps") == 2
    assert hand(after, "badgers") == 3


def test_defence_has_its_lifetimes() -> None:
    active = at(race("ants", "ageless", 9, r0=1), race("badgers", "walled", 0, r1=2))
    assert str(defence_receipt(active, 1)) == "5 = 2 region + 2 badgers + 1 wall"
    declined = at(race("ants", "ageless", 9, r0=1), old_b=[race("badgers", "walled", r1=1)])
    assert str(defence_receipt(declined, 1)) == "5 = 2 region + 1 badgers + 2 ruin"
    assert hand(play(declined, "c1"), "ants") == 4


def test_declining_changes_the_defence_at_once() -> None:
    state = play(at(race("badgers", "walled", 3, r1=1, r6=1)), "d")
    assert str(defence_receipt(state, 1)) == "5 = 2 region + 1 badgers + 2 ruin"


# --- where it may go --------------------------------------------------------------------------------------------


def test_wings_reach_everything_their_set_says() -> None:
    state = at(race("storks", "ageless", 9, r0=1))
    closed = {4, 15, 11}
    peaks = {2, 18}
    assert conquerable(state) == set(range(20)) - closed - peaks - {0}
    first = at(race("storks", "ageless", 9))
    assert 12 in conquerable(first), "from the first conquest on"
    assert {2, 18} <= conquerable(first), "peaks are on the border"


def test_passages_link_tunnels_and_springs() -> None:
    state = at(race("moles", "ageless", 9, r5=1))
    assert conquerable(state) == {0, 6, 10, 14, 17, 19}
    elsewhere = at(race("moles", "ageless", 9, r3=1))
    assert conquerable(elsewhere) == {2, 8, 6, 19}


def test_an_entry_that_is_the_only_one() -> None:
    state = at(race("toads", "ageless", 9))
    water_and_coast = {3, 4, 8, 9, 10, 15, 16, 7, 13}
    assert conquerable(state) == water_and_coast


def test_an_entry_that_moves_with_a_marker() -> None:
    with pytest.raises(PositionError, match="marker beacon: region 11 is no place for it"):
        at(race("wasps", "ageless", 9), markers={"beacon": {"11": 1}})
    beacon = at(race("wasps", "ageless", 9), race("ants", "bright", 0, r12=1), markers={"beacon": {"13": 1}})
    assert 13 not in conquerable(beacon), "a beacon makes immune"
    assert [reason.rule for reason in check(beacon, "c13")] == ["immune"]
    assert [reason.rule for reason in check(beacon, "c7")] == ["entry"]


def test_a_settler_stays_in_the_water_and_others_must_leave_the_ford() -> None:
    toads = play(at(race("toads", "ageless", 2, r8=1, r9=1)), "c4")
    assert toads.occ[8] == toads.occ[4] == toads.world.race_index("toads")
    badgers = play(at(race("badgers", "ageless", 1, r3=1, r9=1)), "c8 t3.1")
    assert badgers.occ[8] == -1
    assert badgers.seat == 1


# --- tokens -----------------------------------------------------------------------------------------------------


def test_attack_only_tokens_wait_in_hand() -> None:
    state = play(at(race("snails", "ageless", 4, r0=1, r10=1)), "e")
    assert legal(state).step == "redeploy"
    assert set(legal(state)) == {"t0.1", "t0.2", "t10.1", "t10.2"}
    assert hand(play(state, "t0.2"), "snails") == 2


def test_recruits_come_per_region_flat_and_per_conquests() -> None:
    springs = play(at(race("snails", "ageless", 2, r6=1, r19=1, r0=1)), "e")
    assert hand(springs, "snails") == 4, "one for each spring"
    flat = play(at(race("ants", "ageless", 2, r0=1, r10=1)), "e")
    assert hand(flat, "ants") == 3
    foes = race("badgers", "weary", 0, r1=1, r5=1)
    conquests = play(at(race("wraiths", "ageless", 7, r0=1), foes), "c1 c5 e")
    assert hand(conquests, "wraiths") == 1 + 2 + 2 + 1, "unused, two each from both regions, one recruit"


def test_recruits_stop_with_the_tray() -> None:
    state = play(at(race("snails", "ageless", 10, r6=1, r19=1, r0=1)), "e")
    assert state.tray[state.world.race_index("snails")] == 0
    assert hand(state, "snails") == 10


def test_losses_follow_what_the_race_says() -> None:
    storks = play(at(race("badgers", "ageless", 9, r0=1), race("storks", "weary", 0, r1=3, r9=1)), "c1")
    assert (hand(storks, "storks"), storks.tray[storks.world.race_index("storks")]) == (1, 12 - 2)
    declined = play(at(race("badgers", "ageless", 9, r0=1), old_b=[race("storks", r1=1, r9=1)]), "c1")
    assert hand(declined, "storks") == 0
    wraiths = play(at(race("badgers", "ageless", 9, r0=1), old_b=[race("wraiths", r1=3, r9=1)]), "c1")
    assert hand(wraiths, "wraiths") == 3, "in decline they lose nobody"
    active = play(at(race("badgers", "ageless", 9, r0=1), race("wraiths", "weary", 0, r1=3, r9=1)), "c1")
    assert hand(active, "wraiths") == 2


# --- coins ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (at(race("badgers", "ageless", 0, r0=1, r1=1, r6=1)), "5 = 3 regions + 2 badgers"),
        (at(race("toads", "ageless", 0, r4=1, r8=1, r9=1)), "5 = 3 regions + 2 toads"),
        (at(None, old_a=[race("toads", r4=1, r9=1)], step="start"), "3 = 2 regions + 1 toads"),
        (at(race("wasps", "ageless", 0, r0=1, r1=1, r9=1)), "4 = 3 regions + 1 wasps"),
        (at(race("ants", "thrifty", 0, r0=1)), "4 = 1 regions + 3 thrifty"),
        (at(race("ants", "thrifty", 0, r0=1), counters={"thrifty_paid": 1}), "1 = 1 regions"),
        (at(race("ants", "thrifty", 3)), "0 = 0"),
        (at(None, old_a=[race("ants", "thrifty", r0=1)], step="start"), "3 = 1 regions + 2 thrifty"),
        (at(race("ants", "raiding", 0, r0=1, r1=1), conquered=[0, 1], nonempty=2, step="conquer"), "5 = 2 regions + 3 raiding"),
        (at(race("ants", "bannered", 0, r0=1, r1=1), markers={"banner": {"0": 2}}), "4 = 2 regions + 2 bannered"),
    ],
)  # fmt: skip
def test_coins_of_every_kind_are_spelled_out(state: State, text: str) -> None:
    receipt = score_receipt(state, 0)
    assert str(receipt) == text
    assert receipt.adds_up
    assert not broken_laws(state)


# --- decline ----------------------------------------------------------------------------------------------------


def test_a_last_redeployment_on_the_turn_of_decline() -> None:
    state = play(at(race("ants", "weary", 0, r0=4, r1=2), step="start"), "d")
    assert legal(state).step == "redeploy"
    ants = state.world.race_index("ants")
    assert state.declined[0] == (ants,)
    free = hand(state, "ants")
    after = play(state, f"t1.{free}")
    assert after.tokens[1] == free + 1


def test_a_last_redeployment_when_an_acting_elder_is_driven_out_by_the_decline() -> None:
    """The elder is asked first, but declining is still free; then the elder's race is gone."""
    state = at(race("ants", "weary", 0, r0=4, r1=2), old_a=[race("wraiths", r9=3)], step="start")
    assert state.world.race_ids[state.acting] == "wraiths"
    after = apply(state, "d").state
    assert legal(after).step == "redeploy"
    assert position_string(parse_position(position_string(after), lambda _: after.world)) == position_string(
        after
    )


def test_keeping_all_tokens_in_decline() -> None:
    state = play(at(race("wraiths", "ageless", 0, r0=4, r1=2), step="start"), "d")
    assert (state.tokens[0], state.tokens[1]) == (4, 2)


def test_a_race_that_outlives_leaves_room_for_another() -> None:
    state = at(race("badgers", "ageless", 0, r0=1, r1=1), old_a=[race("ants", r9=1)], step="start")
    state = play(state, "d")
    names = [state.world.race_ids[race] for race in state.declined[0]]
    assert names == ["ants", "badgers"]
    assert state.world.power_ids[state.badge[state.declined[0][1]]] == "ageless"
    plain = play(at(race("badgers", "weary", 0, r0=1, r1=1), old_a=[race("ants", r9=1)], step="start"), "d")
    assert [plain.world.race_ids[race] for race in plain.declined[0]] == ["badgers"]


def test_a_badge_stays_as_long_as_something_of_it_works_in_decline() -> None:
    for power, stays in (
        ("walled", True),
        ("thrifty", True),
        ("ageless", True),
        ("weary", False),
        ("raiding", False),
    ):
        state = play(at(race("badgers", power, 0, r0=1, r1=1), step="start"), "d")
        kept = state.badge[state.world.race_index("badgers")] != -1
        assert kept == stays, power
        assert bool(state.discards >> state.world.power_index(power) & 1) != stays


def test_fading_after_scoring() -> None:
    state = play(at(race("badgers", "weary", 0, r0=1)), "e")
    assert set(legal(state)) == {"e", "d"}
    coins = state.coins[0]
    after = play(state, "d")
    assert after.coins[0] == coins
    assert after.active[0] == -1


def test_acting_in_decline_with_its_own_nature() -> None:
    state = at(race("badgers", "weary", 0, r19=1), old_a=[race("wraiths", r0=4)], step="start")
    assert state.world.race_ids[state.acting] == "wraiths"
    after = play(state, "c1")
    assert after.occ[1] == after.world.race_index("wraiths")


def test_rolling_first() -> None:
    state = at(race("badgers", "reckless", 1, r0=1))
    assert set(legal(state)) >= {"b", "c5"}
    after = play(state, "b die.1 c1")
    assert after.occ[1] == after.world.race_index("badgers")


# --- moments ----------------------------------------------------------------------------------------------------


def test_a_turn_that_begins_brings_tokens_and_counts() -> None:
    state = at(race("foxes", "weary", 0, r0=1, r1=1), step="start")
    assert hand(state, "foxes") == 1
    b = at(race("badgers", "weary", 0, r19=1), race("foxes", "ageless", 0, r0=1), step="start")
    after = play(b, "e e")
    assert (after.turn, hand(after, "foxes")) == (1, 1)
    assert after.counters[after.world.counter_index("litters")] == 1


def test_conquering_brings_coins_until_the_counter_says_enough() -> None:
    state = at(race("foxes", "ageless", 8, r0=1), player_A={"coins": 0})
    step = apply(state, "c1")
    assert [event.kind for event in step.events] == ["conquered", "gained"]
    after = play(step.state, "c5 c6")
    assert after.coins[0] == 2
    assert after.counters[after.world.counter_index("raids")] == 2


def test_counters_of_a_turn_begin_again_and_those_of_a_race_go_on() -> None:
    state = at(race("foxes", "ageless", 8, r0=1), race("badgers", "weary", 0, r19=1), counters={"litters": 2})
    raids, litters = (state.world.counter_index(name) for name in ("raids", "litters"))
    state = play(state, "c1")
    assert (state.counters[raids], state.counters[litters]) == (1, 2)
    state = play(state, "e t0.7")
    assert (state.turn, state.counters[raids], state.counters[litters]) == (1, 0, 2)
    state = play(state, "e e")
    assert (state.turn, state.counters[raids], state.counters[litters]) == (0, 0, 3)


def test_decline_brings_what_the_race_asked_for() -> None:
    state = at(
        race("foxes", "weary", 0, r0=1, r1=1), step="start", counters={"litters": 3}, player_A={"coins": 0}
    )
    litters = state.world.counter_index("litters")
    assert state.counters[litters] == 3 + 1  # one cub is born as the turn starts
    step = apply(state, "d")
    assert [event.amount for event in step.events if event.kind == "gained"] == [4]
    assert step.state.coins[0] == 4 + 2
    assert not broken_laws(step.state)


def test_a_picked_race_begins_with_its_counters_at_zero() -> None:
    state = at(None, column=["weary foxes"], counters={"litters": 7}, step="start")
    while state.is_chance:
        state = play(state, legal(state)[0])
    assert play(state, "p1").counters[state.world.counter_index("litters")] == 0


# --- questions ------------------------------------------------------------------------------------------------------


COLUMN = [
    "raiding magpies",
    "thrifty ants",
    "walled moles",
    "reckless toads",
    "ageless storks",
    "cunning snails",
]


def picked_magpies(**more: Any) -> State:
    return play(at(None, column=COLUMN, step="start", **more), "p1")


def mustered(state: State, answer: str) -> State:
    """Answer, and let the column be filled again."""
    state = play(state, answer)
    while state.is_chance:
        state = play(state, legal(state)[0])
    return state


def test_a_badge_can_be_swapped_with_one_of_the_column() -> None:
    state = picked_magpies()
    assert set(legal(state)) == {"o1", "o2", "o3", "o4", "o5", "e"}
    after = mustered(state, "o1")
    magpies = after.world.race_index("magpies")
    assert after.world.power_ids[after.badge[magpies]] == "thrifty"
    assert after.world.power_ids[after.col_badge[0]] == "raiding"
    assert hand(after, "magpies") == 6 + 4
    walled = mustered(state, "o2")
    assert hand(walled, "magpies") == 6 + 3
    assert str(defence_receipt(play(walled, "c0"), 0)) == "5 = 2 region + 2 magpies + 1 wall"
    kept = mustered(state, "e")
    assert kept.world.power_ids[kept.badge[magpies]] == "raiding"
    assert len(kept.col_badge) == 6, "the column is filled again"


def test_a_race_with_a_defence_survives_its_string_before_it_is_mustered() -> None:
    """Picked, and asked about a swap before its tokens are taken."""
    state = at(None, column=["walled magpies", *COLUMN[1:2], "raiding moles", *COLUMN[3:]], step="start")
    assert not broken_laws(apply(state, "p1").state)


def test_a_swapped_badge_begins_as_new() -> None:
    """What the badge paid to an earlier owner is not what it has paid to this one."""
    state = mustered(picked_magpies(counters={"thrifty_paid": 1}), "o1")
    assert state.counters[state.world.counter_index("thrifty_paid")] == 0
    assert str(score_receipt(play(state, "c0 c1"), 0)) == "5 = 2 regions + 3 thrifty"


def test_a_question_that_must_be_answered_puts_its_marker() -> None:
    state = play(at(race("badgers", "bright", 0, r0=1, r1=1)), "e")
    assert legal(state).step == "question"
    assert set(legal(state)) == {"o0", "o1"}
    assert [reason.rule for reason in check(state, "e")] == ["must_choose"]
    after = play(state, "o1")
    assert after.spots(after.world.marker_index("beacon")) == 1 << 1
    assert after.counters[after.world.counter_index("beacons")] == 1
    assert set(legal(after)) == {"o2", "e"}, "then peace, which is free"
    peace = play(after, "o2")
    assert TRUCE.of(peace, 0) == 1


def test_a_marker_that_stays_outlasts_conquest_and_decline() -> None:
    state = at(race("badgers", "bright", 0, r0=1, r1=1), markers={"beacon": {"0": 1}}, step="start")
    after = play(state, "d")
    assert after.spots(after.world.marker_index("beacon")) == 1
    assert [reason.rule for reason in check(after, "c0")] == ["step"]


def test_a_third_beacon_moves_the_first() -> None:
    state = play(
        at(race("badgers", "bright", 0, r0=1, r1=1, r2=1), markers={"beacon": {"0": 1, "1": 1}}), "e o2"
    )
    assert state.spots(state.world.marker_index("beacon")) == 0b110


# --- means and markers ------------------------------------------------------------------------------------------------


def test_a_discount_a_trap_and_a_whisper() -> None:
    foes = race("badgers", "weary", 0, r1=3, r5=1)
    state = at(race("ants", "cunning", 4, r0=1), foes)
    assert cost(state, 1) == "5 = 2 region + 3 badgers"
    assert cost(state, 1, "ram") == "3 = 2 region + 3 badgers - 2 ram"
    assert cost(state, 1, "trap") == "2 = 2 region"
    assert cost(state, 5, "whisper") == "0 = 0 whisper"
    assert {"c1.ram", "c1.trap", "c5.whisper", "r1"} <= set(legal(state))
    after = play(state, "c5.whisper")
    assert hand(after, "ants") == 4, "the new one comes from the tray"
    assert "c10.whisper" not in legal(after)
    used = play(state, "c1.trap")
    assert [reason.rule for reason in check(used, "c5.trap")] == ["means_used"]


def test_a_whisper_takes_a_token_from_the_hand_when_the_tray_is_empty() -> None:
    state = at(race("ants", "cunning", 14, r0=1), race("badgers", "weary", 0, r1=1))
    after = play(state, "c1.whisper")
    assert hand(after, "ants") == 13


def test_banners_flee_and_are_put_out_again_by_their_owner() -> None:
    foes = race("ants", "bannered", 0, r1=2, r9=1, r14=1)
    state = at(race("badgers", "ageless", 9, r0=1), foes, markers={"banner": {"1": 2, "9": 1}})
    assert str(defence_receipt(state, 1)) == "6 = 2 region + 2 ants + 2 banner"
    state = play(state, "c1 e t0.8")
    assert (state.seat, legal(state).step) == (1, "victims")
    state = play(state, "t9.1")
    assert set(legal(state)) == {"m9.banner", "m14.banner", "e"}
    state = play(state, "m9.banner m14.banner")
    assert state.placed(state.world.marker_index("banner")) == 3


def test_a_banner_shields_a_lone_token() -> None:
    foes = race("ants", "bannered", 0, r1=1)
    world = World(homebrew_world().board, (homebrew.pack,))
    state = at(race("badgers", "cunning", 5, r0=1), foes, markers={"banner": {"1": 1}}, world=world)
    assert [reason.rule for reason in check(state, "c1.whisper")] == ["camp"]


def test_a_relic_works_for_whoever_holds_its_region_with_an_active_race() -> None:
    state = at(race("badgers", "ageless", 3, r0=1), markers={"lamp": {"0": 1}})
    assert {"c6.lamp", "c19.lamp", "c18.lamp"} <= set(legal(state))
    assert "c14.lamp" in legal(state), "beside a spring is lit as well"
    assert "c12.lamp" not in legal(state)
    after = play(state, "c19.lamp")
    assert after.spots(after.world.marker_index("lamp")) == 1 << 19
    assert hand(after, "badgers") == 1
    without = at(race("badgers", "ageless", 3, r0=1), markers={"lamp": {"9": 1}})
    assert [reason.rule for reason in check(without, "c19.lamp")] == ["no_means"]


# --- strings, games, laws -----------------------------------------------------------------------------------------------


def test_a_homebrew_game_survives_its_string() -> None:
    world = homebrew_world()

    def find(key: WorldKey) -> World:
        assert str(key) == "grid_2p.2.8~homebrew.3~all~all~"
        return world

    game = Game(world)
    for number in range(120):
        if game.over:
            break
        choices = sorted(game.legal)
        game.play(choices[number * 7 % len(choices)])
        assert position_string(parse_position(position_string(game.state), find)) == position_string(
            game.state
        )
    assert Game.from_string(game.string, find).state == game.state


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_random_homebrew_games_keep_all_laws(players: int, seed: int) -> None:
    actions, failure = fuzz_game(homebrew_world(players), f"homebrew/{seed}")
    assert failure is None, failure
    assert actions > 50


@pytest.mark.parametrize("seed", range(6))
def test_homebrew_and_base_pieces_play_together(seed: int) -> None:
    from ..tools import base_world

    base = base_world().packs[0]
    world = World(homebrew.pack.boards["grid_2p"], (homebrew.pack, base))
    _, failure = fuzz_game(world, f"together/{seed}")
    assert failure is None, failure


# --- what a piece may ask for ---------------------------------------------------------------------------------------------


def small_pack(*, on_decline: Sequence[Change] = (), on_conquered: Sequence[Any] = ()) -> World:
    """A world in which the race `otters` asks for these things."""
    mine = Pack(
        "mine", version=1, terrains=tuple(homebrew.pack.terrains.values()), symbols=homebrew.pack.symbols
    )
    asked_decline, asked_conquered = on_decline, on_conquered

    @mine.race
    class Otters(Race):
        tokens, supply = 5, 10

        @classmethod
        def on_decline(cls, scene: PieceView) -> Sequence[Change]:
            return asked_decline

        @classmethod
        def on_conquered(cls, scene: PieceView, region: int) -> Sequence[Change]:
            return asked_conquered

    for number in range(6):
        mine.race(type(f"Extra{number}", (Race,), {"tokens": 5, "supply": 10}))
        mine.power(type(f"Plain{number}", (Power,), {"tokens": 4}))
    board = homebrew.pack.boards["grid_2p"]
    bare = tuple(
        type(region)(region.id, region.terrain, region.neighbours, region.border) for region in board.regions
    )
    return World(Board("bare_2p", 2, 5, bare), (mine,))


def test_tokens_gained_at_decline_leave_a_possible_position() -> None:
    """One token stays in each region; what on_decline brings must not break that."""
    world = small_pack(on_decline=(GainTokens(2),))
    state = apply(at(race("otters", "plain0", 0, r0=1, r1=1), step="start", world=world), "d").state
    assert not broken_laws(state)


def test_something_that_is_no_change_is_refused_with_the_race() -> None:
    world = small_pack(on_conquered=("a coin",))
    state = at(race("otters", "plain0", 5, r0=1), world=world)
    with pytest.raises(PackError, match="a piece of otters asked for 'a coin', which is no change"):
        apply(state, "c1")


def test_a_marker_nobody_knows_is_refused_with_the_choices() -> None:
    world = small_pack(on_conquered=(changes.Put("castle", 1),))
    state = at(race("otters", "plain0", 5, r0=1), world=world)
    with pytest.raises(PackError, match="unknown marker 'castle'; expected one of: none"):
        apply(state, "c1")
