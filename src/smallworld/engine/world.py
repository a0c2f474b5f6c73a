"""A world is one set of rules: a board and the pieces in play. It never changes; states refer to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from .board import Board, Terrain, name_faults
from .combo import ACTIVE_MODE, DECLINED_MODE, Combo, adrift_counter, paid_counter, used_counter
from .effects import Coins
from .errors import PackError, choices
from .pack import Pack
from .pieces import Counter, Marker, Means, Neutral, Piece, Power, Race, Relic
from .where import Where

RULES_VERSION: Final = 1  # raised when the same actions would lead to another game
START_COINS: Final = 5
COLUMN: Final = 6  # combos on offer: five in the column and the pair on top of the stacks
DIE: Final = (0, 0, 0, 1, 2, 3)
DIE_MAX: Final = 3
NONE: Final = -1
MAX_PIECES: Final = 63  # an action code has six bits for each of its parts


class World:
    def __init__(
        self,
        board: Board,
        packs: Sequence[Pack],
        *,
        races: Iterable[str] | None = None,
        powers: Iterable[str] | None = None,
    ) -> None:
        self.board = board
        self.players = board.players
        self.rounds = board.rounds
        self.packs = tuple(packs)
        # None: everything the packs bring. Part of the world's name in strings and records.
        wanted_races = None if races is None else list(races)
        wanted_powers = None if powers is None else list(powers)
        self.chosen_races = None if wanted_races is None else tuple(sorted(wanted_races))
        self.chosen_powers = None if wanted_powers is None else tuple(sorted(wanted_powers))
        faults: list[str] = []
        have = {pack.id for pack in packs}
        for pack in packs:
            faults += [
                f"pack {pack.id} needs pack {need}, which is not in play"
                for need in pack.needs
                if need not in have
            ]
        self.terrains: dict[str, Terrain] = {}
        symbols: set[str] = set()
        neutrals: list[Neutral] = []
        all_races: dict[str, type[Race]] = {}
        all_powers: dict[str, type[Power]] = {}
        relics: dict[str, type[Relic]] = {}
        for pack in packs:
            self.terrains.update(pack.terrains)
            symbols.update(pack.symbols)
            neutrals += [pack.neutral] if pack.neutral else []
            _gather(all_races, pack.races, faults)
            _gather(all_powers, pack.powers, faults)
            _gather(relics, pack.relics, faults)
        faults += name_faults(board, self.terrains, symbols)
        chosen_races = _choose("race", all_races, wanted_races, faults)
        chosen_powers = _choose("power", all_powers, wanted_powers, faults)
        self.relics: tuple[type[Relic], ...] = tuple(relics.values())
        pieces: list[type[Piece]] = [*chosen_races, *chosen_powers, *self.relics]
        for piece in pieces:
            faults += _name_faults(piece, self.terrains, symbols)
        for kind, chosen in (("races", chosen_races), ("powers", chosen_powers)):
            if len(chosen) > MAX_PIECES:
                faults.append(f"at most {MAX_PIECES} {kind} can be in play, got {len(chosen)}")
        if faults:
            raise PackError(faults)

        self.races: tuple[type[Race], ...] = tuple(chosen_races)
        self.powers: tuple[type[Power], ...] = tuple(chosen_powers)
        # Tokens without an owner come after the races, so that one index names whoever stands in a region.
        # A board has one kind of natives: those of the first pack that brings any.
        self.neutral: Neutral = neutrals[0] if neutrals else Neutral("natives", 0)
        self.neutral_race = len(self.races)
        self.race_ids: tuple[str, ...] = (*(race.id for race in self.races), self.neutral.id)
        self.power_ids: tuple[str, ...] = tuple(power.id for power in self.powers)
        natives = max(self.neutral.supply, sum(region.natives for region in board.regions))
        self.supply: tuple[int, ...] = (*(race.supply for race in self.races), natives)
        self._index_parts(pieces)
        self._read_board()
        self._check_enough()
        self._masks: dict[Where, int] = {}
        self._combos: list[Combo | None] = [None] * (len(self.races) * (len(self.powers) + 1) * 3)
        # What a state holds while no race acts.
        self.idle = self.combo(0, NONE, DECLINED_MODE)

    def __repr__(self) -> str:
        packs = "+".join(pack.id for pack in self.packs)
        return f"<World {self.board.id} ({packs}): {len(self.races)} races, {len(self.powers)} powers>"

    def _index_parts(self, pieces: Sequence[type[Piece]]) -> None:
        self.markers: list[Marker] = []
        self.means: list[Means] = []
        counters: list[Counter] = []
        self.relic_means: list[tuple[int, int]] = []  # (means, marker): usable where the marker lies
        self.marker_piece: list[type[Piece]] = []
        for piece in pieces:
            first_marker = len(self.markers)
            self.markers += piece.markers
            self.marker_piece += [piece] * len(piece.markers)
            for means in piece.means:
                if issubclass(piece, Relic):
                    self.relic_means.append((len(self.means), first_marker))
                self.means.append(means)
                counters.append(Counter(id=used_counter(means), span="turn"))
            counters += piece.counters
            counters += [Counter(id=adrift_counter(m.id), span="turn") for m in piece.markers if m.returns]
            if any(isinstance(effect, Coins) and effect.once for effect in piece.effects):
                counters.append(Counter(id=paid_counter(piece), span="race"))
        self.free_relics = any(self.means[index].needs_no_token for index, _ in self.relic_means)
        self.marker_ids = _unique("marker", [marker.id for marker in self.markers])
        self.means_ids = _unique("means", [means.id for means in self.means])
        self.counter_ids = _unique("counter", [counter.id for counter in counters])
        self.counters = tuple(counters)
        self.turn_counters = tuple(i for i, counter in enumerate(counters) if counter.span == "turn")
        self.adrift: dict[int, int] = {
            i: self.counter_ids[adrift_counter(marker.id)]
            for i, marker in enumerate(self.markers)
            if marker.returns
        }
        self.used: tuple[int, ...] = tuple(self.counter_ids[used_counter(means)] for means in self.means)
        self.race_counters: dict[str, tuple[int, ...]] = {}
        for piece in pieces:
            mine = [c.id for c in piece.counters if c.span == "race"] + [paid_counter(piece)]
            self.race_counters[piece.id] = tuple(self.counter_ids[i] for i in mine if i in self.counter_ids)

    def _read_board(self) -> None:
        def of(test: str) -> int:
            return sum(1 << r.id for r in self.board.regions if getattr(self.terrains[r.terrain], test))

        everything = (1 << len(self.board.regions)) - 1
        self.closed = of("closed")
        self.barred = of("barred")
        self.transit = of("transit")
        self.open_terrain = everything & ~self.closed & ~self.barred
        self.border = sum(1 << region.id for region in self.board.regions if region.border)
        self.ground: tuple[int, ...] = tuple(
            self.terrains[r.terrain].cost + self.terrains[r.terrain].defence for r in self.board.regions
        )

    def _check_enough(self) -> None:
        """Enough races and powers that a combo can always be picked, whatever is in play."""
        spare = sum(
            1
            for piece in (*self.races, *self.powers)
            if any(getattr(effect, "flag", "") == "outlives" for effect in piece.effects)
        )
        need_races, need_powers = 2 * self.players + 1 + spare, self.players + 1 + spare
        lasting = sum(1 for power in self.powers if any(effect.life != "active" for effect in power.effects))
        need_powers += min(lasting, self.players)
        faults: list[str] = []
        if len(self.races) < need_races:
            faults.append(f"{self.players} players need at least {need_races} races, got {len(self.races)}")
        if len(self.powers) < need_powers:
            faults.append(
                f"{self.players} players need at least {need_powers} powers, got {len(self.powers)}"
            )
        if faults:
            raise PackError(faults)

    # --- names ---------------------------------------------------------------------------------------

    def race_index(self, name: str) -> int:
        try:
            return self.race_ids.index(name)
        except ValueError:
            raise PackError(choices("race", name, self.race_ids)) from None

    def power_index(self, name: str) -> int:
        try:
            return self.power_ids.index(name)
        except ValueError:
            raise PackError(choices("power", name, self.power_ids)) from None

    def marker_index(self, name: str) -> int:
        return _look_up("marker", name, self.marker_ids)

    def means_index(self, name: str) -> int:
        return _look_up("means", name, self.means_ids)

    def counter_index(self, name: str) -> int:
        return _look_up("counter", name, self.counter_ids)

    def mask_of(self, where: Where) -> int:
        """The mask of a static region set on this board."""
        mask = self._masks.get(where)
        if mask is None:
            mask = self._masks[where] = where.mask(self.board, self.terrains)
        return mask

    # --- combos --------------------------------------------------------------------------------------

    def combo(self, race: int, power: int, mode: int = ACTIVE_MODE) -> Combo:
        """The worked-out combo; `power` NONE for a race without badge."""
        key = (race * (len(self.powers) + 1) + power + 1) * 3 + mode
        combo = self._combos[key]
        if combo is None:
            combo = self._combos[key] = Combo(self, race, power, mode)
        return combo


AnyPiece = TypeVar("AnyPiece", bound=Piece)


def _gather(mine: dict[str, type[AnyPiece]], theirs: dict[str, type[AnyPiece]], faults: list[str]) -> None:
    for name, piece in theirs.items():
        if name in mine:
            faults.append(f"{piece.kind} {name} is in two packs")
        mine[name] = piece


def _choose(
    kind: str, known: Mapping[str, type[AnyPiece]], wanted: Iterable[str] | None, faults: list[str]
) -> list[type[AnyPiece]]:
    if wanted is None:
        return list(known.values())
    names = list(wanted)
    faults += [choices(kind, name, known) for name in names if name not in known]
    # In the order of the packs whatever order they were asked for in, so that equal worlds are equal.
    return [piece for name, piece in known.items() if name in names]


def _name_faults(piece: type[Piece], terrains: Mapping[str, Terrain], symbols: set[str]) -> list[str]:
    faults: list[str] = []
    sets = [(type(effect).__name__.lower(), where) for effect in piece.effects for where in effect.wheres()]
    sets += [(f"means {means.id}", means.reach) for means in piece.means if means.reach is not None]
    for field, where in sets:
        for kind, name in where.names():
            known: Iterable[str] = terrains if kind == "terrain" else symbols
            if name not in known:
                faults.append(
                    f"{piece.__module__}: {piece.kind} {piece.id}: {field}: {choices(kind, name, known)}"
                )
    return faults


def _unique(kind: str, names: list[str]) -> dict[str, int]:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise PackError([f"{kind} {name} is there twice" for name in twice])
    return {name: index for index, name in enumerate(names)}


def _look_up(kind: str, name: str, known: dict[str, int]) -> int:
    if name not in known:
        raise PackError(choices(kind, name, known))
    return known[name]
