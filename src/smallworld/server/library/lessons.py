"""Small positions to play, one for each race and power: derived from its effects, on a small board.

Nothing here is written for a single piece. The effects of a piece say which regions matter to it and when
(conquering, holding, declining), and the position is built around that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from smallworld.engine import SmallWorldError, State, World, asked, legal, position_string, state_from
from smallworld.engine import actions as ac
from smallworld.engine.bits import mask_of, regions
from smallworld.engine.content.pieces import Piece, Power, Race, has_effect, has_moment
from smallworld.engine.effects import (
    ActsInDecline,
    Coins,
    DeclinesAfterScoring,
    Defence,
    Effect,
    Enters,
    KeepsAllTokens,
    Linked,
    Losses,
    Outlives,
    Recruits,
    RedeploysOnDecline,
)
from smallworld.engine.words.region_sets import everywhere
from smallworld.engine.world.world import NONE
from smallworld.packs import find_packs
from smallworld.packs.choosing import USUAL, chosen_world

BOARD_PLAYERS: Final = 2
TROOPS: Final = 8  # a lesson is short
_DECLINING: Final = (KeepsAllTokens, Outlives, DeclinesAfterScoring, RedeploysOnDecline)


@dataclass(frozen=True)
class Lesson:
    start: str
    topic: str  # conquer, coins, defend or decline
    race: str
    power: str  # empty: without a badge
    hand: int  # tokens in hand at the start


@cache
def lesson_world(packs: tuple[str, ...] = (USUAL,)) -> World:
    """The smallest board of these packs."""
    return chosen_world(packs, players=BOARD_PLAYERS)


@cache
def lesson_of(kind: str, id: str, packs: tuple[str, ...] = (USUAL,)) -> Lesson | None:
    """The lesson of a race or power, in the world it comes from; None if no sensible one can be made."""
    for names in dict.fromkeys((_home(kind, id, packs), packs)):
        try:
            world = lesson_world(names)
            pieces: tuple[type[Piece], ...] = world.races if kind == "race" else world.powers
            piece = next((piece for piece in pieces if piece.id == id), None)
            if piece is not None:
                return lesson_in(world, piece)
        except (SmallWorldError, ValueError, IndexError):
            continue  # no board for two, or the position does not fit on it
    return None


def _home(kind: str, id: str, packs: tuple[str, ...]) -> tuple[str, ...]:
    """The pack of a piece, alone if it can be played alone."""
    for name in packs:
        pack = find_packs()[name]
        if id in (pack.races if kind == "race" else pack.powers) and pack.boards and not pack.needs:
            return (name,)
    return packs


def lesson_in(world: World, piece: type[Piece]) -> Lesson | None:
    state, topic = Stage(world, piece).build()
    acts, badges = asked(state).race, {state.badge[race]: race for race in state.races_of(0)}
    race = (
        badges[world.power_index(piece.id)]
        if issubclass(piece, Power)
        else next(race for race in state.races_of(0) if world.race_ids[race] == piece.id)
    )
    if state.seat != 0 or acts == NONE or not state.hand[acts]:
        return None
    kinds = {code >> ac.SHIFT for code in legal(state).codes}
    if not kinds & {ac.CONQUER, ac.ROLL, ac.GAMBLE, ac.PLACE}:
        return None
    badge = state.badge[race]
    power = world.power_ids[badge] if badge != NONE else ""
    return Lesson(position_string(state), topic, world.race_ids[race], power, state.hand[acts])


def topic_of(piece: type[Piece]) -> str:
    declines = any(has_effect(piece, kind) for kind in _DECLINING)
    if declines and not has_effect(piece, ActsInDecline):
        return "decline"
    asks = any(marker.placed == "redeploy" for marker in piece.markers)
    asks |= any(question.at == "parting" for question in piece.questions)
    if asks or any(isinstance(effect, Defence | Losses) for effect in piece.effects):
        return "defend"
    return "coins" if any(isinstance(effect, Coins) for effect in piece.effects) else "conquer"


def ground_of(world: World, piece: type[Piece]) -> int:
    """The regions that matter to the piece."""
    found = 0
    for effect in piece.effects:
        for where in effect.wheres():
            if where is everywhere:
                continue
            if where.static:
                found |= world.mask_of(where)
            else:
                names = {name for _, name in where.names()}
                found |= mask_of(r.id for r in world.board.regions if names & {r.terrain, *r.symbols})
        if _wants_enemies(effect):
            found |= mask_of(region.id for region in world.board.regions if region.natives)
    return found


def _wants_enemies(effect: Effect) -> bool:
    if isinstance(effect, Recruits):
        return bool(effect.per_conquests)
    return isinstance(effect, Coins) and effect.per == "conquest"


class Stage:
    """Two players: A has the piece and moves, B is a neighbour with something to lose."""

    def __init__(self, world: World, piece: type[Piece]) -> None:
        self.world, self.piece, self.topic = world, piece, topic_of(piece)
        self.race: type[Race] = piece if issubclass(piece, Race) else plainest(world.races)
        self.power: type[Power] = piece if issubclass(piece, Power) else plainest(world.powers)
        self.ground = ground_of(world, piece)
        self.land = world.combo(world.race_index(self.race.id), world.power_index(self.power.id)).settle
        self.near = world.board.neighbour_masks
        self.dry = world.open_terrain & ~world.transit
        self.homes = [] if self.topic != "defend" and self.enters() else self.find_homes()

    def build(self) -> tuple[State, str]:
        lasting = self.topic == "decline"
        data: dict[str, Any] = {
            "board": self.world.board.id,
            "round": self.world.rounds - (3 if lasting else 1),
            "step": "redeploy" if self.topic == "defend" else "start",
            "tribes": True,
            "players": {"A": self.mine(), "B": self.theirs()},
        }
        return state_from(data, lambda _: self.world), self.topic

    # --- A -----------------------------------------------------------------------------------------------

    def mine(self) -> dict[str, Any]:
        total = min(self.race.supply, self.race.tokens + self.power.tokens, TROOPS)
        combo = {"race": self.race.id, "power": self.power.id}
        homes = self.homes
        if not homes:
            return {"active": {**combo, "hand": total}}
        if has_effect(self.piece, ActsInDecline):  # it does in decline what others do while they are active
            other, badge = self.others()[0], self.badges()[0]
            troops = {"race": self.race.id, "regions": {homes[0]: 3, homes[1]: 2}}
            held = {"race": other.id, "power": badge.id, "hand": 2, "regions": {self.far(): 2}}
            return {"active": held, "declined": [troops]}
        if self.topic == "defend":
            spare = max(2, total - len(homes) - 2)
            return {"active": {**combo, "hand": spare, "regions": dict.fromkeys(homes, 1)}}
        spread = dict.fromkeys(homes, 1)
        spread[homes[0]] += max(0, total - len(homes))
        out: dict[str, Any] = {"active": {**combo, "regions": spread}}
        if has_effect(self.piece, Outlives):  # its effect shows only beside another declined race
            out["declined"] = [{"race": self.others()[0].id, "regions": {self.far(): 1}}]
        return out

    def enters(self) -> bool:
        """Whether the piece matters when it enters the map."""
        return any(isinstance(effect, Enters) for effect in self.piece.effects) or has_moment(
            self.piece, "on_conquered"
        )

    def find_homes(self) -> list[int]:
        """Two or three connected regions next to the regions that matter."""
        held = any(not where.static for effect in self.piece.effects for where in effect.wheres())
        linked = any(isinstance(effect, Linked) for effect in self.piece.effects)
        first = max(regions(self.dry), key=lambda r: ((held or linked) and self.on(r), self.view(r), -r))
        found = [first]
        while len(found) < (3 if self.topic == "defend" else 2):
            beside = regions(self.near[first] & self.dry & ~mask_of(found))
            found.append(max(beside, key=lambda r: (-self.on(r), self.view(r), -r)))
        return found

    def view(self, region: int) -> int:
        """How much there is to conquer next to a region; regions that matter count more."""
        near = self.near[region] & self.land
        return 3 * (near & self.ground).bit_count() + near.bit_count()

    def on(self, region: int) -> int:
        return self.ground >> region & 1

    def far(self) -> int:
        """A region away from the homes."""
        return regions(self.dry & ~mask_of(self.homes) & ~self.beside(self.homes))[-1]

    def beside(self, places: Iterable[int]) -> int:
        found = 0
        for place in places:
            found |= self.near[place]
        return found

    # --- B -----------------------------------------------------------------------------------------------

    def theirs(self) -> dict[str, Any]:
        """A lone token and a strong region next to A, and troops behind them."""
        taken = mask_of(self.homes) | (1 << self.far() if self.homes else 0)
        free = self.dry & ~taken
        beside_homes = self.beside(self.homes) if self.homes else self.world.border
        ranked = sorted(regions(beside_homes & free), key=lambda region: (self.on(region), region))[:2]
        rest = sorted(regions(self.beside(ranked) & free & ~mask_of(ranked)), key=self.on)[:1]
        spread = dict(zip([*ranked, *rest], (1, 3, 4), strict=False))
        return {"active": {"race": self.others()[2].id, "power": self.badges()[-1].id, "regions": spread}}

    def others(self) -> list[type[Race]]:
        """Races for the other players, the simplest first: their effects must not interfere."""
        return [race for race in sorted(self.world.races, key=_weight) if race is not self.race]

    def badges(self) -> list[type[Power]]:
        quiet = sorted(self.world.powers, key=_weight)[:6]
        return [power for power in quiet if power is not self.power]


def _weight(piece: type[Piece]) -> int:
    """How much a piece adds to the game."""
    parts = (piece.effects, piece.markers, piece.means, piece.questions)
    moments = sum(has_moment(piece, moment) for moment in ("on_conquered", "on_turn", "on_decline"))
    return sum(map(len, parts)) + moments + len(ground_names(piece))


def ground_names(piece: type[Piece]) -> set[str]:
    return {name for effect in piece.effects for where in effect.wheres() for _, name in where.names()}


def plainest(pieces: Iterable[type[Any]]) -> type[Any]:
    return min(pieces, key=_weight)
