"""The column of combos: price, coins on it, tokens, and what each does."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from smallworld.engine import View
from smallworld.engine.position.state import State
from smallworld.presentation import offer

from ..messages import Messages
from .style import QUIET, Style


def _stakes(state: State, slot: int, messages: Messages) -> str:
    """`10 tokens, free` or `9 tokens, pay 3, 2 coins on it`"""
    combo = offer(state, slot)
    words = [messages("combo_tokens", count=combo.tokens.total)]
    words.append(messages("combo_price", coins=slot) if slot else messages("combo_free"))
    if combo.coins:
        words.append(messages("combo_coins", coins=combo.coins))
    return ", ".join(words)


def _slots(view: View) -> Iterator[tuple[int, bool]]:
    """Each complete combo, and whether the viewer could pick it now."""
    legal = set(view.legal or ())
    for slot in range(len(view.state.col_badge)):
        yield slot, not legal or f"p{slot + 1}" in legal or "p1" not in legal


def _name(view: View, slot: int, messages: Messages) -> str:
    state = view.state
    return messages.combo(state.world, state.col_race[slot], state.col_badge[slot])


def combo_cards(
    view: View, messages: Messages, style: Style, width: int, *, full: bool
) -> list[RenderableType]:
    """For a narrow side column: name and price, and with `full` what race and power do."""
    state = view.state
    out: list[RenderableType] = []
    for slot, affordable in _slots(view):
        weight = "bold" if full and affordable else "" if affordable else QUIET
        out.append(Text(style.shortened(f"{slot + 1} {_name(view, slot, messages)}", width), style=weight))
        out.append(Text("  " + style.shortened(_stakes(state, slot, messages), width - 2), style=QUIET))
        if full:
            for text in _effects(state, slot, messages):
                out.append(Padding(Text(text), (0, 0, 0, 2)))
    return out


def _effects(state: State, slot: int, messages: Messages) -> tuple[str, str]:
    world = state.world
    return (
        messages.short("race", world.race_ids[state.col_race[slot]]),
        messages.short("power", world.power_ids[state.col_badge[slot]]),
    )


def combo_lines(
    view: View, messages: Messages, style: Style, width: int, *, full: bool
) -> list[RenderableType]:
    """For stacked screens: one line with name and price; with `full` a second one with the effects."""
    state = view.state
    names = [_name(view, slot, messages) for slot, _ in _slots(view)]
    longest = max(map(len, names), default=0)
    out: list[RenderableType] = []
    for (slot, affordable), name in zip(_slots(view), names, strict=True):
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f" {slot + 1} {name:<{longest}}", style="bold" if affordable else QUIET)
        text.append(f"  {_stakes(state, slot, messages)}", style=QUIET)
        out.append(text)
        if full:
            out.append(Padding(Text(" ".join(_effects(state, slot, messages))), (0, 0, 0, 3)))
    return out
