"""`smallworld tournament`: any number of bots against each other, over worlds and numbers of players."""

from __future__ import annotations

import json
import os
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from smallworld.lab.tournament import Plan, Tournament

from ..options import Jobs, Plain
from ..screen.style import BAD, QUIET, TITLE, WARN
from ..terminal import Terminal
from .lab import numbers
from .sim import KEPT, STOPPED, Bots, Format, Games, Json, Out, Ray


def tournament(
    bots: Bots,
    out: Out,
    gauntlet: Annotated[bool, typer.Option("--gauntlet")] = False,
    world: Annotated[list[str] | None, typer.Option()] = None,
    players: Annotated[str, typer.Option()] = "2",
    games: Games = 100,
    seed: int = 0,
    jobs: Jobs = 0,
    ray: Ray = "",
    format: Format = "csv",
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    terminal = Terminal(True if plain else None)
    worlds = tuple(dict.fromkeys(world or ("base",)))
    plan = Plan(tuple(bots), worlds, tuple(numbers("players", players)), gauntlet, seed)
    run = Tournament(plan, games, out, format)
    screen, stopped = Console(stderr=True), False
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = terminal.plain or not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=quiet) as bar:
        task = bar.add_task("games", total=run.total)
        try:
            run.run(jobs or os.cpu_count() or 1, ray, lambda: bar.update(task, completed=run.tally.games))
        except KeyboardInterrupt:
            stopped = True
    written = run.write()
    if as_json:
        print(json.dumps(run.as_data()))
    else:
        show(run, terminal)
        terminal.line(f"Written: {', '.join(map(str, written))}", QUIET, whole=True)
    if stopped:
        said = STOPPED.format(done=run.tally.games, games=run.total)
        screen.print(Text(f"{said} {KEPT.format(out=run.folder)}", style=WARN))
        raise typer.Exit(130)


def show(run: Tournament, terminal: Terminal) -> None:
    """The crosstable, strongest first: how often the row finishes ahead of the column."""
    data = run.as_data()
    give_or_take = "+/-" if terminal.plain else "±"
    cells = {(cell["bot"], cell["against"]): cell for cell in data["crosstable"]}
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=TITLE)
    table.add_column("bot", overflow="fold")
    table.add_column("rating", justify="right", no_wrap=True)
    for number in range(1, len(data["bots"]) + 1):
        table.add_column(f"{number}", justify="right", no_wrap=True)
    for number, bot in enumerate(data["bots"], start=1):
        row = [
            Text(f"{number} {bot['name']}"),
            Text(f"{bot['rating']:+.0f} {give_or_take}{_half(bot['rating_ci']):.0f}"),
        ]
        for other in data["bots"]:
            cell = cells.get((bot["bot"], other["bot"]))
            half = "" if cell is None else f" {give_or_take}{100 * _half(cell['ahead_ci']):.0f}"
            row.append(Text("" if cell is None else f"{cell['ahead']:.0%}{half}"))
        table.add_row(*row)
    terminal.print(table)
    terminal.line(
        f"{data['games']} games, {data['kind']}, seed {data['seed']}: {'; '.join(data['events'])}. "
        "A cell says how often the row finishes ahead of the column; chance is 50%. 95 % intervals.",
        QUIET,
    )
    for bot in data["bots"]:
        if bot["forfeited_games"]:
            terminal.line(f"{bot['name']}: {bot['forfeited_games']} games lost by forfeits", BAD)
    for fault, position in run.faults.items():
        terminal.line(f"Forfeit by {fault}", BAD)
        terminal.console.print(Text(f"  at {position}", style=QUIET), soft_wrap=True)


def _half(interval: list[float]) -> float:
    return (interval[1] - interval[0]) / 2
