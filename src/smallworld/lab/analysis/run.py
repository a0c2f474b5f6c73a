"""The whole analysis of a record, step by step, with progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from smallworld.engine import Record, SmallWorldError, world_key
from smallworld.engine.notation.strings import SEATS

from .decisions import Gain, Judge
from .estimates import Sample, amount, chance, minus, shift
from .luck import Entry, Ledger
from .report import FORMAT, Analysis, Decision, Point, TurningPoint
from .rollouts import Rollouts
from .turn_text import percent, played_words
from .turns import GameTurns

ROLLOUTS = 96
TURNING_POINTS = 5
Progress = Callable[[int, int, str], None]  # done, total, what


def analyse(
    record: Record,
    *,
    rollouts: int = ROLLOUTS,
    bot: str = "greedy",
    seed: str | int = 0,
    progress: Progress = lambda done, total, what: None,
) -> Analysis:
    """The same record, settings and seed give the same analysis."""
    if rollouts < 2:
        raise SmallWorldError(f"rollouts: expected at least 2, got {rollouts}")
    story, played, parts = GameTurns(record.game), Rollouts(bot, rollouts, str(seed)), list[Part]()
    total = count_parts(story)
    for number in range(total):
        parts.append(part(story, played, number))
        progress(number + 1, total, "turns")
    return assemble(record, story, played, parts)


@dataclass
class Part:
    """The result for one turn, or the opening. Parts can be computed in any order, in any process."""

    sample: Sample  # of the position after it
    entries: list[Entry]  # of the luck ledger
    decision: Decision | None = None
    declining: Gain | None = None


def count_parts(story: GameTurns) -> int:
    """The opening, and one for each turn."""
    return 1 + len(story.turns)


def part(story: GameTurns, rollouts: Rollouts, number: int) -> Part:
    """`number` 0: the opening; then the turns in order."""
    ledger = Ledger(story, rollouts)
    turn = story.turns[number - 1] if number else None
    sample = rollouts.sample(story.positions[turn.last if turn else story.begin])
    for event in story.chance_events:
        if event.turn == (turn.name if turn else "start"):
            ledger.add(event)
    if turn is None or not turn.whole:
        return Part(sample, ledger.entries)
    judge = Judge(story, rollouts, ledger, {number: sample})
    decision = judge.judge(number - 1, turn)
    return Part(sample, ledger.entries, decision, judge.declining.get(turn.name))


def assemble(record: Record, story: GameTurns, rollouts: Rollouts, parts: Sequence[Part]) -> Analysis:
    return _Run(record, story, rollouts, parts).run()


class _Run:
    def __init__(self, record: Record, story: GameTurns, rollouts: Rollouts, parts: Sequence[Part]) -> None:
        self.game, self.rollouts, self.story = record.game, rollouts, story
        world = record.game.world
        seats = range(world.seats)
        names = [*record.players, *(f"Player {SEATS[seat]}" for seat in seats)][: world.players]
        party = [world.settlers.replace("_", " ").title()] if world.party is not None else []
        self.players = [*names, *party]
        self.seats = list(seats)
        self.samples = [one.sample for one in parts]
        self.ledger = Ledger(story, rollouts)
        self.ledger.entries = [entry for one in parts for entry in one.entries]
        self.decisions = [one.decision for one in parts if one.decision is not None]
        self.declining = {
            turn.name: one.declining
            for turn, one in zip(story.turns, parts[1:], strict=True)
            if one.declining
        }

    def run(self) -> Analysis:
        game = self.game
        judge = Judge(self.story, self.rollouts, self.ledger, dict(enumerate(self.samples)))
        judge.declining = self.declining
        decisions = sorted(
            self.decisions, key=lambda decision: (_GRADE[decision.verdict], -decision.win.value)
        )
        points = self.points(self.samples)
        return Analysis(
            format=FORMAT,
            world=str(world_key(game.world)),
            players=self.players,
            bot=self.rollouts.bot,
            rollouts=self.rollouts.count,
            seed=self.rollouts.seed,
            finished=game.over,
            result=list(game.state.coins),
            winners=[SEATS[seat] for seat in game.winners] if game.over else [],
            points=points,
            turning_points=self.turning_points(points),
            decisions=decisions,
            luck=self.ledger.events(),
            luck_sums=self.ledger.sums(),
            declines=judge.declines(self.players),
        )

    def points(self, samples: list[Sample]) -> list[Point]:
        found = []
        for number, sample in enumerate(samples):
            name = self.story.turns[number - 1].name if number else "start"
            seat = SEATS[self.story.turns[number - 1].seat] if number else ""
            before = samples[number - 1] if number else sample
            luck = [shift(self.ledger.wins(s, turn=name), self.ledger.idle(turn=name)) for s in self.seats]
            change = [shift(minus(sample.wins[s], before.wins[s]), sample is before) for s in self.seats]
            found.append(
                Point(
                    name,
                    seat,
                    sample.exact,
                    chances=[chance(sample, s) for s in self.seats],
                    coins=[amount(sample.coins[s], sample.exact) for s in self.seats],
                    change=change,
                    luck=luck,
                )
            )
        return found

    def turning_points(self, points: list[Point]) -> list[TurningPoint]:
        found = []
        for turn, point in zip(self.story.turns, points[1:], strict=True):
            seat = max(self.seats, key=lambda s: abs(point.change[s].value))
            change, luck = point.change[seat], point.luck[seat]
            if not change.clear:
                continue
            log = self.game.log[turn.first : turn.last]
            did = played_words(self.story.positions[turn.first], log, turn.seat)
            words = (
                f"{self.players[turn.seat]}: {did}. {self.players[seat]} {percent(change.value)}, "
                f"to {percent(point.chances[seat].value, signed=False)}"
                + (f"; luck made {percent(luck.value)}." if luck.clear else ".")
            )
            found.append(TurningPoint(turn.name, SEATS[seat], change, luck, words))
        return sorted(found, key=lambda one: -abs(one.change.value))[:TURNING_POINTS]


_GRADE = {"mistake": 0, "slip": 1, "sound": 2}
