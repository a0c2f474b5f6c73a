"""Positions that are well written and cannot be: each kind that was once accepted and then broke a table.

They were found by tampering with the strings of real positions (`smallworld.lab.mutations`).
"""

from __future__ import annotations

import pytest

from smallworld.engine import SmallWorldError, parse_position
from smallworld.lab.mutations import Positions, outcome, tamper
from smallworld.lab.worlds import one_each
from smallworld.packs import load_world, world_from_key

BASE = "sw2~base_2p.2.10~base.1~all~all~~"
BOTH = "sw2~base_2p.2.10~base.1-underground.1~all~all~~"
UNDER = "sw2~underground_2p.2.10~underground.1~all~all~~"
CRUSADE = "sw2~underground_3p.2.8~underground.1-crusade.1~all~all~~"

# In the middle of a turn, with something in nearly every field.
BUSY = (
    f"{BASE}3.A.ready.t~conquer.A.orcs~7.-9.~"
    "orcs.A.fortified.2.4x2.9x1-ratmen.a..0.12x1-elves.B.hill.0.16x1.17x3~lost_tribes.3x1.6x1~"
    "flying.giants.1-stout.wizards.0~trolls~swamp~fortress.4~~wealthy_paid.1~orcs--9-1-B-elves--"
)
KEEPS = (
    f"{UNDER}3.A.ready.~ready.A.drow~7.-9.~drow.A.tomb.2.12x1.8x1-liches.B.wise.0.22x1~~"
    "royal.gnomes.0-stone.mudmen.0~~~~~~drow-------b.12x2.8x2"
)
FOUND = (
    f"{BOTH}5.A.ready.t~conquer.A.mummies-draw..power.12~16.-15.~mummies.A.merchant.4.12x5.17x1-sorcerers.B.vanishing.0.2x2~~"
    "vampire.orcs.2-adventurous.mudmen.1~~~stonehedge.12~~~mummies--12-1----"
)
RING = (
    f"{UNDER}2.A.parting.t~question.A.ring.drow.0~7.-8.~drow.A.royal.0.12x1.8x1-liches.B.wise.0.22x1~~"
    "stone.gnomes.0-mystic.mudmen.0~~~froggys_ring.12~~~drow-------"
)

IMPOSSIBLE = {
    "48 tokens": (BUSY.replace("orcs.A.fortified.2", "orcs.A.fortified.48"), "only 10 exist"),
    "48 natives": (BUSY.replace("lost_tribes.3x1", "lost_tribes.3x48"), "only 18 exist"),
    "nobody's race": (BUSY.replace("ratmen.a..0", "ratmen...0"), "unknown seat ''"),
    "nobody's race acts": (
        BUSY.replace("conquer.A.orcs~", "conquer.A.giants-die..r8~").replace("~orcs--9", "~giants--9"),
        "giants act, but do not belong to the player to move",
    ),
    "a race of the party's seat": (
        f"{CRUSADE}1.A.pick.~pick.A.-draw..race~5.-5.-0.~drow.c.wise.0.12x1~~~~~~~~-------",
        "unknown seat 'C'",
    ),
    "the same die twice": (
        BUSY.replace("conquer.A.orcs~", "conquer.A.orcs-die..r8-die..r8~"),
        "step die: the same is asked twice",
    ),
    "the column is drawn twice": (
        f"{UNDER}1.A.pick.~pick.A.-draw..power-draw..power~5.-5.~~~tomb.kraken.0-.shadow_mimes.0~~~~~~-------",
        "step draw: the same is asked twice",
    ),
    "a draw under a die": (
        BUSY.replace("conquer.A.orcs~", "conquer.A.orcs-draw..race-die..r8~"),
        "the column is filled before anything else is asked",
    ),
    "no combo on offer": (
        f"{CRUSADE}1.A.setup.~next..tribe_homes..0-draw..find.6~5.-5.-0.~~monsters.6x2.7x2~~~~~~~-------",
        "the combos on offer and the draw that is pending do not fit",
    ),
    "a question of another phase goes on": (
        f"{CRUSADE}7.A.ready.pt~next..tribe_homes..0-draw..find.6~5.-5.-0.~~monsters.6x2.7x2~magic.kraken.0-stone.flames.0~~~~~~-------",
        "step next: cannot be asked at this point of the turn",
    ),
    "nobody was picked": (
        BUSY.replace("orcs.A.fortified.2.4x2.9x1-", "")
        .replace("conquer.A.orcs", "next..-draw..race")
        .replace("~fortress.4", "~")
        .replace("~orcs--9-1-B-", "~-----"),
        "the player to move has picked no race",
    ),
    "picked and nothing done": (BUSY.replace("ready.t", "ready.p"), "a combo was picked"),
    "flags of no meaning": (BUSY.replace("ready.t", "ready.give_up"), "expected p"),
    "stacks remembered too long": (KEEPS.replace("ready.~", "ready.t~"), "stacks are remembered only"),
    "stacks that do not fit": (KEEPS.replace("b.12x2", "b.12x9"), "do not fit those they have"),
    "a badge without a place": (
        FOUND.replace("stonehedge.12", "flying_doormat.12"),
        "nothing binds a badge to region 12",
    ),
    "a find where nothing can lie": (
        FOUND.replace(BOTH, UNDER)
        .replace("mummies", "drow")
        .replace("power.12", "find.0")
        .replace("merchant", "wise")
        .replace("sorcerers", "liches")
        .replace("vampire.orcs", "vampire.ogres")
        .replace("12x5.17x1", "12x2.18x1")
        .replace(".2x2~", ".3x2~"),
        "nothing can lie in region 0",
    ),
    "a badge beside a relic": (
        FOUND.replace("-draw..power.12", "").replace("stonehedge.12~", "shiny_orb.12~reborn.12"),
        "nothing binds it to region 12",
    ),
    "a question of a relic somewhere else": (
        RING.replace("froggys_ring.12", "froggys_ring.22"),
        "ring is not asked of whoever is asked",
    ),
    "a question without an answer": (
        f"{BOTH}1.A.setup.~question.A.monsters..0-draw..power~5.-5.~~lost_tribes.6x1-monsters.10x2.11x2.13x2~.skeletons.0~~~~~~-------",
        "monsters has no answer",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_its_fault(name: str) -> None:
    text, fault = IMPOSSIBLE[name]
    with pytest.raises(SmallWorldError) as refused:
        parse_position(text, world_from_key)
    assert fault in str(refused.value)


@pytest.mark.parametrize("text", [BUSY, KEEPS, FOUND, RING], ids=["busy", "keeps", "found", "ring"])
def test_what_they_were_made_of_is_sound(text: str) -> None:
    state = parse_position(text, world_from_key)
    assert outcome(text, state.world) == ""


@pytest.mark.parametrize("number", range(12))
def test_whatever_is_accepted_can_be_played(number: int) -> None:
    world = one_each((2,))[number]
    found = tamper(world, 40, "test", bots=20)
    assert found.broken == []
    assert 0 < found.accepted < found.tried == 40


def test_tampered_strings_follow_from_the_seed() -> None:
    world = load_world("base_2p")
    one, two = (Positions(world, "same", games=1) for _ in range(2))
    assert [one.tampered() for _ in range(20)] == [two.tampered() for _ in range(20)]
