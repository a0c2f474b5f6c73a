"""What a viewer sees of a table: its people, the picture from a seat, clocks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from pydantic_core import to_json

from smallworld.engine import view
from smallworld.engine.actions import is_chance
from smallworld.languages import Lang
from smallworld.packs import daily
from smallworld.packs.scores import row_of, series_step
from smallworld.presentation import choice
from smallworld.texts import Catalogue

from ..bots.bot_jobs import known_level, levels, personality
from ..library.courses import aims_of
from ..picture.board import board_wire
from ..picture.choices import shown
from ..picture.holdings import player
from ..picture.picture import PictureOptions, SeatFacts, picture_data, position_data
from ..picture.text_cache import words
from ..picture.world_choices import left_out
from ..tables import keys
from ..tables.scratchpad import Scratchpad
from ..tables.table import Table
from ..wire.coach import PlanStep
from ..wire.tables import SeatInfo, TableInfo, TableNews, TableOptions

Role = Literal["owner", "player", "guest"]


@dataclass(frozen=True)
class Access:
    """What a key gives access to. The key itself is kept only for the owner, whose links are derived from
    it."""

    role: Role
    hash: str
    owner_key: str = ""

    @property
    def owner(self) -> bool:
        return self.role == "owner"


class Perspective(NamedTuple):
    """How a viewer sees the table: the seat whose secrets are visible, whether it is the viewer's only
    seat, whether the viewer may undo."""

    seat: int
    alone: bool
    rewinds: bool


@lru_cache(maxsize=8)
def texts(lang: str) -> Catalogue:
    return Catalogue(lang)


def world_texts(table: Table, lang: str) -> Catalogue:
    """Texts that include the pieces of the table's world."""
    return words(lang, table.world).catalogue


def level_name(level: str, lang: str) -> str:
    """A level in this language, or the name of a bot the server was started with."""
    if not level:
        return ""
    found = levels()[known_level(level)]
    return found.name if found.rating is None else texts(lang).say(f"server.table.level.{found.id}.name")


def personality_of(table: Table, seat: int) -> str:
    """A bot keeps its personality for a whole game."""
    return personality(known_level(table.holders[seat].level), table.header.options.seed or table.id, seat)


def access(table: Table, key: str) -> Access | None:
    """The access of this key; None if it does not belong to this table."""
    header, hashed = table.header, keys.key_hash(key)
    if keys.same(hashed, header.owner):
        return Access("owner", hashed, key)
    if keys.same(hashed, header.join) or keys.same(hashed, header.watch):
        return Access("guest", hashed)
    return Access("player", hashed) if table.seats_of(hashed) else None


def table_info(table: Table, who: Access, lang: Lang) -> TableInfo:
    return TableInfo.model_construct(
        **dict(table_news(table, who, lang)),
        options=TableOptions.model_construct(**dict(table.header.options)),
        board=board_wire(table.world, lang),
        left_out=left_out(table.world, lang),
    )


def table_news(table: Table, who: Access, lang: Lang) -> TableNews:
    waiting = table.phase == "waiting"
    return TableNews.model_construct(
        id=table.id,
        phase=table.phase,
        seats=[
            SeatInfo.model_construct(
                seat=seat, name=_name(table, seat, lang), who=holder.who, level=holder.level
            )
            for seat, holder in enumerate(table.holders)
        ],
        mine=table.seats_of(who.hash),
        owner=who.owner,
        join=keys.join_key(who.owner_key) if who.owner and waiting else "",
        watch=keys.watch_key(who.owner_key) if who.owner else "",
        coach=table.coached,
    )


def _name(table: Table, seat: int, lang: str) -> str:
    """People and bots have one name; the name of a party depends on the language."""
    if table.holders[seat].who != "party":
        return table.holders[seat].name
    return words(lang, table.world).catalogue.name("neutral", table.world.settlers)


