"""Routes of the workshop: the vocabulary, checking a piece, boards to show it on."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response

from smallworld.languages import Lang

from ...api.problems import Refused
from ...library.encyclopedia import library
from ...library.vocabulary_form import vocabulary
from ...library.workshop import checked, copied, opened, shown_board
from ...wire.board import Board
from ...wire.pages import Library, LibraryAsk
from ...wire.workshop import Checked, OpenAsk, Opened, Vocabulary, WorkshopAsk
from ..services import Services
from .pages import ServicesDep, address, printed, problems, written

router = APIRouter(prefix="/api", responses=problems(400, 422, 429))

BoardId = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,40}$")]
PieceId = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


@router.get("/vocabulary/{lang}", response_model=Vocabulary, responses=problems(503))
async def words(lang: Lang, request: Request, services: ServicesDep) -> Response:
    """Everything a race or power in a file can say, as a form."""
    return await printed(request, services, vocabulary, lang)


@router.get("/boards/{lang}/{board}", response_model=Board, responses=problems(503))
async def board(lang: Lang, board: BoardId, request: Request, services: ServicesDep) -> Response:
    """A built-in board as it is drawn."""
    return await printed(request, services, shown_board, board, lang)


@router.post("/workshop/check", response_model=Checked, responses=problems(413, 503))
async def check(body: WorkshopAsk, request: Request, services: ServicesDep) -> Response:
    """What is wrong with a pack, field by field; if nothing is, how its pieces look at a table."""
    _take(services, request)
    return await written(request, services, checked, body.pack, body.board, body.lang)


@router.post("/workshop/open", response_model=Opened, responses=problems(413, 503))
async def open_file(body: OpenAsk, request: Request, services: ServicesDep) -> Response:
    """A TOML file in the workshop's form."""
    _take(services, request)
    return await written(request, services, opened, body.text, body.lang)


@router.get("/workshop/printed/{kind}/{id}", response_model=Opened, responses=problems(503))
async def copy(
    kind: Literal["race", "power"], id: PieceId, request: Request, services: ServicesDep
) -> Response:
    """A built-in piece to start from."""
    return await printed(request, services, copied, kind, id)


@router.post("/library", response_model=Library, responses=problems(413, 503))
async def encyclopedia(body: LibraryAsk, request: Request, services: ServicesDep) -> Response:
    """The encyclopedia of a table with homebrew."""
    _take(services, request)
    chosen = tuple(sorted(body.options.items()))
    return await written(
        request, services, library, body.lang, tuple(body.packs), body.board, chosen, tuple(body.homebrew)
    )


def _take(services: Services, request: Request) -> None:
    if not services.checks.take(address(request)):
        raise Refused(429, "too_fast")
