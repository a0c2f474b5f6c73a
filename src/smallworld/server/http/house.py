"""The HTTP endpoints around the tables: opening and joining, texts, the encyclopedia, records and replays."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from smallworld import __version__
from smallworld.engine import Record, write_record
from smallworld.texts.tables import LANGUAGES, over, read

from ..bots.levels import levels
from ..bots.workers import Failed
from ..library.library import library
from ..library.replay import replay_analysis, replay_frame
from ..picture.worlds import all_looks, worlds
from ..rooms import showing
from ..rooms.room import Room
from ..tables import keys, wishes
from ..tables.refusal import Refusal
from ..tables.seats import tidy
from ..wire.base import Key, Lang, TableId
from ..wire.house import Level, Library, Meta, Problem, ReplayAnalysis, ReplayAsk, ReplayFrame
from ..wire.tables import Created, Joined, JoinTable, NewTable, TableInfo
from .problems import Refused, spoken
from .state import Server, server

TEXTS: Final = "smallworld.server.texts"
SOURCE: Final = "server.table.source"

_PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Problem, "description": text}
    for status, text in {
        400: "The request cannot be read.",
        404: "There is no such table, or the key is not one of its keys.",
        409: "It is too late, or too early, for this.",
        413: "Too long.",
        422: "Something in the request is not right; `faults` says what.",
        429: "Too often.",
        503: "The database or a worker cannot be used just now.",
    }.items()
}


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: _PROBLEMS[status] for status in statuses}


def _plain_problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The same for an endpoint whose good answer is no JSON."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status: {"description": _PROBLEMS[status]["description"], "content": content} for status in statuses
    }


router = APIRouter(prefix="/api", responses=_problems(400, 422, 429))

House = Annotated[Server, Depends(server)]
Spoken = Annotated[Lang, Depends(spoken)]
Id = Annotated[TableId, Path(description="The table, as it was called when it was opened.")]
Packs = Annotated[
    str,
    Query(
        max_length=200,
        pattern=r"^([a-z][a-z0-9_]*(\+[a-z][a-z0-9_]*)*)?$",
        description="Packs, joined by +; empty: those of the board, or the base game.",
    ),
]
BoardName = Annotated[
    str, Query(pattern=r"^[a-z0-9_]{0,40}$", description="Only what is in play there; empty: the smallest.")
]
Options = Annotated[
    str,
    Query(
        max_length=200,
        pattern=r"^([a-z0-9_]+\.[a-z0-9_]+(-[a-z0-9_]+\.[a-z0-9_]+)*)?$",
        description="Options of the packs, as in the key of a world: `monsters.no`; empty: the usual ones.",
    ),
]
TableKey = Annotated[Key, Header(alias="X-Table-Key", description="Any key of the table.")]


@router.get("/health")
async def health(house: House) -> dict[Literal["status"], Literal["ok"]]:
    """Whether the server is there and its database can be read."""
    await house.archive.read(house.archive.storage.last_beat)
    return {"status": "ok"}


@router.get("/meta")
async def meta(lang: Annotated[Lang, Query()] = "en") -> Meta:
    """Languages, levels of bots, worlds and their boards."""
    say = showing.texts(lang).say
    return Meta(
        version=__version__,
        languages={code: showing.texts(code).say("server.table.language") for code in LANGUAGES},
        levels=[
            Level(
                id=level.id,
                name=say(f"server.table.level.{level.id}.name"),
                text=say(f"server.table.level.{level.id}.text"),
                rating=level.rating,
            )
            for level in levels().values()
        ],
        worlds=worlds(lang),
        looks=all_looks(),
        source=say(SOURCE),
    )


@router.get("/texts/{lang}")
async def texts(lang: Lang) -> dict[str, str]:
    """The client's own words: key and text, with places for facts in braces."""
    tables = over((read(TEXTS, "en") or {}).get("web", {}), (read(TEXTS, lang) or {}).get("web", {}))
    return _flat(tables)


