"""Every number has a receipt: costs, defence, tokens gained, prices, coins; and they all add up."""

from __future__ import annotations

import pytest

from smallworld.engine import (
    Event,
    Receipt,
    State,
    Term,
    apply,
    conquest_receipt,
    defence_receipt,
    legal,
    muster_receipt,
    price_receipt,
    score_lines,
    score_receipt,
)
from smallworld.engine.turn.steps.price import cost_of
from smallworld.engine.words.means import Means
from smallworld.engine.world.world import NONE

from ..tools import BOARDS, position, random_game, sampled_states

MIDGAME = """
board = "base_2p"
step = "ready"
tribes = [3, 13]
markers = { fortress = { 8 = 1 }, encampment = { 10 = 2 } }
[players.A]
active = { race = "tritons", power = "commando", hand = 6, regions = { 9 = 1 } }
[players.B]
active = { race = "trolls", power = "bivouacking", regions = { 10 = 2, 4 = 1 } }
declined = [{ race = "giants", regions = { 8 = 1 } }]
"""


def means(state: State, name: str) -> Means:
    return state.world.means[state.world.means_index(name)]


# --- how a receipt reads --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("receipt", "text"),
    [
        (Receipt(0, ()), "0 = 0"),
        (Receipt(2, (Term(2, "region"),)), "2 = 2 region"),
        (Receipt(3, (Term(2, "region"), Term(1, "peak"))), "3 = 2 region + 1 peak"),
        (Receipt(1, (Term(2, "region"), Term(-1, "wings"))), "1 = 2 region - 1 wings"),
        (Receipt(-2, (Term(-2, "above"),)), "-2 = -2 above"),
        (Receipt(2, (Term(2, "above"), Term(0, "x"))), "2 = 2 above + 0 x"),
    ],
)
def test_a_receipt_reads_like_a_sum(receipt: Receipt, text: str) -> None:
    assert str(receipt) == text
    assert receipt.adds_up


def test_a_receipt_that_does_not_add_up_says_so() -> None:
    assert not Receipt(5, (Term(2, "region"), Term(1, "peak"))).adds_up


# --- what a region costs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("region", "text"),
    [
        (14, "2 = 2 region"),
        (15, "3 = 2 region + 1 mountain"),
        (3, "3 = 2 region + 1 lost_tribes"),
        (8, "5 = 2 region + 1 mountain + 1 giants + 1 fortress"),
        (10, "7 = 2 region + 2 trolls + 2 encampment + 1 lair"),
        (4, "4 = 2 region + 1 trolls + 1 lair"),
        (9, "3 = 2 region + 1 tritons"),
        (0, "2 = 2 region"),
    ],
)
def test_the_defence_of_a_region_is_spelled_out(region: int, text: str) -> None:
    receipt = defence_receipt(position(MIDGAME), region)
    assert str(receipt) == text
    assert receipt.adds_up
    assert {term.region for term in receipt.terms} == {region}


@pytest.mark.parametrize(
    ("region", "text"),
    [
        (14, "1 = 2 region - 1 commando"),
        (3, "2 = 2 region + 1 lost_tribes - 1 commando"),
        (8, "3 = 2 region + 1 mountain + 1 giants + 1 fortress - 1 tritons - 1 commando"),
        (10, "6 = 2 region + 2 trolls + 2 encampment + 1 lair - 1 commando"),
        (12, "1 = 2 region - 1 tritons - 1 commando + 1 minimum"),
        (13, "1 = 2 region + 1 lost_tribes - 1 tritons - 1 commando"),
    ],
)
def test_the_cost_of_a_conquest_is_spelled_out(region: int, text: str) -> None:
    state = position(MIDGAME)
    receipt = conquest_receipt(state, region)
    assert str(receipt) == text
    assert receipt.total == cost_of(state, region)
    assert receipt.adds_up


def test_a_discount_that_depends_on_the_position_is_spelled_out() -> None:
    state = position(
        """
        board = "base_2p"
        step = "ready"
        [players.A]
        active = { race = "giants", power = "underworld", hand = 6, regions = { 5 = 1 } }
        [players.B]
        """
    )
    assert str(conquest_receipt(state, 6)) == "1 = 2 region - 1 giants"
    assert str(conquest_receipt(state, 14)) == "1 = 2 region - 1 giants - 1 underworld + 1 minimum"
    assert str(conquest_receipt(state, 9)) == "2 = 2 region"


def test_a_special_means_has_its_own_price() -> None:
    dragon = position(MIDGAME.replace("commando", "dragon_master"))
    assert str(conquest_receipt(dragon, 10, means(dragon, "dragon"))) == "1 = 1 dragon"
    assert str(conquest_receipt(dragon, 10)) == "7 = 2 region + 2 trolls + 2 encampment + 1 lair"
    sorcery = position(MIDGAME.replace("tritons", "sorcerers"))
    assert str(conquest_receipt(sorcery, 4, means(sorcery, "sorcery"))) == "0 = 0 sorcery"


