"""The combos on offer, the players with their troops, the final standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from smallworld.engine import State, View, check
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.world.world import NONE
from smallworld.presentation import Troop, offer, result, suits
from smallworld.presentation import player as described

from .atlas_values import worth
from .text_cache import Data, Words


@dataclass(frozen=True)
class SeatFacts:
    """What the table knows about a seat and the game does not."""

    name: str
    bot: str = ""  # name of the level, in the reader's language, if a bot decides for this seat now
    personality: str = ""  # that bot's personality
    person: bool = True  # a person holds the seat, even if a bot has taken over
    present: bool = True
    away: float | None = None  # seconds since the person left
    clock: float | None = None
    ticking: bool = False


def offers(view: View, words: Words, players: Sequence[str]) -> list[Data]:
    """The column. Only the seat that picks learns what can be picked and why not."""
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
    """The offer as it is when nobody can pick it."""
    return words.recall(("offer", _facts(s, slot)), lambda: _offered(s, slot, words))


def _facts(s: State, slot: int) -> tuple[int, ...]:
    """Everything an offer depends on."""
    race = s.col_race[slot]
    return slot, race, s.col_badge[slot], s.tray[race], s.col_coins[slot]


def _offered(s: State, slot: int, words: Words) -> Data:
    combo = offer(s, slot)
    race, power = combo.race, combo.power
    return {
        "slot": slot,
        "race": words.race(race),
        "power": words.power(power),
        "name": words.combo(race, power),
        "tokens": combo.tokens.total,
        "tokens_receipt": words.receipt(combo.tokens),
        "coins": combo.coins,
        "price": combo.price.total,
        "price_receipt": words.receipt(combo.price),
        "action": None,
        "reasons": [],
        "loves": suits(s.world.combo(race, power)),
        "worth": worth(s.world, race, power),
    }


def player(s: State, seat: int, facts: SeatFacts, words: Words, held: Data | None = None) -> Data:
    """`held`: the public part, if it was computed already."""
    coins = s.coins[seat]
    return {
        "seat": seat,
        "name": facts.name,
        "coins": None if coins == NONE else coins,
        "bot": facts.bot,
        "personality": named_personality(facts.personality, words) if facts.personality else None,
        "person": facts.person,
        "present": facts.present,
        "away": None if facts.away is None else round(facts.away),
        "clock": facts.clock,
        "ticking": facts.ticking,
        **(holding(s, seat, words) if held is None else held),
    }


def holding(s: State, seat: int, words: Words) -> Data:
    """The part of a player that is the same for all viewers."""
    seen = described(s, seat)
    return {
        "troops": [words.recall(troop, partial(_troop, troop, words)) for troop in seen.troops],
        "captives": [
            {"person": words.thing(captive.person), "race": words.race(captive.race)}
            for captive in seen.captives
        ],
        "party": seen.party,
        "supply": seen.supply,
        "leads": seen.leads,
    }


def named_personality(id: str, words: Words) -> Data:
    """The way a bot plays, as something with an icon."""
    name, short = words(f"personality.{id}.name"), words(f"personality.{id}.text")
    return {"kind": "personality", "id": id, "name": name, "short": short}


def _troop(troop: Troop, words: Words) -> Data:
    found = troop.helpers
    return {
        "race": words.race(troop.race),
        "power": None if troop.power == NONE else words.power(troop.power),
        "name": words.combo(troop.race, troop.power),
        "active": troop.active,
        "tokens": troop.tokens,
        "hand": troop.hand,
        "helpers": None
        if found is None
        else {"thing": words.thing(found.thing), "owned": found.owned, "left": found.left},
        "people": [words.thing(person) for person in troop.people],
        "regions": troop.regions,
    }


def standings(s: State) -> list[Data]:
    """Best first."""
    return [standing._asdict() for standing in result(s).standings]
