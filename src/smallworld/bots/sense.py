"""What a bot can tell from a position at a glance. Nothing here knows a race or a power by name.

Bots think about a `State` in which the coins of others are unknown; `imagine` fills them with something
plausible so that the engine can go on playing. How rich the others are is never used to decide.
"""

from __future__ import annotations

from smallworld.engine.bits import regions
from smallworld.engine.state import State
from smallworld.engine.views import View
from smallworld.engine.world import NONE

UNKNOWN_COINS = 20  # enough to pay for any combo; what others can pay for is not ours to know


def imagine(view: View) -> State:
    """A state to think with: what is hidden is filled with something plausible."""
    state = view.state.copy()
    state.coins = [UNKNOWN_COINS if coins == NONE else coins for coins in state.coins]
    return state


def region_worth(s: State, race: int, region: int) -> int:
    """Coins a region brings its holder each turn: one, and what race and power add for it."""
    worth = 1
    for amount, where, _ in s.combos[race].region_coins:
        if where >> region & 1:
            worth += amount
    return worth


def conquest_coins(s: State, race: int, region: int) -> int:
    """Coins for the conquest itself, where the combo is paid for taking what is not empty."""
    if s.occ[region] == NONE:
        return 0
    return sum(amount for amount, _ in s.combos[race].conquest_coins)


def army(s: State, race: int) -> int:
    """All tokens of a race in play, on the map and in hand."""
    return s.world.supply[race] - s.tray[race]


def threat(s: State, seat: int, region: int) -> int:
    """How many tokens the strongest neighbouring active army of another player could bring."""
    worst = 0
    for other, race in enumerate(s.active):
        if other == seat or race == NONE:
            continue
        mask = s.mask[race]
        reaches = mask and any(s.combos[race].adj[held] >> region & 1 for held in regions(mask))
        if reaches or not mask:
            worst = max(worst, army(s, race) - mask.bit_count())
    return worst


def weakest_border(s: State, seat: int, race: int) -> int:
    """The region of a race that is cheapest to take for somebody near; any region if nobody is near."""
    best, best_key = -1, (0, 0)
    for region in regions(s.mask[race]):
        near = 1 if threat(s, seat, region) else 0
        key = (near, -(s.guard[region] + s.tokens[region]) + region_worth(s, race, region))
        if s.immune >> region & 1:
            key = (-1, key[1])
        if best < 0 or key > best_key:
            best, best_key = region, key
    return best