def test_pips_of_a_first_roll_are_a_term() -> None:
    state = position(MIDGAME.replace("commando", "berserk").replace("tritons", "orcs"))
    state = apply(apply(state, "b").state, "die.2").state
    assert str(conquest_receipt(state, 3)) == "1 = 2 region + 1 lost_tribes - 2 die"
    assert str(conquest_receipt(state, 14)) == "1 = 2 region - 2 die + 1 minimum"
    nothing = position(MIDGAME.replace("commando", "berserk").replace("tritons", "orcs"))
    nothing = apply(apply(nothing, "b").state, "die.0").state
    assert str(conquest_receipt(nothing, 3)) == "3 = 2 region + 1 lost_tribes"


@pytest.mark.parametrize("board", BOARDS)
def test_the_receipt_of_a_conquest_is_what_is_paid(board: str) -> None:
    game = random_game(board, "receipts 2")
    conquests = gambles = 0
    for before, events, action in zip(game.positions, game.events, game.actions, strict=False):
        for event in events:
            if event.kind == "conquered":
                conquests += 1
                assert event.receipt is not None
                assert event.receipt.adds_up
                then = before.copy()
                if action.startswith("die."):
                    # A final attempt takes all that is left, and may be luckier than it needs.
                    gambles += 1
                    assert event.receipt.total <= event.amount == before.hand[event.race]
                    then.bonus = int(action[-1])
                elif any(other.kind == "converted" for other in events):
                    assert (event.receipt.total, event.amount) == (0, 1), "from the tray"
                    continue
                else:
                    assert event.receipt.total == event.amount
                means = None if event.way == NONE else game.world.ways[event.way]
                assert str(event.receipt) == str(conquest_receipt(then, event.region, means))
    assert conquests > 10
    assert gambles


# --- tokens gained -----------------------------------------------------------------------------------------


def mustered(combo: str) -> Event:
    """Pick a combo and look at what was mustered."""
    state = position(f'board = "base_2p"\ncolumn = ["{combo}"]\n[players.A]\n[players.B]\n')
    while state.is_chance:
        state = apply(state, legal(state)[0]).state
    step = apply(state, "p1")
    return next(event for event in step.events if event.kind == "mustered")


@pytest.mark.parametrize(
    ("combo", "text"),
    [
        ("merchant skeletons", "8 = 6 skeletons + 2 merchant"),
        ("commando amazons", "14 = 6 amazons + 4 commando + 4 attack_only"),
        ("flying amazons", "15 = 6 amazons + 5 flying + 4 attack_only"),
        ("flying dwarves", "8 = 3 dwarves + 5 flying"),
        ("fortified ratmen", "11 = 8 ratmen + 3 fortified"),
    ],
)
def test_tokens_gained_are_spelled_out(combo: str, text: str) -> None:
    event = mustered(combo)
    assert event.receipt is not None
    assert str(event.receipt) == text
    assert event.receipt.adds_up
    assert event.amount == event.receipt.total


def test_a_tray_that_is_too_small_is_a_term() -> None:
    """A race that is picked while its tokens are elsewhere cannot happen; the receipt would say so."""
    state = position(
        """
        board = "base_2p"
        step = "conquer"
        [players.A]
        active = { race = "dwarves", power = "flying", hand = 4, regions = { 4 = 1 } }
        [players.B]
        """
    )
    dwarves = state.world.race_index("dwarves")
    receipt = muster_receipt(state, dwarves)
    assert str(receipt) == "3 = 3 dwarves + 5 flying - 5 tray_limit"
    assert receipt.adds_up


# --- prices ------------------------------------------------------------------------------------------------


def test_the_price_of_a_combo_counts_those_above_and_the_coins_on_it() -> None:
    state = position(
        """
        board = "base_2p"
        column = [
            "hill orcs", { combo = "swamp elves", coins = 3 }, "flying giants",
            { combo = "stout humans", coins = 1 }, "heroic trolls", { combo = "wealthy wizards", coins = 5 },
        ]
        [players.A]
        [players.B]
        """
    )
    assert [str(price_receipt(state, slot)) for slot in range(6)] == [
        "0 = 0 above",
        "-2 = 1 above - 3 on_combo",
        "2 = 2 above",
        "2 = 3 above - 1 on_combo",
        "4 = 4 above",
        "0 = 5 above - 5 on_combo",
    ]
    for slot in range(6):
        receipt = price_receipt(state, slot)
        assert receipt.adds_up
        after = apply(state, f"p{slot + 1}").state
        assert after.coins[0] == state.coins[0] - receipt.total


