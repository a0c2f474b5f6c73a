"""Help for newcomers: how a turn goes, and what can be typed."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..messages import Messages
from .style import QUIET, TITLE, indented

# (what is typed, key of the text that explains it)
_DEEDS = (
    ("p3", "pick"),
    ("9  c9", "conquer"),
    ("r9", "roll"),
    ("u9.balrog", "use"),
    ("a9", "abandon"),
    ("d", "decline"),
    ("9  9 2  t9.2", "place"),
    ("e", "end"),
)
_COMMANDS = (
    ("?", "legal"),
    ("why", "why"),
    ("cost", "cost"),
    ("look", "look"),
    ("score", "score"),
    ("even", "even"),
    ("hint", "hint"),
    ("undo", "undo"),
    ("board", "board"),
    ("combos", "combos"),
    ("log", "log"),
    ("rules", "rules"),
    ("save", "save"),
    ("lang", "lang"),
    ("quit", "quit"),
)
# Requests that take a region, a name, a file or a language.
_REGIONS = ("why", "cost", "look")
_OBJECTS = {"rules": "a_name", "save": "a_file", "lang": "a_language"}


def help_page(messages: Messages) -> list[RenderableType]:
    out: list[RenderableType] = [Text(messages("help.turn_title"), style=TITLE)]
    out += [indented(messages(f"help.turn_{number}")) for number in (1, 2, 3, 4)]
    out += [Text(""), Text(messages("help.type_title"), style=TITLE)]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(no_wrap=True, style=QUIET)
    table.add_column()
    for typed, key in _DEEDS:
        table.add_row(f"  {typed}", _first_word(messages, key), messages(f"help.{key}"))
    for key, topic in _COMMANDS:
        word = "?" if key == "?" else _first_word(messages, key)
        about = messages(f"help.{_OBJECTS[key]}") if key in _OBJECTS else "9" if key in _REGIONS else ""
        table.add_row(f"  {word} {about}".rstrip(), "", messages(f"help.{topic}"))
    table.add_row(f"  {messages('help.enter_key')}", "", messages("help.enter"))
    out.append(table)
    return out


def _first_word(messages: Messages, meaning: str) -> str:
    return messages(f"word.{meaning}").split()[0]
