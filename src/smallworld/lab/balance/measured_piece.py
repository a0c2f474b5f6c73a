"""The measured piece: a race or power of a pack, unchanged or with another number, known in every process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from smallworld.engine import Pack, SmallWorldError, World
from smallworld.engine.content.pack import piece_faults
from smallworld.engine.content.pieces import Piece, Power, Race
from smallworld.engine.effects import Coins, Effect, Toll
from smallworld.engine.errors import PackError, choices
from smallworld.packs import find_packs
from smallworld.packs.files import pack_from_file, pack_from_source

from ..worlds import BOTH_PACKS
from .scenes import WORLDS, Scene

TOKENS: Final = "tokens"
COINS: Final = "coins"
STEPS: Final[dict[str, tuple[int, ...]]] = {TOKENS: (-2, -1, 1, 2), COINS: (-1, 1)}  # changes that are tried
MOST_PAYING: Final = 2  # effects of a piece whose coins are changed
# The fields of effects that are coins.
_AMOUNTS: Final[dict[type[Effect], str]] = {Coins: "amount", Toll: "coins"}


class Origin(NamedTuple):
    """Where a pack comes from: `installed` by its id, a `module:attribute`, or `text`, the pack itself."""

    kind: str
    said: str


class Change(NamedTuple):
    """A change of one number of a piece: its tokens, or the coins of an effect, given by its index."""

    number: str = ""
    step: int = 0
    effect: int = 0

    @property
    def curve(self) -> str:
        return f"{self.number}.{self.effect}" if self.number == COINS else self.number


AS_IT_IS: Final = Change()


@dataclass(frozen=True)
class MeasuredPiece:
    origin: Origin
    kind: str  # race or power
    id: str
    change: Change = AS_IT_IS

    @property
    def name(self) -> str:
        return f"{self.kind}.{self.id}"

    @property
    def pack(self) -> Pack:
        return _pack(self)

    @property
    def piece(self) -> type[Race] | type[Power]:
        found: type[Race] | type[Power] = _shelf(self.pack, self.kind)[self.id]
        return found

    @property
    def mate_kind(self) -> str:
        return "power" if self.kind == "race" else "race"

    def with_mate(self, mate: str) -> tuple[str, str]:
        """Race and power of a combo."""
        return (self.id, mate) if self.kind == "race" else (mate, self.id)

    def value(self, change: Change) -> int:
        """The number to be changed, as it is in the piece."""
        if change.number == TOKENS:
            return self.piece.tokens
        effect = self.piece.effects[change.effect]
        return int(getattr(effect, _AMOUNTS[type(effect)]))

    def neighbours(self) -> list[Change]:
        """The sensible changes, number by number."""
        paying = [place for place, effect in enumerate(self.piece.effects) if type(effect) in _AMOUNTS]
        numbers = [(TOKENS, 0), *((COINS, place) for place in paying[:MOST_PAYING])]
        found = [Change(number, step, place) for number, place in numbers for step in STEPS[number]]
        return [change for change in found if not _changed(self.piece, change)[1]]


# --- packs -----------------------------------------------------------------------------------------------


def origin_of(said: str) -> Origin:
    """A file, the id of an installed pack, or `module:attribute`. Errors say what is wrong."""
    if said in find_packs():
        return Origin("installed", said)
    path = Path(said).expanduser()
    if ":" in said and not path.exists():
        origin = Origin("module", said)
        _read(origin)
        return origin
    if not path.exists():
        known = ", ".join(sorted(find_packs()))
        raise SmallWorldError(
            f"{said}: there is no such file; expected a pack as a file (NAME.toml), module:attribute, "
            f"or one that is installed: {known}"
        )
    return Origin("text", pack_from_file(path).source)


def origin_of_pack(pack: Pack) -> Origin:
    """The same for a pack that was read from a file, or is installed."""
    if pack.source:
        return Origin("text", pack.source)
    if find_packs().get(pack.id) is pack:
        return Origin("installed", pack.id)
    raise SmallWorldError(f"pack {pack.id}: expected one from a file, or one that is installed")


def measured_piece(origin: Origin, piece: str = "") -> MeasuredPiece:
    """A piece of the pack, by id or as `race.ID`; by default its first race, otherwise its first power."""
    pack = _read(origin)
    known: dict[str, tuple[str, str]] = {}
    for kind in ("race", "power"):
        for id in _shelf(pack, kind):
            known[f"{kind}.{id}"] = (kind, id)
    if not known:
        raise SmallWorldError(f"pack {pack.id} has neither a race nor a power")
    short = {id: name for name, (_, id) in known.items()}
    wanted = short.get(piece, piece) or next(iter(known))
    if wanted not in known:
        raise SmallWorldError(choices("piece", piece, known))
    return MeasuredPiece(origin, *known[wanted])


def _read(origin: Origin) -> Pack:
    if origin.kind == "installed":
        return find_packs()[origin.said]
    if origin.kind == "text":
        return pack_from_source(origin.said)
    module, _, attribute = origin.said.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise SmallWorldError(f"{origin.said}: {error}") from error
    if not isinstance(found, Pack):
        raise SmallWorldError(f"{origin.said}: expected a Pack, got {type(found).__name__}")
    return found


def _shelf(pack: Pack, kind: str) -> Mapping[str, Any]:
    return pack.races if kind == "race" else pack.powers


@lru_cache(maxsize=64)
def _pack(subject: MeasuredPiece) -> Pack:
    pack = _read(subject.origin)
    if subject.change == AS_IT_IS:
        return pack
    shelf = _shelf(pack, subject.kind)
    changed, faults = _changed(shelf[subject.id], subject.change)
    if faults:
        raise PackError(f"{subject.name}: {fault}" for fault in faults)
    new = copy(pack)
    setattr(new, f"{subject.kind}s", {**shelf, subject.id: changed})
    return new


def _changed(piece: type[Race] | type[Power], change: Change) -> tuple[type[Piece], list[str]]:
    """The piece with another number, and the faults that causes."""
    body: dict[str, Any] = {"id": piece.id, "__doc__": piece.__doc__, "__module__": piece.__module__}
    if change.number == TOKENS:
        body["tokens"] = piece.tokens + change.step
        if issubclass(piece, Race):  # more tokens on the banner also need more tokens in the box
            body["supply"] = piece.supply + max(0, change.step)
    else:
        effects = list(piece.effects)
        effect = effects[change.effect]
        field = _AMOUNTS[type(effect)]
        amount = getattr(effect, field) + change.step
        if amount < 0:
            return piece, [f"{amount} coins"]
        effects[change.effect] = replace(effect, **{field: amount})
        body["effects"] = tuple(effects)
    changed = type(piece.__name__, (piece,), body)
    return changed, piece_faults(changed)


# --- worlds ----------------------------------------------------------------------------------------------


def world_with(subject: MeasuredPiece, at: Scene) -> World | None:
    """The world of a scene with the piece and the printed ones; None where it cannot be in play."""
    return _world(subject, at.cell.world, at.board)[0]


def lack_of(subject: MeasuredPiece, at: Scene) -> str:
    """Why it cannot be in play there; empty if it can."""
    return _world(subject, at.cell.world, at.board)[1]


@lru_cache(maxsize=128)  # all variants of a piece on all boards
def _world(subject: MeasuredPiece, world: str, board: str) -> tuple[World | None, str]:
    printed = [find_packs()[name] for name in WORLDS[world]]
    pack, piece = subject.pack, subject.piece
    if pack.id in BOTH_PACKS:  # a printed piece, perhaps with another number
        if pack.id not in WORLDS[world]:
            return None, pack.id
        packs = [pack if other.id == pack.id else other for other in printed]
    else:
        lacks = [*missing_names(piece, printed), *(need for need in pack.needs if need not in WORLDS[world])]
        if lacks:
            return None, ", ".join(lacks)
        packs = [*printed, _alone(pack, subject)]
    home = next(other for other in printed if board in other.boards)
    try:
        found = World(home.boards[board], packs)
    except PackError as error:
        return None, "; ".join(error.faults)
    for absent in found.left_out:
        if absent.piece is piece:
            return None, ", ".join(absent.needs) or (absent.rule.id if absent.rule else "")
    return found, ""


def _alone(pack: Pack, subject: MeasuredPiece) -> Pack:
    """A pack without its other races and powers, which would blur the comparison."""
    alone = copy(pack)
    alone.races, alone.powers = {}, {}
    setattr(alone, f"{subject.kind}s", {subject.id: subject.piece})
    return alone


def missing_names(piece: type[Piece], packs: Sequence[Pack]) -> list[str]:
    """Terrains and symbols the piece names and these packs do not have."""
    sets = [where for effect in piece.effects for where in effect.wheres()]
    sets += [where for means in piece.means for where in (means.reach, means.where) if where is not None]
    known = {name for pack in packs for name in (*pack.terrains, *pack.symbols)}
    known |= {name.partition(".")[2] for pack in packs for group in pack.kin for name in group}
    names = dict.fromkeys(name for where in sets for _, name in where.names())
    return [name for name in names if name not in known]
