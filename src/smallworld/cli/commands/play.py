"""`smallworld play`: a whole game at one keyboard, with people, bots or both."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from smallworld.bots.try_bot import try_bot
from smallworld.engine import SmallWorldError
from smallworld.engine.errors import faults_of
from smallworld.lab.worlds import packs_of
from smallworld.packs import board_named, find_packs, load_world
from smallworld.packs.find import openers_of, party_among

from .. import score_sheet
from ..files import LAST, last_game_file, new_game_file
from ..messages import Messages
from ..options import Lang, Packs, Plain, World, set_up
from ..screen.left_out import left_out_lines
from ..table.bot_player import DEFAULT
from ..table.loop import Loop
from ..table.seats import Table
from ..table.setup import ask_board, ask_world, from_options, from_questions, room_for, welcome
from ..terminal import Terminal


def play(
    players: str = "",
    bots: Annotated[int | None, typer.Option(min=0, max=5)] = None,
    bot: Annotated[list[str] | None, typer.Option(metavar="BOT")] = None,
    bot_name: Annotated[list[str] | None, typer.Option(metavar="NAME")] = None,
    world: World = "",
    board: str = "",
    pack: Packs = None,
    seed: str = "",
    save: Annotated[str, typer.Option(metavar="FILE")] = "",
    resume: Annotated[str, typer.Option(metavar="FILE")] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE")] = None,
    shuffled: Annotated[bool, typer.Option("--shuffled")] = False,
    free_undo: Annotated[bool, typer.Option("--free-undo")] = False,
    lang: Lang = "",
    plain: Plain = False,
) -> None:
    terminal, messages = set_up(lang, plain, interactive=True)
    if resume:
        clash = [
            name for name, given in (("--players", players), ("--world", world), ("--board", board)) if given
        ]
        if clash or bots is not None:
            raise SmallWorldError(messages("resume_alone"))
        bot_names_of(bot or ())
        table = Table.resume(_resumed(resume, messages), _target(save, messages), seed, tuple(bot or ()))
    else:
        specs = tuple(bot or (DEFAULT,))
        names = bot_names_of(specs)  # refuse an unknown bot before asking anything
        packs = packs_of(world, pack, board) if world or board or pack else ()  # likewise an unknown world
        options = ({} if shuffled else openers_of(packs)) | _options(option)
        table = _new_table(
            terminal, messages, players, bots, board, packs, seed, save, options, specs, bot_name or names
        )
    table.free_undo = free_undo
    loop = Loop(table, terminal, messages)
    if not resume:
        loop.notes += left_out_lines(table.game.world, loop.messages)
    over = loop.run()
    if not over and not sys.stdin.isatty():
        # A script that ran out of lines made no error, although the game is not over.
        raise typer.Exit(0)


def _new_table(
    terminal: Terminal,
    messages: Messages,
    players: str,
    bots: int | None,
    board: str,
    packs: tuple[str, ...],
    seed: str,
    save: str,
    options: Mapping[str, str],
    specs: tuple[str, ...],
    names: list[str],
) -> Table:
    """Empty `packs`: ask, or take the base game."""
    known = find_packs()
    fewest, most = room_for(packs)
    found = [known[name] for name in packs if name in known]
    seats = board_named(board, found).players - bool(party_among(found)) if board else 0
    path = _target(save, messages)
    if players or bots is not None or seats:
        company = from_options(players, bots, seats, messages, fewest, most)
    else:
        welcome(terminal, messages)
        try:
            packs = packs or ask_world(terminal, messages)
            company = from_questions(terminal, messages, *room_for(packs))
            board = ask_board(terminal, messages, packs, len(company.names))
        except (EOFError, KeyboardInterrupt):
            terminal.line()
            raise typer.Exit(0) from None
    packs = packs or ("base",)
    company.own_names = names
    if not options and (options := _series(packs, len(company.names))):
        terminal.line(messages("series_goes_on", tokens=int(next(iter(options.values())))))
    world = load_world(board, players=len(company.names), packs=packs, options=options)
    return Table.new(world, company.names, company.bot_seats, path or new_game_file(), seed, specs)


def bot_names_of(specs: Sequence[str]) -> list[str]:
    """The names of these bots, empty for those without one of their own. Raises all faults at once."""
    names: dict[int, str] = {}

    def learn(number: int, spec: str) -> None:
        names[number] = try_bot(spec)

    faults = faults_of(*(partial(learn, *numbered) for numbered in enumerate(specs)))
    if faults:
        raise SmallWorldError(faults)
    return [names[number] for number in range(len(specs))]


def _options(given: list[str] | None) -> dict[str, str]:
    faults = [f"--option: expected NAME=VALUE, got {text!r}" for text in given or () if "=" not in text]
    if faults:
        raise SmallWorldError(faults)
    return {name: value for name, _, value in (text.partition("=") for text in given or ())}


def _series(packs: tuple[str, ...], players: int) -> Mapping[str, str]:
    """The options the score sheet gives for the next game. A sheet that cannot be read gives none and is
    kept.
    """
    try:
        return score_sheet.load().next_options(packs, players)
    except SmallWorldError:
        return {}


def _target(save: str, messages: Messages) -> Path | None:
    """The file to write; a new game never overwrites an existing one."""
    if not save:
        return None
    path = Path(save).expanduser()
    if path.exists():
        raise SmallWorldError(messages("file_exists", file=str(path)))
    return path


def _resumed(resume: str, messages: Messages) -> Path:
    if resume != LAST:
        return Path(resume).expanduser()
    path = last_game_file()
    if path is None:
        raise SmallWorldError(messages("no_last_game"))
    return path
