"""Personality: what a bot prefers beyond coins, and how exact its judgement is. Too small to decide games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.verbs.chance import Seeded
from smallworld.engine.world.world import NONE


@dataclass(frozen=True)
class Personality:
    """Preferences, each as a value in coins."""

    raid: float = 0.0  # to take a region from another player
    stay: float = 0.0  # not to decline yet
    dare: float = 0.0  # to roll the die
    whim: float = 0.0  # for its favourite race or power, by seed; the same amount against its least favourite


PERSONALITIES: Final = {
    "plain": Personality(),
    "raider": Personality(raid=0.5, whim=0.5),
    "hoarder": Personality(raid=-0.3, stay=1.0, whim=0.5),
    "gambler": Personality(dare=0.7, stay=-0.5, whim=1.0),
}
ANY: Final = "any"  # one of these, by seed


class Character:
    """A personality with the favourites and errors of a seed. `slip`: largest error in coins."""

    def __init__(self, seed: int | str, taste: str = "plain", slip: float = 0.0) -> None:
        self._source = Seeded(f"character/{seed}")
        names = sorted(PERSONALITIES)
        name = names[int(self._source.random() * len(names))] if taste == ANY else taste
        if name not in PERSONALITIES:
            raise ValueError(f"taste: expected one of {', '.join((*PERSONALITIES, ANY))}, got {taste!r}")
        if slip < 0:
            raise ValueError(f"slip: expected at least 0, got {slip}")
        self.personality, self.slip = PERSONALITIES[name], slip
        self._likes = [2 * self._source.random() - 1 for _ in range(128)]

    def tilt(self, s: State, actions: list[int]) -> float:
        """Coins added to the evaluation of a plan."""
        if self.slip == 0 and self.personality == PERSONALITIES["plain"]:
            return 0.0
        likes, last = self.personality, actions[-1] >> ac.SHIFT
        total = self.slip * (2 * self._source.random() - 1)
        if s.step == st.PICK:
            slot = actions[0] & 63
            return total + likes.whim * (self._likes[s.col_race[slot]] + self._likes[64 + s.col_badge[slot]])
        for action in actions:
            if action >> ac.SHIFT in (ac.CONQUER, ac.ROLL):
                race = s.occ[action & 63]
                total += likes.raid * (race != NONE and s.owner[race] not in (NONE, s.turn))
        return total + likes.dare * (last in (ac.ROLL, ac.GAMBLE)) - likes.stay * (last == ac.DECLINE)
