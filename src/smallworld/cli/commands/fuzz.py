"""`smallworld fuzz`: random games that check all laws of the engine."""

from __future__ import annotations

import os
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from smallworld.engine import SmallWorldError

from ..options import Jobs, Lang, Packs, Plain, World, set_up
from ..screen.style import BAD, GOOD


def fuzz(
    games: Annotated[int, typer.Option(min=1)] = 1000,
    players: str = "2-5",
    seed: int = 0,
    jobs: Jobs = 0,
    world: World = "",
    board: str = "",
    pack: Packs = None,
    homebrew: Annotated[bool, typer.Option("--homebrew")] = False,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    from smallworld.lab.fuzz import fuzz as run
    from smallworld.lab.worlds import boards_of, one_each, packs_of
    from smallworld.packs import load_world

    terminal, messages = set_up(lang, plain)
    counts = player_counts(players)
    if board:
        worlds = [load_world(board, packs=packs_of(world, pack, board))]
    elif pack:
        packs = packs_of(world, pack)
        worlds = [load_world(name, packs=packs) for count in counts for name in boards_of(packs, count)]
    else:
        worlds = one_each(counts, [world] if world else [])
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not terminal.can_clear
    with Progress(*columns, console=terminal.console, transient=True, disable=quiet) as progress:
        task = progress.add_task("fuzz", total=games)
        report = run(
            games,
            seed,
            counts,
            jobs or os.cpu_count() or 1,
            lambda done: progress.update(task, completed=done),
            worlds,
            homebrew,
        )
    for failure in report.failures:
        terminal.line(failure.game_string, BAD, whole=True)
        for fault in failure.faults:
            terminal.line(f"  {fault}")
    facts = {"games": report.games, "actions": report.actions, "failures": len(report.failures)}
    speed = f"{report.speed:.0f}"
    terminal.line(messages("fuzz_done", speed=speed, **facts), BAD if report.failures else GOOD)
    if report.failures:
        raise typer.Exit(1)


def player_counts(text: str) -> list[int]:
    """`2-5`, `3` or `2,4` as a list of numbers."""
    counts: list[int] = []
    for part in text.replace(" ", "").split(","):
        low, dash, high = part.partition("-")
        if not low.isdigit() or (dash and not high.isdigit()):
            raise SmallWorldError(f"--players: expected a range as in 2-5, 3 or 2,4; got {text!r}")
        counts += range(int(low), int(high if dash else low) + 1)
    wrong = [count for count in counts if not 1 <= count <= 5]
    if wrong or not counts:
        raise SmallWorldError(f"--players: expected 1 to 5 players, got {text!r}")
    return counts
