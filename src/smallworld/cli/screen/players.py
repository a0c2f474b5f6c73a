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


def coins_of(seen: Player, voice: Messages) -> str:
    """Coins, or a sign that they are hidden."""
    return voice("coins_hidden") if seen.coins == NONE else voice("coins", coins=seen.coins)


def force_words(troop: Troop, voice: Messages, look: Style) -> str:
    """`7 regions · 3 in hand`"""
    words = [voice("regions_count", count=troop.regions)]
    if troop.hand:
        words.append(voice("in_hand", count=troop.hand))
    if troop.helpers is not None and (owned := troop.helpers.owned):
        name = voice.common(voice.name(*troop.helpers.thing[:2]))
        words.append(f"{name}{look.times}{owned}" if owned > 1 else name)
    words += [voice.bare(voice.name(find.kind, find.id)) for find in troop.finds]
    return look.dot.join(words)


def _lines(
    state: State, seen: Player, voice: Messages, look: Style, players: Sequence[str]
) -> tuple[str, list[str]]:
    """The active race; what it has, races in decline, and who is at peace with the player."""
    active, lines = voice("no_active_race"), []
    for troop in seen.troops:
        force = force_words(troop, voice, look)
        if troop.active:
            active = voice.combo(state.world, troop.race, troop.power)
            lines.append(force)
        else:
            lines.append(voice("declined_race", race=voice.race(state.world, troop.race)) + look.dot + force)
    lines += [
        voice(f"note.{id}", name=players[other]) for id, other in notes(state, seen.seat) if other != NONE
    ]
    return active, lines


def player_cards(
    view: View, voice: Messages, look: Style, players: Sequence[str], width: int
) -> list[RenderableType]:
    """A few lines for each player, for the side column."""
    state = view.state
    out: list[RenderableType] = []
    for seat, name in enumerate(players):
        seen = player(state, seat)
        coins = coins_of(seen, voice)
        title = look.seat(seat, look.shortened(name, width - len(coins) - 5))
        if seat == state.turn and not state.over:
            title.stylize("bold")
            title.append(" <" if look.plain else " ◂", style="bold")
        title.append(" " * max(1, width - len(title) - len(coins)))
        title.append(coins, style="bold" if seat == view.seat else QUIET)
        out.append(title)
        active, lines = _lines(state, seen, voice, look, players)
        out.append(Text("  " + look.shortened(active, width - 2)))
        out += [Text("  " + look.shortened(text, width - 2), style=QUIET) for text in lines]
    return out


def player_lines(
    view: View, voice: Messages, look: Style, players: Sequence[str], width: int
) -> list[RenderableType]:
    """One line for each player, for stacked screens."""
    state = view.state
    out: list[RenderableType] = []
    longest = min(14, max(map(len, players)))
    seats = [player(state, seat) for seat in range(len(players))]
    purse = max(len(coins_of(seen, voice)) for seen in seats)
    for seat, name in enumerate(players):
        turn = seat == state.turn and not state.over
        text = Text("> " if turn else "  ", no_wrap=True, overflow="ellipsis")
        text.append_text(look.seat(seat, f"{look.shortened(name, longest):<{longest}}"))
        text.append(
            f"  {coins_of(seats[seat], voice):<{purse}}", style="bold" if seat == view.seat else QUIET
        )
        active, lines = _lines(state, seats[seat], voice, look, players)
        text.append("  " + look.shortened(look.dot.join([active, *lines]), max(10, width - len(text) - 2)))
        out.append(text)
    return out
