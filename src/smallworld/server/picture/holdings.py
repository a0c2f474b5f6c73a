"""What people have and can have: the combos on offer, the players with their troops, the final standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from smallworld.engine import State, View, check, muster_receipt, price_receipt
from smallworld.engine import actions as ac
from smallworld.engine import state as st
from smallworld.engine.bits import regions
from smallworld.engine.combo import Combo
from smallworld.engine.people import captives_of, is_present
from smallworld.engine.steps import aims
from smallworld.engine.world import NONE

from .finds import helpers
from .phrasebook import Data, Words
from .worth import worth


@dataclass(frozen=True)
class SeatFacts:
    """What the table knows about a seat and the game does not."""

    name: str
    bot: str = ""  # name of the level, in the reader's language, if a bot decides for this seat now
    taste: str = ""  # what that bot likes
    person: bool = True  # a person sits here, even if a bot stands in
    present: bool = True
    clock: float | None = None
    ticking: bool = False


def offers(view: View, words: Words, players: Sequence[str]) -> list[Data]:
    """The column. What can be picked and why not is said to the seat that picks."""
    s = view.state
    if s.step == st.PICK and view.legal is not None:
        return [_to_pick(s, slot, words, players) for slot in range(len(s.col_badge))]
    slots = range(len(s.col_badge))
    key = ("offers", *(_facts(s, slot) for slot in slots))
    return words.recall(key, lambda: [_offer(s, slot, words) for slot in slots])


def _to_pick(s: State, slot: int, words: Words, players: Sequence[str]) -> Data:
    code = ac.PICK << ac.SHIFT | slot
    offer = _offer(s, slot, words)
    if reasons := check(s, code):
        return {**offer, "reasons": [words.reason(reason, players) for reason in reasons]}
    return words.recall(("to_pick", _facts(s, slot)), lambda: {**offer, "action": words.action(code)})


def _offer(s: State, slot: int, words: Words) -> Data:
    """As nobody can pick it now."""
    return words.recall(("offer", _facts(s, slot)), lambda: _offered(s, slot, words))


def _facts(s: State, slot: int) -> tuple[int, ...]:
    """All that an offer depends on."""
    race = s.col_race[slot]
    return slot, race, s.col_badge[slot], s.tray[race], s.col_coins[slot]


def _offered(s: State, slot: int, words: Words) -> Data:
    race, power = s.col_race[slot], s.col_badge[slot]
    price, tokens = price_receipt(s, slot), _muster(s, race, power, words)
    return {
        "slot": slot,
        "race": words.race(race),
        "power": words.power(power),
        "name": words.combo(race, power),
        "tokens": tokens["total"],
        "tokens_receipt": tokens,
        "coins": s.col_coins[slot],
        "price": price.total,
        "price_receipt": words.receipt(price),
        "action": None,
        "reasons": [],
        "loves": loves(s.world.combo(race, power)),
        "worth": worth(s.world, race, power),
    }


def loves(combo: Combo) -> list[int]:
    """What is as good everywhere is no reason to go anywhere, so it does not count."""
    here = combo.settle
    cheaper = sum(1 << region for region, change in enumerate(combo.discount) if change < 0)
    groups = [cheaper, *(mask for amount, mask, _ in combo.region_coins if amount > 0)]
    wanted = 0
    for group in groups:
        if here & ~group:
            wanted |= here & group
    return list(regions(wanted))


def _muster(s: State, race: int, power: int, words: Words) -> Data:
    """What the combo would bring: worked out as if its race had the badge already."""
    trial = s.copy()
    trial.combos[race] = s.world.combo(race, power)
    return words.receipt(muster_receipt(trial, race))


def player(s: State, seat: int, facts: SeatFacts, words: Words, held: Data | None = None) -> Data:
    """`held`: what they have for everybody to see, if that is known already."""
    coins = s.coins[seat]
    return {
        "seat": seat,
        "name": facts.name,
        "coins": None if coins == NONE else coins,
        "bot": facts.bot,
        "manner": manner(facts.taste, words) if facts.taste else None,
        "person": facts.person,
        "present": facts.present,
        "clock": facts.clock,
        "ticking": facts.ticking,
        **(holding(s, seat, words) if held is None else held),
    }


def holding(s: State, seat: int, words: Words) -> Data:
    """The part of a player that is the same for all eyes."""
    return {
        "troops": [_troop(s, race, words) for race in s.races_of(seat)],
        "captives": captives(s, seat, words),
        "party": seat >= s.world.players,
        "supply": s.tray[s.world.led] if seat >= s.world.players else 0,
        "leads": s.world.party is not None and aims.guide(s) == seat,
    }


def manner(taste: str, words: Words) -> Data:
    """How a bot plays, as something with a face."""
    name, short = words(f"taste.{taste}.name"), words(f"taste.{taste}.text")
    return {"kind": "taste", "id": taste, "name": name, "short": short}


def _troop(s: State, race: int, words: Words) -> Data:
    badge = s.badge[race]
    return {
        "race": words.race(race),
        "power": None if badge == NONE else words.power(badge),
        "name": words.combo(race, badge),
        "active": s.is_active(race),
        "tokens": sum([s.tokens[region] for region in regions(s.mask[race])]),
        "hand": s.hand[race],
        "helpers": helpers(s, race, words),
        "people": [words.person(p.marker, race) for p in s.world.people if is_present(s, p, race)],
        "regions": s.mask[race].bit_count(),
    }


def captives(s: State, seat: int, words: Words) -> list[Data]:
    """Whom a player holds captive, kind by kind."""
    return [
        {"person": words.person(person.marker, race), "race": words.race(race)}
        for person in s.world.people
        for race in captives_of(s, person, seat)
    ]


def standings(s: State, won: Sequence[int]) -> list[Data]:
    """Best first."""
    ranked = sorted(range(len(s.coins)), key=lambda seat: (-s.coins[seat], -s.tokens_on_map(seat)))
    return [
        {
            "seat": seat,
            "coins": s.coins[seat],
            "tokens": s.tokens_on_map(seat),
            "winner": seat in won,
        }
        for seat in ranked
    ]
