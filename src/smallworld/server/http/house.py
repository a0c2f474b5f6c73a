"""The HTTP endpoints around the tables: opening and joining, texts, the encyclopedia, records and replays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Final, Literal, ParamSpec, TypeVar

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from smallworld import __version__
from smallworld.engine import write_record
from smallworld.lab.analysis.run import Part
from smallworld.packs.scores import series_step
from smallworld.texts import Catalogue
from smallworld.texts.tables import LANGUAGES, over, read

from ..bots.levels import levels
from ..bots.line import Asker, Full
from ..bots.workers import Failed
from ..library.analysis import analysis_part, analysis_parts, analysis_whole
from ..library.learning import learning
from ..library.library import library
from ..library.replay import record_at, replay_frame
from ..picture.worlds import all_looks, every_name, knows, modules, worlds
from ..rooms import showing
from ..rooms.room import Room
from ..settings import is_loopback
from ..tables import keys, wishes
from ..tables.refusal import Refusal
from ..tables.seats import tidy
from ..wire.base import Key, Lang, TableId
from ..wire.house import (
    AnalysisLine,
    ComboAsk,
    ComboName,
    Level,
    Library,
    Meta,
    Problem,
    ReplayAsk,
    ReplayFrame,
    SeriesStep,
    Stages,
)
from ..wire.tables import Created, Joined, JoinTable, NewTable, TableInfo
from .entering import enter
from .problems import Refused, spoken
from .report import report
from .state import Server, server

TEXTS: Final = "smallworld.server.texts"
SOURCE: Final = "server.table.source"
_LOOK: Final = 0.5  # seconds between looks whether the asker of an analysis is still there
P = ParamSpec("P")
T = TypeVar("T")

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


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: _PROBLEMS[status] for status in statuses}


def plain_problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The same for an endpoint whose good answer is no JSON."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status: {"description": _PROBLEMS[status]["description"], "content": content} for status in statuses
    }


NDJSON: Final = "application/x-ndjson"
_LINES: Final[dict[str, Any]] = {
    "description": "Lines of JSON, each an AnalysisLine.",
    "content": {NDJSON: {"schema": {"type": "string"}}},
}
router = APIRouter(prefix="/api", responses=problems(400, 422, 429))

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
Tokens = Annotated[int, Query(ge=0, le=1000, description="Of the last game; 0: there was none.")]
Scores = Annotated[
    str, Query(pattern=r"^([0-9]{1,5}(\.[0-9]{1,5}){0,7})?$", description="Of the last game, by seat.")
]
TableKey = Annotated[Key, Header(alias="X-Table-Key", description="Any key of the table.")]


@router.get("/health", responses=problems(503))
async def health(house: House) -> dict[Literal["status"], Literal["ok"]]:
    """Whether the server is there and its database can be read and written."""
    await house.archive.check()
    return {"status": "ok"}


@router.get("/metrics", include_in_schema=False, response_class=PlainTextResponse)
async def metrics(request: Request, house: House) -> Response:
    """For whoever runs the server: asked for with `--metrics`, and told on the same machine only."""
    if not house.settings.metrics or not is_loopback(address(request)):
        raise HTTPException(404)
    return PlainTextResponse(report(house), media_type="text/plain; version=0.0.4")


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
        modules=modules(lang),
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


@router.get("/library/{lang}", responses=problems(503))
async def encyclopedia(
    lang: Lang,
    request: Request,
    house: House,
    packs: Packs = "",
    board: BoardName = "",
    options: Options = "",
) -> Library:
    """Races, powers and everything else of a world, with little positions to play."""
    names = tuple(packs.split("+")) if packs else None
    pairs = [pair.partition(".") for pair in options.split("-") if pair]
    chosen = tuple((name, value) for name, _, value in pairs)
    return await desk(request, house, library, lang, names, board, chosen)


@router.get("/series")
async def series(packs: Packs, tokens: Tokens = 0, scores: Scores = "") -> SeriesStep:
    """With how many tokens a series with a party goes on, or begins."""
    names = packs.split("+")
    coins = [int(one) for one in scores.split(".") if one]
    options, following = series_step(names, tokens, coins)
    return SeriesStep(options=options, tokens=following)


@router.post("/combos", responses=problems(413))
async def combos(wish: ComboAsk) -> list[ComboName]:
    """What combos of a score sheet are called; those that nobody knows any more are left out."""
    spoken = every_name(wish.lang)
    pairs = ((one, *one.split(" ")) for one in dict.fromkeys(wish.combos))
    return [ComboName(id=one, name=spoken(race, power)) for one, power, race in pairs if knows(race, power)]


@router.get("/learn/{lang}")
async def learn(lang: Lang, request: Request, house: House) -> Stages:
    """Short stages that teach the game, then a short game."""
    return await desk(request, house, learning, lang)


# --- tables ---------------------------------------------------------------------------------------


@router.post("/tables", status_code=201, responses=problems(413, 503))
async def open_table(plan: NewTable, request: Request, house: House) -> Created:
    """Open a table. The keys are shown this once."""
    if not house.openings.take(address(request)):
        raise Refused(429, "too_fast")
    return await house.rooms.open(plan)


@router.get("/tables/{id}", responses=problems(404, 503))
async def table(id: Id, key: TableKey, lang: Spoken, house: House) -> TableInfo:
    """What does not change from move to move."""
    room, who = await _enter(house, id, key)
    return showing.table_info(room.table, who, lang)


@router.post("/tables/{id}/join", responses=problems(404, 409, 413, 503))
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
    responses=plain_problems(400, 404, 409, 422, 429, 503),
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
    return write_record(table.record)


async def _enter(house: Server, id: str, key: str) -> tuple[Room, showing.Access]:
    """A wrong table and a wrong key get the same answer."""
    room, who = await enter(house.rooms, id, key)
    if room is None or who is None:
        raise Refused(404, "no_table")
    await room.catch_up()  # an answer is given once: the news of another server may still be on their way
    return room, who


@router.post("/tables/{id}/delete", status_code=204, responses=problems(404, 503))
async def delete(id: Id, key: TableKey, house: House) -> Response:
    """Remove a table and everything in it, for good: with the key of whoever opened it."""
    _, who = await _enter(house, id, key)
    if not who.owner:
        raise Refused(404, "no_table")
    await house.rooms.delete(id)
    return Response(status_code=204)


# --- looking back ---------------------------------------------------------------------------------


@router.post("/replay", responses=problems(404, 409, 413, 503))
async def replay(wish: ReplayAsk, request: Request, house: House) -> ReplayFrame:
    """One moment of a record, or of a table that is over."""
    text = await _text(wish, request, house)
    return await desk(request, house, replay_frame, text, wish.at, wish.lang)


@router.post(
    "/replay/analysis",
    response_class=StreamingResponse,
    responses={200: _LINES, **plain_problems(400, 404, 409, 413, 422, 429, 503)},
)
async def analysis(wish: ReplayAsk, request: Request, house: House, lang: Spoken) -> Response:
    """Win chances, mistakes, luck and declines: lines of JSON say how far it is, the last one has it all.

    Whoever hangs up stops it. Who waits in a line is told how many come before.
    """
    text = await _text(wish, request, house)
    total = await desk(request, house, analysis_parts, text)
    lines = _Analysis(house, address(request), text, total, wish.lang).lines(showing.texts(lang))
    return StreamingResponse(lines, media_type=NDJSON, headers={"cache-control": "no-store"})


class _Analysis:
    """One turn of the game after the other, each when it is this asker's turn."""

    def __init__(self, house: Server, who: str, text: str, total: int, lang: Lang) -> None:
        self._house, self._text, self._total, self._lang = house, text, total, lang
        self._asker = Asker(who, self._placed)
        self._parts: list[Part] = []
        self._place = 0

    def _placed(self, place: int) -> None:
        self._place = place

    def _line(self, **more: Any) -> bytes:
        line = AnalysisLine(done=len(self._parts), total=self._total, place=self._place, **more)
        return line.model_dump_json().encode() + b"\n"

    async def lines(self, texts: Catalogue) -> AsyncIterator[bytes]:
        try:
            for number in range(self._total):
                work = asyncio.ensure_future(
                    self._house.analysts.run_for(self._asker, analysis_part, self._text, number)
                )
                try:
                    while not work.done():
                        yield self._line()
                        await asyncio.wait({work}, timeout=_LOOK)
                    self._parts.append(work.result())
                finally:
                    work.cancel()
            whole = await self._house.desk.run(
                self._asker, analysis_whole, self._text, self._parts, self._lang
            )
            yield self._line(analysis=whole)
        except (Failed, Full) as failure:
            key = "busy" if isinstance(failure, Full) else "no_analysis"
            yield self._line(error=texts.say(f"server.table.problem.{key}"))


async def desk(request: Request, house: Server, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What is too much for the loop, when it is this asker's turn."""
    try:
        return await house.desk.run(Asker(address(request)), call, *args, **kwargs)
    except Full as full:
        raise Refused(503, "busy") from full


async def _text(wish: ReplayAsk, request: Request, house: Server) -> str:
    if not house.replays.take(address(request)):
        raise Refused(429, "too_fast")
    if wish.record:
        return wish.record
    if wish.position:
        return await desk(request, house, record_at, wish.position)
    room, who = await _enter(house, wish.table, wish.key)
    return _record(room, who)


def address(request: Request) -> str:
    return request.client.host if request.client else ""
