"""A record, entry by entry: pictures that hide nothing, and win chances where somebody asks for them."""

from __future__ import annotations

from functools import lru_cache

from smallworld.engine import SPECTATOR, Record, SmallWorldError, read_record
from smallworld.engine.notation import SEATS
from smallworld.lab.analysis.figures import Sample, chance, minus, shift
from smallworld.lab.analysis.rollouts import Rollouts
from smallworld.lab.analysis.story import Story
from smallworld.packs import world_from_key

from ..picture.board import board_wire
from ..picture.holdings import SeatFacts
from ..picture.log import event_lines
from ..picture.phrasebook import Words, words
from ..picture.picture import Sight, position_data
from ..wire.house import ReplayAnalysis, ReplayFrame, TurnMark, WinChance
from ..wire.position import Picture

BUDGET = 1000  # games played out for one analysis: some seconds
FEWEST, MOST = 4, 64  # of them for each turn
TURNING = 5


@lru_cache(maxsize=32)
def record_of(text: str) -> Record:
    """Reading replays the whole game, and a slider asks for it again and again. Nobody may change it."""
    return read_record(text, world_from_key)


@lru_cache(maxsize=32)
def _story(text: str) -> Story:
    return Story(record_of(text).game)


def replay_frame(text: str, at: int, lang: str) -> ReplayFrame:
    """The table before entry `at` of the log; `at` its length: the end. Raises what `read_record` raises."""
    record, story = record_of(text), _story(text)
    game = record.game
    if not 0 <= at <= len(game.log):
        raise SmallWorldError(f"at: expected 0 to {len(game.log)}, got {at}")
    spoken = words(lang, game.world)
    names = players_of(record, spoken)
    # What happened in the turn of the last entry: that is what somebody who moves the slider wants to read.
    first = max((turn.first for turn in story.turns if turn.first < at), default=0)
    sight = Sight(
        version=at,
        seat=SPECTATOR,
        lang=lang,
        seats=[SeatFacts(name) for name in names],
        first_event=first,
        fresh=True,
        open_coins=True,
    )
    lines = event_lines(game, first, SPECTATOR, spoken, names, last=at, open_coins=True)
    return ReplayFrame(
        board=board_wire(game.world, lang),
        names=names,
        length=len(game.log),
        turns=[
            TurnMark(at=turn.first, round=story.positions[turn.first].round, seat=turn.seat)
            for turn in story.turns
        ],
        picture=Picture.model_validate(position_data(story.positions[at], sight, lines)),
    )


def players_of(record: Record, words: Words) -> list[str]:
    """The names of the record, or letters where it has none."""
    count = record.game.world.players
    letters = [words("replay.player", letter=SEATS[seat]) for seat in range(count)]
    return [*record.players[:count], *letters[len(record.players) :]][:count]


def replay_analysis(text: str, *, budget: int = BUDGET, bot: str = "greedy") -> ReplayAnalysis:
    """Win chances after each turn, by rollouts that share `budget` games. Takes seconds: for a worker.

    The same record gives the same answer.
    """
    story = _story(text)
    places = [story.begin, *(turn.last for turn in story.turns)]
    count = min(MOST, max(FEWEST, budget // len(places)))
    rollouts = Rollouts(bot, count, "replay")
    samples = [rollouts.sample(story.positions[place]) for place in places]
    return ReplayAnalysis(
        points=[_point(place, sample) for place, sample in zip(places, samples, strict=True)],
        turning=_turning(samples),
    )


def _point(place: int, sample: Sample) -> WinChance:
    found = [chance(sample, seat) for seat in range(len(sample.wins))]
    return WinChance(
        at=place,
        chances=[round(one.value, 4) for one in found],
        errors=[round((one.high - one.low) / 2, 4) for one in found],
    )


def _turning(samples: list[Sample]) -> list[int]:
    """Points whose change is larger than chance explains, in the order of the game."""
    sizes: dict[int, float] = {}
    for number in range(1, len(samples)):
        changes = [
            shift(minus(after, before))
            for after, before in zip(samples[number].wins, samples[number - 1].wins, strict=True)
        ]
        clear = [abs(change.value) for change in changes if change.clear]
        if clear:
            sizes[number] = max(clear)
    return sorted(sorted(sizes, key=lambda number: -sizes[number])[:TURNING])
