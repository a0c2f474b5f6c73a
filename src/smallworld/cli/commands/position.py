"""`smallworld position`: show a position and its legal actions."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer
from rich.text import Text

from smallworld.engine import State, View, legal, position_string, view
from smallworld.engine.notation.strings import SEATS

from ..options import Lang, Plain, set_up
from ..read_position import read_position
from ..screen import question
from ..screen.board import grouped, wide_board
from ..screen.combos import combo_lines
from ..screen.listing import legal_lines
from ..screen.players import player_lines
from ..screen.style import QUIET, TITLE, Style


def position(
    source: Annotated[str, typer.Argument(metavar="POSITION")],
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain)
    state = read_position(source)
    messages = messages.on(state.world)
    players = [messages("player.letter", letter=SEATS[seat]) for seat in range(state.world.players)]
    style = Style(terminal.plain)
    seen = _open_view(state)
    width = terminal.width
    terminal.print(question.title(seen, messages, style, players))
    terminal.print(*player_lines(seen, messages, style, players, width))
    terminal.print(Text(messages("heading_combos"), style=TITLE))
    terminal.print(*combo_lines(seen, messages, style, width, full=False))
    terminal.print(wide_board(grouped(seen, messages, style, players), messages, style, width))
    terminal.line(style.rule * min(width, 80), QUIET)
    if state.over:
        terminal.line(messages("game_over"))
    elif state.is_chance:
        terminal.line(messages("chance_now", outcomes=", ".join(legal(state))))
    else:
        asked = question.question_text(seen, messages)
        terminal.line(messages.labelled(players[state.seat], asked), TITLE)
        terminal.print(*legal_lines(seen, messages, players))
    terminal.line(position_string(state), QUIET, whole=True)


def _open_view(state: State) -> View:
    """A position that somebody wrote down has no secrets: all coins are shown."""
    seen = view(state, state.seat)
    return replace(seen, state=state)
