"""Players with their troops, and the combos on offer."""

from __future__ import annotations

from typing import NamedTuple

from smallworld.engine import Receipt, State, muster_receipt, price_receipt
from smallworld.engine.bits import regions
from smallworld.engine.effects import NOTES
from smallworld.engine.position.token_markers import captives_of, is_present
from smallworld.engine.turn.steps import party_order
from smallworld.engine.world.combo import Combo

from . import things
from .decisions import Helpers, helpers
from .things import Thing


class Troop(NamedTuple):
    """A race that a player has on the map or in hand."""

    race: int
    power: int  # its badge; NONE: it has none any more
    active: bool
    tokens: int  # on the map
    hand: int
    tray: int  # neither on the map nor in hand
    regions: int
    helpers: Helpers | None
    people: tuple[Thing, ...]  # its token markers
    finds: tuple[Thing, ...]  # pieces that lie in its regions and work for it


class Captive(NamedTuple):
    person: Thing
    race: int  # the race it belongs to


class Player(NamedTuple):
    seat: int
    coins: int  # NONE: hidden
    troops: tuple[Troop, ...]  # active first
    captives: tuple[Captive, ...]
    party: bool  # nobody sits here: it moves by its order
    supply: int  # of a party: tokens in its tray, taken in hand when its turn begins
    leads: bool  # the guide of a party in this round


def player(s: State, seat: int) -> Player:
    party = seat >= s.world.players
    return Player(
        seat,
        s.coins[seat],
        tuple([_troop(s, race) for race in s.races_of(seat)]),
        _captives(s, seat) if s.world.people else (),
        party,
        s.tray[s.world.party_race] if party else 0,
        s.world.party is not None and party_order.guide(s) == seat,
    )


def notes(s: State, seat: int) -> list[tuple[str, int]]:
    """The notes of a player, such as a truce: id, and the other seat or NONE."""
    return [(note.id, note.of(s, seat)) for note in NOTES]


def _captives(s: State, seat: int) -> tuple[Captive, ...]:
    return tuple(
        Captive(things.of_person(s.world, person.marker, race), race)
        for person in s.world.people
        for race in captives_of(s, person, seat)
    )


def _troop(s: State, race: int) -> Troop:
    mask, world, combo = s.mask[race], s.world, s.combos[race]
    return Troop(
        race,
        s.badge[race],
        s.is_active(race),
        sum([s.tokens[region] for region in regions(mask)]),
        s.hand[race],
        s.tray[race],
        mask.bit_count(),
        helpers(s, race) if combo.auxiliaries is not None else None,
        _people(s, race) if world.people else (),
        _finds(combo) if combo.joined else (),
    )


def _people(s: State, race: int) -> tuple[Thing, ...]:
    people = (person.marker for person in s.world.people if is_present(s, person, race))
    return tuple(things.of_person(s.world, marker, race) for marker in people)


def _finds(combo: Combo) -> tuple[Thing, ...]:
    return tuple(things.of_piece(piece) for piece, region in combo.pieces if region >= 0)


class Offer(NamedTuple):
    """A combo of the column."""

    slot: int
    race: int
    power: int
    coins: int  # on the combo
    tokens: Receipt  # the tokens it brings
    price: Receipt  # coins to pay, less those on it


def offer(s: State, slot: int) -> Offer:
    race, power = s.col_race[slot], s.col_badge[slot]
    tokens = muster_receipt(s, race, s.world.combo(race, power))
    return Offer(slot, race, power, s.col_coins[slot], tokens, price_receipt(s, slot))


def suits(combo: Combo) -> list[int]:
    """Regions that are cheaper for a combo, or worth more. Effects on all regions alike do not count."""
    here = combo.settle
    cheaper = sum(1 << region for region, change in enumerate(combo.discount) if change < 0)
    groups = [cheaper, *(mask for amount, mask in combo.region_coins if amount > 0)]
    wanted = 0
    for group in groups:
        if here & ~group:
            wanted |= here & group
    return list(regions(wanted))
