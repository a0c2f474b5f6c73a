"""Answers to a player's questions: why not, what does it cost, what would I score, what is region 9."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from smallworld.engine import View, check, conquest_receipt, defence_receipt, parse_action, percent
from smallworld.engine.actions import CONQUER, ROLL, SHIFT
from smallworld.engine.position.state import State
from smallworld.engine.world.world import NONE
from smallworld.presentation import Region, chances, choice, choices, player, region, score

from ..messages import Messages
from .players import force_words
from .regions import CONQUERING, step_of
from .style import BAD, GOOD, QUIET, Style, indented


def why(action: str, view: View, messages: Messages, players: Sequence[str]) -> list[RenderableType]:
    """Every reason against an action, each with what would help; or the receipt if it is legal."""
    state = view.state
    reasons = check(state, action, view.seat)
    if not reasons:
        return [Text(messages("is_legal", action=action), style=GOOD), *receipt_of(action, view, messages)]
    out: list[RenderableType] = [Text(messages("is_not_legal", action=action), style=BAD)]
    for reason in reasons:
        text = Text(f"{messages.sentence(reason, players)} ")
        out.append(indented(text.append(messages.remedy(reason, players), style=QUIET)))
    die = f"r{action[1:]}"
    if action[0] == "c" and die in (view.legal or ()):
        luck = choice(state, parse_action(state.world, die)).odds
        if luck is not None:
            out.append(indented(messages("try_die", action=die, percent=percent(luck))))
    return out


def receipt_of(action: str, view: View, messages: Messages) -> list[RenderableType]:
    """The receipt of a legal action, if it has one."""
    code = parse_action(view.state.world, action)
    receipt = choice(view.state, code).receipt
    if receipt is None:
        return []
    key = "receipt_cost" if code >> SHIFT in (CONQUER, ROLL) else "receipt_price"
    return [indented(messages(key, receipt=messages.receipt(receipt)))]


def cost(number: int, view: View, messages: Messages) -> list[RenderableType]:
    """What a region costs the viewer's race now; if none is conquering, what it costs in general."""
    state = view.state
    if number >= len(state.occ):
        return [Text(messages("no_such_region", region=number, last=len(state.occ) - 1))]
    mine = step_of(state) in CONQUERING and state.seat == view.seat
    receipt = conquest_receipt(state, number) if mine else defence_receipt(state, number)
    key = "cost_for_you" if mine else "cost_for_anybody"
    out: list[RenderableType] = [
        Text(messages(key, region=messages.place(number), receipt=messages.receipt(receipt)))
    ]
    luck = chances(state, choices(view)).get(number) if mine else None
    return [*out, Text(messages("cost_chance", percent=percent(luck)))] if luck is not None else out


def about_region(
    number: int, view: View, messages: Messages, style: Style, players: Sequence[str]
) -> list[RenderableType]:
    """Everything about one region."""
    state = view.state
    if number >= len(state.occ):
        return [Text(messages("no_such_region", region=number, last=len(state.occ) - 1))]
    place, seen = state.world.board.regions[number], region(state, number)
    words = [messages.name("terrain", place.terrain)]
    words += [messages.name("symbol", sign) for sign in place.symbols]
    if place.border:
        words.append(messages("border"))
    lines = [_holder(seen, view, messages, players)]
    for lying in seen.lying:
        kind, id = lying.thing.kind, lying.thing.id
        many = f"{lying.amount} {style.times} " if lying.amount > 1 else ""
        lines.append(messages.labelled(f"{many}{messages.name(kind, id)}", messages.text(kind, id)))
    for badge in seen.badges:
        id = state.world.power_ids[badge]
        lines.append(messages.labelled(messages.name("power", id), messages.short("power", id)))
    near = [
        messages("about.neighbour", region=messages.place(other), terrain=_terrain(other, state, messages))
        for other in place.neighbours
    ]
    lines.append(messages("about.neighbours", regions=messages.parted(near)))
    title = messages.labelled(messages("choice.region", region=messages.place(number)), ", ".join(words))
    return [
        Text(title, style="bold"),
        *map(indented, lines),
        *(Padding(text, (0, 0, 0, 2)) for text in cost(number, view, messages)),
    ]


def _terrain(number: int, state: State, messages: Messages) -> str:
    return messages.inside("terrain", state.world.board.regions[number].terrain)


def _holder(seen: Region, view: View, messages: Messages, players: Sequence[str]) -> str:
    if seen.race == NONE:
        return messages("about.empty")
    facts: dict[str, str | int] = {"race": messages.race(view.state.world, seen.race), "count": seen.tokens}
    if seen.owner == NONE:
        return messages("about.neutral", **facts)
    return messages("about.active" if seen.active else "about.declined", name=players[seen.owner], **facts)


def would_score(view: View, messages: Messages, style: Style) -> list[RenderableType]:
    """What the viewer would score now, line by line."""
    state, found = view.state, score(view.state, view.seat)
    out: list[RenderableType] = [
        Text(messages("would_score", receipt=messages.receipt(found.receipt)), style="bold")
    ]
    for term, where in found.lines:
        regions = f" ({', '.join(map(str, where))})" if where else ""
        out.append(Text(f"  {term.amount:>3}  {messages.term(term)}{regions}"))
    for troop in player(state, view.seat).troops:
        race = messages.race(state.world, troop.race)
        out.append(Text(f"  {messages.labelled(race, force_words(troop, messages, style))}", style=QUIET))
    return out
