"""The command `smallworld`: each subcommand has its own file; errors are printed here."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from smallworld.engine import SmallWorldError

from .commands import (
    analyse,
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
    verify,
)

ABOUT = (
    "Small World in the terminal: play, look rules up, keep and check records.\n\n"
    "New here? Just type: smallworld play\n\n"
    "An unofficial fan project. Small World is a game by Philippe Keyaerts, published by Days of Wonder, "
    "who have nothing to do with it."
)


class Commands(TyperGroup):
    """An expected error is a few clear lines and exit code 2, never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except SmallWorldError as error:
            for fault in error.faults:
                print(f"smallworld: {fault}", file=sys.stderr)
            raise typer.Exit(2) from error


app = typer.Typer(
    name="smallworld",
    cls=Commands,
    help=ABOUT,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("play")(play.play)
app.command("daily")(daily.daily)
app.command("scores")(scores.scores)
app.command("serve")(serve.serve)
app.command("rules")(rules.rules)
app.command("replay")(replay.replay)
app.command("verify")(verify.verify)
app.command("position")(position.position)
app.command("packs")(packs.packs)
app.command("fuzz")(fuzz.fuzz)
app.command("perft")(perft.perft)
app.command("analyse")(analyse.analyse)
app.command("sim")(sim.sim)
app.command("ladder")(ladder.ladder)
app.add_typer(board.app, name="board")
app.add_typer(bot.app, name="bot")
app.add_typer(pack.app, name="pack")
app.add_typer(lab.app, name="lab")


def _version(wanted: bool) -> None:
    if wanted:
        from smallworld import __version__

        print(f"smallworld {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    pass


main.__doc__ = ABOUT
