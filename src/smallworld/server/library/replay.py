"""A record, entry by entry: pictures without hidden information."""

from __future__ import annotations

from functools import lru_cache

from smallworld.engine import (
    SPECTATOR,
    Game,
    Record,
    SmallWorldError,
    parse_position,
    position_string,
    read_record,
    write_record,
)
from smallworld.engine.notation.strings import SEATS
from smallworld.lab.analysis.turns import GameTurns
from smallworld.packs import world_from_key

from ..picture.board import board_wire
from ..picture.holdings import SeatFacts
from ..picture.log import event_lines
from ..picture.picture import PictureOptions, position_data
from ..picture.text_cache import Words, words
from ..wire.pages import ReplayFrame, TurnMark
from ..wire.position import Picture


@lru_cache(maxsize=32)
def record_of(text: str) -> Record:
    """Cached: parsing replays the whole game, and a slider asks for it again and again. Do not change the
    result."""
    return read_record(text, world_from_key)


@lru_cache(maxsize=32)
def story_of(text: str) -> GameTurns:
    return GameTurns(record_of(text).game)


def record_at(position: str) -> str:
    """A record that holds only a position, so that a shared position can be viewed."""
    state = parse_position(position, world_from_key)
    return write_record(Record(Game(state.world, start=state)))


def replay_frame(text: str, at: int, lang: str) -> ReplayFrame:
    """The table before entry `at` of the log; `at` its length: the end. Raises what `read_record` raises."""
    record, story = record_of(text), story_of(text)
    game = record.game
    if not 0 <= at <= len(game.log):
        raise SmallWorldError(f"at: expected 0 to {len(game.log)}, got {at}")
    spoken = words(lang, game.world)
    names = players_of(record, spoken)
    # The events of the last entry's turn: what a user of the slider wants to read.
    first = max((turn.first for turn in story.turns if turn.first < at), default=0)
    options = PictureOptions(
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
        position=position_string(story.positions[at]),
        turns=[
            TurnMark(at=turn.first, round=story.positions[turn.first].round, seat=turn.seat)
            for turn in story.turns
        ],
        picture=Picture.model_validate(position_data(story.positions[at], options, lines)),
    )


def players_of(record: Record, words: Words) -> list[str]:
    """The names of the record, or letters where it has none."""
    world = record.game.world
    count = world.players
    letters = [words("player.letter", letter=SEATS[seat]) for seat in range(count)]
    party = [words.catalogue.name("neutral", world.settlers)] if world.party is not None else []
    return [*[*record.players[:count], *letters[len(record.players) :]][:count], *party]
