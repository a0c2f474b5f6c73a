"""HTTP routes around the tables: create and join, texts, the encyclopedia, records and replays."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, ParamSpec, TypeVar

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel

from smallworld.languages import Lang

from ...api import requests
from ...api.problems import Refused, worker_errors
from ...api.progress import Analysis
from ...library.analysis import analysis_parts
from ...library.answers import as_json
from ...library.courses import learning
from ...library.encyclopedia import library
from ...library.replay import record_at, replay_frame
from ...library.table_files import TableFile
from ...ports import Client
from ...rooms import table_view
from ...settings import is_loopback
from ...wire.base import Key, TableId
from ...wire.pages import (
    ComboAsk,
    ComboName,
    Library,
    Meta,
    Problem,
    ReplayAsk,
    ReplayFrame,
    SeriesStep,
    Stages,
)
from ...wire.tables import Created, Joined, JoinTable, NewTable, TableInfo, TableText
from ..protection.addresses import site
from ..running.metrics_text import report
from ..running.own_addresses import own_addresses
from ..services import Services, server
from .problems import spoken

_log: Final = logging.getLogger("smallworld.http")
TEXTS: Final = "smallworld.server.texts"
SOURCE: Final = "server.table.source"
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
    """The same for a route whose successful answer is not JSON."""
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

ServicesDep = Annotated[Services, Depends(server)]
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
async def health(services: ServicesDep) -> dict[Literal["status"], Literal["ok"]]:
    """Whether the server runs and its database can be read and written."""
    await services.archive.check()
    return {"status": "ok"}


@router.get("/metrics", include_in_schema=False, response_class=PlainTextResponse)
async def metrics(request: Request, services: ServicesDep) -> Response:
    """Metrics for the operator: only with `--metrics`, and only for requests from the same machine."""
    if not services.settings.metrics or not is_loopback(address(request)):
        raise HTTPException(404)
    return PlainTextResponse(report(services), media_type="text/plain; version=0.0.4")


@router.get("/meta")
async def meta(request: Request, services: ServicesDep, lang: Annotated[Lang, Query()] = "en") -> Meta:
    """Languages, bot levels, worlds and their boards; at this machine also its addresses in the network."""
    here = is_loopback(address(request)) and is_loopback(request.url.hostname or "")
    shown = here and not services.settings.local
    port = request.url.port or services.settings.port
    return requests.meta(lang, [f"http://{own}:{port}" for own in own_addresses()] if shown else [])


@router.get("/texts/{lang}")
async def texts(lang: Lang) -> dict[str, str]:
    """The client's texts: key and text, with placeholders in braces."""
    return requests.client_texts(lang)


@router.get("/library/{lang}", response_model=Library, responses=problems(503))
async def encyclopedia(
    lang: Lang,
    request: Request,
    services: ServicesDep,
    packs: Packs = "",
    board: BoardName = "",
    options: Options = "",
) -> Response:
    """Races, powers and everything else of a world, with small positions to play."""
    names, chosen = requests.library_choice(packs, options)
    return await printed(request, services, library, lang, names, board, chosen)


@router.get("/series")
async def series(packs: Packs, tokens: Tokens = 0, scores: Scores = "") -> SeriesStep:
    """The number of tokens with which a series with a party continues or begins."""
    return requests.next_in_series(packs, tokens, scores)


@router.post("/combos", responses=problems(413))
async def combos(body: ComboAsk) -> list[ComboName]:
    """The names of the combos on a score sheet; unknown ones are left out."""
    return requests.combo_names(body)


@router.get("/learn/{lang}", response_model=Stages, responses=problems(503))
async def learn(lang: Lang, request: Request, services: ServicesDep) -> Response:
    """Short lessons that teach the game, then a short game."""
    return await printed(request, services, learning, lang)


# --- tables ---------------------------------------------------------------------------------------


@router.post("/tables", status_code=201, responses=problems(413, 503))
async def open_table(plan: NewTable, request: Request, services: ServicesDep) -> Created:
    """Create a table. The keys are shown only in this answer."""
    if not services.openings.take(address(request)):
        raise Refused(429, "too_fast")
    with worker_errors():
        return await services.rooms.open(plan, client_site(request))


@router.get("/tables/{id}", responses=problems(404, 503))
async def table(id: Id, key: TableKey, lang: Spoken, services: ServicesDep) -> TableInfo:
    """The facts of a table that do not change during the game."""
    room, who = await requests.entered(services.rooms, id, key)
    return table_view.table_info(room.table, who, lang)


@router.post("/table-file", status_code=201, responses=problems(413, 503))
async def read_table_file(body: TableText, request: Request, services: ServicesDep) -> Created:
    """A table from a file, as it was, with keys of its own. The file is checked like any foreign text."""
    if not services.openings.take(address(request)):
        raise Refused(429, "too_fast")
    with worker_errors():
        return await services.rooms.read_file(body.text, body.lang, client_site(request))


