"""`smallworld ladder`: rate bots by games against each other."""

from __future__ import annotations

from typing import Annotated

import typer

from smallworld.lab.sim import Simulation
from smallworld.lab.worlds import packs_of

from ..options import Board, Packs, Plain, World
from .sim import Bots, Format, Games, Jobs, Json, Out, Ray, Seed, Watch, run, settings_of


def ladder(
    bots: Bots,
    players: Annotated[int, typer.Option(min=0, help="Seats at a table. [default: 2]")] = 0,
    games: Games = 1000,
    seed: Seed = 0,
    jobs: Jobs = 0,
    out: Out = "",
    format: Format = "csv",
    ray: Ray = "",
    world: World = "",
    board: Board = "",
    pack: Packs = None,
    watch: Watch = None,
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    """Let bots play each other, in pairs or at mixed tables, and rate them. Two bots at a larger table: one
    of the first against the others, and the reverse, so that the win share can be compared with chance.
    """
    settings = settings_of(
        bots, players, 1, seed, packs_of(world, pack, board), board, watch, bool(out), ladder=True
    )
    run(Simulation(settings, games, out or None, format), jobs, ray, as_json, plain)
