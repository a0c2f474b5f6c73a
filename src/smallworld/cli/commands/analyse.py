"""`smallworld analyse`: win chances after each turn, turning points, mistakes and luck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from smallworld.engine import read_record
from smallworld.engine.notation.strings import SEATS
from smallworld.lab.analysis import Analysis, to_json
from smallworld.lab.analysis import analyse as analyse_record
from smallworld.lab.analysis.page import page
from smallworld.lab.analysis.report import Figure
from smallworld.lab.analysis.run import ROLLOUTS
from smallworld.lab.analysis.turn_text import coins, percent
from smallworld.packs import world_from_key

from ..files import read_text, write_text
from ..options import Plain
from ..screen.style import BAD, GOOD, QUIET, TITLE, WARN, Style, indented
from ..terminal import Terminal

STYLES = {"mistake": BAD, "slip": WARN, "sound": QUIET}
MOST_BANDS = 3  # with more players the table with intervals is too wide
STROKES = 8  # rolls and draws that are shown; the JSON has all of them
ABOUT = (
    "{rollouts} rollouts of each position by {bot}, seed {seed}. Bands and {sign} are 95 %. "
    "Chances are those between such bots, not between these players."
)


def analyse(
    file: Path,
    rollouts: Annotated[int, typer.Option(min=2)] = ROLLOUTS,
    bot: str = "greedy",
    seed: int = 0,
    html: Annotated[Path | None, typer.Option(metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    plain: Plain = False,
) -> None:
    terminal = Terminal(True if plain else None)
    record = read_record(read_text(file), world_from_key)
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=screen, transient=True, disable=terminal.plain or not screen.is_terminal
    ) as bar:
        task = bar.add_task("turns")

        def progress(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, description=what)

        try:
            found = analyse_record(record, rollouts=rollouts, bot=bot, seed=seed, progress=progress)
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
    if html is not None:
        write_text(html, page(found))
    if as_json:
        print(to_json(found))
    else:
        AnalysisScreen(found, terminal).show()
        if html is not None:
            terminal.line(f"The page is in {html}", GOOD, whole=True)


class AnalysisScreen:
    def __init__(self, analysis: Analysis, terminal: Terminal) -> None:
        self.analysis, self.terminal = analysis, terminal
        self.style = Style(terminal.plain)
        self.sign = "+/-" if terminal.plain else "±"

    def show(self) -> None:
        self.points()
        self.turning_points()
        self.decisions()
        self.luck()
        self.declines()
        found = self.analysis
        about = ABOUT.format(rollouts=found.rollouts, bot=found.bot, seed=found.seed, sign=self.sign)
        self.terminal.line()
        self.terminal.line(about, QUIET)

    # --- helpers ---------------------------------------------------------------------------------------

    def head(self, text: str, *, first: bool = False) -> None:
        if not first:
            self.terminal.line()
        self.terminal.line(text, TITLE)

    def table(self, *heads: str | Text, words: int = 1) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
        for number, head in enumerate(heads):
            wide = number < words
            justify: Literal["left", "right"] = "left" if wide else "right"
            table.add_column(head, justify=justify, no_wrap=not wide, overflow="fold", min_width=5 * wide)
        return table

    def name(self, letter: str) -> Text:
        seat = SEATS.index(letter)
        return self.style.seat(seat, self.analysis.players[seat])

    def names(self) -> list[Text]:
        return [self.name(SEATS[seat]) for seat in range(len(self.analysis.players))]

    def win(self, figure: Figure) -> Text:
        text = f"{percent(figure.value)} {self.sign}{100 * figure.error:.0f}"
        return Text(text, style="" if figure.clear else QUIET)

    def lead(self, figure: Figure) -> Text:
        return Text(
            f"{coins(figure.value)} {self.sign}{figure.error:.1f}", style="" if figure.clear else QUIET
        )

    # --- sections --------------------------------------------------------------------------------------

    def points(self) -> None:
        self.head("Win chance and expected coins after each turn", first=True)
        table = self.table("turn", *self.names())
        for point in self.analysis.points:
            cells = []
            for chance, ends in zip(point.chances, point.coins, strict=True):
                low, high = f"{100 * chance.low:.0f}", f"{100 * chance.high:.0f}"
                band = "" if point.exact or len(point.chances) > MOST_BANDS else f" ({low}–{high})"
                cells.append(f"{100 * chance.value:.0f} %{band}  {ends.value:3.0f}")
            table.add_row(point.turn, *cells)
        self.terminal.print(table)

    def turning_points(self) -> None:
        self.head("Turning points")
        if not self.analysis.turning_points:
            self.terminal.line("No turn changed the chances clearly.")
        for point in self.analysis.turning_points:
            line = Text(f"{point.turn}  ", style=TITLE).append_text(self.win(point.change))
            self.terminal.print(line, indented(point.words, 4))

    def decisions(self) -> None:
        self.head("Decisions that cost most")
        shown = [decision for decision in self.analysis.decisions if decision.verdict != "sound"]
        if not shown:
            self.terminal.line("None was clearly worse than another.")
        for decision in shown:
            line = Text(f"{decision.turn}  ", style=TITLE).append_text(self.name(decision.seat))
            line.append(f"  {decision.verdict}  ", style=STYLES[decision.verdict])
            line.append_text(self.win(decision.win)).append("  ")
            self.terminal.print(line.append_text(self.lead(decision.lead)).append(" coins"))
            self.terminal.print(indented(decision.words, 4))
            self.terminal.print(indented(Text(f"{decision.played} | {decision.better}", style=QUIET), 4))

    def luck(self) -> None:
        self.head("Luck, in win chance and coins")
        table = self.table("", "dice", "draws", "together", "coins")
        for row in self.analysis.luck_sums:
            table.add_row(
                self.name(row.seat),
                self.win(row.dice),
                self.win(row.draws),
                self.win(row.win),
                self.lead(row.lead),
            )
        self.terminal.print(table, Text(""))
        strokes = self.table("turn", "outcome", *self.names(), words=2)
        events = sorted(self.analysis.luck, key=lambda one: -max(abs(figure.value) for figure in one.win))
        for event in events[:STROKES]:
            outcome = "the first six combos" if event.kind == "opening" else event.outcome
            strokes.add_row(event.turn, outcome, *map(self.win, event.win))
        self.terminal.print(strokes)

    def declines(self) -> None:
        self.head("When to decline: win chance of declining, against playing on")
        for race in self.analysis.declines:
            self.terminal.line(race.words)
            if race.turns:
                cells = Text()
                for row in race.turns:
                    mark = "*" if row.declined else ""
                    cells.append(f"{row.turn}{mark} ").append_text(self.win(row.win)).append("   ")
                self.terminal.print(indented(cells, 4))
