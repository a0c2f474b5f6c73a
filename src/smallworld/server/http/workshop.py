"""The endpoints of the workshop: the vocabulary, a piece that is being made, boards to show it on."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request

from ..library.forms import vocabulary
from ..library.library import library
from ..library.workshop import checked, copied, opened, shown_board
from ..wire.base import Lang
from ..wire.board import Board
from ..wire.house import Library, LibraryAsk
from ..wire.workshop import Checked, OpenAsk, Opened, Vocabulary, WorkshopAsk
from .house import House, address, desk, problems
from .problems import Refused
from .state import Server

router = APIRouter(prefix="/api", responses=problems(400, 422, 429))

BoardId = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,40}$")]
PieceId = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


@router.get("/vocabulary/{lang}", responses=problems(503))
async def words(lang: Lang, request: Request, house: House) -> Vocabulary:
    """Everything a race or power in a file can say, as a form."""
    return await desk(request, house, vocabulary, lang)


@router.get("/boards/{lang}/{board}", responses=problems(503))
async def board(lang: Lang, board: BoardId, request: Request, house: House) -> Board:
    """A printed board as it is drawn."""
    return await desk(request, house, shown_board, board, lang)


@router.post("/workshop/check", responses=problems(413, 503))
async def check(wish: WorkshopAsk, request: Request, house: House) -> Checked:
    """What is wrong with a pack, field by field; if nothing is, what its pieces would be at a table."""
    _take(house, request)
    return await desk(request, house, checked, wish.pack, wish.board, wish.lang)


@router.post("/workshop/open", responses=problems(413, 503))
async def open_file(wish: OpenAsk, request: Request, house: House) -> Opened:
    """A TOML file as the workshop holds it."""
    _take(house, request)
    return await desk(request, house, opened, wish.text, wish.lang)


@router.get("/workshop/printed/{kind}/{id}", responses=problems(503))
async def printed(kind: Literal["race", "power"], id: PieceId, request: Request, house: House) -> Opened:
    """A piece of the box to begin with."""
    return await desk(request, house, copied, kind, id)


@router.post("/library", responses=problems(413, 503))
async def encyclopedia(wish: LibraryAsk, request: Request, house: House) -> Library:
    """The encyclopedia of a table with homebrew."""
    _take(house, request)
    chosen = tuple(sorted(wish.options.items()))
    return await desk(
        request, house, library, wish.lang, tuple(wish.packs), wish.board, chosen, tuple(wish.homebrew)
    )


def _take(house: Server, request: Request) -> None:
    if not house.checks.take(address(request)):
        raise Refused(429, "too_fast")