def _flat(tables: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in tables.items():
        found |= (
            _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": str(value)}
        )
    return found


@router.get("/library/{lang}")
async def encyclopedia(
    lang: Lang, house: House, packs: Packs = "", board: BoardName = "", options: Options = ""
) -> Library:
    """Races, powers and everything else of a world, with little positions to play."""
    names = tuple(packs.split("+")) if packs else None
    pairs = [pair.partition(".") for pair in options.split("-") if pair]
    chosen = tuple((name, value) for name, _, value in pairs)
    return await house.archive.read(library, lang, names, board, chosen)


# --- tables ---------------------------------------------------------------------------------------


@router.post("/tables", status_code=201, responses=_problems(413, 503))
async def open_table(plan: NewTable, request: Request, house: House) -> Created:
    """Open a table. The keys are shown this once."""
    if not house.openings.take(address(request)):
        raise Refused(429, "too_fast")
    return await house.rooms.open(plan)


@router.get("/tables/{id}", responses=_problems(404, 503))
async def table(id: Id, key: TableKey, lang: Spoken, house: House) -> TableInfo:
    """What does not change from move to move."""
    room, who = await _enter(house, id, key)
    return showing.table_info(room.table, who, lang)


@router.post("/tables/{id}/join", responses=_problems(404, 409, 413, 503))
async def join(id: Id, wish: JoinTable, house: House) -> Joined:
    """Take an open seat. The game begins when the last one is taken."""
    room, _ = await _enter(house, id, wish.key)
    if not keys.same(keys.key_hash(wish.key), room.table.header.join):
        raise Refused(404, "bad_key")
    name, key = tidy(wish.name), keys.new_key()
    if not name:
        raise Refused(422, "no_name")
    entry = await room.wish(lambda table, now: wishes.join(table, name, keys.key_hash(key), now))
    if not room.table.open_seats:
        try:
            await room.wish(wishes.begin)
        except Refusal as refusal:
            if refusal.cause == "storage":
                raise  # the seat is taken all the same; the owner can begin
    return Joined(table=id, key=key, seat=entry.body["seat"])


@router.get(
    "/tables/{id}/record",
    response_class=PlainTextResponse,
    responses=_plain_problems(400, 404, 409, 422, 429, 503),
)
async def record(id: Id, key: TableKey, house: House) -> Response:
    """The game as a record: when it is over, or at any time where one device holds all people's seats."""
    room, who = await _enter(house, id, key)
    return PlainTextResponse(_record(room, who), headers={"cache-control": "no-store"})


def _record(room: Room, who: showing.Access) -> str:
    table = room.table
    mine = table.one_device and who.owner
    if table.game is None or not (table.phase == "over" or mine):
        raise Refused(409, "no_record")
    return write_record(Record(table.game, table.names))


async def _enter(house: Server, id: str, key: str) -> tuple[Room, showing.Access]:
    """A wrong table and a wrong key get the same answer."""
    room = await house.rooms.find(id)
    who = showing.access(room.table, key) if room is not None else None
    if room is None or who is None:
        raise Refused(404, "no_table")
    return room, who


# --- looking back ---------------------------------------------------------------------------------


@router.post("/replay", responses=_problems(404, 409, 413, 503))
async def replay(wish: ReplayAsk, request: Request, house: House) -> ReplayFrame:
    """One moment of a record, or of a table that is over."""
    text = await _text(wish, request, house)
    return await house.archive.read(replay_frame, text, wish.at, wish.lang)


@router.post("/replay/analysis", responses=_problems(404, 409, 413, 503))
async def analysis(wish: ReplayAsk, request: Request, house: House) -> ReplayAnalysis:
    """Win chances after each turn. This takes some seconds."""
    text = await _text(wish, request, house)
    try:
        return await house.analysts.run(replay_analysis, text)
    except Failed as failure:
        raise Refused(503, "no_analysis") from failure


async def _text(wish: ReplayAsk, request: Request, house: Server) -> str:
    if not house.replays.take(address(request)):
        raise Refused(429, "too_fast")
    if wish.record:
        return wish.record
    room, who = await _enter(house, wish.table, wish.key)
    return _record(room, who)


def address(request: Request) -> str:
    return request.client.host if request.client else ""
