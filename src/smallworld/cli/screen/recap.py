"""What happened, in sentences: after others have moved, and as the log of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from smallworld.engine import Game
from smallworld.engine.world.world import NONE
from smallworld.presentation import Line, log_lines

from ..messages import Messages
from .style import Style

_SECRET = {"scored", "gained"}


def turns(game: Game, first: int, viewer: int | None) -> Iterator[tuple[int, int, list[Line]]]:
    """(round, seat, lines) of each turn from a log entry on. Viewer None sees everything."""
    lines = log_lines(game, first, len(game.log), viewer)
    for (number, seat), found in groupby(lines, key=lambda line: (line.round, line.turn)):
        yield number, seat, list(found)


def sentences(
    lines: Iterable[Line], game: Game, messages: Messages, players: Sequence[str], *, placing: bool = True
) -> list[str]:
    """The sentences to show; with `placing`, also where single tokens went."""
    out = []
    for line in lines:
        event = line.event
        if not line.news or (event.kind in _SECRET and event.amount == NONE):
            continue
        if event.kind == "placed" and not placing:
            continue
        if event.kind == "drawn_badge":
            out.append(messages("offer.new", combo=messages.combo(game.world, event.race, event.power)))
            continue
        text = messages.event(event, game.world, players)
        if event.kind in ("scored", "earned") and event.receipt is not None:
            text = f"{text.rstrip('.')} ({messages.receipt(event.receipt)})."
        out.append(text)
    return out


def recap(
    game: Game,
    first: int,
    viewer: int | None,
    messages: Messages,
    style: Style,
    players: Sequence[str],
    *,
    rounds: bool = False,
) -> list[Text]:
    """One paragraph for each turn, with the player's name first."""
    out = []
    for number, seat, lines in turns(game, first, viewer):
        # The board shows where tokens were put; it is news only while placing.
        placing = (number, seat) == (game.state.round, game.state.turn) and seat == viewer
        said = sentences(lines, game, messages, players, placing=placing)
        if not said:
            continue
        text = Text()
        if rounds:
            text.append(f"{number} ", style="dim")
        story = " ".join(said)
        if seat != viewer or rounds:
            text.append_text(style.seat(seat, players[seat]))
            # Avoid the double name in "Bob: Bob picks …".
            story = (
                story.removeprefix(players[seat]) if story.startswith(f"{players[seat]} ") else f": {story}"
            )
        text.append(story)
        out.append(text)
    return out
