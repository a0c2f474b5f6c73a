"""`smallworld lab export`: games of bots as training data."""

from __future__ import annotations

import os

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.text import Text

from smallworld.lab.sim import Settings, usual_players
from smallworld.lab.worlds import packs_of

from ..options import Jobs, Packs, Plain, World
from ..screen.style import WARN
from ..terminal import Terminal
from .sim import Bots, Games, Out, Ray


def export(
    bots: Bots,
    out: Out,
    players: int = 0,
    games: Games = 1000,
    seed: int = 0,
    jobs: Jobs = 0,
    ray: Ray = "",
    world: World = "",
    board: str = "",
    pack: Packs = None,
    plain: Plain = False,
) -> None:
    from smallworld.lab.rl.export import export as write  # needs the extras `rl` and `lab`

    terminal = Terminal(True if plain else None)
    packs = packs_of(world, pack, board)
    settings = Settings(
        tuple(bots), players or usual_players(packs, board, len(bots)), seed, False, board, packs
    )
    screen = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = terminal.plain or not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=quiet) as bar:
        task = bar.add_task("", total=games)
        try:
            write(
                settings, games, out, jobs or os.cpu_count() or 1, ray, lambda done: bar.advance(task, done)
            )
        except KeyboardInterrupt:
            screen.print(Text(f"Stopped. The same command goes on from what is in {out}.", style=WARN))
            raise typer.Exit(130) from None
    terminal.line(f"{games} games in {out}", whole=True)
