"""Races, powers and everything else that has a name: lists, single entries, and search by any name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from smallworld.engine import Pack
from smallworld.engine.content.pieces import Piece
from smallworld.languages import LANGUAGES

from ..ascii import folded
from ..messages import Messages
from ..terminal import Terminal
from .style import QUIET, TITLE, WARN

KINDS = (
    "race",
    "power",
    "neutral",
    "relic",
    "place",
    "marker",
    "means",
    "use",
    "terrain",
    "symbol",
    "board",
    "pack",
)
LISTED = ("race", "power", "neutral", "relic", "place")


@dataclass(frozen=True)
class Entry:
    kind: str
    id: str


@cache
def entries(packs: tuple[Pack, ...]) -> tuple[Entry, ...]:
    """Everything in some packs, in the order of KINDS."""
    found: dict[Entry, None] = {}
    for kind in KINDS:
        for pack in packs:
            for id in _ids(pack, kind):
                found[Entry(kind, id)] = None
    return tuple(found)


def _ids(pack: Pack, kind: str) -> Iterable[str]:
    groups: tuple[Mapping[str, type[Piece]], ...] = (
        pack.races,
        pack.powers,
        pack.natives,
        pack.relics,
        pack.places,
        pack.rules,
    )
    pieces = [piece for group in groups for piece in group.values()]
    if kind == "marker":  # a marker for a relic or place is listed as that relic or place
        return [marker.id for piece in pieces for marker in piece.markers if not marker.joins]
    if kind == "use":
        return [use.id for piece in pieces for use in piece.uses]
    if kind == "means":
        return [means.id for piece in pieces for means in piece.means]
    named: dict[str, Iterable[str]] = {
        "race": pack.races,
        "power": pack.powers,
        "relic": pack.relics,
        "place": pack.places,
        "terrain": pack.terrains,
        "symbol": pack.symbols,
        "board": pack.boards,
        "pack": [pack.id],
        "neutral": pack.natives,
    }
    return named[kind]


@cache
def _index(packs: tuple[Pack, ...]) -> dict[str, tuple[Entry, ...]]:
    """Entries by normalised name in any language, or by id."""
    found: dict[str, dict[Entry, None]] = {}
    every_language = [Messages(lang, packs=packs) for lang in LANGUAGES]
    for entry in entries(packs):
        found.setdefault(folded(entry.id), {})[entry] = None
        for messages in every_language:
            found.setdefault(folded(messages.name(entry.kind, entry.id)), {})[entry] = None
    return {name: tuple(group) for name, group in found.items()}


def find_entries(name: str, messages: Messages) -> tuple[Entry, ...]:
    return _index(messages.packs).get(folded(name), ())


def close_names(name: str, messages: Messages) -> list[str]:
    """Similar names in the reader's language."""
    wanted = folded(name)
    close = get_close_matches(wanted, list(_index(messages.packs)), n=8, cutoff=0.6)
    close += [
        known
        for known in _index(messages.packs)
        if wanted and (known.startswith(wanted) or wanted in known.split())
    ]
    names = [messages.name(entry.kind, entry.id) for text in close for entry in _index(messages.packs)[text]]
    return list(dict.fromkeys(names))[:5]


def tell(name: str, terminal: Terminal, messages: Messages) -> bool:
    """Print the entry with this name, or similar names. Returns whether there was anything to print."""
    found = find_entries(name, messages)
    for entry in found:
        terminal.print(*entry_page(entry, messages))
    if not found:
        terminal.line(messages("unknown_name", name=name), WARN)
        close = close_names(name, messages)
        if close:
            terminal.line(messages("did_you_mean", words=", ".join(close)))
        else:
            terminal.line(messages("see_lists"))
    return bool(found)


def entry_page(entry: Entry, messages: Messages) -> list[RenderableType]:
    """One entry: kind, numbers, rules, and its names in other languages."""
    name = messages.name(entry.kind, entry.id)
    head = Text(name, style=TITLE)
    head.append(f"  {messages(f'kind_of.{entry.kind}')}", style=QUIET)
    numbers = _numbers(entry, messages)
    if numbers:
        head.append(f"  {numbers}", style=QUIET)
    out: list[RenderableType] = [head]
    text = messages.text(entry.kind, entry.id)
    short = messages.short(entry.kind, entry.id)
    for paragraph in dict.fromkeys(part for part in (short, text) if part):
        out.append(Padding(Text(paragraph), (0, 2)))
    others = []
    for lang in LANGUAGES:
        if lang != messages.lang:
            others.append(f"{lang} {messages.in_language(lang).name(entry.kind, entry.id)}")
    out.append(Padding(Text(", ".join(others), style=QUIET), (0, 2)))
    return out


def _numbers(entry: Entry, messages: Messages) -> str:
    for pack in messages.packs:
        if entry.kind == "race" and entry.id in pack.races:
            race = pack.races[entry.id]
            return messages("race_numbers", tokens=race.tokens, supply=race.supply)
        if entry.kind == "power" and entry.id in pack.powers:
            return messages("power_numbers", tokens=pack.powers[entry.id].tokens)
    return ""


def list_pages(messages: Messages) -> list[RenderableType]:
    """All races, then all powers, natives, relics and places, one line each."""
    out: list[RenderableType] = []
    for kind in LISTED:
        if not any(entry.kind == kind for entry in entries(messages.packs)):
            continue
        out += [Text(""), Text(messages(f"all_{kind}s"), style=TITLE)]
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
        table.add_column(no_wrap=True, style="bold")
        table.add_column(justify="right", style=QUIET)
        table.add_column()
        listed = [entry for entry in entries(messages.packs) if entry.kind == kind]
        for entry in sorted(listed, key=lambda entry: folded(messages.name(kind, entry.id))):
            tokens = str(_tokens(entry, messages)) if kind in ("race", "power") else ""
            table.add_row(messages.name(kind, entry.id), tokens, messages.short(kind, entry.id))
        out.append(table)
    return out


def _tokens(entry: Entry, messages: Messages) -> int:
    for pack in messages.packs:
        if entry.kind == "race" and entry.id in pack.races:
            return pack.races[entry.id].tokens
        if entry.kind == "power" and entry.id in pack.powers:
            return pack.powers[entry.id].tokens
    return 0


OVERVIEW = ("goal", "pick", "conquer", "die", "lose", "redeploy", "score", "ready", "decline", "end")


def overview(messages: Messages) -> list[RenderableType]:
    """The rules of a turn in short paragraphs."""
    out: list[RenderableType] = [Text(messages("rules.title"), style=TITLE), Text("")]
    for part in OVERVIEW:
        out.append(Text(f"{messages(f'rules.{part}.name')}. {messages(f'rules.{part}.text')}"))
        out.append(Text(""))
    out.append(Text(messages("rules.more"), style=QUIET))
    return out
