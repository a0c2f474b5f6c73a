"""Arranges one screen: the fullest arrangement that fits the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from smallworld.engine import View
from smallworld.presentation import decision

from ..messages import Messages
from ..terminal import Terminal
from . import question
from .board import Item, folded, grouped, narrow_board, wide_board
from .combos import combo_cards, combo_lines
from .players import player_cards, player_lines
from .regions import DIE, TAKE, YOURS, Row, step_of
from .style import QUIET, TITLE, Style

RAIL = 33  # columns of the side column
NEAR = {YOURS, TAKE, DIE}  # groups that matter for the decision: folded last
PROMPT = 1  # lines kept free for typing


@dataclass
class Screen:
    """All parts of a game screen."""

    terminal: Terminal
    messages: Messages
    style: Style
    players: Sequence[str]
    view: View
    undo_room: int  # decisions that can be taken back
    news: list[Text] = field(default_factory=list)
    notes: list[RenderableType] = field(default_factory=list)  # always shown, however small the screen
    room_for_news: int = 99  # lines; the log has the rest
    fold: int = 0  # groups of regions that are only listed by their numbers

    @property
    def picking(self) -> bool:
        """The question is which combo to pick."""
        return step_of(self.view.state) == "pick" or decision(self.view.state).about == "combo"

    def render(self) -> RenderableType:
        """The first arrangement that fits, otherwise the last one."""
        if self.terminal.plain:
            return Group(*self.plain())
        height = self.terminal.height - PROMPT
        for arrange, news, fold in self.arrangements():
            self.room_for_news, self.fold = news, fold
            if arrange == self.railed and (self.terminal.width < 98 or len(self.items) + 6 > height):
                continue
            screen = Group(*arrange())
            if self.terminal.lines_of(screen) <= height:
                break
        return screen

    def arrangements(self) -> Iterator[tuple[Callable[[], list[RenderableType]], int, int]]:
        """From the fullest to the smallest: method, lines for news, folded groups of regions."""
        yield self.railed, 8, 0
        yield self.railed, 4, 0
        yield self.stacked_full, 6, 0
        yield self.stacked, 6, 0
        yield self.stacked, 2, 0
        if self.picking:
            yield self.combos_alone, 2, 0
            yield self.combos_alone, 1, 0
            yield self.brief, 2, 0
        else:
            groups = sum(isinstance(item, str) for item in self.items)
            far = groups - len({item.group for item in self.items if isinstance(item, Row)} & NEAR)
            yield self.stacked, 2, 1
            yield self.bare, 2, 0
            yield self.bare, 2, 1
            for fold in range(2, far + 1):
                yield self.stacked, 2, fold
            yield self.bare, 2, far
            for fold in range(far + 1, groups + 1):
                yield self.stacked, 2, fold
                yield self.bare, 2, fold
        yield self.bare, 1, 99

    # --- parts ---------------------------------------------------------------------------------------

    def title(self) -> RenderableType:
        return question.title(self.view, self.messages, self.style, self.players)

    def footer(self) -> list[RenderableType]:
        """News, the question and what can be typed."""
        width = self.terminal.width
        out: list[RenderableType] = [Text(self.style.rule * width, style=QUIET)]
        out += self.short_news()
        out += self.notes
        if self.view.legal:
            out += question.means_notes(self.view, self.messages, self.style)
            asked = Text(question.question_text(self.view, self.messages), style=TITLE)
            out.append(asked)
            out += question.hints(self.view, self.messages, self.style, self.undo_room, self.players)
        return out

    def short_news(self) -> list[RenderableType]:
        """The latest news that fit: old paragraphs are dropped first, then the end of a long one."""
        width = self.terminal.width
        out: list[RenderableType] = []
        left = self.room_for_news
        for text in reversed(self.news):
            lines = text.wrap(self.terminal.console, width)
            if len(lines) > left:
                if left:
                    part = Text("\n").join(lines[:left])
                    too_long = len(lines[left - 1]) + len(self.more_news) - width
                    if too_long > 0:
                        part.right_crop(too_long)
                    out.insert(0, part.append(self.more_news, style=QUIET))
                break
            left -= len(lines)
            out.insert(0, text)
        return out

    @property
    def more_news(self) -> str:
        return f" {self.style.cut} ({self.messages('word.log').split()[0]})"

    @cached_property
    def items(self) -> list[Item]:
        return grouped(self.view, self.messages, self.style, self.players)

    def board_lines(self, width: int, columns: int) -> RenderableType:
        if columns == 1:
            return wide_board(self.items, self.messages, self.style, width)
        items, paragraphs = folded(self.items, self.fold, self.style, self.messages)
        rows = [narrow_board(items, self.style, width, columns)] if items else []
        return Group(*rows, *paragraphs)

    def heading(self, key: str) -> RenderableType:
        return Text(self.messages(key), style=TITLE)

    # --- arrangements --------------------------------------------------------------------------------

    def railed(self) -> list[RenderableType]:
        """The full board on the left, players and combos in a side column."""
        rail = RAIL if self.terminal.width < 120 else 44
        width = min(self.terminal.width - rail - 2, 80)
        side: list[RenderableType] = player_cards(self.view, self.messages, self.style, self.players, rail)
        side.append(Text(""))
        side.append(self.heading("heading_combos"))
        side += combo_cards(self.view, self.messages, self.style, rail, full=self.picking)
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=width, no_wrap=True)
        grid.add_column(width=rail)
        grid.add_row(self.board_lines(width, 1), Group(*side))
        return [self.title(), grid, *self.footer()]

    def stacked_full(self) -> list[RenderableType]:
        """Players, combos and a board without neighbours, one below the other."""
        width = self.terminal.width
        return [
            self.title(),
            *player_lines(self.view, self.messages, self.style, self.players, width),
            *combo_lines(self.view, self.messages, self.style, width, full=self.picking),
            self.board_lines(width, self.columns),
            *self.footer(),
        ]

    def stacked(self) -> list[RenderableType]:
        """Like `stacked_full`, but with the combos only while picking and the board otherwise."""
        width = self.terminal.width
        middle: list[RenderableType] = (
            combo_lines(self.view, self.messages, self.style, width, full=True)
            if self.picking
            else [self.board_lines(width, self.columns)]
        )
        hidden = [self.messages("hidden_board")] if self.picking or self.fold > 1 else []
        hidden += [] if self.picking else [self.messages("hidden_combos")]
        return [
            self.title(),
            *player_lines(self.view, self.messages, self.style, self.players, width),
            *middle,
            Text(self.style.dot.join(hidden), style=QUIET),
            *self.footer(),
        ]

    def combos_alone(self) -> list[RenderableType]:
        """The combos with their effects, without the players."""
        combos = combo_lines(self.view, self.messages, self.style, self.terminal.width, full=True)
        return [self.title(), *combos, *self.footer()]

    def brief(self) -> list[RenderableType]:
        """Players, and the combos without their effects."""
        width = self.terminal.width
        hidden = f"{self.messages('hidden_board')}{self.style.dot}{self.messages('hidden_combos')}"
        return [
            self.title(),
            *player_lines(self.view, self.messages, self.style, self.players, width),
            *combo_lines(self.view, self.messages, self.style, width, full=False),
            Text(hidden, style=QUIET),
            *self.footer(),
        ]

    def bare(self) -> list[RenderableType]:
        """For very small terminals: only what the question is about."""
        width = self.terminal.width
        if self.picking:
            middle = combo_lines(self.view, self.messages, self.style, width, full=False)
        else:
            middle = [self.board_lines(width, self.columns)]
        return [self.title(), *middle, *self.footer()]

    def plain(self) -> list[RenderableType]:
        """For dumb terminals: everything in reading order."""
        width = self.terminal.width
        parts: list[RenderableType] = [
            self.title(),
            *player_lines(self.view, self.messages, self.style, self.players, width),
        ]
        if self.picking:
            parts.append(self.heading("heading_combos"))
            parts += combo_lines(self.view, self.messages, self.style, width, full=True)
        parts.append(self.board_lines(width, 1))
        return parts + self.footer()

    @property
    def columns(self) -> int:
        return max(1, min(3, self.terminal.width // 39))
