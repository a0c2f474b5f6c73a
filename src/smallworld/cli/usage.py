"""`--help` and refused options, in the reader's language. The texts are in `[cli.usage]`, by command."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from enum import Enum
from textwrap import wrap
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from smallworld.engine import SmallWorldError
from smallworld.languages import LANGUAGES
from smallworld.texts import Catalogue
from smallworld.texts.fault_sentences import fault_in

from .ascii import to_ascii
from .messages import default_language
from .terminal import is_dumb

_LEFT: Final = 28  # letters for names of options, if they need that much
_HELP: Final = ["-h", "--help"]
_ROOT: Final = "smallworld"
# Typer has its own copy of click's classes, or click's: this one is their common base.
_UsageError: Final[Any] = typer.BadParameter.__base__


def wanted_language(args: Sequence[str]) -> str:
    """The language that is asked for anywhere, even among wrong options; otherwise that of the system."""
    following = (*args[1:], "")
    for here, after in zip(args, following, strict=True):
        wanted = after if here == "--lang" else here.removeprefix("--lang=") if "=" in here else ""
        if wanted.strip().lower() in LANGUAGES:
            return wanted.strip().lower()
    return default_language()


class UsageTexts:
    """What is said about commands and options."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._catalogue = Catalogue(lang)

    def __call__(self, key: str, **facts: str) -> str:
        return self._catalogue.say(f"cli.usage.{key}", **facts)

    def near(self, names: Sequence[str]) -> str:
        return self._catalogue.say("cli.did_you_mean", words=", ".join(names))

    def about(self, path: str) -> str:
        return self(f"{_table(path)}.about")

    def option(self, path: str, name: str) -> str:
        """The text of the command's own option, otherwise of the one that several commands share."""
        own = f"cli.usage.{_table(path)}.{name}"
        return self._catalogue.say(own) if self._catalogue.says(own) else self(f"option.{name}")

    def word(self, metavar: str) -> str:
        """`NAME=VALUE` in the reader's language; small letters are meant as they are."""
        return re.sub(r"[A-Z]+", lambda found: self._word(found[0]), metavar)

    def _word(self, name: str) -> str:
        return self(f"word.{name}") if self._catalogue.says(f"cli.usage.word.{name}") else name

    def printable(self, text: str) -> str:
        return to_ascii(text, self.lang) if is_dumb() else text


def _table(path: str) -> str:
    """`smallworld lab atlas` is `lab_atlas`."""
    words = path.split()
    return "_".join(words[1:]) or _ROOT


class Command(TyperCommand):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        _write_help(self, ctx, formatter)


class Group(TyperGroup):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        _write_help(self, ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and self.no_args_is_help:
            print(ctx.get_help())
            raise typer.Exit(2)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.get_command(ctx, args[0]) is None:
            said, near = UsageTexts(ctx.obj), get_close_matches(args[0], self.commands)
            raise _told(
                [f"{_ROOT}: {said('no_command', name=args[0])}", *_advice(said, ctx.command_path, near)],
                ctx.obj,
            )
        return super().resolve_command(ctx, args)


class Program(Group):
    """The command `smallworld`. An expected error is a few clear lines and exit code 2, never a traceback."""

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        lang = wanted_language(args)
        try:
            return super().make_context(info_name, args, parent, obj=lang, **extra)
        except _UsageError as error:
            raise _told(_refusal(error, lang), lang) from error

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except _UsageError as error:
            raise _told(_refusal(error, ctx.obj), ctx.obj) from error
        except SmallWorldError as error:
            said = [fault_in(ctx.obj, fault) for fault in error.faults]
            raise _told([f"{_ROOT}: {fault}" for fault in said], ctx.obj) from error


def _told(lines: Iterable[str], lang: str) -> typer.Exit:
    for line in lines:
        print(UsageTexts(lang).printable(line), file=sys.stderr)
    return typer.Exit(2)


def _refusal(error: Any, lang: str) -> list[str]:
    """What is wrong with the options, in our own words: those of the library are English."""
    said, path = UsageTexts(lang), error.ctx.command_path if error.ctx else _ROOT
    param, option = getattr(error, "param", None), getattr(error, "option_name", "")
    near = getattr(error, "possibilities", None) or ()
    if param is not None:
        key = "missing" if type(error).__name__ == "MissingParameter" else "bad_value"
        name = _shown(param, said).split(" ")[0]
        lines = [said(key, name=name), f"  {said.option(path, param.name)}"]
    elif option:
        key = "no_value" if type(error).__name__ == "BadOptionUsage" else "no_option"
        lines = [said(key, name=option)]
    else:
        lines = [said("too_much")]
    return [f"{_ROOT}: {lines[0]}", *lines[1:], *_advice(said, path, near)]


def _advice(said: UsageTexts, path: str, near: Sequence[str]) -> list[str]:
    return [*([said.near(near)] if near else []), said("more", command=path)]


def _write_help(command: Any, ctx: Any, formatter: Any) -> None:
    said, path = UsageTexts(ctx.obj), ctx.command_path
    shown = [param for param in command.params if not getattr(param, "hidden", False)]
    arguments = [param for param in shown if param.param_type_name == "argument"]
    options = [param for param in shown if param not in arguments]
    commands = getattr(command, "commands", {})
    usage = [path, f"[{said('word.OPTIONS')}]", *(_shown(param, said) for param in arguments)]
    usage += [said("word.COMMAND")] if commands else []
    lines = [said("usage", command=" ".join(usage)), ""]
    for paragraph in said.about(path).split("\n"):
        lines += wrap(paragraph, formatter.width) or [""]
    sections = [
        ("arguments", [(_shown(one, said), said.option(path, one.name)) for one in arguments]),
        ("options", [(_shown(one, said), _option_text(one, said, path)) for one in options]),
        ("commands", [(name, said.about(f"{path} {name}").partition("\n")[0]) for name in commands]),
    ]
    sections[1][1].append((", ".join(_HELP), said("help")))
    for title, rows in sections:
        if rows:
            lines += ["", said(title), *_columns(rows, formatter.width)]
    formatter.write(said.printable("\n".join(lines)) + "\n")


def _shown(param: Any, said: UsageTexts) -> str:
    """`--save FILE`, `--metrics/--no-metrics`, `[NAME]`"""
    if param.param_type_name == "argument":
        name = said.word(param.metavar or param.name.upper())
        return name if param.required else f"[{name}]"
    name = "/".join((*param.opts, *param.secondary_opts))
    return name if param.is_flag else f"{name} {said.word(param.metavar or 'VALUE')}"


def _option_text(param: Any, said: UsageTexts, path: str) -> str:
    text, usual = said.option(path, param.name), param.default
    if usual in (None, "", False, True) or param.is_flag:
        return text
    return f"{text} {said('default', value=str(usual.value if isinstance(usual, Enum) else usual))}"


def _columns(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    left = min(_LEFT, max(len(name) for name, _ in rows))
    lines = []
    for name, text in rows:
        first, *rest = wrap(text, max(30, width - left - 4))
        if len(name) > left:
            lines.append(f"  {name}")
            name = ""
        lines.append(f"  {name:{left}}  {first}")
        lines += [f"{'':{left + 4}}{more}" for more in rest]
    return lines
