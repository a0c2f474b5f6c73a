"""What happened, in sentences: after others have moved, and as the log of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from smallworld.engine import Event, Game, events_for
from smallworld.engine.world import NONE

from ..voice import Voice
from .look import Look

# Said elsewhere on the screen, or without news in it.
_SILENT = {"round", "turn", "mustered", "readied", "drawn_race"}
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
        for event in events if viewer is None else events_for(events, viewer):
            # One entry may end a turn and hold the whole next one, of a party that nobody has to move.
            if event.kind == "round":
                key = (event.amount, key[1]) if not gathered else key
            if event.kind == "turn" and event.seat >= game.world.players:
                if gathered:
                    yield *key, gathered
                key, gathered = (key[0], event.seat), []
            gathered = [*gathered, event]
    if gathered:
        yield *key, gathered


def sentences(
    events: Sequence[Event], game: Game, voice: Voice, players: Sequence[str], *, placing: bool = True
) -> list[str]:
    """What is worth saying of some events; `placing`: where single tokens went, too."""
    out = []
    for event in events:
        if event.kind in _SILENT or (event.kind in _SECRET and event.amount == NONE):
            continue
        if event.kind == "lost" and event.seat == NONE:
            continue  # natives always lose
        if event.kind == "placed" and not placing:
            continue
        if event.kind == "drawn_badge":
            out.append(voice("new_combo", combo=voice.combo(game.world, event.race, event.power)))
            continue
        text = voice.event(event, game.world, players)
        if event.kind in ("scored", "earned") and event.receipt is not None:
            text = f"{text.rstrip('.')} ({voice.receipt(event.receipt)})."
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
        # Where tokens were put is seen on the board; only while placing it is news.
        placing = (number, seat) == (game.state.round, game.state.turn) and seat == viewer
        said = sentences(events, game, voice, players, placing=placing)
        if not said:
            continue
        text = Text()
        if rounds:
            text.append(f"{number} ", style="dim")
        story = " ".join(said)
        if seat != viewer or rounds:
            text.append_text(look.seat(seat, players[seat]))
            # "Bob: Bob picks …" says the name once too often.
            story = (
                story.removeprefix(players[seat]) if story.startswith(f"{players[seat]} ") else f": {story}"
            )
        text.append(story)
        out.append(text)
    return out
