"""What a position is worth to a seat that has just finished its turn: coins it will yet gain on the others.

Linear in a few features, each with its own weight for the number of rounds left. The weights are fitted on
self-play by `smallworld.lab.fit` and ship in `weights.json`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from smallworld.engine.state import State
from smallworld.engine.world import NONE

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


@cache
def weights(players: int) -> list[list[float]]:
    """Per number of rounds left, one weight for each feature."""
    data = json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))
    table: list[list[float]] = data[str(min(max(players, 2), 5))]
    return table


def outlook(s: State, seat: int, left: int) -> float:
    """Coins the seat can expect to gain on the others from here, its present turn already scored.

    `left`: how many turns it still has after this one.
    """
    table = weights(len(s.coins))
    row = table[min(left, len(table) - 1)]
    return sum(weight * value for weight, value in zip(row, features(s, seat), strict=True))
