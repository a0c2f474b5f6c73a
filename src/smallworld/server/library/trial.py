"""Tries out a table with untrusted text in a worker process before the server creates it.

The server must build such a world itself to serve the table. It builds only what was parsed, built and played
here within the time limits: every untrusted piece plays a turn, and a picture is made of each step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from time import process_time
from typing import Final

from smallworld.bots.greedy import greedy_action
from smallworld.engine import SmallWorldError, State, parse_position
from smallworld.engine.notation.strings import parse_world_key
from smallworld.engine.turn.turn import play
from smallworld.engine.verbs.chance import Seeded
from smallworld.packs import world_from_key
from smallworld.texts import Catalogue

from ..picture.holdings import SeatFacts
from ..picture.picture import PictureOptions, position_data
from ..tables.create_table import Opening, open_table
from ..wire.tables import NewTable
from .lessons import lesson_in

MAKING: Final = 2.0  # seconds of CPU for parsing the text and building the world: usually some hundredths
STEP: Final = 0.5  # for applying a step and its picture: usually some thousandths
STEPS: Final = 24  # of each turn that is tried


def is_foreign(plan: NewTable) -> bool:
    """Whether the plan has untrusted text that must be parsed."""
    return bool(plan.options.homebrew or plan.options.start)


def tried(plan: NewTable, levels: Collection[str], default_level: str) -> Opening:
    """The result of `open_table`; a table that would keep the server busy is refused."""
    began = process_time()
    opening = open_table(plan, levels, default_level)
    _in_time(began, MAKING, plan)
    for state in _positions(plan, opening):
        for _ in range(STEPS):
            began = process_time()
            if state.over or not _step(state, plan):
                break
            _in_time(began, STEP, plan)
    return opening


def _positions(plan: NewTable, opening: Opening) -> Iterator[State]:
    """The start, and one position for each untrusted piece."""
    if plan.options.start:
        yield parse_position(plan.options.start, world_from_key)
    world = world_from_key(parse_world_key(opening.header.world))
    foreign = {piece for pack in world.packs if pack.source for piece in pack.pieces}
    for piece in (*world.races, *world.powers):
        if piece in foreign:
            began = process_time()
            try:
                lesson = lesson_in(world, piece)
            except (SmallWorldError, ValueError, IndexError):
                lesson = None  # no such position can be made on this board
            _in_time(began, STEP, plan)
            if lesson is not None:
                yield parse_position(lesson.start, world_from_key)


def _step(state: State, plan: NewTable) -> bool:
    """One step by the basic rules, with a picture for the seat to decide. False: the turn is over."""
    turn = state.round, state.turn
    if state.is_chance:
        play(state, Seeded("trial").outcome(state))
    else:
        seat, world = state.seat, state.world
        facts = [SeatFacts(str(number)) for number in range(world.seats)]
        position_data(state, PictureOptions(version=0, seat=seat, lang=plan.lang, seats=facts), [])
        play(state, greedy_action(state))
    return (state.round, state.turn) == turn


def _in_time(began: float, most: float, plan: NewTable) -> None:
    if process_time() - began > most:
        raise SmallWorldError(Catalogue(plan.lang).say("server.table.open.heavy"))
