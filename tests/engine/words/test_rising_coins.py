"""`coins(…, rising=True)`: the second region pays once, the third twice, active or declined."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.engine import World, score_receipt, state_from
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Rule
from smallworld.engine.effects import ALWAYS, coins
from smallworld.engine.errors import PackError
from smallworld.engine.turn.steps.score import income
from smallworld.engine.verbs.receipts import score_lines
from smallworld.engine.words.region_sets import symbol
from smallworld.lab.fuzz import fuzz_game
from smallworld.packs import board_named, find_packs
from smallworld.packs.files import read_pack

CAVERNS = (3, 5, 14, 17)  # on base_2p


def _world() -> World:
    pack = Pack("guild", version=1)

    @pack.rule
    class Guild(Rule):
        """Every further cavern is worth more."""

        joins = True
        effects = (coins(1, per=symbol("cavern"), rising=True, life=ALWAYS),)

    base = find_packs()["base"]
    return World(board_named("base_2p", [base]), [base, pack])


WORLD = _world()


def _at(active: tuple[int, ...], declined: tuple[int, ...] = ()) -> Any:
    mine: dict[str, Any] = {
        "active": {"race": "orcs", "power": "mounted", "regions": dict.fromkeys(active, 1)},
        "declined": [{"race": "elves", "regions": dict.fromkeys(declined, 1)}] if declined else [],
    }
    players = {"A": mine, "B": {"active": {"race": "trolls", "power": "hill", "regions": {20: 1}}}}
    return state_from({"board": "base_2p", "players": players, "step": "ready"}, lambda _: WORLD)


@pytest.mark.parametrize("held", range(1, 5))
def test_the_first_is_worth_one_the_second_two(held: int) -> None:
    state = _at(CAVERNS[:held])
    assert income(state, 0) == sum(range(held + 1)) == score_receipt(state, 0).total


@pytest.mark.parametrize("split", [1, 2, 3])
def test_active_and_declined_are_counted_together(split: int) -> None:
    state = _at(CAVERNS[:split], CAVERNS[split:])
    assert income(state, 0) == 1 + 2 + 3 + 4
    worth = dict.fromkeys(CAVERNS, 0)
    for line in score_lines(state, 0):
        worth[line.region] += line.amount
    assert sorted(worth.values()) == [1, 2, 3, 4]
    assert worth[CAVERNS[0]] == 1, "the active race's regions come first"


def test_other_regions_and_other_players_count_nothing() -> None:
    state = _at((3, 6, 8))
    assert str(score_receipt(_at((3, 5, 14)), 0)) == "6 = 6 guild (1 + 2 + 3)"
    assert str(score_receipt(state, 0)) == "3 = 2 regions + 1 guild (1)"
    assert income(state, 1) == 1


def test_what_makes_no_sense_is_refused() -> None:
    for per, every in ((None, 1), ("conquest", 1), (symbol("cavern"), 2)):
        effect = coins(1, per=per, every=every, rising=True)
        assert any("rising needs per" in fault for fault in effect.faults()), (per, every)


def test_a_file_can_say_it() -> None:
    text = """
id = "miners"
version = 1

[race.delvers]
tokens = 5
supply = 12
effects = [{ kind = "coins", amount = 1, per = "cavern", rising = true }]
"""
    pack = read_pack(text)
    assert pack.races["delvers"].effects == (
        coins(1, per=pack.races["delvers"].effects[0].wheres()[0], rising=True),
    )
    with pytest.raises(PackError, match="rising needs per"):
        read_pack(text.replace('per = "cavern", ', ""))


def test_random_games_keep_every_law() -> None:
    for seed in range(4):
        actions, failed = fuzz_game(WORLD, str(seed), share=1)
        assert failed is None
        assert actions
