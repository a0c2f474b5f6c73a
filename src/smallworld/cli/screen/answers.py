"""Answers to a player's questions: why not, what does it cost, what would I score, what is region 9."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from smallworld.engine import (
    View,
    check,
    conquest_receipt,
    defence_receipt,
    parse_action,
    price_receipt,
    score_lines,
    score_receipt,
)
from smallworld.engine.actions import CONQUER, PICK, ROLL, SHIFT
from smallworld.engine.world import NONE

from ..voice import Voice
from .look import BAD, GOOD, QUIET, Look, indented
from .players import force_words
from .regions import CONQUERING, badges_in, chance_of, marker_names, step_of


def why(action: str, view: View, voice: Voice, players: Sequence[str]) -> list[RenderableType]:
    """Every reason against an action, each with what would help; or the receipt if it is legal."""
    state = view.state
    reasons = check(state, action, view.seat)
    if not reasons:
        return [Text(voice("is_legal", action=action), style=GOOD), *receipt_of(action, view, voice)]
    out: list[RenderableType] = [Text(voice("is_not_legal", action=action), style=BAD)]
    for reason in reasons:
        text = Text(f"{voice.sentence(reason, players)} ")
        out.append(indented(text.append(voice.remedy(reason, players), style=QUIET)))
    percent = chance_of(reasons)
    if percent and action[0] == "c" and f"r{action[1:]}" in (view.legal or ()):
        out.append(indented(voice("try_die", action=f"r{action[1:]}", percent=percent)))
    return out


def receipt_of(action: str, view: View, voice: Voice) -> list[RenderableType]:
    """The sum behind an action, where there is one."""
    state = view.state
    code = parse_action(state.world, action)
    kind, number, way = code >> SHIFT, code & 63, code >> 6 & 63
    if kind in (CONQUER, ROLL) and step_of(state) in CONQUERING and number < len(state.occ):
        means = state.world.means[way - 1] if way else None
        receipt = conquest_receipt(state, number, means)
        return [indented(voice("receipt_cost", receipt=voice.receipt(receipt)))]
    if kind == PICK and number < len(state.col_badge):
        return [indented(voice("receipt_price", receipt=voice.receipt(price_receipt(state, number))))]
    return []


def cost(region: int, view: View, voice: Voice) -> list[RenderableType]:
    """What a region costs the viewer's race now; if none is conquering, what it costs anybody."""
    state = view.state
    if region >= len(state.occ):
        return [Text(voice("no_such_region", region=region, last=len(state.occ) - 1))]
    if step_of(state) in CONQUERING and state.seat == view.seat:
        out: list[RenderableType] = [
            Text(
                voice(
                    "cost_for_you",
                    region=voice.place(region),
                    receipt=voice.receipt(conquest_receipt(state, region)),
                )
            )
        ]
        percent = chance_of(check(state, f"c{region}"))
        if percent:
            out.append(Text(voice("cost_chance", percent=percent)))
        return out
    return [
        Text(
            voice(
                "cost_for_anybody",
                region=voice.place(region),
                receipt=voice.receipt(defence_receipt(state, region)),
            )
        )
    ]


def look_at(
    region: int, view: View, voice: Voice, look: Look, players: Sequence[str]
) -> list[RenderableType]:
    """Everything about one region."""
    state = view.state
    if region >= len(state.occ):
        return [Text(voice("no_such_region", region=region, last=len(state.occ) - 1))]
    place = state.world.board.regions[region]
    words = [voice.name("terrain", place.terrain)]
    words += [voice.name("symbol", sign) for sign in place.symbols]
    if place.border:
        words.append(voice("border"))
    out: list[RenderableType] = [
        Text(f"{voice('region_number', region=voice.place(region))}: {', '.join(words)}", style="bold")
    ]
    race = state.occ[region]
    if race == NONE:
        out.append(indented(voice("held_by_nobody")))
    else:
        seat = state.owner[race]
        facts: dict[str, str | int] = {"race": voice.race(state.world, race), "count": state.tokens[region]}
        if seat == NONE:
            out.append(indented(voice("held_by_tribes", **facts)))
        else:
            key = "held_active" if state.is_active(race) else "held_declined"
            out.append(indented(voice(key, name=players[seat], **facts)))
    for marker, count in marker_names(state, region):
        many = f"{count} {look.times} " if count > 1 else ""
        out.append(indented(f"{many}{voice.marker(marker)}: {voice.marker_text(marker)}"))
    for badge in badges_in(state, region):
        out.append(indented(f"{voice.name('power', badge)}: {voice.short('power', badge)}"))
    near = []
    for number in place.neighbours:
        near.append(f"{number} {voice.name('terrain', state.world.board.regions[number].terrain)}")
    out.append(indented(voice("neighbours_are", regions=", ".join(near))))
    return out + [Padding(text, (0, 0, 0, 2)) for text in cost(region, view, voice)]


def score(view: View, voice: Voice, look: Look) -> list[RenderableType]:
    """What the viewer would score now, line by line."""
    state, seat = view.state, view.seat
    receipt = score_receipt(state, seat)
    out: list[RenderableType] = [Text(voice("would_score", receipt=voice.receipt(receipt)), style="bold")]
    where: dict[str, list[int]] = {}
    for term in score_lines(state, seat):
        if term.region >= 0:
            where.setdefault(term.label, []).append(term.region)
    for line in receipt.terms:
        text = f"  {line.amount:>3}  {voice.term(line.label)}"
        if where.get(line.label):
            text += f" ({', '.join(map(str, where[line.label]))})"
        out.append(Text(text))
    for race in state.races_of(seat):
        out.append(
            Text(f"  {voice.race(state.world, race)}: {force_words(state, race, voice, look)}", style=QUIET)
        )
    return out
