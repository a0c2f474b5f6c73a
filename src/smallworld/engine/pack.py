"""A pack gathers content: terrains, boards, races, powers, relics. Decorators register and check them."""

from __future__ import annotations

import inspect
import re
from typing import TypeVar

from .board import Board, Terrain
from .effects import Coins, Effect
from .errors import PackError, choices
from .pieces import Counter, Marker, Means, Neutral, Piece, Power, Question, Race, Relic, snake

AnyRace = TypeVar("AnyRace", bound=type[Race])
AnyPower = TypeVar("AnyPower", bound=type[Power])
AnyRelic = TypeVar("AnyRelic", bound=type[Relic])
AnyPiece = TypeVar("AnyPiece", bound=Piece)

_ID = re.compile(r"[a-z][a-z0-9_]*\Z")


class Pack:
    """`pack = Pack("badgers", version=1)`, then `@pack.race`, `@pack.power`, `@pack.relic` on classes."""

    def __init__(
        self,
        id: str,
        *,
        version: int,
        terrains: tuple[Terrain, ...] = (),
        symbols: tuple[str, ...] = (),
        neutral: Neutral | None = None,
        needs: tuple[str, ...] = (),
        texts: str = "",
        looks: str = "",
    ) -> None:
        if not _ID.match(id):
            raise PackError(f"pack {id!r}: an id is lower case letters, digits and _, starting with a letter")
        self.id = id
        self.version = version
        self.terrains = {terrain.id: terrain for terrain in terrains}
        self.symbols = symbols
        self.neutral = neutral
        self.needs = needs  # ids of packs this one builds on
        self.texts = texts  # package that holds en.toml, de.toml …; empty: docstrings only
        self.looks = looks  # package that holds looks.toml; empty: clients draw it plainly
        self.boards: dict[str, Board] = {}
        self.races: dict[str, type[Race]] = {}
        self.powers: dict[str, type[Power]] = {}
        self.relics: dict[str, type[Relic]] = {}

    def __repr__(self) -> str:
        return (
            f"<Pack {self.id} {self.version}: {len(self.races)} races, {len(self.powers)} powers, "
            f"{len(self.relics)} relics, {len(self.boards)} boards>"
        )

    def board(self, board: Board) -> Board:
        if board.id in self.boards:
            raise PackError(f"pack {self.id}: board {board.id} is there twice")
        self.boards[board.id] = board
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

    def _register(self, cls: type[AnyPiece], base: type[Piece], known: dict[str, type[AnyPiece]]) -> None:
        given: object = cls  # whatever an author has written below the decorator
        if not (isinstance(given, type) and issubclass(given, base)):
            raise PackError(
                f"pack {self.id}: @pack.{base.kind} expects a subclass of {base.__name__}, got {given!r}"
            )
        if not cls.__dict__.get("id"):
            cls.id = snake(cls.__name__)
        faults = piece_faults(cls)
        if cls.id in self.races or cls.id in self.powers or cls.id in self.relics:
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
    """Everything wrong with a piece, each fault starting with the field it is in."""
    faults: list[str] = []
    if not _ID.match(cls.id):
        faults.append(f"id: {cls.id!r} is not lower case letters, digits and _")
    if issubclass(cls, Race | Power):
        faults += _number_faults("tokens", cls.tokens, 0 if issubclass(cls, Power) else 1, 20)
    if issubclass(cls, Race):
        faults += _number_faults("supply", cls.supply, 1, 60)
        if not faults and cls.supply < cls.tokens:
            faults.append(f"supply: {cls.supply} is less than the {cls.tokens} tokens of the banner")
    for name, kind in (
        ("effects", Effect),
        ("markers", Marker),
        ("means", Means),
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
    known_moments = {name for name in vars(Piece) if name.startswith("on_")}
    for name in vars(cls):
        if name.startswith("on_") and name not in known_moments:
            faults.append(choices("moment", name, known_moments))
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
        ("counters", cls.counters),
        ("questions", cls.questions),
    ):
        for thing in things:
            if not _ID.match(thing.id):
                faults.append(f"{kind}: {thing.id!r} is not lower case letters, digits and _")
    for effect in cls.effects:
        faults += [f"effects: {type(effect).__name__.lower()}: {fault}" for fault in effect.faults()]
    if issubclass(cls, Relic):
        unused = [name for name in ("effects", "questions", "counters") if getattr(cls, name)]
        faults += [f"{name}: a relic has markers and means only" for name in unused]
        if cls.means and not cls.markers:
            faults.append("markers: a relic with means needs the marker that lies on the map")
    for means in cls.means:
        if means.carries and means.carries not in own:
            faults.append(f"means {means.id}: carries: {choices('marker', means.carries, own)}")
        if means.replaces and (means.price or means.discount or means.as_if_empty):
            faults.append(f"means {means.id}: replaces cannot go with price, discount or as_if_empty")
        if means.per_victim and not means.replaces:
            faults.append(f"means {means.id}: per_victim needs replaces")
        if means.price and (means.discount or means.as_if_empty):
            faults.append(f"means {means.id}: a fixed price cannot go with discount or as_if_empty")
    for effect in cls.effects:
        if isinstance(effect, Coins) and isinstance(effect.per, str) and effect.per not in {*own, "conquest"}:
            faults.append(f"effects: coins: per: {choices('marker', effect.per, {*own, 'conquest'})}")
    for marker in cls.markers:
        if marker.count < 1:
            faults.append(f"markers: {marker.id}: count: expected at least 1, got {marker.count}")
        if marker.moves and marker.placed != "redeploy":
            faults.append(f"markers: {marker.id}: moves needs placed='redeploy'")
    return faults
