"""Personality: what a player likes beyond coins, and how well it judges. Small enough not to decide games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.engine import actions as ac
from smallworld.engine import state as st
from smallworld.engine.chance import Seeded
from smallworld.engine.state import State
from smallworld.engine.world import NONE


@dataclass(frozen=True)
class Taste:
    """Likings, each worth so many coins to it."""

    raid: float = 0.0  # a region taken from another player
    stay: float = 0.0  # not to decline yet
    dare: float = 0.0  # to try the die
    whim: float = 0.0  # its favourite race or power, by seed; so much against the one it likes least


TASTES: Final = {
    "plain": Taste(),
    "raider": Taste(raid=0.5, whim=0.5),
    "hoarder": Taste(raid=-0.3, stay=1.0, whim=0.5),
    "gambler": Taste(dare=0.7, stay=-0.5, whim=1.0),
}
ANY: Final = "any"  # one of these, by seed


class Character:
    """A taste with the favourites and errors that come from a seed. `slip`: coins a judgement may be off."""

    def __init__(self, seed: int | str, taste: str = "plain", slip: float = 0.0) -> None:
        self._random = Seeded(f"character/{seed}").random
        names = sorted(TASTES)
        name = names[int(self._random() * len(names))] if taste == ANY else taste
        if name not in TASTES:
            raise ValueError(f"taste: expected one of {', '.join((*TASTES, ANY))}, got {taste!r}")
        if slip < 0:
            raise ValueError(f"slip: expected at least 0, got {slip}")
        self.taste, self.slip = TASTES[name], slip
        self._likes = [2 * self._random() - 1 for _ in range(128)]

    def tilt(self, s: State, actions: list[int]) -> float:
        """Coins by which it likes a plan better than its evaluation says."""
        if self.slip == 0 and self.taste == TASTES["plain"]:
            return 0.0
        taste, last = self.taste, actions[-1] >> ac.SHIFT
        total = self.slip * (2 * self._random() - 1)
        if s.step == st.PICK:
            slot = actions[0] & 63
            return total + taste.whim * (self._likes[s.col_race[slot]] + self._likes[64 + s.col_badge[slot]])
        for action in actions:
            if action >> ac.SHIFT in (ac.CONQUER, ac.ROLL):
                race = s.occ[action & 63]
                total += taste.raid * (race != NONE and s.owner[race] not in (NONE, s.turn))
        return total + taste.dare * (last in (ac.ROLL, ac.GAMBLE)) - taste.stay * (last == ac.DECLINE)
