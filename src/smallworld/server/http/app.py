"""The application: routes, the WebSocket, the client's files, and the security middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, WebSocket
from starlette.middleware import Middleware

from smallworld import __version__

from ..rooms import table_view
from ..settings import Settings
from ..wire.to_client import Trouble
from .protection.security import SecurityMiddleware
from .routes.balance import router as balance
from .routes.pages import router
from .routes.problems import add_problems
from .routes.static_files import StaticClient
from .routes.workshop import router as workshop
from .running.metrics import Metrics
from .services import Services
from .socket import Connection

ABOUT = (
    "Tables for the board game Small World: open one, join it, play through the WebSocket `/api/play`. "
    "Its messages are in `smallworld.server.wire`. An unofficial fan project."
)


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    metrics = Metrics()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        services = app.state.server = Services.start(settings, metrics)
        await services.open()
        try:
            yield
        finally:
            await services.close()

    app = FastAPI(
        title="smallworld",
        version=__version__,
        description=ABOUT,
        lifespan=life,
        docs_url=None,  # its page would load scripts from another site
        redoc_url=None,
        openapi_url="/api/openapi.json",
        middleware=[Middleware(SecurityMiddleware, settings=settings, metrics=metrics)],
    )
    app.state.metrics = metrics
    add_problems(app)
    app.include_router(router)
    app.include_router(workshop)
    app.include_router(balance)

    @app.websocket("/api/play")
    async def play(socket: WebSocket) -> None:
        services: Services = socket.app.state.server
        await Connection(socket, services).run()

    app.router.default = StaticClient()  # not a mount, which would answer API requests with a wrong method
    return app


def say_goodbye(app: FastAPI) -> None:
    """Before the sockets close: tell the clients to connect again."""
    services: Services = app.state.server
    for room in services.rooms.all:
        for viewer in list(room.viewers):
            text = table_view.texts(viewer.lang).say("server.table.trouble.closing")
            viewer.send(Trouble(code="closing", text=text))
