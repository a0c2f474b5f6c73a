"""The command `smallworld`: each subcommand has its own file."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from .commands import (
    analyse,
    backup,
    board,
    bot,
    daily,
    fuzz,
    lab,
    ladder,
    pack,
    packs,
    perft,
    play,
    position,
    replay,
    rules,
    scores,
    serve,
    sim,
    solve,
    tournament,
    verify,
)
from .options import Lang, known_language
from .usage import Command, Group, Program

app = typer.Typer(
    name="smallworld",
    cls=Program,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("play", cls=Command)(play.play)
app.command("daily", cls=Command)(daily.daily)
app.command("scores", cls=Command)(scores.scores)
app.command("serve", cls=Command)(serve.serve)
app.command("backup", cls=Command)(backup.backup)
app.command("restore", cls=Command)(backup.restore)
app.command("rules", cls=Command)(rules.rules)
app.command("replay", cls=Command)(replay.replay)
app.command("verify", cls=Command)(verify.verify)
app.command("position", cls=Command)(position.position)
app.command("solve", cls=Command)(solve.solve)
app.command("packs", cls=Command)(packs.packs)
app.command("fuzz", cls=Command)(fuzz.fuzz)
app.command("perft", cls=Command)(perft.perft)
app.command("analyse", cls=Command)(analyse.analyse)
app.command("sim", cls=Command)(sim.sim)
app.command("ladder", cls=Command)(ladder.ladder)
app.command("tournament", cls=Command)(tournament.tournament)
app.add_typer(board.app, name="board", cls=Group, no_args_is_help=True)
app.add_typer(bot.app, name="bot", cls=Group, no_args_is_help=True)
app.add_typer(pack.app, name="pack", cls=Group, no_args_is_help=True)
app.add_typer(lab.app, name="lab", cls=Group, no_args_is_help=True)


def _version(wanted: bool) -> None:
    if wanted:
        from smallworld import __version__
        from smallworld.lab.compiled import engine_in_use

        print(f"smallworld {__version__} ({engine_in_use()})")
        raise typer.Exit


@app.callback()
def main(
    lang: Lang = "",
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
) -> None:
    if lang:
        os.environ["SMALLWORLD_LANG"] = known_language(lang)
