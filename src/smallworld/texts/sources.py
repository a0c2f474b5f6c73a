"""Sources of texts: the engine's English, the TOML files of a package, the docstrings of a pack."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from inspect import cleandoc
from typing import Any

from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Party, Piece, Rule
from smallworld.engine.errors import SmallWorldError
from smallworld.engine.game.game import WALL_REASONS
from smallworld.engine.verbs.denials import ADVICE, RULES
from smallworld.engine.verbs.event_sentences import KINDS
from smallworld.engine.verbs.receipt_types import TERM_LABELS

from .templates import with_places

OWN = "smallworld.texts"
# Clients keep their own messages beside their code. Named, not imported: texts must not import clients.
CLIENTS = ("smallworld.cli.texts", "smallworld.server.texts")

Tables = Mapping[str, Any]

_PIECES = ("race", "power", "relic", "place", "card", "neutral", "rule")


def engine_english() -> dict[str, Any]:
    """The English texts inside the engine, in the format of the TOML files."""
    return {
        "rule": {
            rule: {"sentence": with_places(said), "remedy": with_places(remedy)}
            for rule, (said, remedy) in RULES.items()
        },
        "advice": {id: with_places(said) for id, said in ADVICE.items()},
        "term": dict(TERM_LABELS),
        "event": {kind: with_places(said) for kind, said in KINDS.items()},
        "wall": dict(WALL_REASONS),
    }


def file_name(package: str, lang: str) -> str:
    return f"{package.replace('.', '/')}/{lang}.toml"


def read(package: str | Mapping[str, Tables], lang: str) -> Tables | None:
    """The tables of one language; None if the package or its file does not exist.

    A pack from a file carries its own tables.
    """
    if not isinstance(package, str):
        return package.get(lang)
    try:
        text = files(package).joinpath(f"{lang}.toml").read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        return None
    try:
        return _parsed(text)
    except tomllib.TOMLDecodeError as error:
        raise SmallWorldError(f"{file_name(package, lang)}: {error}") from error


@lru_cache(maxsize=128)
def _parsed(text: str) -> Tables:
    """Cached, because a catalogue is made for every set of packs from the same few files. Do not change the
    tables.
    """
    return tomllib.loads(text)


def find(tables: Tables, *path: str) -> str | None:
    """The text at a path of keys, if there is one."""
    here: object = tables
    for key in path:
        here = here.get(key) if isinstance(here, dict) else None
    return here if isinstance(here, str) else None


def over(base: Tables, top: Tables) -> dict[str, Any]:
    """Tables merged key by key; `top` wins."""
    merged = dict(base)
    for key, value in top.items():
        below = merged.get(key)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            value = over(below, value)
        merged[key] = value
    return merged


def inventory(pack: Pack) -> dict[str, dict[str, str]]:
    """Everything in a pack that has a name: kind, id and docstring."""
    found: dict[str, dict[str, str]] = {
        "pack": {pack.id: ""},
        "terrain": dict.fromkeys(pack.terrains, ""),
        "symbol": dict.fromkeys(pack.symbols, ""),
        "board": dict.fromkeys(pack.boards, ""),
        "deck": {deck.id: "" for deck in pack.decks},
        "option": dict.fromkeys(pack.options, ""),
        "aim": {},
        **{kind: {} for kind in (*_PIECES, "marker", "means", "use", "counter", "question")},
    }
    for piece in pack.pieces:
        found[piece.kind][piece.id] = doc = cleandoc(piece.__doc__ or "")
        # A part of a piece has no docstring, so the piece's is used.
        found["marker"] |= {marker.id: doc for marker in piece.markers}
        found["means"] |= {means.id: doc for means in piece.means}
        found["use"] |= {use.id: doc for use in piece.uses}
        found["question"] |= {question.id: doc for question in piece.questions}
        found["marker"] |= {id: doc for kind, id in named_by_effects(piece) if kind == "marker"}
        found["counter"] |= {counter.id: doc for counter in piece.counters}
        if issubclass(piece, Rule):
            stages = (*(piece.order if issubclass(piece, Party) else ()), *piece.aims)
            found["aim"] |= {aim.id: doc for aim in stages}
    return found


def named_by_effects(piece: type[Piece]) -> list[tuple[str, str]]:
    """Effects of a piece that have a name in receipts, as markers have: kind and id."""
    return [named for effect in piece.effects for named in effect.named()]


def shown_counters(pack: Pack) -> set[str]:
    """Counters that people see: those of helpers. The others may have a name, too."""
    return {id for piece in pack.pieces for kind, id in named_by_effects(piece) if kind == "counter"}


def reasons(pack: Pack) -> dict[str, tuple[str, str]]:
    """The refusals of a pack's own pieces, in English."""
    return {rule: said for piece in pack.pieces for rule, said in piece.reasons.items()}
