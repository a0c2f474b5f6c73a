"""What there is to say about each region, before it is laid out: ground, holder, price, neighbours."""

from __future__ import annotations

from dataclasses import dataclass, field

from smallworld.engine import Denial, View, asked, check, conquest_receipt, defence_receipt, odds
from smallworld.engine.state import STEP_NAMES, State
from smallworld.engine.world import NONE

from ..voice import Voice
from .look import Look

CONQUERING = ("ready", "conquer", "rolled")

# Groups in the order in which they are shown.
YOURS, TAKE, DIE, REST, TRIBES, FREE, WATER = "yours", "take", "die", "rest", "tribes", "free", "water"


@dataclass
class Row:
    region: int
    group: str  # one of the above, or the letter of a seat as "seat0" …
    terrain: str
    signs: tuple[str, ...]
    holder: str
    seat: int  # who holds it, or NONE
    active: bool
    tokens: int
    markers: str
    price: str  # tokens or chance, as it is shown
    rank: int  # the better the offer, the lower
    open: bool  # the viewer can do something about it now
    neighbours: str


@dataclass
class Offers:
    """What the viewer can do with each region now."""

    conquer: set[int] = field(default_factory=set)
    chance: dict[int, int] = field(default_factory=dict)  # region: percent
    means: dict[int, list[str]] = field(default_factory=dict)  # region: actions by special means
    uses: set[int] = field(default_factory=set)
    other: set[int] = field(default_factory=set)  # place, put, give up, choose a region


def step_of(state: State) -> str:
    return STEP_NAMES[state.step]


def offers(view: View) -> Offers:
    found = Offers()
    if not view.legal:
        return found
    question = asked(view.state).question
    placing = "tmgo" if question is not None and question.about == "region" else "tmg"
    for action in view.legal:
        letter, rest = action[0], action[1:]
        number, _, detail = rest.partition(".")
        if not number.isdigit():
            continue
        region = int(number)
        if letter in "cr" and detail:
            found.means.setdefault(region, []).append(action)
        elif letter == "c":
            found.conquer.add(region)
        elif letter == "u":
            found.uses.add(region)
        elif letter in placing:
            found.other.add(region)
    state = view.state
    if step_of(state) in CONQUERING:
        for region in range(len(state.occ)):
            if region not in found.conquer and not state.mask[state.acting] >> region & 1:
                percent = chance_of(check(state, f"c{region}"))
                if percent:
                    found.chance[region] = percent
    return found


def chance_of(reasons: tuple[Denial, ...]) -> int:
    """The chance of the die in percent, if only tokens are missing and a roll may make up for them."""
    if len(reasons) == 1 and reasons[0].advice:
        return int(reasons[0].facts.get("percent", 0))
    return 0


def roll_chance(state: State, action: str) -> int:
    """The chance of an action that rolls, in percent."""
    region, _, means = action[1:].partition(".")
    way = state.world.means[state.world.means_index(means)] if means else None
    short = conquest_receipt(state, int(region), way).total - state.hand[state.acting]
    return int(100 * odds(short))  # as reasons say it


def rows(view: View, voice: Voice, look: Look) -> list[Row]:
    """All regions of the board, in the order of their numbers."""
    state = view.state
    found = offers(view)
    conquering = bool(view.legal) and step_of(state) in CONQUERING
    out = []
    for region in state.world.board.regions:
        number, race = region.id, state.occ[region.id]
        seat = state.owner[race] if race != NONE else NONE
        open_now = any(
            number in where for where in (found.conquer, found.chance, found.means, found.uses, found.other)
        )
        price, rank = _price(state, number, found, conquering)
        out.append(
            Row(
                region=number,
                group=_group(view, number, seat, found, conquering),
                terrain=voice.name("terrain", region.terrain),
                signs=tuple(voice.common(voice.name("symbol", sign)) for sign in region.symbols),
                holder=voice.race(state.world, race) if race != NONE else "",
                seat=seat,
                active=race != NONE and seat != NONE and state.is_active(race),
                tokens=state.tokens[number],
                markers=marker_words(state, number, voice, look),
                price=price,
                rank=rank,
                open=open_now,
                neighbours=" ".join(map(str, region.neighbours)),
            )
        )
    return out


def _group(view: View, region: int, seat: int, found: Offers, conquering: bool) -> str:
    state = view.state
    if seat != NONE and seat == view.seat:
        return YOURS
    shut = (state.world.closed | state.world.barred) >> region & 1 and state.occ[region] == NONE
    if conquering:
        if shut and not state.combos[state.acting].settle >> region & 1:
            return WATER
        if region in found.conquer or any(a.startswith("c") for a in found.means.get(region, ())):
            return TAKE
        return DIE if region in found.chance or region in found.means else REST
    if seat != NONE:
        return f"seat{seat}"
    if state.occ[region] != NONE:
        return TRIBES
    return WATER if shut else FREE


def _price(state: State, region: int, found: Offers, conquering: bool) -> tuple[str, int]:
    """Tokens it takes, or the chance of the die; a star where a special means works. And their rank."""
    closed = (state.world.closed | state.world.barred) >> region & 1
    if not conquering:
        empty_water = closed and state.occ[region] == NONE
        return "" if empty_water else str(defence_receipt(state, region).total), 0
    if state.mask[state.acting] >> region & 1:
        return "", 0
    star = "*" if region in found.means or region in found.uses else ""
    special = [action for action in found.means.get(region, ()) if action.startswith("c")]
    if special and region not in found.conquer:
        cost = min(_special_cost(state, action) for action in special)
        return f"{cost}{star}", cost
    rolling = [action for action in found.means.get(region, ()) if action.startswith("r")]
    percent = max([found.chance.get(region, 0), *(roll_chance(state, action) for action in rolling)])
    if percent and region not in found.conquer:
        return f"{percent}%{star}", -percent
    if any(reason.rule == "terrain" for reason in check(state, f"c{region}")):
        return star, 0
    cost = conquest_receipt(state, region).total
    return f"{cost}{star}", cost


def _special_cost(state: State, action: str) -> int:
    region, _, means = action[1:].partition(".")
    return conquest_receipt(state, int(region), state.world.means[state.world.means_index(means)]).total


def marker_names(state: State, region: int) -> list[tuple[str, int]]:
    """Markers in a region with their number, and what its race brings by itself (a lair).

    Relics, places and figures are markers, too.
    """
    world = state.world
    found: dict[str, int] = {}
    for marker in state.markers_in(region):
        name = world.markers[marker].id
        found[name] = found.get(name, 0) + 1
    ground = {"region", world.board.regions[region].terrain, world.race_ids[state.occ[region]]}
    for term in defence_receipt(state, region).terms:
        if term.label not in ground:
            found.setdefault(term.label, 1)
    return list(found.items())


def badges_in(state: State, region: int) -> list[str]:
    """Badges that lie in a region and work for whoever holds it."""
    return [state.world.power_ids[entry >> 6] for entry in state.lying if entry & 63 == region]


def marker_words(state: State, region: int, voice: Voice, look: Look) -> str:
    words = []
    for name, count in marker_names(state, region):
        word = voice.bare(voice.term(name))
        words.append(f"{word}{look.times}{count}" if count > 1 else word)
    words += [voice.name("power", badge) for badge in badges_in(state, region)]
    return ", ".join(words)
