"""A record divided into turns and chance events, by positions in its log."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.engine import Game
from smallworld.engine import actions as ac
from smallworld.engine.actions import is_chance
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.position.state import State
from smallworld.engine.world.world import BADGES


@dataclass(frozen=True)
class Turn:
    """`log[first:last]`: from its first decision up to the first decision of the next turn."""

    name: str
    seat: int
    first: int
    last: int
    whole: bool  # it was played to its end


@dataclass(frozen=True)
class ChanceEvent:
    """`log[first:last]`: one roll, or one draw with its badge, or all draws of the opening."""

    kind: str  # die, draw or opening
    turn: str
    seat: int  # -1 for the opening
    first: int
    last: int


class GameTurns:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.positions: list[State] = game.positions
        self.turns = self._cut()
        self.chance_events = self._chance_events()

    @property
    def begin(self) -> int:
        """The first decision of the game; the column is drawn before it."""
        return self.turns[0].first if self.turns else len(self.game.log)

    def _cut(self) -> list[Turn]:
        starts: list[tuple[int, State]] = []
        for place, code in enumerate(self.game.log):
            before = self.positions[place]
            if is_chance(code):
                continue
            if not starts or (starts[-1][1].round, starts[-1][1].turn) != (before.round, before.turn):
                starts.append((place, before))
        ends = [*(place for place, _ in starts), len(self.game.log)][1:]
        return [
            Turn(f"{before.round}{SEATS[before.turn]}", before.turn, first, last, self._whole(before, last))
            for (first, before), last in zip(starts, ends, strict=True)
        ]

    def _whole(self, before: State, last: int) -> bool:
        after = self.positions[last]
        return after.over or (after.round, after.turn) != (before.round, before.turn)

    def _chance_events(self) -> list[ChanceEvent]:
        found: list[ChanceEvent] = []
        log, begin = self.game.log, self.begin
        if begin:
            found.append(ChanceEvent("opening", "start", -1, 0, begin))
        for turn in self.turns:
            place = turn.first
            while place < turn.last:
                last = place + 1
                if is_chance(log[place]):
                    kind = "die" if log[place] >> ac.SHIFT == ac.FACE else "draw"
                    if (
                        kind == "draw"
                        and last < turn.last
                        and log[last] & ~ac.FIELD == ac.code(ac.DRAW, 0, BADGES)
                    ):
                        last += 1
                    found.append(ChanceEvent(kind, turn.name, turn.seat, place, last))
                place = last
        return found
