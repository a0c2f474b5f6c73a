"""`smallworld play`: a whole game at one keyboard, with people, bots or both."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from smallworld.bots import make_bot
from smallworld.engine import SmallWorldError
from smallworld.packs import board_named, find_packs, load_world

from .options import Lang, Plain, set_up
from .storage import LAST, last_game_file, new_game_file
from .table.bots import DEFAULT
from .table.loop import Loop
from .table.seats import Table
from .table.setup import from_options, from_questions
from .terminal import Terminal
from .voice import Voice


def play(
    players: Annotated[
        str, typer.Option(help='People at the keyboard: a number, or names as in "Ann, Bob".')
    ] = "",
    bots: Annotated[int | None, typer.Option(min=0, max=5, help="How many bots play along.")] = None,
    bot: Annotated[
        str, typer.Option(help="Which bot, as in greedy or planner:beam=8; see: smallworld bot list.")
    ] = DEFAULT,
    board: Annotated[str, typer.Option(help="Which board, as in base_3p. [default: by the players]")] = "",
    pack: Annotated[list[str] | None, typer.Option(help="A pack to play with; may be repeated.")] = None,
    seed: Annotated[str, typer.Option(help="Makes draws, dice and bots repeatable.")] = "",
    save: Annotated[
        str, typer.Option(metavar="FILE", help="Where to keep the record. [default: your data folder]")
    ] = "",
    resume: Annotated[
        str, typer.Option(metavar="FILE", help="Go on with a saved game; 'last' is the latest one.")
    ] = "",
    free_undo: Annotated[
        bool, typer.Option("--free-undo", help="Let undo go back beyond dice, draws and other players.")
    ] = False,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    """Play a game in the terminal: 2 to 5 players, people and bots. Without options you are asked."""
    terminal, voice = set_up(lang, plain, interactive=True)
    if resume:
        clash = [name for name, given in (("--players", players), ("--board", board)) if given]
        if clash or bots is not None:
            raise SmallWorldError(voice("resume_alone"))
        table = Table.resume(_resumed(resume, voice), _target(save, voice), seed)
    else:
        make_bot(bot)  # an unknown one is refused before anybody has answered a question
        table = _new_table(terminal, voice, players, bots, bot, board, pack or ["base"], seed, save)
    table.free_undo = free_undo
    over = Loop(table, terminal, voice).run()
    if not over and not sys.stdin.isatty():
        # A script that ran out of lines is not a mistake, but the game is not over either.
        raise typer.Exit(0)


def _new_table(
    terminal: Terminal,
    voice: Voice,
    players: str,
    bots: int | None,
    bot: str,
    board: str,
    packs: list[str],
    seed: str,
    save: str,
) -> Table:
    known = find_packs()
    seats = board_named(board, [known[name] for name in packs if name in known]).players if board else 0
    path = _target(save, voice)
    if players or bots is not None or seats:
        company = from_options(players, bots, seats, voice)
    else:
        try:
            company = from_questions(terminal, voice)
        except (EOFError, KeyboardInterrupt):
            terminal.line()
            raise typer.Exit(0) from None
    world = load_world(board, players=len(company.names), packs=packs)
    return Table.new(world, company.names, company.bot_seats, path or new_game_file(), seed, bot)


def _target(save: str, voice: Voice) -> Path | None:
    """The file to write; an existing one is never overwritten by a new game."""
    if not save:
        return None
    path = Path(save).expanduser()
    if path.exists():
        raise SmallWorldError(voice("file_exists", file=str(path)))
    return path


def _resumed(resume: str, voice: Voice) -> Path:
    if resume != LAST:
        return Path(resume).expanduser()
    path = last_game_file()
    if path is None:
        raise SmallWorldError(voice("no_last_game"))
    return path
