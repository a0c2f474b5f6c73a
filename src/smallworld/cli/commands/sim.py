"""`smallworld sim`: many games between bots, on all cores or on a Ray cluster. `ladder` uses it too."""

from __future__ import annotations

import json
import os
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from smallworld.bots.registry import split_label
from smallworld.engine import SmallWorldError
from smallworld.lab.ratings import Rating, Standing
from smallworld.lab.sim import Settings, Simulation, usual_players
from smallworld.lab.watchers import TURNS
from smallworld.lab.worlds import packs_of

from ..options import Jobs, Packs, Plain, World
from ..screen.style import BAD, QUIET, TITLE, WARN
from ..terminal import Terminal

STOPPED = "Stopped after {done} of {games} games."
KEPT = "They are in {out}; the same command goes on from there."

Bots = Annotated[list[str], typer.Argument(metavar="BOT...")]
Games = Annotated[int, typer.Option(min=1)]
Out = Annotated[str, typer.Option(metavar="DIR")]
Format = Annotated[str, typer.Option(metavar="csv|parquet")]
Ray = Annotated[str, typer.Option(metavar="ADDRESS")]
Watch = Annotated[list[str] | None, typer.Option(metavar="MODULE:CLASS")]
Json = Annotated[bool, typer.Option("--json")]


def sim(
    bots: Bots,
    players: Annotated[int, typer.Option(min=0)] = 0,
    games: Games = 1000,
    seed: int = 0,
    jobs: Jobs = 0,
    out: Out = "",
    format: Format = "csv",
    ray: Ray = "",
    world: World = "",
    board: str = "",
    pack: Packs = None,
    watch: Watch = None,
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    play(**locals(), ladder=False)


def play(
    bots: list[str],
    players: int,
    games: int,
    seed: int,
    jobs: int,
    out: str,
    format: str,
    ray: str,
    world: str,
    board: str,
    pack: list[str] | None,
    watch: list[str] | None,
    as_json: bool,
    plain: bool,
    ladder: bool,
) -> None:
    """What `sim` and `ladder` have in common: everything but who meets whom."""
    if watch and not out:
        raise SmallWorldError("--watch needs --out: that is where its table goes")
    packs = packs_of(world, pack, board)
    players = players or usual_players(packs, board, 1 if ladder else len(bots))
    watchers = (TURNS, *(watch or ())) if out else ()
    settings = Settings(tuple(bots), players, seed, ladder, board, packs, watchers)
    run(Simulation(settings, games, out or None, format), jobs, ray, as_json, plain)


def run(simulation: Simulation, jobs: int, ray: str, as_json: bool, plain: bool) -> None:
    """Play with a progress bar on standard error, then print the standings on standard output."""
    terminal = Terminal(True if plain else None)
    tally = simulation.tally
    stopped = False
    screen = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    quiet = terminal.plain or not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=quiet) as bar:
        task = bar.add_task("", total=simulation.games)

        def progress() -> None:
            if not quiet:
                bar.update(task, completed=tally.games, description=leaders(simulation))

        try:
            simulation.run(jobs or os.cpu_count() or 1, ray, progress)
        except KeyboardInterrupt:
            stopped = True
    if as_json:
        print(json.dumps(as_object(simulation)))
    else:
        show(simulation, terminal)
    if stopped:
        said = STOPPED.format(done=tally.games, games=simulation.games)
        screen.print(
            Text(f"{said} {KEPT.format(out=simulation.out)}" if simulation.out else said, style=WARN)
        )
        raise typer.Exit(130)


def leaders(simulation: Simulation) -> str:
    """Win shares so far, best first; at most three."""
    best = sorted(simulation.tally.standings.values(), key=lambda standing: -standing.win_share)[:3]
    return "  ".join(f"{name_of(simulation, one.bot)} {one.win_share:.0%}" for one in best)


