"""The players: names, races, tokens in hand, and coins where the viewer may see them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from smallworld.engine import View
from smallworld.engine.position.state import State
from smallworld.engine.world.world import NONE
from smallworld.presentation import Player, Troop, notes, player

from ..messages import Messages
from .style import QUIET, Style


def coins_of(seen: Player, messages: Messages) -> str:
    """Coins, or a sign that they are hidden."""
    return messages("coins_hidden") if seen.coins == NONE else messages("coins", coins=seen.coins)


def force_words(troop: Troop, messages: Messages, style: Style) -> str:
    """`7 regions · 3 in hand`"""
    words = [messages("regions_count", count=troop.regions)]
    if troop.hand:
        words.append(messages("in_hand", count=troop.hand))
    if troop.helpers is not None and (owned := troop.helpers.owned):
        name = messages.common(messages.name(*troop.helpers.thing[:2]))
        words.append(f"{name}{style.times}{owned}" if owned > 1 else name)
    words += [messages.bare(messages.name(find.kind, find.id)) for find in troop.finds]
    return style.dot.join(words)


def _lines(
    state: State, seen: Player, messages: Messages, style: Style, players: Sequence[str]
) -> tuple[str, list[str]]:
    """The active race; what it has, races in decline, and who is at peace with the player."""
    active, lines = messages("no_active_race"), []
    for troop in seen.troops:
        force = force_words(troop, messages, style)
        if troop.active:
            active = messages.combo(state.world, troop.race, troop.power)
            lines.append(force)
        else:
            lines.append(
                messages("declined_race", race=messages.race(state.world, troop.race)) + style.dot + force
            )
    lines += [
        messages(f"note.{id}", name=players[other]) for id, other in notes(state, seen.seat) if other != NONE
    ]
    return active, lines


def player_cards(
    view: View, messages: Messages, style: Style, players: Sequence[str], width: int
) -> list[RenderableType]:
    """A few lines for each player, for the side column."""
    state = view.state
    out: list[RenderableType] = []
    for seat, name in enumerate(players):
        seen = player(state, seat)
        coins = coins_of(seen, messages)
        title = style.seat(seat, style.shortened(name, width - len(coins) - 5))
        if seat == state.turn and not state.over:
            title.stylize("bold")
            title.append(" <" if style.plain else " ◂", style="bold")
        title.append(" " * max(1, width - len(title) - len(coins)))
        title.append(coins, style="bold" if seat == view.seat else QUIET)
        out.append(title)
        active, lines = _lines(state, seen, messages, style, players)
        out.append(Text("  " + style.shortened(active, width - 2)))
        out += [Text("  " + style.shortened(text, width - 2), style=QUIET) for text in lines]
    return out


def player_lines(
    view: View, messages: Messages, style: Style, players: Sequence[str], width: int
) -> list[RenderableType]:
    """One line for each player, for stacked screens."""
    state = view.state
    out: list[RenderableType] = []
    longest = min(14, max(map(len, players)))
    seats = [player(state, seat) for seat in range(len(players))]
    purse = max(len(coins_of(seen, messages)) for seen in seats)
    for seat, name in enumerate(players):
        turn = seat == state.turn and not state.over
        text = Text("> " if turn else "  ", no_wrap=True, overflow="ellipsis")
        text.append_text(style.seat(seat, f"{style.shortened(name, longest):<{longest}}"))
        text.append(
            f"  {coins_of(seats[seat], messages):<{purse}}", style="bold" if seat == view.seat else QUIET
        )
        active, lines = _lines(state, seats[seat], messages, style, players)
        text.append("  " + style.shortened(style.dot.join([active, *lines]), max(10, width - len(text) - 2)))
        out.append(text)
    return out
