"""Creating a table: from a client's plan to a header and keys, or to all faults of the plan."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from smallworld.engine import SmallWorldError, World, parse_position, world_key
from smallworld.engine.errors import choices
from smallworld.engine.world.world import NONE
from smallworld.packs import daily, world_from_key
from smallworld.packs.choosing import chosen_world
from smallworld.texts import Catalogue

from ..wire.tables import Created, NewTable, TableOptions
from . import keys
from .journal import Header, OpenedSeat, Options
from .seats import BOT_NAMES, distinct, tidy


@dataclass(frozen=True)
class Opening:
    header: Header
    created: Created


def open_table(plan: NewTable, levels: Collection[str], default_level: str) -> Opening:
    """Raises a refusal with all faults; our own texts are in the plan's language."""
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
        options=Options.model_validate(plan.options.model_dump()),
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
    """A game of the day: its date must have begun somewhere on Earth, and it leaves nothing to choose."""
    options = plan.options
    free = options.model_copy(update={"day": "", "standin": "", "guide": False, "minutes": None})
    faults = [] if free == TableOptions() else [texts.say("server.table.open.day_alone")]
    latest = (datetime.now(UTC) + timedelta(hours=14)).date()
    if daily.day_of(options.day) > latest:
        faults.append(texts.say("server.table.open.day_future", day=options.day))
    return faults


def _world(plan: NewTable) -> World:
    """The world of the start position, or the chosen one. A start is parsed once to check it."""
    options = plan.options
    if options.day:
        return daily.world_of(daily.day_of(options.day))
    if options.start:
        state = parse_position(options.start, world_from_key)
        if state.over:
            raise SmallWorldError(Catalogue(plan.lang).say("server.table.open.over"))
        if NONE in state.coins:
            raise SmallWorldError(Catalogue(plan.lang).say("server.table.open.hidden"))
        if state.seers:
            raise SmallWorldError(Catalogue(plan.lang).say("server.table.open.seen"))
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


def _chairs(plan: NewTable, texts: Catalogue, default_level: str) -> list[OpenedSeat]:
    """Names are distinct; a player without a name is named by seat."""
    names: list[str] = []
    chairs = []
    for number, seat in enumerate(plan.seats, 1):
        name = tidy(seat.name)
        if seat.who == "open":
            name = ""
        elif not name:
            name = BOT_NAMES[number - 1] if seat.who == "bot" else texts.say("player.number", number=number)
        if name:
            name = distinct(name, names)
            names.append(name)
        who = "person" if seat.who == "me" else seat.who
        level = (seat.level or default_level) if seat.who == "bot" else ""
        chairs.append(OpenedSeat(who=who, name=name, level=level))
    return chairs
