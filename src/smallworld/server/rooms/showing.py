"""What a reader is shown of a table: who sits there, the picture for somebody's eyes, seats and clocks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from pydantic_core import to_json

from smallworld.engine import view
from smallworld.texts import Catalogue

from ..bots.levels import known_level
from ..picture.board import board_wire
from ..picture.holdings import player
from ..picture.phrasebook import words
from ..picture.picture import SeatFacts, Sight, picture_data
from ..picture.worlds import left_out
from ..tables import keys
from ..tables.table import Table
from ..wire.base import Lang
from ..wire.tables import SeatInfo, TableInfo

Role = Literal["owner", "player", "guest"]


@dataclass(frozen=True)
class Access:
    """What a key opens. The key itself is kept for the owner only, whose links follow from it."""

    role: Role
    hash: str
    owner_key: str = ""

    @property
    def owner(self) -> bool:
        return self.role == "owner"


@lru_cache(maxsize=8)
def texts(lang: str) -> Catalogue:
    return Catalogue(lang)


def world_texts(table: Table, lang: str) -> Catalogue:
    """Words that also know the pieces of the table's world."""
    return words(lang, table.world).catalogue


def level_name(level: str, lang: str) -> str:
    return texts(lang).say(f"server.table.level.{known_level(level)}.name") if level else ""


def access(table: Table, key: str) -> Access | None:
    """Who comes with this key; None if it does not belong to this table."""
    header, hashed = table.header, keys.key_hash(key)
    if keys.same(hashed, header.owner):
        return Access("owner", hashed, key)
    if keys.same(hashed, header.join) or keys.same(hashed, header.watch):
        return Access("guest", hashed)
    return Access("player", hashed) if table.seats_of(hashed) else None


def table_info(table: Table, who: Access, lang: Lang) -> TableInfo:
    waiting = table.phase == "waiting"
    return TableInfo.model_construct(
        id=table.id,
        phase=table.phase,
        seats=[
            SeatInfo.model_construct(seat=seat, name=sitter.name, who=sitter.who, level=sitter.level)
            for seat, sitter in enumerate(table.sitters)
        ],
        options=table.header.options,
        mine=table.seats_of(who.hash),
        owner=who.owner,
        join=keys.join_key(who.owner_key) if who.owner and waiting else "",
        watch=keys.watch_key(who.owner_key) if who.owner else "",
        board=board_wire(table.world, lang),
        left_out=left_out(table.world, lang),
    )


def seat_facts(table: Table, present: Collection[int], lang: str, now: float) -> list[SeatFacts]:
    clocks = table.clocks
    return [
        SeatFacts(
            name=sitter.name,
            bot=level_name(sitter.level, lang) if sitter.bot_decides else "",
            person=sitter.who == "person",
            present=seat in present or sitter.who == "bot",
            clock=clocks.left(seat, now) if sitter.who != "bot" else None,
            ticking=clocks.ticking == seat,
        )
        for seat, sitter in enumerate(table.sitters)
    ]


def picture_of(
    table: Table,
    *,
    eyes: int,
    rewinds: bool,
    lang: str,
    facts: Sequence[SeatFacts],
    first: int,
    fresh: bool,
) -> dict[str, Any]:
    """The data of a wire `Picture`. `rewinds`: the reader is one who may undo."""
    game = table.game or table.first_game()
    room, wall = table.undo_room
    sight = Sight(
        version=table.version,
        seat=eyes,
        lang=lang,
        seats=facts,
        undo=room if rewinds else 0,
        redo=game.can_redo if rewinds else 0,
        wall=wall,
        first_event=first,
        notes=table.notes,
        coach=table.header.options.guide,
        fresh=fresh,
    )
    data = picture_data(game, sight)
    if table.bot_due:
        data["ask"] = None  # a bot stands in: nothing is asked of the person
    if table.phase == "waiting":
        data["now"] = texts(lang).say("server.table.waiting", n=len(table.open_seats))
    return data


def welcome(info: TableInfo, picture: dict[str, Any]) -> bytes:
    return to_json({"type": "welcome", "table": info.model_dump(mode="json"), "picture": picture})


def seated(info: TableInfo, table: Table, eyes: int, facts: Sequence[SeatFacts], lang: str) -> bytes:
    game = table.game or table.first_game()
    state, spoken = view(game.state, eyes).state, words(lang, table.world)
    players = [player(state, seat, fact, spoken) for seat, fact in enumerate(facts)]
    return to_json({"type": "seated", "table": info.model_dump(mode="json"), "players": players})
