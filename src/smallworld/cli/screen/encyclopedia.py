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
from smallworld.texts.catalogue import LANGUAGES

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
    voices = [Messages(lang, packs=packs) for lang in LANGUAGES]
    for entry in entries(packs):
        found.setdefault(folded(entry.id), {})[entry] = None
        for voice in voices:
            found.setdefault(folded(voice.name(entry.kind, entry.id)), {})[entry] = None
    return {name: tuple(group) for name, group in found.items()}


def find_entries(name: str, voice: Messages) -> tuple[Entry, ...]:
    return _index(voice.packs).get(folded(name), ())


def close_names(name: str, voice: Messages) -> list[str]:
    """Similar names in the reader's language."""
    wanted = folded(name)
    close = get_close_matches(wanted, list(_index(voice.packs)), n=8, cutoff=0.6)
    close += [
        known
        for known in _index(voice.packs)
        if wanted and (known.startswith(wanted) or wanted in known.split())
    ]
    names = [voice.name(entry.kind, entry.id) for text in close for entry in _index(voice.packs)[text]]
    return list(dict.fromkeys(names))[:5]


def tell(name: str, terminal: Terminal, voice: Messages) -> bool:
    """Print the entry with this name, or similar names. Returns whether there was anything to print."""
    found = find_entries(name, voice)
    for entry in found:
        terminal.print(*entry_page(entry, voice))
    if not found:
        terminal.line(voice("unknown_name", name=name), WARN)
        close = close_names(name, voice)
        if close:
            terminal.line(voice("did_you_mean", words=", ".join(close)))
        else:
            terminal.line(voice("see_lists"))
    return bool(found)


def entry_page(entry: Entry, voice: Messages) -> list[RenderableType]:
    """One entry: kind, numbers, rules, and its names in other languages."""
    name = voice.name(entry.kind, entry.id)
    head = Text(name, style=TITLE)
    head.append(f"  {voice(f'kind_of.{entry.kind}')}", style=QUIET)
    numbers = _numbers(entry, voice)
    if numbers:
        head.append(f"  {numbers}", style=QUIET)
    out: list[RenderableType] = [head]
    text = voice.text(entry.kind, entry.id)
    short = voice.short(entry.kind, entry.id)
    for paragraph in dict.fromkeys(part for part in (short, text) if part):
        out.append(Padding(Text(paragraph), (0, 2)))
    others = []
    for lang in LANGUAGES:
        if lang != voice.lang:
            others.append(f"{lang} {voice.in_language(lang).name(entry.kind, entry.id)}")
    out.append(Padding(Text(", ".join(others), style=QUIET), (0, 2)))
    return out


def _numbers(entry: Entry, voice: Messages) -> str:
    for pack in voice.packs:
        if entry.kind == "race" and entry.id in pack.races:
            race = pack.races[entry.id]
            return voice("race_numbers", tokens=race.tokens, supply=race.supply)
        if entry.kind == "power" and entry.id in pack.powers:
            return voice("power_numbers", tokens=pack.powers[entry.id].tokens)
    return ""


def list_pages(voice: Messages) -> list[RenderableType]:
    """All races, then all powers, natives, relics and places, one line each."""
    out: list[RenderableType] = []
    for kind in LISTED:
        if not any(entry.kind == kind for entry in entries(voice.packs)):
            continue
        out += [Text(""), Text(voice(f"all_{kind}s"), style=TITLE)]
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
        table.add_column(no_wrap=True, style="bold")
        table.add_column(justify="right", style=QUIET)
        table.add_column()
        listed = [entry for entry in entries(voice.packs) if entry.kind == kind]
        for entry in sorted(listed, key=lambda entry: folded(voice.name(kind, entry.id))):
            tokens = str(_tokens(entry, voice)) if kind in ("race", "power") else ""
            table.add_row(voice.name(kind, entry.id), tokens, voice.short(kind, entry.id))
        out.append(table)
    return out


def _tokens(entry: Entry, voice: Messages) -> int:
    for pack in voice.packs:
        if entry.kind == "race" and entry.id in pack.races:
            return pack.races[entry.id].tokens
        if entry.kind == "power" and entry.id in pack.powers:
            return pack.powers[entry.id].tokens
    return 0


OVERVIEW = ("goal", "pick", "conquer", "die", "lose", "redeploy", "score", "ready", "decline", "end")


def overview(voice: Messages) -> list[RenderableType]:
    """The rules of a turn in short paragraphs."""
    out: list[RenderableType] = [Text(voice("rules.title"), style=TITLE), Text("")]
    for part in OVERVIEW:
        out.append(Text(voice(f"rules.{part}")))
        out.append(Text(""))
    out.append(Text(voice("rules.more"), style=QUIET))
    return out