@router.get("/tables/{id}/file", responses=problems(404, 409, 503), response_model=TableFile)
async def table_file(id: Id, key: TableKey, services: ServicesDep) -> Response:
    """The table as a file, to be taken to another host. Needs the owner's key; the file holds no keys."""
    return _json(await requests.table_file(services.rooms, id, key))


@router.post("/tables/{id}/salvage", status_code=201, responses=problems(404, 409, 503))
async def salvage(id: Id, key: TableKey, services: ServicesDep) -> Created:
    """A table whose journal is damaged, as far as it can be read, as another one. Needs the owner's key."""
    return await requests.salvage(services.rooms, id, key)


@router.post("/tables/{id}/join", responses=problems(404, 409, 413, 503))
async def join(id: Id, body: JoinTable, services: ServicesDep) -> Joined:
    """Take an open seat. The game begins when the last seat is taken."""
    return await requests.join(services.rooms, id, body)


@router.get(
    "/tables/{id}/record",
    response_class=PlainTextResponse,
    responses=plain_problems(400, 404, 409, 422, 429, 503),
)
async def record(id: Id, key: TableKey, services: ServicesDep) -> Response:
    """The game as a record: when it is over, or at any time if one device holds all human seats."""
    text = await requests.record(services.rooms, id, key)
    return PlainTextResponse(text, headers={"cache-control": "no-store"})


@router.post("/tables/{id}/delete", status_code=204, responses=problems(404, 503))
async def delete(id: Id, key: TableKey, services: ServicesDep) -> Response:
    """Delete a table and all its data for good; needs the owner's key."""
    await requests.delete(services.rooms, id, key)
    return Response(status_code=204)


# --- replays --------------------------------------------------------------------------------------


@router.post("/replay", response_model=ReplayFrame, responses=problems(404, 409, 413, 503))
async def replay(body: ReplayAsk, request: Request, services: ServicesDep) -> Response:
    """One position of a record, or of a table whose game is over."""
    text = await _text(body, request, services)
    return await written(request, services, replay_frame, text, body.at, body.lang)


@router.post(
    "/replay/analysis",
    response_class=StreamingResponse,
    responses={200: _LINES, **plain_problems(400, 404, 409, 413, 422, 429, 503)},
)
async def analysis(body: ReplayAsk, request: Request, services: ServicesDep, lang: Spoken) -> Response:
    """Win chances, mistakes, luck and declines: JSON lines with the progress, the last one with the full
    result.

    Closing the connection stops it. While the request waits in the queue, lines say how many are before it.
    """
    text = await _text(body, request, services)
    total = await read_for(request, services, analysis_parts, text)
    work = Analysis(services.bench, services.readers, client_site(request), text, total, body.lang)
    lines = work.lines(table_view.texts(lang))
    return StreamingResponse(lines, media_type=NDJSON, headers={"cache-control": "no-store"})


async def read_for(
    request: Request, services: Services, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run work on untrusted text, or work too long for the event loop, in a worker process; the process is
    killed when the client disconnects.
    """
    who = Client(client_site(request))
    work = asyncio.ensure_future(services.readers.run_for(who, call, *args, **kwargs))
    leaving = asyncio.ensure_future(_hangs_up(request))
    try:
        await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Refused(503, "failed")  # the client is gone: nobody reads this
        with worker_errors():
            return work.result()
    finally:
        work.cancel()
        leaving.cancel()


async def _hangs_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def written(
    request: Request, services: Services, call: Callable[P, BaseModel], *args: P.args, **kwargs: P.kwargs
) -> Response:
    """The same for a whole answer: the worker process serializes it, and only the bytes are passed on."""
    return _json(await read_for(request, services, as_json, call, *args, **kwargs))


async def printed(
    request: Request, services: Services, call: Callable[P, BaseModel], *args: P.args, **kwargs: P.kwargs
) -> Response:
    """The same for an answer that depends only on the built-in packs, and so is cached."""
    key = (call.__module__, call.__qualname__, *args)
    found = services.kept.get(key)
    if found is not None:
        return _json(found)
    made = await read_for(request, services, as_json, call, *args, **kwargs)
    services.kept.keep(key, made)
    return _json(made)


def _json(answer: bytes) -> Response:
    return Response(answer, media_type="application/json")


async def _text(body: ReplayAsk, request: Request, services: Services) -> str:
    if not services.replays.take(address(request)):
        raise Refused(429, "too_fast")
    if body.record:
        return body.record
    if body.position:
        return await read_for(request, services, record_at, body.position)
    return await requests.record(services.rooms, body.table, body.key)


def address(request: Request) -> str:
    return request.client.host if request.client else ""


def client_site(request: Request) -> str:
    """The client as the fair queue counts it."""
    return site(address(request))
