"""Region sets as a file writes them: `cavern`, `hill or farmland`, `(swamp or forest) and beside water`.

`not`, `beside` and `beside held` bind tightest, then `and`, then `or`. A terrain or symbol is written by its
id; where both have the same id, the plain id is the symbol and `terrain mine` the terrain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from smallworld.engine.errors import choices
from smallworld.engine.words.region_sets import (
    Where,
    beside,
    beside_held,
    coast,
    everywhere,
    symbol,
    terrain,
    water,
)

from ..installed import find_packs
from .limits import shown

MOST_LETTERS: Final = 200
MOST_DEPTH: Final = 8
_TOKEN: Final = re.compile(r"\s*([a-z][a-z0-9_]*|[()])")
_SETS: Final[dict[str, Where]] = {"everywhere": everywhere, "water": water, "coast": coast}
_BEFORE: Final[dict[str, Callable[[Where], Where]]] = {
    "not": lambda where: ~where,
    "beside": beside,
    "beside held": beside_held,
}
_RESERVED: Final = ("or", "and", "not", "beside", "held", "terrain", "symbol")


class RegionsError(ValueError):
    """What is wrong with a region set, as a sentence."""


@dataclass(frozen=True)
class Names:
    terrains: frozenset[str]
    symbols: frozenset[str]

    @property
    def all(self) -> list[str]:
        return sorted({*_SETS, *self.terrains, *self.symbols})


@cache
def known_names() -> Names:
    """The terrains and symbols of the installed packs."""
    packs = find_packs().values()
    return Names(
        frozenset(name for pack in packs for name in pack.terrains),
        frozenset(name for pack in packs for name in pack.symbols),
    )


def region_words() -> dict[str, Any]:
    """The language as data, for building a form."""
    names = known_names()
    return {
        "sets": list(_SETS),
        "terrains": sorted(names.terrains),
        "symbols": sorted(names.symbols),
        "before": list(_BEFORE),
        "between": ["and", "or"],
        "letters": MOST_LETTERS,
    }


def read_regions(text: object) -> Where:
    """The region set of a text; a `RegionsError` says what is wrong with it."""
    if not isinstance(text, str):
        raise RegionsError(f'expected regions, as in "hill or farmland", got {shown(text)}')
    if len(text) > MOST_LETTERS:
        raise RegionsError(f"at most {MOST_LETTERS} letters, got {len(text)}")
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(self._split(text))
        self.at = 0

    @staticmethod
    def _split(text: str) -> Iterator[str]:
        at = 0
        while text[at:].strip():
            match = _TOKEN.match(text, at)
            if not match:
                rest = text[at:].strip()
                raise RegionsError(
                    f"cannot read {rest[:20]!r}: expected names, and, or, not, beside, beside held, ( and )"
                )
            yield match[1]
            at = match.end()

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str) -> bool:
        if self.next() != wanted:
            return False
        self.at += 1
        return True

    def read(self) -> Where:
        if not self.tokens:
            raise RegionsError('expected regions, as in "hill or farmland", got nothing')
        where = self.either(MOST_DEPTH)
        if self.next():
            raise RegionsError(f"expected and, or or the end before {self.next()!r}")
        return where

    def either(self, depth: int) -> Where:
        where = self.both(depth)
        while self.take("or"):
            where = where | self.both(depth)
        return where

    def both(self, depth: int) -> Where:
        where = self.one(depth)
        while self.take("and"):
            where = where & self.one(depth)
        return where

    def one(self, depth: int) -> Where:
        if not depth:
            raise RegionsError(f"at most {MOST_DEPTH} sets inside each other")
        if self.take("not"):
            return _BEFORE["not"](self.one(depth - 1))
        if self.take("beside"):
            return _BEFORE["beside held" if self.take("held") else "beside"](self.one(depth - 1))
        if self.take("("):
            where = self.either(depth - 1)
            if not self.take(")"):
                raise RegionsError("a bracket is not closed")
            return where
        return self.named()

    def named(self) -> Where:
        names, word = known_names(), self.next()
        self.at += 1
        if word in _SETS:
            return _SETS[word]
        for kind, make, ids in (("terrain", terrain, names.terrains), ("symbol", symbol, names.symbols)):
            if word == kind:
                name = self.next()
                self.at += 1
                if name not in ids:
                    raise RegionsError(choices(kind, name, ids))
                return make(name)
        if word in names.symbols:
            return symbol(word)
        if word in names.terrains:
            return terrain(word)
        if not word or word in _RESERVED or word in "()":
            raise RegionsError(f"expected a terrain or symbol, got {word or 'the end'!r}")
        raise RegionsError(choices("terrain or symbol", word, names.all))


# --- writing --------------------------------------------------------------------------------------------

_BINDS: Final = {"or": 1, "and": 2}  # anything else: 3


def write_regions(where: Where) -> str | None:
    """A region set as a file writes it; None if only code can express it."""
    text = _written(where)
    return text[0] if text else None


def _written(where: Where) -> tuple[str, int] | None:
    """The text and how tightly it binds, so that brackets are written only where needed."""
    for name, known in _SETS.items():
        if repr(where) == repr(known):
            return name, 3
    word = where.word
    if word in ("terrain", "symbol"):
        name = where.names()[0][1]
        plain = word == "symbol" or name not in known_names().symbols
        return (name if plain else f"{word} {name}"), 3
    parts = [_written(part) for part in getattr(where, "parts", ())]
    if not word or not parts or None in parts:
        return None
    binds = _BINDS.get(word, 3)
    texts = [
        # Sets are combined from the left: `a or (b or c)` is another tree than `a or b or c`.
        f"({text})" if inner < binds or (inner == binds < 3 and place) else text
        for place, (text, inner) in enumerate(part for part in parts if part is not None)
    ]
    return (f" {word} ".join(texts) if binds < 3 else f"{word} {texts[0]}"), binds


# --- as a tree, for a form ---------------------------------------------------------------------------------


def regions_tree(text: object) -> dict[str, Any]:
    """A set as plain data: `{"or": […]}`, `{"beside": …}`, `{"terrain": "hill"}`, `{"set": "water"}`."""
    return _tree(read_regions(text))


def _tree(where: Where) -> dict[str, Any]:
    for name, known in _SETS.items():
        if repr(where) == repr(known):
            return {"set": name}
    if where.word in ("terrain", "symbol"):
        return {where.word: where.names()[0][1]}
    parts = [_tree(part) for part in getattr(where, "parts", ())]
    if where.word not in _BINDS:
        return {where.word: parts[0]}
    return {where.word: [*parts[0].get(where.word, parts[:1]), *parts[1:]]}


def regions_text(tree: object, depth: int = MOST_DEPTH) -> str:
    """The inverse. A tree without a meaning is a `RegionsError`."""
    where = _set_of(tree, depth)
    return write_regions(where) or ""


def _set_of(tree: object, depth: int) -> Where:
    if not depth or not isinstance(tree, dict) or len(tree) != 1:
        raise RegionsError(f"expected one word with its sets, at most {MOST_DEPTH} inside each other")
    word, inner = next(iter(tree.items()))
    if word == "set" and inner in _SETS:
        return _SETS[inner]
    if word in ("terrain", "symbol"):
        return read_regions(f"{word} {inner}")
    if word in _BEFORE:
        return _BEFORE[word](_set_of(inner, depth - 1))
    if word in _BINDS and isinstance(inner, list) and 0 < len(inner) <= MOST_LETTERS:
        sets = [_set_of(part, depth - 1) for part in inner]
        where = sets[0]
        for other in sets[1:]:
            where = where | other if word == "or" else where & other
        return where
    raise RegionsError(choices("word", word, ["set", "terrain", "symbol", *_BEFORE, *_BINDS]))
