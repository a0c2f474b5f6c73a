"""The whole analysis of a record, step by step, with progress."""

from __future__ import annotations

from collections.abc import Callable

from smallworld.engine import Record, SmallWorldError, world_key
from smallworld.engine.notation import SEATS

from .decisions import Judge
from .figures import Sample, amount, chance, minus, shift
from .luck import Ledger
from .report import FORMAT, Analysis, Decision, Point, TurningPoint
from .rollouts import Rollouts
from .story import Story
from .telling import percent, played_words

ROLLOUTS = 96
TURNING_POINTS = 5
Progress = Callable[[int, int, str], None]  # done, of, what


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
    return _Run(record, Rollouts(bot, rollouts, str(seed)), progress).run()


class _Run:
    def __init__(self, record: Record, rollouts: Rollouts, progress: Progress) -> None:
        self.game, self.rollouts = record.game, rollouts
        self.story = Story(record.game)
        seats = range(record.game.world.players)
        self.players = [*record.players, *(f"Player {SEATS[seat]}" for seat in seats)][: len(seats)]
        self.seats = list(seats)
        self.ledger = Ledger(self.story, rollouts)
        self.progress = progress
        self.done = 0
        self.total = 1 + 2 * len(self.story.turns) + len(self.story.strokes)

    def step(self, what: str) -> None:
        self.done += 1
        self.progress(self.done, self.total, what)

    def run(self) -> Analysis:
        story, game = self.story, self.game
        samples: list[Sample] = []
        for place in (story.begin, *(turn.last for turn in story.turns)):
            samples.append(self.rollouts.sample(story.positions[place]))
            self.step("win chances")
        for stroke in story.strokes:
            self.ledger.add(stroke)
            self.step("luck")
        judge = Judge(story, self.rollouts, self.ledger, samples)
        decisions: list[Decision] = []
        for number, turn in enumerate(story.turns):
            judged = judge.judge(number, turn) if turn.whole else None
            if judged is not None:
                decisions.append(judged)
            self.step("decisions")
        decisions.sort(key=lambda decision: (_GRADE[decision.verdict], -decision.win.value))
        points = self.points(samples)
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