def score_row(table: Table, lang: str) -> dict[str, Any]:
    """The row of a score sheet for the finished game."""
    assert table.game is not None
    row = asdict(row_of(table.game, table.names, "", daily=table.header.options.day))
    del row["date"], row["record"]
    row["share"] = daily.share_text(table.record, table.day, world_texts(table, lang)) if table.day else ""
    following = series_step(row["packs"], row["tokens"], row["scores"])
    row["next_options"], row["next_tokens"] = ({}, 0) if table.day else following
    return row


def seat_facts(
    table: Table,
    present: Collection[int],
    lang: str,
    now: float,
    away: Mapping[int, float | None] = MappingProxyType({}),
) -> list[SeatFacts]:
    clocks = table.clocks
    return [
        SeatFacts(
            name=_name(table, seat, lang),
            bot=level_name(holder.level, lang) if holder.bot_decides else "",
            personality=personality_of(table, seat) if holder.bot_decides else "",
            person=holder.who == "person",
            present=seat in present or holder.who in ("bot", "party"),
            away=away.get(seat),
            clock=clocks.left(seat, now) if holder.who not in ("bot", "party") else None,
            ticking=clocks.ticking == seat,
        )
        for seat, holder in enumerate(table.holders)
    ]


def picture_of(
    table: Table, perspective: Perspective, lang: str, facts: Sequence[SeatFacts], first: int, fresh: bool
) -> dict[str, Any]:
    """The data of a wire `Picture`."""
    game = table.game or table.first_game()
    room, wall = table.undo_room
    options = PictureOptions(
        version=table.version,
        seat=perspective.seat,
        lang=lang,
        seats=facts,
        undo=room if perspective.rewinds else 0,
        redo=game.can_redo if perspective.rewinds else 0,
        wall=wall,
        first_event=first,
        notes=table.notes,
        fresh=fresh,
        addressed=perspective.alone,
    )
    data = picture_data(game, options)
    if table.phase == "over":
        data["score"] = score_row(table, lang)
    if table.bot_due:
        data["ask"] = None  # a bot plays for the person, who is asked nothing
    if table.header.options.lesson:
        packs = [pack.id for pack in table.world.packs]
        data["tasks"] = aims_of(table.header.options.lesson, game, words(lang, table.world), packs)
    if table.phase == "waiting":
        data["now"] = texts(lang).say("server.table.waiting", n=len(table.open_seats))
    return data


def scratchpad_picture(
    table: Table, scratchpad: Scratchpad, lang: str, facts: Sequence[SeatFacts], fresh: bool
) -> dict[str, Any]:
    """The private copy as its owner sees it. The log stays that of the table."""
    game = scratchpad.game
    options = PictureOptions(
        version=scratchpad.version,
        seat=scratchpad.seat,
        lang=lang,
        seats=[replace(fact, clock=None, ticking=False) for fact in facts],
        undo=sum(not is_chance(code) for code in game.log),
        first_event=len(table.game.log) if table.game else 0,
        fresh=fresh,
    )
    spoken, players = words(lang, table.world), [fact.name for fact in facts]
    plan = [shown(choice(s, code), spoken, players) for s, code in scratchpad.plan]
    steps = [{name: step[name] for name in PlanStep.model_fields} for step in plan]
    return {**position_data(game.state, options, []), "scratchpad": steps}


def welcome(info: TableInfo, picture: dict[str, Any]) -> bytes:
    return to_json({"type": "welcome", "table": info.model_dump(mode="json"), "picture": picture})


def seated(news: TableNews, table: Table, seat: int, facts: Sequence[SeatFacts], lang: str) -> bytes:
    game = table.game or table.first_game()
    state, spoken = view(game.state, seat).state, words(lang, table.world)
    players = [player(state, seat, fact, spoken) for seat, fact in enumerate(facts)]
    return to_json({"type": "seated", "table": news.model_dump(mode="json"), "players": players})
