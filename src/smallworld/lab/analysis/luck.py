"""The luck ledger: what each roll and draw brought compared with its expected value.

A die roll is compared with the average over its faces, each judged by rollouts, so the luck of a roll is
exactly 0 on average. A draw is compared with the position before it, whose rollouts draw at random.
"""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.engine import outcomes
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import play

from .estimates import Row, Sample, amount, blend, minus, plus, shift
from .report import Figure, LuckEvent, LuckSum
from .rollouts import Rollouts
from .turns import ChanceEvent, GameTurns


@dataclass
class Faces:
    """The outcomes of a roll, judged; those with the same effect are grouped."""

    codes: list[list[int]]
    odds: list[float]
    samples: list[Sample]

    def find(self, code: int) -> int:
        return next(number for number, codes in enumerate(self.codes) if code in codes)

    def luck(self, number: int, seat: int) -> tuple[Row, Row]:
        """Win chance and lead that an outcome brings a seat, for each rollout."""
        wins = [sample.wins[seat] for sample in self.samples]
        leads = [sample.leads(seat) for sample in self.samples]
        return minus(wins[number], blend(wins, self.odds)), minus(leads[number], blend(leads, self.odds))


def judge_faces(before: State, rollouts: Rollouts) -> Faces:
    states: list[State] = []
    faces = Faces([], [], [])
    for code, odds in outcomes(before):
        after = before.copy()
        play(after, code)
        if after in states:
            place = states.index(after)
            faces.codes[place].append(code)
            faces.odds[place] += float(odds)
        else:
            states.append(after)
            faces.codes.append([code])
            faces.odds.append(float(odds))
    if len(states) > 1:
        faces.samples = [rollouts.sample(state) for state in states]
    else:  # the roll made no difference
        nothing = [[0.0] * rollouts.count for _ in before.coins]
        faces.samples = [Sample(nothing, nothing)]
    return faces


@dataclass
class Entry:
    """A chance event and what it brought, by seat and by rollout."""

    event: ChanceEvent
    odds: float
    wins: list[Row]
    leads: list[Row]
    idle: bool = False  # every outcome leads to the same position


class Ledger:
    def __init__(self, story: GameTurns, rollouts: Rollouts) -> None:
        self.story, self.rollouts = story, rollouts
        self.entries: list[Entry] = []

    def add(self, event: ChanceEvent) -> None:
        before = self.story.positions[event.first]
        seats = range(len(before.coins))
        if event.kind == "die":
            faces = judge_faces(before, self.rollouts)
            number = faces.find(self.story.game.log[event.first])
            both = [faces.luck(number, seat) for seat in seats]
            wins, leads = [win for win, _ in both], [lead for _, lead in both]
            entry = Entry(event, faces.odds[number], wins, leads, idle=len(faces.codes) == 1)
        else:
            old = self.rollouts.sample(before)
            new = self.rollouts.sample(self.story.positions[event.last])
            wins = [minus(new.wins[seat], old.wins[seat]) for seat in seats]
            leads = [minus(new.leads(seat), old.leads(seat)) for seat in seats]
            entry = Entry(event, self._odds(event), wins, leads)
        self.entries.append(entry)

    def _odds(self, event: ChanceEvent) -> float:
        odds = 1.0
        for place in range(event.first, event.last):
            odds *= float(dict(outcomes(self.story.positions[place]))[self.story.game.log[place]])
        return odds

    # --- sums ----------------------------------------------------------------------------------------

    def wins(self, seat: int, *, turn: str = "", kinds: tuple[str, ...] = ()) -> Row:
        """The luck of a seat in one turn or all turns; the opening belongs to no turn."""
        return plus([entry.wins[seat] for entry in self._some(turn, kinds)], self.rollouts.count)

    def leads(self, seat: int, *, turn: str = "") -> Row:
        return plus([entry.leads[seat] for entry in self._some(turn, ())], self.rollouts.count)

    def idle(self, *, turn: str = "", kinds: tuple[str, ...] = ()) -> bool:
        return all(entry.idle for entry in self._some(turn, kinds))

    def _some(self, turn: str, kinds: tuple[str, ...]) -> list[Entry]:
        return [
            entry
            for entry in self.entries
            if (not turn or entry.event.turn == turn) and (not kinds or entry.event.kind in kinds)
        ]

    def events(self) -> list[LuckEvent]:
        texts = self.story.game.actions
        return [
            LuckEvent(
                turn=entry.event.turn,
                seat=SEATS[entry.event.seat] if entry.event.seat >= 0 else "",
                kind=entry.event.kind,
                outcome=" ".join(texts[entry.event.first : entry.event.last]),
                odds=entry.odds,
                win=[shift(row, entry.idle) for row in entry.wins],
                lead=[amount(row) for row in entry.leads],
            )
            for entry in self.entries
        ]

    def sums(self) -> list[LuckSum]:
        return [
            LuckSum(
                SEATS[seat],
                dice=self._sum(seat, ("die",)),
                draws=self._sum(seat, ("draw", "opening")),
                win=self._sum(seat, ()),
                lead=amount(self.leads(seat)),
            )
            for seat in range(self.story.game.world.players)
        ]

    def _sum(self, seat: int, kinds: tuple[str, ...]) -> Figure:
        return shift(self.wins(seat, kinds=kinds), self.idle(kinds=kinds))
