"""The game loop: who decides, showing the position, reading and doing what is typed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from shlex import quote

from rich.text import Text

from smallworld.bots.registry import is_installed
from smallworld.engine import View, view
from smallworld.packs.scores import row_of

from .. import score_sheet
from ..files import FileError
from ..messages import Messages
from ..screen import question
from ..screen.layout import Screen
from ..screen.recap import recap
from ..screen.result import final_lines
from ..screen.style import QUIET, WARN
from ..terminal import Terminal
from .requests import LeaveTable, Requests
from .seats import Table
from .typed_input import NotUnderstood, understand

Handler = Callable[[tuple[str, ...], View], None]


class Loop(Requests):
    def __init__(self, table: Table, terminal: Terminal, messages: Messages) -> None:
        super().__init__(table, terminal, messages)
        self.at_keyboard = -1  # the person who last confirmed being there
        self.printed = 0  # log entries already printed when only bots play
        self.about = ""  # the question of the last full screen, so that plain terminals do not repeat it

    def run(self) -> bool:
        """Play until the end, or until somebody leaves. Returns whether the game is over."""
        try:
            return self.play_on()
        finally:
            self.table.close()

    def play_on(self) -> bool:
        game = self.table.game
        try:
            while not game.over:
                if game.state.seat in self.table.bots:
                    self.let_bot_move()
                else:
                    self.decide(game.state.seat)
        except LeaveTable:
            self.farewell()
            return False
        except (EOFError, KeyboardInterrupt):
            self.terminal.line()
            self.guarded(self.table.save)
            self.farewell()
            return False
        self.finish()
        return True

    def let_bot_move(self) -> None:
        """If only bots play, each turn is printed when it is over."""
        game = self.table.game
        turn = game.state.turn
        forfeits = self.table.bot_players.forfeits
        self.guarded(self.table.bot_move)
        while forfeits:
            forfeit = forfeits.pop()
            said = self.messages("bot_failed", name=forfeit.bot, why=f"{forfeit.cause}: {forfeit.detail}")
            self.notes.append(Text(said, style=WARN))
        if not self.table.people and (game.state.turn != turn or game.over):
            self.terminal.print(
                *recap(game, self.printed, None, self.messages, self.style, self.players, rounds=True)
            )
            self.printed = len(game.log)

    # --- one decision --------------------------------------------------------------------------------

    def decide(self, seat: int) -> None:
        """Show the question and read lines until something has changed."""
        game = self.table.game
        self.hand_over(seat)
        seen = view(game.state, seat)
        self.show(seen)
        before = game.state
        while game.state is before:
            line = self.terminal.ask(question.prompt(seen, self.players))
            self.obey(line, seen)

    def hand_over(self, seat: int) -> None:
        """With several people at one keyboard, nobody sees the coins of the next one."""
        if self.table.shared and seat != self.at_keyboard:
            self.terminal.clear()
            self.terminal.line()
            self.terminal.line(self.messages("pass_keyboard", name=self.players[seat]), "bold")
            self.terminal.ask(self.messages("press_enter", name=self.players[seat]) + " ")
            self.fresh = True
        self.at_keyboard = seat

    def show(self, seen: View) -> None:
        """The whole screen; in plain terminals, which cannot clear, only when the question is new."""
        table, seat, state = self.table, seen.seat, seen.state
        news = recap(table.game, table.seen[seat], seat, self.messages, self.style, self.players)
        table.seen[seat] = len(table.game.log)
        notes, self.notes = self.notes, []
        room = table.undo_room[0]
        screen = Screen(self.terminal, self.messages, self.style, self.players, seen, room, news, notes)
        about = f"{state.round}/{state.turn}/{seat}/{state.step}"
        if self.terminal.plain and about == self.about and not self.fresh:
            self.terminal.print(*screen.footer())
            return
        self.about, self.fresh = about, False
        self.terminal.clear()
        self.terminal.print(screen.render())

    def obey(self, line: str, seen: View) -> None:
        try:
            order = understand(line, seen, self.messages, self.players)
        except NotUnderstood as trouble:
            self.terminal.line(self.messages(trouble.key, **trouble.facts), WARN)
            if trouble.close:
                self.terminal.line(self.messages("did_you_mean", words=", ".join(trouble.close)))
            elif trouble.key == "not_understood":
                self.terminal.line(self.messages("type_help"))
            return
        if order.verb == "do":
            self.do(order.args, seen.seat)
        elif order.verb == "again":
            self.fresh = True
            self.show(seen)
        else:
            handler: Handler = getattr(self, f"on_{order.verb}")
            handler(order.args, seen)

    # --- the end -------------------------------------------------------------------------------------

    def farewell(self) -> None:
        self.terminal.print(*self.notes)
        self.terminal.line(self.messages("bye_saved", file=str(self.table.path)), whole=True)
        self.terminal.line(self.messages("bye_resume", command=resume_command(self.table)), whole=True)

    def finish(self) -> None:
        """The last events, the scores, and where the record is."""
        game, people = self.table.game, self.table.people
        self.terminal.clear()
        if people:
            first = min(self.table.seen[seat] for seat in people)
            self.terminal.print(*recap(game, first, None, self.messages, self.style, self.players), Text(""))
        self.terminal.print(
            *self.notes, *final_lines(game, self.messages, self.style, self.players), Text("")
        )
        self.terminal.line(self.messages("record_at", file=str(self.table.path)), QUIET, whole=True)
        self.enter_scores()
        command = f"smallworld replay {quoted(self.table.path)}"
        self.terminal.line(self.messages("replay_with", command=command), QUIET, whole=True)

    def enter_scores(self) -> None:
        """Add the game to the score sheet if a person played, and show how a series continues."""
        table, game = self.table, self.table.game
        if not table.people:
            return
        row = row_of(game, table.players, date.today().isoformat(), str(table.path), table.daily)
        try:
            aside = score_sheet.add(row)
        except FileError as trouble:
            self.terminal.line(str(trouble), WARN, whole=True)
            return
        if aside is not None:
            self.terminal.line(self.messages("scores_aside", file=str(aside)), WARN, whole=True)
        if row.party and not row.daily:
            following = score_sheet.load().next_options(row.packs, len(row.names))
            tokens = int(next(iter(following.values()), score_sheet.USUAL))
            self.terminal.line(self.messages("series_next", tokens=tokens), "bold")


def quoted(path: Path) -> str:
    text = str(path)
    return f'"{text}"' if " " in text else text


def resume_command(table: Table) -> str:
    """A daily game continues with the dice of its day, one with a bot of one's own with its name."""
    if table.daily:
        return f"smallworld daily --date {table.daily}"
    bots = (
        ""
        if all(map(is_installed, table.specs))
        else "".join(f" --bot {quote(spec)}" for spec in table.specs)
    )
    return f"smallworld play --resume {quoted(table.path)}{bots}"
