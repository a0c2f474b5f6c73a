"""The value of a position for a seat that has just finished its turn: coins it will still gain on the others.

Linear in a few features, with separate weights for each number of rounds left. The features describe what
pieces do, never what they are called. `smallworld.lab.fit` fits the weights on self-play games; they ship in
`weights.json`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from operator import mul
from typing import Any

from smallworld.engine.bits import regions
from smallworld.engine.position.state import State
from smallworld.engine.world.world import NONE, World

from .heuristics import TRAITS, army, late_coins, recruits_due, steady_coins, traits

# The features of one side. Active race: coins per turn, regions, fighting tokens, attack-only tokens, whether
# there is no active race, tokens that would stay in decline. Declined races: coins, and tokens of those
# that still act. All regions: defence beyond an empty region, and how many are immune.
SIDE_FEATURES = 10
FEATURES = 2 * SIDE_FEATURES + 1 + TRAITS
NO_RACE = (0, 0, 0, 0, 1, 0)  # the first six for a side without an active race
DECLINED_COINS = 6  # the place of the coins of declined races
ACTIVE = 3  # turns that a race usually has before it declines
BARE_GROUND = 2  # what an empty region costs


def side(s: State, seat: int) -> tuple[float, ...]:
    race, own, coins, elders = s.active[seat], 0, 0, 0
    for old in s.declined[seat]:
        mask = s.mask[old]
        own |= mask
        coins += steady_coins(s, old)
        if s.combos[old].acts:
            elders += army(s, old)
    active: tuple[float, ...] = NO_RACE
    if race != NONE:
        mask, combo = s.mask[race], s.combos[race]
        own |= mask
        fighters = army(s, race) - combo.attack_only
        if combo.recruits:
            fighters += recruits_due(s, race)
        heirs = fighters if combo.in_decline().acts else 0
        active = (steady_coins(s, race), mask.bit_count(), fighters, combo.attack_only, 0, heirs)
    guard, held = s.guard, regions(own)
    walls = sum([guard[region] for region in held]) - BARE_GROUND * len(held)
    return (*active, coins, elders, walls, (own & s.immune).bit_count() if s.immune else 0)


def features(s: State, seat: int) -> list[float]:
    """The seat's own features, the average of the others', a constant 1, and how the traits of its active
    race differ from theirs.
    """
    share = 1.0 / max(1, len(s.coins) - 1)
    mine, others, gifts = list(side(s, seat)), [0.0] * SIDE_FEATURES, [0.0] * TRAITS
    for other, race in enumerate(s.active):
        if other != seat:
            others = [sum_ + share * value for sum_, value in zip(others, side(s, other), strict=True)]
        if race != NONE:
            sign = 1.0 if other == seat else -share
            gifts = [gift + sign * trait for gift, trait in zip(gifts, traits(s.combos[race]), strict=True)]
    return [*mine, *others, 1.0, *gifts]


class Weights:
    """The fitted weights for one world and one number of rounds left.

    A small value for each race and power is learned by id, beyond what the features show. A piece without
    one, such as homebrew, is judged by the features and by the coins it will bring in decline.
    """

    def __init__(self, world: World, left: int) -> None:
        fitted = fitted_for(world)
        left = min(left, len(fitted["features"]) - 1)
        row: list[float] = fitted["features"][left]
        self.mine = row[:SIDE_FEATURES]
        # A row was fitted on games in which, on average, half of the others still had a turn in the round.
        rows = [rivals_of(fitted, place) for place in (left - 1, left, left + 1)]
        self.moved = [(before + now) / 2 for before, now in zip(rows[0], rows[1], strict=True)]
        self.to_move = [(now + after) / 2 for now, after in zip(rows[1], rows[2], strict=True)]
        self.left = left
        self.base, self.traits = row[2 * SIDE_FEATURES], row[2 * SIDE_FEATURES + 1 :]
        pieces: dict[str, list[float]] = fitted["pieces"]
        none = [0.0] * len(fitted["features"])
        self.races = [pieces.get(f"race.{name}", none)[left] for name in world.race_ids]
        self.powers = [pieces.get(f"power.{name}", none)[left] for name in world.power_ids]
        # What a coin a turn in decline will be worth when an active race has declined.
        self.late: float = fitted["features"][max(0, left - ACTIVE)][DECLINED_COINS]
        self.known = pieces
        self.share = 1.0 / max(1, world.seats - 1)
        self.world = world
        self._extras: dict[int, float] = {}
        self._rivals: dict[int, float] = {}

    def extra(self, race: int, power: int) -> float:
        """The learned value of an active combo, independent of the position."""
        key = race << 8 | power & 255
        if key not in self._extras:
            gifts = sum(map(mul, self.traits, traits(self.world.combo(race, power))))
            badge = self.powers[power] if power != NONE else 0.0  # a party has no power
            late = self.late * late_coins(self.world.combo(race, power), self.known)
            self._extras[key] = float(gifts + self.races[race] + badge + late)
        return self._extras[key]

    def outlook(self, s: State, seat: int, seen: dict[tuple[int, ...], float] | None = None) -> float:
        """Coins the seat can expect to gain on the others from here; its present turn is already scored.
        `seen` is a cache: within one turn another side changes only when something is taken from it.
        """
        total: float = self.base + sum(map(mul, self.mine, side(s, seat)))
        race = s.active[seat]
        if race != NONE:
            total += self.extra(race, s.badge[race])
        for other in range(len(s.coins)):
            if other == seat:
                continue
            if seen is None:
                total += self.share * self.threat(s, seat, other)
                continue
            key = (other, *[race << 56 | s.mask[race] << 8 | s.tray[race] for race in s.races_of(other)])
            if s.world.people:  # a ransom changes nothing else that is compared
                key += (army(s, s.active[other]) if s.active[other] != NONE else 0,)
            if key not in seen:
                seen[key] = self.share * self.threat(s, seat, other)
            total += seen[key]
        return total

    def threat(self, s: State, seat: int, other: int) -> float:
        """The part of another side's features that counts against the judged seat: more if its turn in this
        round is still to come.
        """
        race, later = s.active[other], seat < other < s.world.players
        total: float = sum(map(mul, self.to_move if later else self.moved, side(s, other)))
        return total if race == NONE else total - self.rival(race, s.badge[race], later)

    def rival(self, race: int, power: int, later: bool) -> float:
        """The learned value of another seat's combo."""
        key = (race << 8 | power & 255) << 1 | later
        if key not in self._rivals:
            places = (self.left, self.left + 1) if later else (max(0, self.left - 1), self.left)
            self._rivals[key] = sum([weights(self.world, place).extra(race, power) for place in places]) / 2
        return self._rivals[key]


def rivals_of(fitted: dict[str, Any], left: int) -> list[float]:
    rows: list[list[float]] = fitted["features"]
    return rows[min(max(left, 0), len(rows) - 1)][SIDE_FEATURES : 2 * SIDE_FEATURES]


def family(world: World) -> str:
    """The worlds that share weights: the same packs, on any board."""
    return "+".join(sorted(pack.id for pack in world.packs))


@lru_cache(maxsize=1)
def _all_weights() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    )
    return found


def fitted_for(world: World) -> dict[str, Any]:
    """The weights of this family of worlds; for an unknown family, those of the nearest."""
    data, players = _all_weights(), min(max(world.seats, 2), 5)
    mine = set(family(world).split("+"))
    nearest = max(data, key=lambda name: (len(mine & set(name.split("+"))), -len(name)))
    counts = data[nearest]
    found: dict[str, Any] = counts[min(counts, key=lambda count: abs(int(count) - players))]
    return found


@lru_cache(maxsize=256)
def weights(world: World, left: int) -> Weights:
    """`left`: how many turns the seat still has after this one."""
    return Weights(world, left)


def outlook(s: State, seat: int, left: int) -> float:
    return weights(s.world, left).outlook(s, seat)
