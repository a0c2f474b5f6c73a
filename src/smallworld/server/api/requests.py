"""Short answers: what there is to choose from, texts, joining a table, records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from smallworld import __version__
from smallworld.engine import write_record
from smallworld.languages import LANGUAGES, Lang
from smallworld.packs.scores import series_step
from smallworld.texts.sources import over, read

from ..bots.bot_jobs import levels
from ..library.table_files import may_leave, written_table
from ..picture.world_choices import all_looks, every_name, knows, modules, worlds
from ..rooms import table_view
from ..rooms.auth import enter
from ..rooms.room import Room
from ..rooms.rooms import Rooms
from ..tables import commands, keys
from ..tables.refusal import Refusal
from ..tables.seats import tidy
from ..wire.pages import ComboAsk, ComboName, Level, Meta, SeriesStep
from ..wire.tables import Created, Joined, JoinTable
from .problems import Refused

TEXTS: Final = "smallworld.server.texts"
SOURCE: Final = "server.table.source"


def meta(lang: Lang, addresses: Sequence[str] = ()) -> Meta:
    """Languages, bot levels, worlds and their boards."""
    say = table_view.texts(lang).say
    return Meta(
        version=__version__,
        languages={code: table_view.texts(code).say("server.table.language") for code in LANGUAGES},
        levels=[
            Level(
                id=level.id,
                name=table_view.level_name(level.id, lang),
                text=say(f"server.table.level.{'own' if level.rating is None else level.id}.text"),
                rating=level.rating,
            )
            for level in levels().values()
        ],
        worlds=worlds(lang),
        modules=modules(lang),
        looks=all_looks(),
        addresses=list(addresses),
        source=say(SOURCE),
    )


def client_texts(lang: Lang) -> dict[str, str]:
    """The client's texts: key and text, with placeholders in braces."""
    tables = over((read(TEXTS, "en") or {}).get("web", {}), (read(TEXTS, lang) or {}).get("web", {}))
    return _flat(tables)


def _flat(tables: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in tables.items():
        found |= (
            _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": str(value)}
        )
    return found


def library_choice(packs: str, options: str) -> tuple[tuple[str, ...] | None, tuple[tuple[str, str], ...]]:
    """Packs joined by +, and options as in the key of a world."""
    pairs = [pair.partition(".") for pair in options.split("-") if pair]
    return tuple(packs.split("+")) if packs else None, tuple((name, value) for name, _, value in pairs)


def next_in_series(packs: str, tokens: int, scores: str) -> SeriesStep:
    """The number of tokens with which a series with a party continues or begins."""
    coins = [int(one) for one in scores.split(".") if one]
    options, following = series_step(packs.split("+"), tokens, coins)
    return SeriesStep(options=options, tokens=following)


def combo_names(body: ComboAsk) -> list[ComboName]:
    """The names of the combos on a score sheet; unknown ones are left out."""
    spoken = every_name(body.lang)
    pairs = ((one, *one.split(" ")) for one in dict.fromkeys(body.combos))
    return [ComboName(id=one, name=spoken(race, power)) for one, power, race in pairs if knows(race, power)]


async def entered(rooms: Rooms, id: str, key: str) -> tuple[Room, table_view.Access]:
    """A wrong table and a wrong key get the same answer."""
    found = await enter(rooms, id, key)
    if found is None:
        raise Refused(404, "no_table")
    room, who = found
    await room.catch_up()  # the answer is sent once: first read what others may have written
    return room, who


async def join(rooms: Rooms, id: str, body: JoinTable) -> Joined:
    """Take an open seat. The game begins when the last seat is taken."""
    room, _ = await entered(rooms, id, body.key)
    if not keys.same(keys.key_hash(body.key), room.table.header.join):
        raise Refused(404, "bad_key")
    name, key = tidy(body.name), keys.new_key()
    if not name:
        raise Refused(422, "no_name")
    entry = await room.run(lambda table, now: commands.join(table, name, keys.key_hash(key), now))
    if not room.table.open_seats:
        try:
            await room.run(commands.begin)
        except Refusal as refusal:
            if refusal.cause == "storage":
                raise  # the seat is taken anyway; the owner can begin the game
    return Joined(table=id, key=key, seat=entry.body["seat"])


async def table_file(rooms: Rooms, id: str, key: str) -> bytes:
    """The table as a file: for whoever has a key when the game is over, and for the owner at any time if all
    people sit at one device. A table that cannot be read any more still has one.
    """
    header = await rooms.archive.header(id) if await rooms.opens(id, key) else None
    if header is None:
        raise Refused(404, "no_table")
    entries = await rooms.archive.entries(id)
    if not may_leave(header, entries, owner=keys.same(keys.key_hash(key), header.owner)):
        raise Refused(409, "no_record")
    return written_table(header, entries)


async def salvage(rooms: Rooms, id: str, key: str) -> Created:
    """What can still be read of a damaged table, as another table."""
    created = await rooms.salvage(id, key)
    if created is None:
        raise Refused(404, "no_table")
    return created


async def delete(rooms: Rooms, id: str, key: str) -> None:
    """Delete a table and all its data for good; needs the owner's key."""
    _, who = await entered(rooms, id, key)
    if not who.owner:
        raise Refused(404, "no_table")
    await rooms.delete(id)


async def record(rooms: Rooms, id: str, key: str) -> str:
    """The game as a record: when it is over, or at any time if one device holds all human seats."""
    room, who = await entered(rooms, id, key)
    table = room.table
    mine = table.one_device and who.owner
    if table.game is None or not (table.phase == "over" or mine):
        raise Refused(409, "no_record")
    return write_record(table.record)
