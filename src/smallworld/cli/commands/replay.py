"""`smallworld replay`: step through a record."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.text import Text

from smallworld.engine import Game, Record, read_record, view
from smallworld.engine.actions import is_chance
from smallworld.engine.notation.strings import SEATS, action_string
from smallworld.packs import world_from_key
from smallworld.presentation import log_lines

from ..ascii import folded
from ..files import read_text
from ..messages import Messages
from ..options import Lang, Plain, set_up
from ..screen import question
from ..screen.board import grouped, narrow_board
from ..screen.players import player_lines
from ..screen.recap import recap, sentences
from ..screen.result import final_lines
from ..screen.style import QUIET, WARN, Style
from ..terminal import Terminal

_TURN = re.compile(r"(\d+)\s*([a-h]?)\Z")


def replay(
    file: Path,
    everything: Annotated[bool, typer.Option("--all")] = False,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain, interactive=not everything)
    record = read_record(read_text(file), world_from_key)
    stepper = Stepper(record, terminal, messages.on(record.game.world))
    if everything:
        stepper.print_all()
        return
    try:
        stepper.run()
    except (EOFError, KeyboardInterrupt):
        terminal.line()


class Stepper:
    """Steps through the decisions of a game; chance outcomes belong to the decision before them."""

    def __init__(self, record: Record, terminal: Terminal, messages: Messages) -> None:
        self.game: Game = record.game
        self.terminal = terminal
        self.messages = messages
        self.style = Style(terminal.plain)
        letters = SEATS[: self.game.world.players]
        names = [*record.players, *(messages("player.letter", letter=letter) for letter in letters)]
        world = self.game.world
        party = [messages.name("neutral", world.settlers)] if world.party is not None else []
        self.players = [*names[: len(letters)], *party]
        log = self.game.log
        # Stops: before each decision, and at the end.
        self.stops = [number for number, code in enumerate(log) if not is_chance(code)] + [len(log)]
        self.stop = 0

    def print_all(self) -> None:
        self.terminal.print(
            *recap(self.game, 0, None, self.messages, self.style, self.players, rounds=True), Text("")
        )
        if self.game.over:
            self.terminal.print(*final_lines(self.game, self.messages, self.style, self.players))

    def run(self) -> None:
        self.show()
        while True:
            typed = folded(self.terminal.ask(f"{self.messages('replay_prompt')}> "))
            word = typed[:1]
            if typed in ("", "n") or word == "n":
                self.go(self.stop + 1)
            elif word == "b":
                self.go(self.stop - 1)
            elif word == "t":
                self.go(self.next_turn())
            elif word == "q":
                return
            elif _TURN.match(typed):
                self.jump(typed)
            else:
                self.terminal.line(self.messages("replay_help"), WARN)

    def go(self, stop: int) -> None:
        if not 0 <= stop < len(self.stops):
            self.terminal.line(self.messages("replay_start" if stop < 0 else "replay_end"), WARN)
            return
        self.stop = stop
        self.show()

    def turn_at(self, stop: int) -> tuple[int, int]:
        state = self.game.positions[self.stops[stop]]
        return state.round, state.turn

    def next_turn(self) -> int:
        here = self.turn_at(self.stop)
        for stop in range(self.stop, len(self.stops)):
            if self.turn_at(stop) != here:
                return stop
        return len(self.stops) - 1

    def jump(self, typed: str) -> None:
        """`5` is the first turn of round 5, `5B` that of seat B."""
        match = _TURN.match(typed)
        assert match is not None
        number, letter = int(match[1]), match[2]
        seat = SEATS.lower().index(letter) if letter else 0
        for stop in range(len(self.stops)):
            if self.turn_at(stop) >= (number, seat):
                self.go(stop)
                return
        self.terminal.line(self.messages("replay_no_turn", turn=typed.upper()), WARN)

    def show(self) -> None:
        entry = self.stops[self.stop]
        state = self.game.positions[entry]
        seen = replace(view(state), state=state)  # a spectator, but with all coins: the game is over
        parts = [
            question.title(seen, self.messages, self.style, self.players),
            *player_lines(seen, self.messages, self.style, self.players, self.terminal.width),
            narrow_board(
                grouped(seen, self.messages, self.style, self.players),
                self.style,
                self.terminal.width,
                max(1, self.terminal.width // 39),
            ),
            Text(self.style.rule * self.terminal.width, style=QUIET),
        ]
        if self.stop:
            before = self.stops[self.stop - 1]
            lines = log_lines(self.game, before, entry, None)
            said = sentences(lines, self.game, self.messages, self.players)
            done = " ".join(action_string(self.game.world, code) for code in self.game.log[before:entry])
            who = self.game.positions[before].seat
            line = self.style.seat(who, self.messages.labelled(self.players[who], "")).append(
                done, style="bold"
            )
            parts += [line, Text(" ".join(said))]
        if state.over:
            parts += final_lines(self.game, self.messages, self.style, self.players)
        count = f"{self.stop}/{len(self.stops) - 1}"
        parts.append(Text(f"{count}  {self.messages('replay_help')}", style=QUIET))
        self.terminal.clear()
        self.terminal.print(Group(*parts))
