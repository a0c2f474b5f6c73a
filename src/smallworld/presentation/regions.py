"""Regions: who stands there, what lies there and whose it is; and the odds of the die in each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from smallworld.engine import Denial, State, World, asked, check, odds
from smallworld.engine import actions as ac
from smallworld.engine.bits import regions as numbers
from smallworld.engine.content.pieces import Power, Race
from smallworld.engine.effects import Defence
from smallworld.engine.position import state as st
from smallworld.engine.turn.gates import ENTRY, REACH, TERRAIN, start_acting, targets
from smallworld.engine.turn.steps.price import cost_of, have_for
from smallworld.engine.world.world import DIE_MAX, NONE

from . import things
from .choices import Choice
from .things import Thing


class Lying(NamedTuple):
    """Markers of one kind in a region, or a defence that all regions of its race have."""

    thing: Thing
    amount: int
    owner: int  # seat whose piece it is, wherever it stands; NONE: nobody
    token: bool = False  # a token marker, which is one of the tokens there


class Region(NamedTuple):
    number: int
    race: int  # NONE: empty
    owner: int  # seat; NONE: nobody, or natives
    active: bool
    tokens: int
    immune: bool
    lying: tuple[Lying, ...]
    badges: tuple[int, ...]  # powers that lie there and work for the holder


def regions(s: State) -> list[Region]:
    """All of them, by number."""
    return [region(s, number) for number in range(len(s.occ))]


def region_keys(s: State) -> list[tuple[Any, ...]]:
    """For each region all that its description depends on: cheap, so that descriptions can be cached."""
    special, tokens, keys = s.marked, s.tokens, list[tuple[Any, ...]]()
    for entry in s.lying:
        special |= 1 << (entry & 63)
    holders: dict[int, tuple[object, ...]] = {NONE: ()}
    for number, race in enumerate(s.occ):
        holder = holders.get(race)
        if holder is None:
            combo = s.combos[race] if s.race_defence[race] else None
            holder = holders[race] = (race, s.owner[race], s.is_active(race), combo)
        if special >> number & 1:
            markers = [(marker, owner_of(s, marker)) for marker in s.markers_in(number)]
            keys.append((number, tokens[number], holder, *badges_in(s, number), *markers))
        else:
            keys.append((number, tokens[number], holder))
    return keys


def region(s: State, number: int) -> Region:
    race = s.occ[number]
    owner, active, own = _holder(s, race) if race != NONE else (NONE, False, ())
    shut, lying = bool(s.immune >> number & 1), _lying(s, number, own)
    return Region(number, race, owner, active, s.tokens[number], shut, lying, tuple(badges_in(s, number)))


def _holder(s: State, race: int) -> tuple[int, bool, tuple[Lying, ...]]:
    """Seat, whether active, and what defends all regions of the race."""
    owner = s.owner[race]
    if owner == NONE or not s.race_defence[race]:
        return owner, s.is_active(race), ()
    names = [effect.name for _, effect in s.combos[race].effects if isinstance(effect, Defence)]
    return owner, s.is_active(race), tuple(Lying(Thing("marker", name), 1, owner) for name in names)


def _lying(s: State, number: int, own: tuple[Lying, ...]) -> tuple[Lying, ...]:
    here = s.markers_in(number) if s.marked >> number & 1 else []
    found = []
    for marker in dict.fromkeys(here):
        token = s.world.markers[marker].token  # a token marker belongs to the race it stands with
        owner = holder_of(s, number) if token else owner_of(s, marker)
        found.append(Lying(things.marker_in(s, marker, number), here.count(marker), owner, token))
    ids = {one.thing.id for one in found}
    return (*found, *(one for one in own if one.thing.id not in ids))


def holder_of(s: State, number: int) -> int:
    race = s.occ[number]
    return s.owner[race] if race != NONE else NONE


def badges_in(s: State, number: int) -> list[int]:
    return [entry >> 6 for entry in s.lying if entry & 63 == number]


def owner_of(s: State, marker: int) -> int:
    """The seat a marker belongs to, wherever it stands: the one that moves it or profits from it."""
    world = s.world
    piece = world.marker_piece[marker]
    if issubclass(piece, Race):
        return s.owner[world.race_index(piece.id)]
    if issubclass(piece, Power):
        power = world.power_index(piece.id)
        lying = next((entry & 63 for entry in s.lying if entry >> 6 == power), NONE)
        if lying != NONE:
            return holder_of(s, lying)
        return next((s.owner[race] for race, badge in enumerate(s.badge) if badge == power), NONE)
    home = world.marker_ids.get(piece.id)
    where = next((entry & 63 for entry in s.markers if entry >> 6 == home), NONE)
    return NONE if where == NONE else holder_of(s, where)


def can_be_entered(world: World, number: int) -> bool:
    """Whether a first conquest may be made there."""
    return bool((world.border & world.open_terrain) >> number & 1)


# --- what has been found ---------------------------------------------------------------------------------


class Find(NamedTuple):
    """A relic, place or badge on the map, and the race it works for."""

    thing: Thing
    region: int
    holder: int  # seat, or NONE
    badge: int = NONE  # a power that lies with it


def finds(s: State) -> list[Find]:
    """All finds, in the order of the packs; pieces that were not drawn are left out."""
    badges = {entry & 63: entry >> 6 for entry in s.lying}
    if not badges and not s.world.found:
        return []
    found = []
    for entry in s.markers:
        if s.world.joins[entry >> 6] != NONE:
            number = entry & 63
            thing = things.of_marker(s.world, entry >> 6)
            found.append(Find(thing, number, holder_of(s, number), badges.pop(number, NONE)))
    # A badge without a relic or place in its region is a find of its own.
    alone = [Find(things.of_power(s.world, badge), at, holder_of(s, at)) for at, badge in badges.items()]
    return [*found, *alone]


# --- what can be done about a region ---------------------------------------------------------------------


def chances(s: State, found: Sequence[Choice]) -> dict[int, Fraction]:
    """Regions for which the tokens are too few and the die may help, by the ordinary way.

    A race that rolls first names no region: it has the odds of each region in reach.
    """
    rolls = {one.region: one.odds for one in found if one.kind == "roll" and not one.helps and one.odds}
    if any(one.kind == "gamble" for one in found):
        for number in numbers(targets(s)):
            short = cost_of(s, number) - have_for(s, number)
            if 0 < short <= DIE_MAX:
                rolls[number] = odds(short)
    return rolls


def natural_action(s: State, number: int) -> int:
    """The action meant by pointing at a region in this step; in steps without regions, a conquest."""
    now = asked(s)
    if s.step == st.GIVE_UP:
        return ac.C_GIVE_UP | number
    if now.places_tokens:
        return ac.C_PLACE | 1 << 6 | number
    if now.places_markers:
        return ac.C_PUT | now.marker << 6 | number
    if now.question is not None and now.question.about == "region":
        return ac.C_CHOOSE | number
    return ac.C_CONQUER | number


def why_not(s: State, seat: int, number: int) -> tuple[Denial, ...]:
    """Every reason against the natural action of a seat in a region now; for other seats, whose move it
    is."""
    return () if s.over or seat == NONE else check(s, natural_action(s, number), seat)


_OPENED: Final = {gate.rule: gate for gate in (TERRAIN, REACH, ENTRY)}  # gates that another power could open
_WAYS: Final = ("neighbours", "entries")  # facts that list ways in


class Remedy(NamedTuple):
    """What would help against a denial."""

    usual: bool  # the rule's own advice helps; False: not in this position
    powers: tuple[int, ...] = ()  # powers with which the region would be open to the acting race


def remedy(s: State, denial: Denial) -> Remedy:
    gate = _OPENED.get(denial.rule)
    if gate is None:
        return Remedy(usual=True)
    race, number, found = s.acting, int(denial.facts["region"]), list[int]()
    for power in range(len(s.world.powers)):
        if power != s.badge[race]:
            trial = s.copy()
            trial.combos[race] = s.world.combo(race, power)
            start_acting(trial, race)
            if not gate.shut(trial, None) >> number & 1:
                found.append(power)
    return Remedy(all(denial.facts.get(fact) != "none" for fact in _WAYS), tuple(found))
