"""`smallworld solve`: the way to play the rest of a turn that brings most coins."""

from __future__ import annotations

from typing import Annotated

import typer

from smallworld.bots.coach import solved
from smallworld.bots.ends import solve as solve_turn
from smallworld.bots.plans import PLANNED
from smallworld.engine import SmallWorldError, view
from smallworld.engine.notation.strings import SEATS

from ..options import Lang, Plain, set_up
from ..read_position import read_position
from ..screen import hint, question
from ..screen.style import QUIET, Style

POSITIONS = 200_000  # a minute or two at most


def solve(
    source: Annotated[str, typer.Argument(metavar="POSITION")],
    positions: Annotated[int, typer.Option(min=1)] = POSITIONS,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain)
    state = read_position(source)
    messages = messages.on(state.world)
    players = [messages("player.letter", letter=SEATS[seat]) for seat in range(state.world.players)]
    if state.step not in PLANNED or state.seat != state.turn or state.seat >= state.world.players:
        raise SmallWorldError(messages("solve_nothing"))
    end, seen = solve_turn(state, positions), view(state, state.seat)
    terminal.print(question.title(seen, messages, Style(terminal.plain), players))
    terminal.print(*hint.told(seen, solved(state, end), messages, players))
    if not end.exact:
        terminal.line(messages("solve_more"), QUIET)
