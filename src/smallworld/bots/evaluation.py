"""What a position is worth to a seat that has just finished its turn: coins it will yet gain on the others.

Linear in a few features, each with its own weight for the number of rounds left. All of them come from what
pieces do, none from what they are called. The weights are fitted on self-play by `smallworld.lab.fit` and
ship in `weights.json`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from operator import mul

from smallworld.engine.bits import regions
from smallworld.engine.state import State
from smallworld.engine.world import NONE, World

from .sense import TRAITS, army, prospects, recruits_due, steady_coins, traits, within_reach

# How a side stands. Of the active race: coins each turn, regions, fighting tokens, attack-only tokens,
# whether there is none, regions it could take next, coins those conquests would pay, tokens that would stay
# an army in decline. Of declined races: coins, spare tokens of those that go on acting, regions they could
# take next. Of all regions: defence beyond bare ground, immune ones, ones another active race can attack.
SIDE_FEATURES = 14
FEATURES = 2 * SIDE_FEATURES + 1 + TRAITS
BARE_GROUND = 2  # what an empty region costs


def side(s: State, seat: int) -> tuple[float, ...]:
    race, held, coins, elders, raids = s.active[seat], 0, 0, 0, 0.0
    for old in s.declined[seat]:
        held |= s.mask[old]
        coins += steady_coins(s, old)
    own = held if race == NONE else held | s.mask[race]
    closed = own | s.immune
    for old in s.declined[seat]:
        if s.combos[old].acts:
            spare = army(s, old) - s.mask[old].bit_count()
            elders += spare
            raids += prospects(s, old, spare, closed)
    walls = -BARE_GROUND * own.bit_count()
    for region in regions(own):
        walls += s.guard[region]
    near = 0
    for other, enemy in enumerate(s.active):
        if other != seat and enemy != NONE:
            near |= within_reach(s.combos[enemy], s.mask[enemy])
    land = (walls, (own & s.immune).bit_count(), (own & near & ~s.immune).bit_count())
    if race == NONE:
        return (0, 0, 0, 0, 1, 0, 0, 0, coins, elders, raids, *land)
    combo, mask = s.combos[race], s.mask[race].bit_count()
    tokens = army(s, race) + recruits_due(s, race)
    fighters = tokens - combo.attack_only
    ahead = prospects(s, race, tokens - mask, closed)
    loot = ahead * sum(amount for amount, _ in combo.conquest_coins) if combo.conquest_coins else 0.0
    heirs = fighters if combo.acts else 0
    active = (steady_coins(s, race), mask, fighters, combo.attack_only, 0, ahead, loot, heirs)
    return (*active, coins, elders, raids, *land)


def features(s: State, seat: int) -> list[float]:
    """Mine, the average of the others', one for simply being at this point of the game, and what my active
    race can do better than theirs."""
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
    """The fitted numbers for one world and one number of rounds left.

    A little of what a race or power is worth beyond what the features show is learned by its id; a piece
    nobody has played yet, a homebrew one, is judged by what it does alone.
    """

    def __init__(self, world: World, left: int) -> None:
        data = json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))
        fitted = data[str(min(max(world.players, 2), 5))]
        left = min(left, len(fitted["features"]) - 1)
        row: list[float] = fitted["features"][left]
        self.mine, self.theirs = row[:SIDE_FEATURES], row[SIDE_FEATURES : 2 * SIDE_FEATURES]
        self.base, self.traits = row[2 * SIDE_FEATURES], row[2 * SIDE_FEATURES + 1 :]
        pieces: dict[str, list[float]] = fitted["pieces"]
        none = [0.0] * len(fitted["features"])
        self.races = [pieces.get(f"race.{name}", none)[left] for name in world.race_ids]
        self.powers = [pieces.get(f"power.{name}", none)[left] for name in world.power_ids]
        self.share = 1.0 / max(1, world.players - 1)
        self.world = world
        self._extras: dict[int, float] = {}

    def extra(self, race: int, power: int) -> float:
        """What an active combo is worth whatever the position."""
        key = race << 8 | power
        if key not in self._extras:
            gifts = sum(map(mul, self.traits, traits(self.world.combo(race, power))))
            self._extras[key] = gifts + self.races[race] + self.powers[power]
        return self._extras[key]

    def outlook(self, s: State, seat: int) -> float:
        """Coins the seat can expect to gain on the others from here, its present turn already scored."""
        total = self.base
        for other, race in enumerate(s.active):
            extra = 0.0 if race == NONE else self.extra(race, s.badge[race])
            if other == seat:
                total += sum(map(mul, self.mine, side(s, other))) + extra
            else:
                total += self.share * (sum(map(mul, self.theirs, side(s, other))) - extra)
        return total


@lru_cache(maxsize=256)
def weights(world: World, left: int) -> Weights:
    """`left`: how many turns the seat still has after this one."""
    return Weights(world, left)


def outlook(s: State, seat: int, left: int) -> float:
    return weights(s.world, left).outlook(s, seat)
