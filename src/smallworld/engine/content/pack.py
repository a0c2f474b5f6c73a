"""A pack is a collection of content: terrains, boards, pieces, decks, phases. Decorators register and
check them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from ..errors import PackError, choices
from ..words.effect import Effect
from .board import Board, Terrain
from .pieces import (
    MOMENTS,
    Card,
    Counter,
    Deck,
    Marker,
    Means,
    Native,
    Piece,
    Place,
    Power,
    Question,
    Race,
    Relic,
    Rule,
    Use,
    snake,
)

AnyRace = TypeVar("AnyRace", bound=type[Race])
AnyNative = TypeVar("AnyNative", bound=type[Native])
AnyPower = TypeVar("AnyPower", bound=type[Power])
AnyRelic = TypeVar("AnyRelic", bound=type[Relic])
AnyPlace = TypeVar("AnyPlace", bound=type[Place])
AnyRule = TypeVar("AnyRule", bound=type[Rule])
AnyCard = TypeVar("AnyCard", bound=type[Card])
AnyPiece = TypeVar("AnyPiece", bound=Piece)

_ID = re.compile(r"[a-z][a-z0-9_]*\Z")
MOST_TOKENS: Final = 20  # of a banner or badge
MOST_SUPPLY: Final = 60


class Pack:
    """`pack = Pack("badgers", version=1)`, then `@pack.race`, `@pack.power`, `@pack.relic` … on classes.

    `kin`: terrains and symbols that count as each other, as in ("terrain.fen", "terrain.bog"). `phases`:
    phases that this pack adds to the turn, each with the phase it comes after (empty: before the first).
    `options`: what a table may choose, each with its values, the default first.
    """

    def __init__(
        self,
        id: str,
        *,
        version: int,
        terrains: tuple[Terrain, ...] = (),
        symbols: tuple[str, ...] = (),
        kin: tuple[tuple[str, ...], ...] = (),
        phases: Mapping[str, str] | None = None,
        options: Mapping[str, tuple[str, ...]] | None = None,
        needs: tuple[str, ...] = (),
        texts: str | Mapping[str, Mapping[str, Any]] = "",
        looks: str | Mapping[str, Any] = "",
        learn: str = "",
        author: str = "",
        source: str = "",
    ) -> None:
        if not _ID.match(id):
            raise PackError(f"pack {id!r}: an id is lower case letters, digits and _, starting with a letter")
        self.id = id
        self.version = version
        self.terrains = {terrain.id: terrain for terrain in terrains}
        self.symbols = symbols
        self.kin = tuple(map(frozenset, kin))
        self.phases = dict(phases or {})
        self.options = dict(options or {})
        self.needs = needs  # ids of packs this one builds on
        # Package with en.toml, de.toml …, or these tables by language; empty: docstrings only.
        self.texts = texts
        # Package with looks.toml, or its content; empty: clients draw the pieces plainly.
        self.looks = looks
        self.learn = learn  # package with learn.toml; empty: the pack has no lessons
        self.author = author
        # The whole pack as text, if it is not installed: it travels inside the strings of its games.
        self.source = source
        self.boards: dict[str, Board] = {}  # the latest version of each board
        self.editions: dict[tuple[str, int], Board] = {}  # every version of every board
        self.races: dict[str, type[Race]] = {}
        self.powers: dict[str, type[Power]] = {}
        self.relics: dict[str, type[Relic]] = {}
        self.places: dict[str, type[Place]] = {}
        self.natives: dict[str, type[Native]] = {}
        self.rules: dict[str, type[Rule]] = {}
        self.cards: dict[str, type[Card]] = {}
        self.decks: list[Deck] = []
        self._check_data()

    def __repr__(self) -> str:
        return (
            f"<Pack {self.id} {self.version}: {len(self.races)} races, {len(self.powers)} powers, "
            f"{len(self.relics)} relics, {len(self.places)} places, {len(self.boards)} boards>"
        )

    def _check_data(self) -> None:
        faults = []
        for group in self.kin:
            faults += [
                f"kin: expected terrain.name or symbol.name, got {name!r}"
                for name in group
                if name.partition(".")[0] not in ("terrain", "symbol")
            ]
        for name in (*self.phases, *self.options):
            if not _ID.match(name):
                faults.append(f"{name!r} is not lower case letters, digits and _")
        for name in (value for values in self.options.values() for value in values):
            if not (_ID.match(name) or name.isdigit()):
                faults.append(f"{name!r} is neither a number nor lower case letters, digits and _")
        faults += [f"option {name}: has no values" for name, values in self.options.items() if not values]
        if faults:
            raise PackError([f"pack {self.id}: {fault}" for fault in faults])

    def board(self, board: Board) -> Board:
        """Register a board. The latest version is played; older ones are kept for games that began on
        them."""
        if (board.id, board.version) in self.editions:
            raise PackError(f"pack {self.id}: board {board.id} is there twice")
        self.editions[board.id, board.version] = board
        self.boards[board.id] = max(self.boards.get(board.id, board), board, key=lambda one: one.version)
        return board

    def race(self, cls: AnyRace) -> AnyRace:
        self._register(cls, Race, self.races)
        return cls

    def power(self, cls: AnyPower) -> AnyPower:
        self._register(cls, Power, self.powers)
        return cls

    def relic(self, cls: AnyRelic) -> AnyRelic:
        self._register(cls, Relic, self.relics)
        return cls

    def place(self, cls: AnyPlace) -> AnyPlace:
        self._register(cls, Place, self.places)
        return cls

    def native(self, cls: AnyNative) -> AnyNative:
        self._register(cls, Native, self.natives)
        return cls

    def rule(self, cls: AnyRule) -> AnyRule:
        self._register(cls, Rule, self.rules)
        return cls

    def card(self, cls: AnyCard) -> AnyCard:
        self._register(cls, Card, self.cards)
        return cls

    def deck(self, deck: Deck) -> Deck:
        """Register pieces that are drawn during the game; each must have been registered before."""
        known = {*self.relics.values(), *self.places.values()}
        faults = [
            f"{piece!r} is no relic or place of this pack" for piece in deck.pieces if piece not in known
        ]
        if not _ID.match(deck.id) or deck.id in ("race", "power", "die", *(other.id for other in self.decks)):
            faults.append(f"id: {deck.id!r} is not lower case letters, digits and _, or is taken")
        if len(set(deck.pieces)) != len(deck.pieces):
            faults.append("a piece is in it twice")
        if deck.drawn_by not in self.natives:
            faults.append(f"drawn_by: {choices('natives', deck.drawn_by, self.natives)}")
        if faults:
            raise PackError([f"pack {self.id}: deck {deck.id}: {fault}" for fault in faults])
        self.decks.append(deck)
        return deck

    @property
    def pieces(self) -> tuple[type[Piece], ...]:
        """All pieces of the pack."""
        shelves = (self.races, self.powers, self.relics, self.places, self.natives, self.rules, self.cards)
        return tuple(piece for shelf in shelves for piece in shelf.values())

    @property
    def is_module(self) -> bool:
        """Whether it brings rules for games of other packs, and cannot be played by itself."""
        return bool(self.rules) and not (self.boards or self.races or self.powers)

    def _register(self, cls: type[AnyPiece], base: type[Piece], known: dict[str, type[AnyPiece]]) -> None:
        given: object = cls  # an author may have decorated anything
        if not (isinstance(given, type) and issubclass(given, base)):
            raise PackError(
                f"pack {self.id}: @pack.{base.kind} expects a subclass of {base.__name__}, got {given!r}"
            )
        if not cls.__dict__.get("id"):
            cls.id = snake(cls.__name__)
        faults = piece_faults(cls)
        if cls.id in {piece.id for piece in self.pieces}:
            faults.append(f"id: {cls.id!r} is already taken in pack {self.id}")
        if faults:
            place = _place_of(cls)
            raise PackError([f"{place}: {cls.kind} {cls.__name__}: {fault}" for fault in faults])
        known[cls.id] = cls


def _place_of(cls: type) -> str:
    try:
        return f"{inspect.getsourcefile(cls)}:{inspect.getsourcelines(cls)[1]}"
    except (OSError, TypeError):
        return cls.__module__


def piece_faults(cls: type[Piece]) -> list[str]:
    """All faults of a piece, each starting with the field it is in."""
    faults: list[str] = []
    if not _ID.match(cls.id):
        faults.append(f"id: {cls.id!r} is not lower case letters, digits and _")
    if issubclass(cls, Race | Power):
        least = 0 if issubclass(cls, Power | Native) else 1
        faults += _number_faults("tokens", cls.tokens, least, MOST_TOKENS)
    if issubclass(cls, Race):
        faults += _number_faults("supply", cls.supply, 0 if issubclass(cls, Native) else 1, MOST_SUPPLY)
        if not faults and cls.supply < cls.tokens:
            faults.append(f"supply: {cls.supply} is less than the {cls.tokens} tokens of the banner")
    for name, kind in (
        ("effects", Effect),
        ("markers", Marker),
        ("means", Means),
        ("uses", Use),
        ("questions", Question),
        ("counters", Counter),
    ):
        value = getattr(cls, name)
        if not isinstance(value, tuple):
            faults.append(
                f"{name}: expected a tuple of {kind.__name__}, got {type(value).__name__} (a comma missing?)"
            )
            continue
        for item in value:
            if not isinstance(item, kind):
                faults.append(f"{name}: expected {kind.__name__}, got {item!r}")
    for name in vars(cls):
        if name.startswith("on_") and name not in MOMENTS:
            faults.append(choices("moment", name, MOMENTS))
    return faults or _reference_faults(cls)


def _number_faults(field: str, value: object, low: int, high: int) -> list[str]:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return []
    return [f"{field}: expected a whole number from {low} to {high}, got {value!r}"]


def _reference_faults(cls: type[Piece]) -> list[str]:
    faults: list[str] = []
    own = {marker.id for marker in cls.markers}
    for kind, things in (
        ("markers", cls.markers),
        ("means", cls.means),
        ("uses", cls.uses),
        ("counters", cls.counters),
        ("questions", cls.questions),
    ):
        for thing in things:
            if not _ID.match(thing.id):
                faults.append(f"{kind}: {thing.id!r} is not lower case letters, digits and _")
    for effect in cls.effects:
        said = [*effect.faults(), *effect.faults_in(cls)]
        faults += [f"effects: {type(effect).__name__.lower()}: {fault}" for fault in said]
    if issubclass(cls, Relic | Place) and not any(m.id == cls.id and m.joins for m in cls.markers):
        faults.append(
            f"markers: a {cls.kind} needs a marker {cls.id!r} with joins=True, which lies on the map"
        )
    if not issubclass(cls, Relic | Place):
        faults += [
            f"effects: {where!r} is for what lies in a region, and a {cls.kind} does not"
            for effect in cls.effects
            for where in effect.wheres()
            if where.local
        ]
    for means in cls.means:
        faults += [f"means {means.id}: {fault}" for fault in means.faults(own)]
    for marker in cls.markers:
        faults += [f"markers: {marker.id}: {fault}" for fault in marker.faults()]
        if marker.token and not (issubclass(cls, Rule) and cls.joins):
            faults.append(f"markers: {marker.id}: token is for a rule that joins every race")
        if marker.joins and not (marker.stays and issubclass(cls, Relic | Place)):
            faults.append(f"markers: {marker.id}: joins is for a relic or place, and needs stays=True")
    return faults
