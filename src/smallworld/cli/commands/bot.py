"""`smallworld bot`: list the installed bots, and check a bot of your own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from smallworld.bots.external import ExternalBot
from smallworld.bots.registry import Bot, bot_makers, is_spec, make_bot
from smallworld.bots.safe_bot import clean

from ..options import Plain
from ..screen.style import BAD, GOOD, QUIET, TITLE, WARN
from ..terminal import Terminal
from ..usage import Command

app = typer.Typer()


@app.command("list", cls=Command)
def list_bots(plain: Plain = False) -> None:
    terminal = Terminal(True if plain else None)
    for name, maker in sorted(bot_makers().items()):
        head = Text(name, style=TITLE)
        head.append("  " + " ".join(parameters_of(maker)), style=QUIET)
        terminal.print(head)
        terminal.print(Padding(Text(about(maker)), (0, 2)))


def about(maker: Callable[..., Bot]) -> str:
    """The docstring of the bot's module, and of the bot for its parameters."""
    module = inspect.getdoc(inspect.getmodule(maker)) or ""
    sentences = (module.partition("\n\n")[0], (inspect.getdoc(maker) or ""))
    return "\n".join(" ".join(text.split()) for text in sentences if text)


def parameters_of(maker: Callable[..., Bot]) -> list[str]:
    """`beam=8`, or only the name where there is no default."""
    return [
        name if value.default in (inspect.Parameter.empty, "") else f"{name}={value.default}"
        for name, value in inspect.signature(maker).parameters.items()
        if name != "seed"
    ]


@app.command(
    "check", cls=Command, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
def check(
    command: list[str],
    ms: Annotated[int, typer.Option(min=1)] = 2000,
    seed: str = "1",
    show: Annotated[bool, typer.Option("--show")] = False,
    plain: Plain = False,
) -> None:
    from smallworld.lab.conformance import Item, examine

    terminal = Terminal(True if plain else None)

    def tell(item: Item) -> None:
        row = Table.grid(Column(width=4), Column(width=27), Column(), padding=(0, 2, 0, 0))
        style = {"pass": GOOD, "warn": WARN, "fail": BAD}[item.verdict]
        row.add_row(Text(item.verdict.upper(), style=style), Text(item.name), Text(item.detail))
        terminal.print(row)

    def trace(direction: str, line: str) -> None:
        terminal.console.print(Text(f"{direction} {line}", style=QUIET), soft_wrap=True)

    made: list[ExternalBot] = []

    def make(seed: str) -> Bot:
        bot = bot_of(command, seed, ms)
        if isinstance(bot, ExternalBot):
            made.append(bot)
            bot.trace = trace if show else None
        return bot

    counts = {"pass": 0, "warn": 0, "fail": 0}
    for item in examine(make, ms=ms, seed=seed):
        counts[item.verdict] += 1
        tell(item)
    said = "".join(bot.log for bot in made).splitlines()[-10:]
    if counts["fail"] and said:
        terminal.line("The end of what it wrote to its standard error:")
        for line in said:
            terminal.print(Padding(Text(clean(line), style=QUIET), (0, 2)))
    summary = f"{counts['pass']} passed, {counts['warn']} warnings, {counts['fail']} failed"
    terminal.line(summary, BAD if counts["fail"] else GOOD)
    if counts["fail"]:
        raise typer.Exit(1)


def bot_of(command: Sequence[str], seed: str, ms: int) -> Bot:
    """A bot by its spec (an installed one, a Python class in a file or module, an address); otherwise a
    program with its arguments."""
    if len(command) > 1 or not is_spec(command[0]):
        return ExternalBot(seed, cmd=command, ms=ms)
    bot = make_bot(command[0], seed)
    if isinstance(bot, ExternalBot) and "ms=" not in command[0]:
        bot.ms = ms
    return bot