# --- coins ----------------------------------------------------------------------------------------------


SCORING = """
board = "base_2p"
step = "conquer"
conquered = [9, 1]
nonempty = 2
markers = { fortress = { 4 = 1, 11 = 1 } }
[players.A]
active = { race = "orcs", power = "fortified", regions = { 4 = 1, 9 = 2, 1 = 1 } }
declined = [{ race = "dwarves", regions = { 2 = 1, 11 = 1 } }]
[players.B]
active = { race = "wizards", power = "merchant", regions = { 10 = 1, 16 = 1, 17 = 1 } }
"""


def test_coins_are_spelled_out_piece_by_piece() -> None:
    state = position(SCORING)
    assert str(score_receipt(state, 0)) == "9 = 5 regions + 2 orcs + 1 fortified + 1 dwarves"
    assert str(score_receipt(state, 1)) == "8 = 3 regions + 2 wizards + 3 merchant"


def test_coins_are_spelled_out_region_by_region() -> None:
    lines = score_lines(position(SCORING), 0)
    assert sorted(lines, key=lambda term: (term.label, term.region)) == [
        Term(1, "dwarves", 2, "race"),
        Term(1, "fortified", 4, "power"),
        Term(2, "orcs", kind="race"),
        Term(1, "regions", 1),
        Term(1, "regions", 2),
        Term(1, "regions", 4),
        Term(1, "regions", 9),
        Term(1, "regions", 11),
    ]
    merchants = score_lines(position(SCORING), 1)
    assert {(term.label, term.region) for term in merchants} == {
        *(("regions", region) for region in (10, 16, 17)),
        *(("merchant", region) for region in (10, 16, 17)),
        *(("wizards", region) for region in (10, 16)),
    }


@pytest.mark.parametrize(
    ("power", "hand", "text"),
    [
        ("alchemist", 4, "2 = 2 alchemist"),
        ("wealthy", 4, "0 = 0"),
        ("merchant", 4, "0 = 0"),
    ],
)
def test_a_race_without_a_region_scores_what_does_not_need_one(power: str, hand: int, text: str) -> None:
    state = position(
        f"""
        board = "base_2p"
        step = "conquer"
        [players.A]
        active = {{ race = "orcs", power = "{power}", hand = {hand} }}
        [players.B]
        """
    )
    assert str(score_receipt(state, 0)) == text
    assert str(score_receipt(state, 1)) == "0 = 0"


def test_what_pays_once_is_a_term_once() -> None:
    toml = SCORING.replace("fortified", "wealthy").replace("markers = { fortress = { 4 = 1, 11 = 1 } }", "")
    assert str(score_receipt(position(toml), 0)) == "15 = 5 regions + 2 orcs + 7 wealthy + 1 dwarves"
    paid = toml.replace("nonempty = 2", "nonempty = 2\ncounters = { wealthy_paid = 1 }")
    assert str(score_receipt(position(paid), 0)) == "8 = 5 regions + 2 orcs + 1 dwarves"


@pytest.mark.parametrize("board", BOARDS)
def test_receipts_of_coins_add_up_in_random_positions(board: str) -> None:
    for state in sampled_states(board):
        for seat in range(len(state.coins)):
            receipt, lines = score_receipt(state, seat), score_lines(state, seat)
            assert receipt.adds_up
            assert receipt.total == sum(line.amount for line in lines)
            assert {line.label for line in lines} == {term.label for term in receipt.terms}
            held = sorted(region for region in range(len(state.occ)) if state.regions_of(seat) >> region & 1)
            assert sorted(line.region for line in lines if line.label == "regions") == held


@pytest.mark.parametrize("board", BOARDS)
def test_coins_at_the_end_are_those_of_the_start_and_every_receipt(board: str) -> None:
    game = random_game(board, "receipts")
    coins = [5] * game.world.players
    for event in (event for events in game.events for event in events):
        if event.kind in ("picked", "scored"):
            assert event.receipt is not None
            assert event.receipt.adds_up
            coins[event.seat] += event.receipt.total if event.kind == "scored" else -event.receipt.total
        if event.kind == "scored" and event.receipt is not None:
            assert event.amount == event.receipt.total
    assert coins == game.state.coins


@pytest.mark.parametrize("board", BOARDS)
def test_asking_for_receipts_changes_nothing(board: str) -> None:
    for state in sampled_states(board, 12):
        before = state.copy()
        for region in range(len(state.occ)):
            assert defence_receipt(state, region).total == state.guard[region] + state.tokens[region]
            if state.combo is not None:
                conquest_receipt(state, region)
        for seat in range(len(state.coins)):
            score_receipt(state, seat)
        for slot in range(len(state.col_badge)):
            price_receipt(state, slot)
        assert state == before
