"""What happened, in sentences: after others have moved, and as the log of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from smallworld.engine import Event, Game, events_for
from smallworld.engine.world import NONE

from ..voice import Voice
from .look import Look

# Said elsewhere on the screen, or without news in it.
_SILENT = {"turn", "readied", "drawn_race", "withheld"}
_SECRET = {"scored", "gained"}


def turns(game: Game, first: int, viewer: int | None) -> Iterator[tuple[int, int, list[Event]]]:
    """(round, seat, events) of each turn from an entry of the log on. None sees everything."""
    key, gathered = (NONE, NONE), list[Event]()
    positions = game.positions
    for number in range(first, len(game.events)):
        before = positions[number]
        if (before.round, before.turn) != key:
            if gathered:
                yield *key, gathered
            key, gathered = (before.round, before.turn), []
        events = game.events[number]
        gathered = gathered + (events if viewer is None else events_for(events, viewer))
    if gathered:
        yield *key, gathered


def sentences(
    events: Sequence[Event], game: Game, voice: Voice, players: Sequence[str], viewer: int | None
) -> list[str]:
    out = []
    for event in events:
        if event.kind in _SILENT or (event.kind in _SECRET and event.amount == NONE):
            continue
        if event.kind == "placed" and viewer is not None and event.seat != viewer:
            continue
        if event.kind == "drawn_badge":
            out.append(voice("new_combo", combo=voice.combo(game.world, event.race, event.power)))
            continue
        text = voice.event(event, game.world, players)
        if event.kind == "scored" and event.receipt is not None:
            text = f"{text} ({voice.receipt(event.receipt)})"
        out.append(text)
    return out


def recap(
    game: Game,
    first: int,
    viewer: int | None,
    voice: Voice,
    look: Look,
    players: Sequence[str],
    *,
    rounds: bool = False,
) -> list[Text]:
    """One paragraph for each turn. The names of others stand before what they did."""
    out = []
    for number, seat, events in turns(game, first, viewer):
        said = sentences(events, game, voice, players, viewer)
        if not said:
            continue
        text = Text()
        if rounds:
            text.append(f"{number} ", style="dim")
        text.append_text(look.seat(seat, players[seat]))
        text.append(": " + " ".join(said))
        out.append(text)
    return out
