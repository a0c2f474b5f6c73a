"""`smallworld perft`: count the sequences of actions from a position, to compare engines and versions."""

from __future__ import annotations

import time
from contextlib import nullcontext
from typing import Annotated

import typer
from rich.text import Text

from ..options import Lang, Packs, Plain, World, set_up
from ..read_position import read_position
from ..screen.style import QUIET


def perft(
    position: str,
    depth: Annotated[int, typer.Option(min=0, max=20)] = 3,
    divide: Annotated[bool, typer.Option("--divide")] = False,
    world: World = "",
    pack: Packs = None,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    from smallworld.lab import perft as lab
    from smallworld.lab.worlds import packs_of

    terminal, _ = set_up(lang, plain)
    state = read_position(position, packs_of(world, pack) if world or pack else None)
    if divide and depth:
        for action, count in lab.divide(state, depth).items():
            terminal.line(f"{action:<16} {count:>14,}")
        return
    for level in range(1, depth + 1):
        start = time.perf_counter()
        with terminal.console.status(f"perft {level}") if terminal.can_clear else nullcontext():
            count = lab.perft(state, level)
        line = Text(f"{level:>2}  {count:>14,}")
        terminal.print(line.append(f"  {time.perf_counter() - start:8.2f} s", style=QUIET))
