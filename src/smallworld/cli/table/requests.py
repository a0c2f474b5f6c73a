"""What a player can ask besides playing: reasons, costs, rules, undo, saving, languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from smallworld.engine import IllegalAction, NotationError, View, view
from smallworld.languages import LANGUAGES
from smallworld.presentation import arrangements

from ..files import FileError
from ..messages import Messages
from ..screen import answers, encyclopedia
from ..screen.board import grouped, wide_board
from ..screen.combos import combo_lines
from ..screen.help import help_page
from ..screen.hint import hint
from ..screen.listing import legal_lines
from ..screen.map_sketch import chart
from ..screen.recap import recap
from ..screen.style import BAD, QUIET, WARN, Style
from ..terminal import Terminal
from .seats import Table
from .typed_input import NotUnderstood, Order, understand


class LeaveTable(Exception):
    """The player wants to stop; everything is saved."""


class Requests:
    """A table with somebody at the keyboard. Each `on_` method answers one request (see
    `typed_input.WISHES`).
    """

    def __init__(self, table: Table, terminal: Terminal, messages: Messages) -> None:
        self.table = table
        self.terminal = terminal
        self.messages = messages.on(table.game.world)
        self.style = Style(terminal.plain)
        world = table.game.world
        if world.party is not None:
            table.players[-1] = messages.name("neutral", world.settlers)
        self.notes: list[RenderableType] = []  # shown with the next screen, which may clear this one
        self.fresh = True  # the next screen is a full one, even in plain terminals
        self._trouble = ""

    @property
    def players(self) -> list[str]:
        return self.table.players

    # --- actions -------------------------------------------------------------------------------------

    def do(self, actions: tuple[str, ...], seat: int) -> None:
        """Do several actions; the first refusal stops them and is explained."""
        game = self.table.game
        first = len(game.log)
        for action in actions:
            if game.over or game.state.seat != seat:
                break
            try:
                self.guarded(self.table.play, action, seat)
            except IllegalAction as refusal:
                reasons = answers.why(refusal.action, view(game.state, seat), self.messages, self.players)
            except NotationError as error:
                reasons = [Text(self.messages.fault(fault), style=WARN) for fault in error.faults]
            else:
                continue
            if len(game.log) > first:
                self.notes += reasons
            else:
                self.terminal.print(*reasons)
            break

    def guarded(self, call: Callable[..., object], *arguments: object) -> None:
        """A full disk must not end the game: the action counts, the error is shown once."""
        try:
            call(*arguments)
            self._trouble = ""
        except FileError as trouble:
            if str(trouble) != self._trouble:
                self._trouble = str(trouble)
                self.notes.append(Text(self.messages("cannot_save", why=str(trouble)), style=BAD))

    # --- questions -----------------------------------------------------------------------------------

    def on_legal(self, args: tuple[str, ...], seen: View) -> None:
        self.terminal.print(*legal_lines(seen, self.messages, self.players))

    def on_why(self, args: tuple[str, ...], seen: View) -> None:
        """`why 9`, `why c9`, `why conquer 9`."""
        try:
            order = understand(" ".join(args), seen, self.messages, self.players)
        except NotUnderstood:
            order = Order("again")
        if order.verb != "do":
            self.terminal.line(self.messages("why_what"), WARN)
            return
        for action in order.args:
            self.terminal.print(*answers.why(action, seen, self.messages, self.players))

    def _region(self, args: tuple[str, ...]) -> int | None:
        digits = "".join(character for character in " ".join(args) if character.isdigit())
        if digits and len(digits) <= 2:
            return int(digits)
        self.terminal.line(self.messages("which_region"), WARN)
        return None

    def on_cost(self, args: tuple[str, ...], seen: View) -> None:
        region = self._region(args)
        if region is not None:
            self.terminal.print(*answers.cost(region, seen, self.messages))

    def on_look(self, args: tuple[str, ...], seen: View) -> None:
        region = self._region(args)
        if region is not None:
            self.terminal.print(*answers.about_region(region, seen, self.messages, self.style, self.players))

    def on_score(self, args: tuple[str, ...], seen: View) -> None:
        self.terminal.print(*answers.would_score(seen, self.messages, self.style))

    def on_rules(self, args: tuple[str, ...], seen: View) -> None:
        if args:
            encyclopedia.tell(" ".join(args), self.terminal, self.messages)
        else:
            self.terminal.print(*encyclopedia.overview(self.messages))

    def on_board(self, args: tuple[str, ...], seen: View) -> None:
        items = grouped(seen, self.messages, self.style, self.players)
        self.terminal.print(wide_board(items, self.messages, self.style, self.terminal.width))
        self.terminal.line(self.messages("board_legend", own=self.style.own), QUIET)

    def on_map(self, args: tuple[str, ...], seen: View) -> None:
        height = 20 if self.terminal.plain else self.terminal.height - 4
        self.terminal.print(chart(seen, self.messages, self.style, self.terminal.width, height))
        self.terminal.line(self.messages("map_legend"), QUIET)

    def on_combos(self, args: tuple[str, ...], seen: View) -> None:
        self.terminal.print(*combo_lines(seen, self.messages, self.style, self.terminal.width, full=True))

    def on_log(self, args: tuple[str, ...], seen: View) -> None:
        """The last turns; with any further word all of them."""
        lines: list[RenderableType] = list(
            recap(self.table.game, 0, seen.seat, self.messages, self.style, self.players, rounds=True)
        )
        if not args:
            lines = lines[-2 * len(self.players) :]
        self.terminal.print(*(lines or [Text(self.messages("log_empty"))]))

    def on_help(self, args: tuple[str, ...], seen: View) -> None:
        self.terminal.print(*help_page(self.messages))

    # --- undo ----------------------------------------------------------------------------------------

    def on_undo(self, args: tuple[str, ...], seen: View) -> None:
        room, reason = self.table.undo_room
        if room:
            self._rewind("undone", self.table.undo)
        else:
            self.terminal.line(self.messages("undo_wall", reason=self.messages.wall(reason)), WARN)

    def on_redo(self, args: tuple[str, ...], seen: View) -> None:
        if self.table.game.can_redo:
            self._rewind("redone", self.table.redo)
        else:
            self.terminal.line(self.messages("redo_nothing"), WARN)

    def _rewind(self, key: str, call: Callable[[], str]) -> None:
        """Undo or redo, then say what it was, how far undo can still go, and what stops it."""
        done: list[str] = []
        self.guarded(lambda: done.append(call()))
        self.fresh = True
        for action in done:
            self.notes.append(Text(self.messages(key, action=action)))
        room, reason = self.table.undo_room
        left = self.messages(
            "undo_left" if room else "undo_wall", count=room, reason=self.messages.wall(reason)
        )
        self.notes.append(Text(left, style=QUIET))

    # --- the rest ------------------------------------------------------------------------------------

    def on_even(self, args: tuple[str, ...], seen: View) -> None:
        placing = arrangements(seen.state).get("even", {})
        actions = [f"t{region}.{count}" for region, count in placing.items()]
        if actions:
            self.do(tuple(actions), seen.seat)
        else:
            self.terminal.line(self.messages("even_nothing"), WARN)

    def on_hint(self, args: tuple[str, ...], seen: View) -> None:
        self.terminal.print(*hint(seen, self.messages, self.players))

    def on_save(self, args: tuple[str, ...], seen: View) -> None:
        """Save under another name, and continue saving there."""
        path = Path(" ".join(args)).expanduser() if args else self.table.path
        if path.exists() and path.resolve() != self.table.path.resolve():
            self.terminal.line(self.messages("file_exists", file=str(path)), WARN)
            return
        try:
            self.table.save(path)
        except FileError as trouble:
            self.terminal.line(self.messages("cannot_save", why=str(trouble)), BAD)
            return
        self.table.path = path
        self.terminal.line(self.messages("saved", file=str(path)), whole=True)

    def on_lang(self, args: tuple[str, ...], seen: View) -> None:
        wanted = args[0].lower()[:2] if args else ""
        if wanted not in LANGUAGES:
            self.terminal.line(self.messages("which_language", languages=", ".join(LANGUAGES)), WARN)
            return
        self.messages = self.messages.in_language(wanted)
        self.fresh = True
        self.show(seen)

    def show(self, seen: View) -> None:
        raise NotImplementedError

    def on_quit(self, args: tuple[str, ...], seen: View) -> None:
        raise LeaveTable
