"""`Truce`: a change that forbids a player to attack another player's active race until the latter's next
turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..bits import NONE, SEATS
from ..events import Event, Log
from . import word
from .gate import Facts, Gate
from .note import Note

if TYPE_CHECKING:
    from ..position.state import State
    from ..world.world import World
    from .means import Means


@dataclass
class Truce:
    """The seat may not attack the player's active race until the player's next turn."""

    seat: int


def make_truce(s: State, race: int, seat: int, change: Truce, log: Log) -> bool:
    TRUCE.set(s, seat, change.seat)
    if log is not None:
        log.append(Event("truce", seat=seat, other=change.seat))
    return True


class _TruceNote(Note):
    """The seat that may not attack this one."""

    def faults(self, s: State, seat: int) -> list[str]:
        bound, found = self.of(s, seat), []
        if bound == seat:
            found.append("at peace with themselves")
        if bound != NONE and s.active[seat] == NONE:
            found.append("a truce protects an active race, and there is none")
        return found


TRUCE: Final = _TruceNote("truce", 0, with_race=True)


class TruceGate(Gate):
    """Active races protected from the player to move; it binds the mover's active race, not the declined
    ones."""

    def shut(self, s: State, means: Means | None) -> int:
        me = s.owner[s.acting]
        return self.protected_from(s, me) if s.active[me] == s.acting else 0

    def bars(self, s: State) -> int:
        return self.protected_from(s, s.turn)

    def protected_from(self, s: State, me: int) -> int:
        found = 0
        for seat, race in enumerate(s.active):
            if race != NONE and TRUCE.of(s, seat) == me:
                found |= s.mask[race]
        return found

    def facts(self, s: State, region: int) -> Facts:
        return {"seat": SEATS[s.owner[s.occ[region]]]}


def truce_gate(world: World) -> Gate | None:
    return TruceGate("truce", notes=True)


WORD = word.Word(
    "truce",
    Truce,
    "The seat may not attack the active race of the player until his next turn.",
    rules={
        "truce": (
            "You are at peace with {seat} until that player's next turn.",
            "Attack a declined race, or another player.",
        )
    },
    gate=truce_gate,
    events={"truce": "{seat} makes peace with {other}."},
)
