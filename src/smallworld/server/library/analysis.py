"""The analysis of a game: what `smallworld.lab.analysis` computes, turn by turn, in the reader's language.

Each turn is one job for a worker, so that clients see the progress or can stop, and others get their turn in
between.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from smallworld.engine import Record, parse_action
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.world.world import NONE
from smallworld.lab.analysis.alternatives import decisions_of
from smallworld.lab.analysis.report import Analysis, Decision, Decline, Figure
from smallworld.lab.analysis.rollouts import Rollouts
from smallworld.lab.analysis.run import Part, assemble, count_parts, part
from smallworld.lab.analysis.turns import GameTurns, Turn

from ..picture.coach import CoachTexts
from ..picture.text_cache import Words, words
from ..wire.coach import PlanStep
from ..wire.pages import (
    AnalysisLine,
    DeclineTurn,
    Estimate,
    JudgedTurn,
    LuckShare,
    RaceStory,
    ReplayAnalysis,
    WinChance,
)
from .replay import players_of, record_of, story_of

ROLLOUTS: Final = 64  # games played out from each position, shared by the players
FEWEST: Final = 24
SEED: Final = "replay"
BOT: Final = "greedy"


def rollouts_for(players: int) -> int:
    """More players make longer games: they get fewer rollouts."""
    return max(FEWEST, ROLLOUTS // players)


@lru_cache(maxsize=8)
def _rollouts(count: int) -> Rollouts:
    return Rollouts(BOT, count, SEED)


def analysis_parts(text: str) -> int:
    """The number of jobs. Raises what `read_record` raises."""
    return count_parts(story_of(text))


def analysis_part(text: str, number: int, rollouts: int = 0) -> Part:
    """Runs in a worker: some seconds at most. The same record gives the same answer."""
    story = story_of(text)
    return part(story, _rollouts(rollouts or rollouts_for(story.game.world.players)), number)


def analysis_whole(text: str, parts: list[Part], lang: str) -> ReplayAnalysis:
    record, story = record_of(text), story_of(text)
    count = len(parts[0].sample.wins[0])
    return _AnalysisTexts(record, story, lang).tell(assemble(record, story, _rollouts(count), parts))


def analysis_line(text: str, parts: list[Part], lang: str) -> bytes:
    """The last line of the answer, with the full result."""
    whole = analysis_whole(text, parts, lang)
    line = AnalysisLine(done=len(parts), total=len(parts), analysis=whole)
    return line.model_dump_json().encode() + b"\n"


class _AnalysisTexts:
    def __init__(self, record: Record, story: GameTurns, lang: str) -> None:
        self.story = story
        self.words: Words = words(lang, record.game.world)
        self.players = players_of(record, self.words)
        self.turns: dict[str, Turn] = {turn.name: turn for turn in story.turns}

    def tell(self, found: Analysis) -> ReplayAnalysis:
        places = [self.story.begin, *(turn.last for turn in self.story.turns)]
        wrong = {one.turn for one in found.decisions if one.verdict != "sound"}
        turning = {point.turn for point in found.turning_points}
        return ReplayAnalysis(
            points=[
                WinChance(
                    at=place,
                    chances=[round(one.value, 4) for one in point.chances],
                    errors=[round((one.high - one.low) / 2, 4) for one in point.chances],
                )
                for place, point in zip(places, found.points, strict=True)
            ],
            turning=[number for number, point in enumerate(found.points) if point.turn in turning],
            turns=sorted((self.judged(one) for one in found.decisions), key=lambda turn: turn.at),
            luck=[
                LuckShare(
                    seat=SEATS.index(one.seat),
                    dice=_estimate(one.dice),
                    draws=_estimate(one.draws),
                    coins=_estimate(one.lead),
                )
                for one in found.luck_sums
            ],
            races=[self.race(one, wrong) for one in found.declines],
        )

    def round(self, turn: str) -> int:
        return self.story.positions[self.turns[turn].first].round

    def judged(self, decision: Decision) -> JudgedTurn:
        turn = self.turns[decision.turn]
        start = self.story.positions[turn.first]
        better = [parse_action(start.world, action) for action in decision.better.split()]
        played = decisions_of(start, self.story.game.log[turn.first : turn.last])
        teller = CoachTexts(start, self.words, self.players)
        return JudgedTurn(
            at=turn.first,
            round=start.round,
            seat=turn.seat,
            verdict=decision.verdict,  # type: ignore[arg-type]
            win=_estimate(decision.win),
            lead=_estimate(decision.lead),
            played=teller.plan(played),
            better=teller.plan(better),
            steps=[PlanStep.model_validate(step) for step in teller.steps(better)],
        )

    def race(self, decline: Decline, wrong: set[str]) -> RaceStory:
        s = self.story.positions[self.turns[decline.picked].last]
        seat = SEATS.index(decline.seat)
        race = next((race for race in s.races_of(seat) if s.active[seat] == race), NONE)
        name = self.words.combo(race, s.badge[race]) if race != NONE else decline.combo
        return RaceStory(
            seat=seat,
            name=name,
            text=self.verdict(decline, wrong),
            turns=[
                DeclineTurn(
                    at=self.turns[row.turn].first,
                    round=self.round(row.turn),
                    win=_estimate(row.win),
                    declined=row.declined,
                )
                for row in decline.turns
            ],
        )

    def verdict(self, decline: Decline, wrong: set[str]) -> str:
        """When the race should have declined, compared with when it did. A turn that is called wrong
        elsewhere in the report is not praised here."""
        went = self.round(decline.declined) if decline.declined else 0
        best = self.round(decline.best) if decline.best else 0
        if best and best != went:
            return self.words(f"analysis.{'instead' if went else 'missed'}", best=best, round=went)
        if not went:
            return self.words("analysis.stayed")
        key = "early" if not best else "doubtful" if decline.declined in wrong else "right"
        return self.words(f"analysis.{key}", round=went)


def _estimate(figure: Figure) -> Estimate:
    return Estimate(value=round(figure.value, 4), error=round(figure.error, 4))
