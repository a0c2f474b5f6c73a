"""The application: endpoints, the socket, the client's files, and the gate in front of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, WebSocket
from starlette.middleware import Middleware

from smallworld import __version__

from ..rooms import showing
from ..settings import Settings
from ..wire.to_client import Trouble
from .balance import router as balance
from .client import Client
from .house import router
from .meters import Meters
from .problems import add_problems
from .security import Gate
from .socket import Connection
from .state import Server
from .workshop import router as workshop

ABOUT = (
    "Tables for the board game Small World: open one, join it, play through the WebSocket `/api/play`. "
    "Its messages are in `smallworld.server.wire`. An unofficial fan project."
)


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    meters = Meters()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        house = app.state.server = Server.start(settings, meters)
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="smallworld",
        version=__version__,
        description=ABOUT,
        lifespan=life,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        middleware=[Middleware(Gate, settings=settings, meters=meters)],
    )
    app.state.meters = meters
    add_problems(app)
    app.include_router(router)
    app.include_router(workshop)
    app.include_router(balance)

    @app.websocket("/api/play")
    async def play(socket: WebSocket) -> None:
        house: Server = socket.app.state.server
        await Connection(socket, house).run()

    app.router.default = Client()  # and not a mount, which would answer for endpoints asked in a wrong way
    return app


def say_goodbye(app: FastAPI) -> None:
    """Before the sockets are closed: clients know that they should come back."""
    house: Server = app.state.server
    for room in house.rooms.all:
        for guest in list(room.guests):
            text = showing.texts(guest.lang).say("server.table.trouble.closing")
            guest.send(Trouble(code="closing", text=text))