def name_of(simulation: Simulation, bot: str) -> str:
    """The name a bot was given, or says; otherwise its spec. A party is named by its natives."""
    return simulation.names.get(bot, bot)


def as_object(simulation: Simulation) -> dict[str, Any]:
    tally, ladder = simulation.tally, simulation.settings.ladder
    ratings = tally.ratings() if ladder else {}
    found: dict[str, Any] = {
        "games": tally.games,
        "players": simulation.settings.players,
        "seed": simulation.settings.seed,
        "bots": [
            {"name": name_of(simulation, bot), **figures(standing, ratings.get(bot))}
            for bot, standing in tally.standings.items()
        ],
    }
    if simulation.out is not None:
        found["out"] = str(simulation.out)
    return found


def figures(standing: Standing, rating: Rating | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "bot": standing.bot,
        "games": standing.games,
        "wins": standing.wins,
        "ties": standing.ties,
        "win_share": round(standing.win_share, 5),
        "win_share_ci": [round(end, 5) for end in standing.win_share_ci],
        "mean_coins": round(standing.mean_coins, 3),
        "mean_margin": round(standing.mean_margin, 3),
        "ms_per_decision": round(standing.ms_per_decision, 4),
        "forfeits": standing.forfeits,
        "forfeited_games": standing.forfeited,
    }
    if rating is not None:
        found["rating"] = round(rating.points, 1)
        found["rating_ci"] = [round(end, 1) for end in rating.ci]
    return found


def show(simulation: Simulation, terminal: Terminal) -> None:
    tally, settings = simulation.tally, simulation.settings
    ratings = tally.ratings() if settings.ladder else {}
    give_or_take = "+/-" if terminal.plain else "±"
    forfeits = any(standing.forfeits for standing in tally.standings.values())
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=TITLE)
    table.add_column("bot", overflow="fold")
    heads = ["rating"] if ratings else []
    heads += ["seats", "win share", "coins", "margin", "ms"]
    for head in (*heads, "forfeits", "games lost by them") if forfeits else heads:
        table.add_column(head, justify="right", no_wrap=True)
    for standing in sorted(
        tally.standings.values(), key=lambda s: -(ratings[s.bot].points if ratings else s.win_share)
    ):
        cells: list[str | Text] = [Text(name_of(simulation, standing.bot))]
        if ratings:
            rating = ratings[standing.bot]
            cells.append(f"{rating.points:+.0f} {give_or_take}{rating.ci[1] - rating.points:.0f}")
        low, high = standing.win_share_ci
        cells += [
            f"{standing.games}",
            f"{standing.win_share:.1%} ({low:.1%}–{high:.1%})",
            f"{standing.mean_coins:.1f}",
            f"{standing.mean_margin:+.1f}",
            f"{standing.ms_per_decision:.2f}",
        ]
        table.add_row(*cells, *([f"{standing.forfeits}", f"{standing.forfeited}"] if forfeits else []))
    terminal.print(table)
    for bot, name in simulation.names.items():
        if name != bot:
            terminal.print(Text(f"{name}: {split_label(bot)[1]}", style=QUIET))
    terminal.line(about(simulation), QUIET)
    for fault, position in simulation.faults.items():
        terminal.line(f"Forfeit by {fault}", BAD)
        terminal.console.print(Text(f"  at {position}", style=QUIET), soft_wrap=True)


def about(simulation: Simulation) -> str:
    """World, players and bots of the run."""
    tally, settings = simulation.tally, simulation.settings
    seats = settings.world.seats
    said = [f"{tally.games} games of {settings.players}, seed {settings.seed}"]
    said.append(f"chance is {1 / seats:.1%}")
    if settings.alone and len(settings.bots) < settings.players:
        said.append("a bot counts where it has one seat")
    if simulation.left_over:
        said.append(f"seatings come out even at multiples of {len(settings.schedule)} games")
    if simulation.out is not None:
        said.append(f"rows in {simulation.out}")
    return "; ".join(said) + "."
