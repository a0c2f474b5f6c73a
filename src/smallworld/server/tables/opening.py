"""Opening a table: from the plan somebody sent to a header and keys, or to everything wrong with it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from smallworld.engine import SmallWorldError, World, parse_position, world_key
from smallworld.engine.errors import choices
from smallworld.engine.world import NONE
from smallworld.packs import daily, world_from_key
from smallworld.texts import Catalogue

from ..picture.worlds import chosen_world
from ..wire.tables import Created, NewTable, TableOptions
from . import keys
from .journal import Chair, Header
from .seats import BOT_NAMES, distinct, tidy


@dataclass(frozen=True)
class Opening:
    header: Header
    created: Created


def open_table(plan: NewTable, levels: Collection[str], default_level: str) -> Opening:
    """Refused with all faults, in the language of the plan where they are ours."""
    texts = Catalogue(plan.lang)
    faults = _faults(plan, levels, texts)
    try:
        world = _world(plan)
    except SmallWorldError as error:
        raise SmallWorldError([*faults, *error.faults]) from error
    if world.players != len(plan.seats):
        key = "board" if plan.options.board else "players"
        name = Catalogue(plan.lang, world.packs).name("board", world.board.id)
        facts = {"expected": world.players, "got": len(plan.seats), "board": name}
        faults.append(texts.say(f"server.table.open.{key}", **facts))
    if faults:
        raise SmallWorldError(faults)
    key, id = keys.new_key(), keys.new_table_id()
    join, watch = keys.join_key(key), keys.watch_key(key)
    header = Header(
        world=str(world_key(world)),
        chairs=_chairs(plan, texts, default_level),
        options=plan.options,
        lang=plan.lang,
        standin=plan.options.standin or default_level,
        owner=keys.key_hash(key),
        join=keys.key_hash(join),
        watch=keys.key_hash(watch),
    )
    return Opening(header, Created(table=id, key=key, join=join, watch=watch))


def _faults(plan: NewTable, levels: Collection[str], texts: Catalogue) -> list[str]:
    options, faults = plan.options, []
    for number, seat in enumerate(plan.seats, 1):
        if seat.level and seat.level not in levels:
            faults.append(f"seats {number}: {choices('level', seat.level, levels)}")
    if options.standin and options.standin not in levels:
        faults.append(choices("level", options.standin, levels))
    if options.start and (options.packs is not None or options.board or options.rounds or options.homebrew):
        faults.append(texts.say("server.table.open.start"))
    if options.day:
        faults += _faults_of_day(plan, texts)
    if any(seat.who == "open" for seat in plan.seats):
        if options.free_undo:
            faults.append(texts.say("server.table.open.free_undo"))
        if options.seed:
            faults.append(texts.say("server.table.open.seed"))
    return faults


def _faults_of_day(plan: NewTable, texts: Catalogue) -> list[str]:
    """Its day must have begun somewhere, and it leaves nothing to choose."""
    options = plan.options
    free = options.model_copy(update={"day": "", "standin": "", "guide": False, "minutes": None})
    faults = [] if free == TableOptions() else [texts.say("server.table.open.day_alone")]
    latest = (datetime.now(UTC) + timedelta(hours=14)).date()
    if daily.day_of(options.day) > latest:
        faults.append(texts.say("server.table.open.day_future", day=options.day))
    return faults


def _world(plan: NewTable) -> World:
    """The world of the start, or the chosen one. A start is read once to be sure of it."""
    options = plan.options
    if options.day:
        return daily.world_of(daily.day_of(options.day))
    if options.start:
        state = parse_position(options.start, world_from_key)
        if state.over:
            raise SmallWorldError(Catalogue(plan.lang).say("server.table.open.over"))
        if NONE in state.coins:
            raise SmallWorldError(Catalogue(plan.lang).say("server.table.open.hidden"))
        return state.world
    return chosen_world(
        options.packs,
        options.board,
        players=len(plan.seats),
        races=options.races,
        powers=options.powers,
        options=options.options,
        rounds=options.rounds,
        homebrew=options.homebrew,
    )


def _chairs(plan: NewTable, texts: Catalogue, default_level: str) -> list[Chair]:
    """Names are distinct; whoever gave none is called by seat."""
    names: list[str] = []
    chairs = []
    for number, seat in enumerate(plan.seats, 1):
        name = tidy(seat.name)
        if seat.who == "open":
            name = ""
        elif not name:
            name = (
                BOT_NAMES[number - 1]
                if seat.who == "bot"
                else texts.say("server.table.player", number=number)
            )
        if name:
            name = distinct(name, names)
            names.append(name)
        who = "person" if seat.who == "me" else seat.who
        level = (seat.level or default_level) if seat.who == "bot" else ""
        chairs.append(Chair(who=who, name=name, level=level))
    return chairs
