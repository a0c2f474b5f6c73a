"""Who plays: names, races, hands, and coins where the viewer may see them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from smallworld.engine import View
from smallworld.engine.state import State
from smallworld.engine.world import NONE

from ..voice import Voice
from .look import QUIET, Look


def coins_of(state: State, seat: int, voice: Voice) -> str:
    """Coins, or a sign that they are nobody else's business."""
    coins = state.coins[seat]
    return voice("coins_hidden") if coins == NONE else voice("coins", coins=coins)


def active_words(state: State, seat: int, voice: Voice) -> str:
    race = state.active[seat]
    if race == NONE:
        return voice("no_active_race")
    return voice.combo(state.world, race, state.badge[race])


def force_words(state: State, race: int, voice: Voice, look: Look) -> str:
    """`7 regions · 3 in hand`"""
    words = [voice("regions_count", count=state.mask[race].bit_count())]
    if state.hand[race]:
        words.append(voice("in_hand", count=state.hand[race]))
    helpers = state.combos[race].auxiliaries
    if helpers is not None and (owned := state.counters[state.world.counter_index(helpers.owned)]):
        name = voice.common(voice.name("counter", helpers.owned))
        words.append(f"{name}{look.times}{owned}" if owned > 1 else name)
    found = [piece for piece, region in state.combos[race].pieces if region >= 0]
    words += [voice.bare(voice.name(piece.kind, piece.id)) for piece in found]
    return look.dot.join(words)


def _declined(state: State, seat: int, voice: Voice, look: Look) -> list[str]:
    return [
        voice("declined_race", race=voice.race(state.world, race))
        + look.dot
        + force_words(state, race, voice, look)
        for race in state.declined[seat]
    ]


def _peace(state: State, seat: int, voice: Voice, players: Sequence[str]) -> str:
    other = state.truce[seat]
    return voice("peace_with", name=players[other]) if other != NONE else ""


def player_cards(
    view: View, voice: Voice, look: Look, players: Sequence[str], width: int
) -> list[RenderableType]:
    """A few lines for each player, for a narrow rail."""
    state = view.state
    out: list[RenderableType] = []
    for seat, name in enumerate(players):
        coins = coins_of(state, seat, voice)
        title = look.seat(seat, look.shortened(name, width - len(coins) - 5))
        if seat == state.turn and not state.over:
            title.stylize("bold")
            title.append(" <" if look.plain else " ◂", style="bold")
        title.append(" " * max(1, width - len(title) - len(coins)))
        title.append(coins, style="bold" if seat == view.seat else QUIET)
        out.append(title)
        out.append(Text("  " + look.shortened(active_words(state, seat, voice), width - 2)))
        race = state.active[seat]
        lines = [force_words(state, race, voice, look)] if race != NONE else []
        lines += _declined(state, seat, voice, look)
        peace = _peace(state, seat, voice, players)
        lines += [peace] if peace else []
        out += [Text("  " + look.shortened(text, width - 2), style=QUIET) for text in lines]
    return out


def player_lines(
    view: View, voice: Voice, look: Look, players: Sequence[str], width: int
) -> list[RenderableType]:
    """One line for each player, for stacked screens."""
    state = view.state
    out: list[RenderableType] = []
    longest = min(14, max(map(len, players)))
    purse = max(len(coins_of(state, seat, voice)) for seat in range(len(players)))
    for seat, name in enumerate(players):
        turn = seat == state.turn and not state.over
        text = Text("> " if turn else "  ", no_wrap=True, overflow="ellipsis")
        text.append_text(look.seat(seat, f"{look.shortened(name, longest):<{longest}}"))
        text.append(
            f"  {coins_of(state, seat, voice):<{purse}}", style="bold" if seat == view.seat else QUIET
        )
        race = state.active[seat]
        words = [active_words(state, seat, voice)]
        if race != NONE:
            words.append(force_words(state, race, voice, look))
        words += _declined(state, seat, voice, look)
        peace = _peace(state, seat, voice, players)
        words += [peace] if peace else []
        text.append("  " + look.shortened(look.dot.join(words), max(10, width - len(text) - 2)))
        out.append(text)
    return out
