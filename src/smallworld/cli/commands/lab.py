"""`smallworld lab`: measurements of the game from many games, e.g. `atlas`, the value of every combo."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from smallworld.engine import SmallWorldError
from smallworld.lab.atlas.collect import PLAYERS, AtlasPlan, Sample, collect
from smallworld.lab.atlas.report import write_html
from smallworld.lab.atlas.report_parts import places, title
from smallworld.lab.atlas.result import ALL, Atlas, read_atlas, write_atlas
from smallworld.lab.party_strength import Measure, measure, usual_bots, write
from smallworld.lab.worlds import packs_of
from smallworld.packs import load_world

from ..options import Jobs, Packs, Plain, World
from ..screen.style import QUIET, TITLE, WARN
from ..terminal import Terminal
from ..usage import Command
from .balance import balance, calibrate_printed
from .export import export

SHOWN = 5  # of the best and of the worst, on the screen

app = typer.Typer()


@app.callback()
def lab() -> None:
    """Measure the game itself: `atlas`, `balance`, `calibrate`, `export`, `party`."""


app.command("balance", cls=Command)(balance)
app.command("export", cls=Command)(export)
app.command("calibrate", cls=Command)(calibrate_printed)


@app.command("party", cls=Command)
def party(
    out: Annotated[str, typer.Option(metavar="NAME")],
    tokens: str = "8-24",
    games: Annotated[int, typer.Option(min=1)] = 100,
    bot: list[str] | None = None,
    seed: int = 0,
    jobs: Jobs = 0,
    world: World = "crusade",
    board: str = "",
    pack: Packs = None,
    plain: Plain = False,
) -> None:
    terminal = Terminal(True if plain else None)
    named = [(name, spec or name) for name, _, spec in (text.partition("=") for text in bot or ())]
    what = Measure(
        tuple(named) or usual_bots(),
        tuple(dict.fromkeys(numbers("tokens", tokens))),
        packs_of(world, pack, board),
        board,
        seed,
    )
    what.check()
    total = games * len(what.bots) * len(what.tokens)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=terminal.plain) as bar:
        task = bar.add_task("games", total=total)
        curve = measure(what, games, jobs or os.cpu_count() or 1, lambda: bar.update(task, advance=1))
    for name, _ in what.bots:
        even = curve.even(name)
        shares = "  ".join(f"{number}: {curve.share(name, number):.0%}" for number in what.tokens)
        terminal.line(f"{name}: {shares}; even at {'-' if even is None else f'{even:.1f}'} tokens")
    data, picture = write(curve, Path(out).expanduser())
    terminal.line(f"Written: {data}, {picture}", whole=True)


@app.command("atlas", cls=Command)
def atlas(
    more: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    players: str = "2-5",
    games: str = "500",
    bot: str = "planner:beam=4",
    explore: float = 0.5,
    seed: int = 0,
    jobs: Jobs = 0,
    ray: Annotated[str, typer.Option(metavar="ADDRESS")] = "",
    world: World = "",
    board: str = "",
    pack: Packs = None,
    out: Annotated[str, typer.Option(metavar="DIR")] = "",
    source: Annotated[str, typer.Option("--from", metavar="FILE")] = "",
    html: Annotated[str, typer.Option(metavar="FILE")] = "",
    plain: Plain = False,
) -> None:
    terminal = Terminal(True if plain else None)
    if bool(source) == bool(out):
        raise SmallWorldError("one of --out DIR (play and estimate) and --from FILE (draw again) is needed")
    if source:
        if not html:
            raise SmallWorldError("--from needs --html FILE: where the report goes")
        made = read_atlas(source)
    else:
        folder = Path(out).expanduser()
        boards = list(filter(None, board.split(",")))
        packs = packs_of(world, pack, boards[0] if boards else "")
        if boards:  # boards decide how many players there are
            tables = [(load_world(name, packs=packs).players, name) for name in boards]
        else:
            tables = [(count, "") for count in numbers("players", ",".join([players, *(more or [])]))]
        plans = [
            AtlasPlan(count, bot, seed, explore, packs, name) for count, name in one_for_each_count(tables)
        ]
        made = build(plans, spread(numbers("games", games), len(plans)), folder, jobs, ray, terminal)
        write_atlas(made, folder / "atlas.json")
        made = read_atlas(folder / "atlas.json")  # read back, so that drawing it again gives the same report
        terminal.line(f"Written: {folder / 'atlas.json'}", whole=True)
    if made.age:
        terminal.line(f"{source} was {made.age}.", WARN)
    report = Path(html).expanduser() if html else Path(out).expanduser() / "atlas.html"
    report.parent.mkdir(parents=True, exist_ok=True)
    write_html(made, report)
    show(made, terminal)
    terminal.line(f"Report: {report}", whole=True)


def one_for_each_count(tables: list[tuple[int, str]]) -> list[tuple[int, str]]:
    if len(dict(tables)) < len(tables):
        names = ", ".join(name for _, name in tables)
        raise SmallWorldError(f"--board: one board for each number of players, got {names}")
    return tables


def numbers(option: str, text: str) -> list[int]:
    """`2-4`, `2,4` or both; duplicates count once, except in numbers of games."""
    found: list[int] = []
    for part in filter(None, text.replace(" ", ",").split(",")):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()) or int(first) < 1:
            choices = ", ".join(map(str, PLAYERS)) if option == "players" else "500 or 900,600"
            raise SmallWorldError(f"--{option}: got {part!r}; expected one of: {choices}")
        found += range(int(first), int(last if dash else first) + 1)
    return list(dict.fromkeys(found)) if option == "players" else found


def spread(games: list[int], plans: int) -> list[int]:
    if len(games) not in (1, plans):
        raise SmallWorldError(
            f"--games: {len(games)} numbers for {plans} numbers of players; give one or {plans}"
        )
    return games * plans if len(games) == 1 else games


def build(
    plans: list[AtlasPlan], games: list[int], folder: Path, jobs: int, ray: str, terminal: Terminal
) -> Atlas:
    from smallworld.lab.atlas.estimate import estimate

    faults = [fault for plan in plans for fault in faults_of(plan)]
    if faults:
        raise SmallWorldError(dict.fromkeys(faults))
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    samples: list[Sample] = []
    quiet = terminal.plain or not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=quiet) as bar:
        tasks = [
            bar.add_task(f"{plan.players} players", total=count)
            for plan, count in zip(plans, games, strict=True)
        ]
        try:
            for plan, count, task in zip(plans, games, tasks, strict=True):
                place = folder / f"players-{plan.players}"
                samples.append(collect(plan, count, place, jobs, partial(bar.advance, task), ray))
        except KeyboardInterrupt:
            screen.print(Text(f"Stopped. The same command goes on from what is in {folder}.", style=WARN))
            raise typer.Exit(130) from None
    return estimate(samples)


def faults_of(plan: AtlasPlan) -> tuple[str, ...]:
    try:
        plan.check()
    except SmallWorldError as error:
        return error.faults
    return ()


def show(atlas: Atlas, terminal: Terminal) -> None:
    """The best and worst races, powers and combos, over all numbers of players."""
    give_or_take = "+/-" if terminal.plain else "±"
    table = atlas.tables[ALL]
    combos = {f"{power} {race}": entry for (race, power), entry in atlas.combos(ALL).items()}
    for kind, entries in (("race", table.races), ("power", table.powers), ("combo", combos)):
        order = sorted(entries, key=lambda name: -entries[name].coins.value)
        shown = Table(box=None, padding=(0, 2, 0, 0), header_style=TITLE)
        shown.add_column(kind, min_width=24)
        for head in ("picks", "coins above average", "win points", "fair place"):
            shown.add_column(head, justify="right", no_wrap=True)
        for name in (*order[:SHOWN], *order[-SHOWN:]):
            entry = entries[name]
            figures = (
                f"{figure.value:+.1f} {give_or_take}{1.96 * figure.error:.1f}"
                for figure in (entry.coins, entry.win)
            )
            shown.add_row(title(name), f"{entry.picks}", *figures, places(entry.price))
        terminal.print(shown)
    terminal.line(
        f"{table.games} games, {table.picks} picks by {atlas.settings['bot']}; 95 % intervals.", QUIET
    )
