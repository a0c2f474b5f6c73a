"""What a position is worth to a seat that has just finished its turn: coins it will yet gain on the others.

Linear in a few features, each with its own weight for the number of rounds left. The weights are fitted on
self-play by `smallworld.lab.fit` and ship in `weights.json`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from operator import mul

from smallworld.engine.state import State
from smallworld.engine.world import NONE, World

from .sense import army

# How a side stands: income of the active race each turn, its regions, its fighting tokens, its
# attack-only tokens, whether there is none, income of declined races.
SIDE_FEATURES = 6
FEATURES = 2 * SIDE_FEATURES + 1


def side(s: State, seat: int) -> tuple[float, ...]:
    race = s.active[seat]
    declined = 0
    for old in s.declined[seat]:
        mask = s.mask[old]
        declined += mask.bit_count()
        for amount, where, _ in s.combos[old].region_coins:
            declined += amount * (mask & where).bit_count()
    if race == NONE:
        return (0.0, 0.0, 0.0, 0.0, 1.0, declined)
    mask, combo = s.mask[race], s.combos[race]
    held = mask.bit_count()
    steady = held
    for amount, where, _ in combo.region_coins:
        steady += amount * (mask & where).bit_count()
    for amount, _ in combo.flat_coins:
        steady += amount
    for amount, marker, _ in combo.marker_coins:
        steady += amount * s.placed(marker)
    return (steady, held, army(s, race) - combo.attack_only, combo.attack_only, 0.0, declined)


def features(s: State, seat: int) -> list[float]:
    """Mine, the average of the others', and one for simply being at this point of the game."""
    players = len(s.coins)
    out = list(side(s, seat))
    others = [0.0] * SIDE_FEATURES
    for other in range(players):
        if other != seat:
            for index, value in enumerate(side(s, other)):
                others[index] += value / (players - 1)
    return [*out, *others, 1.0]


class Weights:
    """The fitted numbers for one world and one number of rounds left.

    What a race or power is worth beyond what the features show is learned by its id; a piece nobody has
    played yet, a homebrew one, counts nothing extra.
    """

    def __init__(self, world: World, left: int) -> None:
        data = json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))
        fitted = data[str(min(max(world.players, 2), 5))]
        left = min(left, len(fitted["features"]) - 1)
        row: list[float] = fitted["features"][left]
        self.mine, self.theirs, self.base = row[:SIDE_FEATURES], row[SIDE_FEATURES:-1], row[-1]
        pieces: dict[str, list[float]] = fitted["pieces"]
        none = [0.0] * len(fitted["features"])
        self.races = [pieces.get(f"race.{name}", none)[left] for name in world.race_ids]
        self.powers = [pieces.get(f"power.{name}", none)[left] for name in world.power_ids]
        self.share = 1.0 / max(1, world.players - 1)

    def outlook(self, s: State, seat: int) -> float:
        """Coins the seat can expect to gain on the others from here, its present turn already scored."""
        total = self.base
        for other, race in enumerate(s.active):
            extra = 0.0 if race == NONE else self.races[race] + self.powers[s.badge[race]]
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
