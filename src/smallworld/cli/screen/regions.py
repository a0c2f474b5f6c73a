"""The facts about each region, before layout: terrain, holder, price, neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from smallworld.engine import View, conquest_receipt, defence_receipt, percent
from smallworld.engine.position.state import STEP_NAMES, State
from smallworld.engine.world.world import NONE
from smallworld.presentation import Choice, Region, Thing, chances, choices, regions

from ..messages import Messages
from .style import Style

CONQUERING = ("ready", "conquer", "rolled")

# Groups in the order in which they are shown.
YOURS, TAKE, DIE, REST, TRIBES, FREE, WATER = "yours", "take", "die", "rest", "tribes", "free", "water"


@dataclass
class Row:
    region: int
    group: str  # one of the above, or a seat as "seat0" …
    terrain: str
    signs: tuple[str, ...]
    holder: str
    seat: int  # who holds it, or NONE
    active: bool
    tokens: int
    markers: str
    price: str  # tokens or chance, as shown
    rank: int  # lower is better
    open: bool  # the viewer can act on it now
    neighbours: str


def step_of(state: State) -> str:
    return STEP_NAMES[state.step]


def rows(view: View, messages: Messages, style: Style) -> list[Row]:
    """All regions of the board, by number."""
    state, found = view.state, choices(view)
    conquering = bool(view.legal) and step_of(state) in CONQUERING
    luck = chances(state, found) if conquering else {}
    here: dict[int, list[Choice]] = {}
    for choice in found:
        if choice.region != NONE and choice.kind != "abandon":
            here.setdefault(choice.region, []).append(choice)
    out = []
    for region in regions(state):
        number, race, offered = region.number, region.race, here.get(region.number, [])
        place, lucky = state.world.board.regions[number], luck.get(number)
        price, rank = _price(state, region, offered, lucky, conquering)
        out.append(
            Row(
                region=number,
                group=_group(view, region, offered, lucky, conquering),
                terrain=messages.name("terrain", place.terrain),
                signs=tuple(messages.common(messages.name("symbol", sign)) for sign in place.symbols),
                holder=messages.race(state.world, race) if race != NONE else "",
                seat=region.owner,
                active=region.active,
                tokens=region.tokens,
                markers=marker_words(state, region, messages, style),
                price=price,
                rank=rank,
                open=bool(offered) or lucky is not None,
                neighbours=" ".join(map(str, place.neighbours)),
            )
        )
    return out


def _group(view: View, region: Region, here: list[Choice], lucky: Fraction | None, conquering: bool) -> str:
    state, number, seat = view.state, region.number, region.owner
    if seat != NONE and seat == view.seat:
        return YOURS
    shut = _closed(state, number) and region.race == NONE
    if conquering:
        if shut and not state.combos[state.acting].settle >> number & 1:
            return WATER
        if any(choice.kind == "conquer" for choice in here):
            return TAKE
        return DIE if lucky is not None or any(choice.kind == "roll" for choice in here) else REST
    if seat != NONE:
        return f"seat{seat}"
    if region.race != NONE:
        return TRIBES
    return WATER if shut else FREE


def tools_of(choice: Choice) -> tuple[Thing, ...]:
    """What a region is conquered or changed with, if not in the usual way."""
    return choice.helps or ((choice.thing,) if choice.kind == "use" and choice.thing is not None else ())


def _closed(state: State, region: int) -> bool:
    return bool((state.world.closed | state.world.barred) >> region & 1)


def _price(
    state: State, region: Region, here: list[Choice], lucky: Fraction | None, conquering: bool
) -> tuple[str, int]:
    """Tokens needed, or the chance of the die, with a star where a special means works; and the rank."""
    number = region.number
    if not conquering:
        empty_water = _closed(state, number) and region.race == NONE
        return "" if empty_water else str(defence_receipt(state, number).total), 0
    if state.mask[state.acting] >> number & 1:
        return "", 0
    star = "*" if any(map(tools_of, here)) else ""
    taking = [choice for choice in here if choice.kind == "conquer" and not choice.spare]
    if taking and all(choice.helps for choice in taking):
        cost = min(choice.cost for choice in taking)
        return f"{cost}{star}", cost
    best = max([lucky or Fraction(0), *(choice.odds for choice in here if choice.odds is not None)])
    if best and not taking:
        return f"{percent(best)}%{star}", -percent(best)
    if not state.combo.settle >> number & 1:
        return star, 0
    cost = conquest_receipt(state, number).total
    return f"{cost}{star}", cost


def marker_words(state: State, region: Region, messages: Messages, style: Style) -> str:
    words = []
    for lying in region.lying:
        word = messages.bare(messages.inside(lying.thing.kind, lying.thing.id))
        words.append(f"{word}{style.times}{lying.amount}" if lying.amount > 1 else word)
    words += [messages.name("power", state.world.power_ids[badge]) for badge in region.badges]
    return ", ".join(words)
