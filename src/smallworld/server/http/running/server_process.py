"""One server process: the application in uvicorn, with a message to all clients before it stops."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable
from typing import Final

import uvicorn
from fastapi import FastAPI

from ...settings import Settings
from ..app import create_app, say_goodbye
from ..protection.connection_limits import BACKLOG, ConnectionLimits, protocols, room_for

BEAT: Final = 1.0  # seconds between heartbeats of the event loop
_GARBAGE: Final = (50_000, 20, 100)  # thresholds of the garbage collector


class Uvicorn(uvicorn.Server):
    """`alive` is called by the event loop once requests are answered, and every second after that."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, alive: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._alive = app, alive

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._beat(asyncio.get_running_loop())

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        self._alive()
        loop.call_later(BEAT, self._beat, loop)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        say_goodbye(self._app)
        await super().shutdown(sockets)


def run(settings: Settings, listening: socket.socket, alive: Callable[[], None]) -> None:
    app = create_app(settings)
    settle()
    Uvicorn(configuration(app, settings), app, alive).run(sockets=[listening])


def configuration(app: FastAPI, settings: Settings) -> uvicorn.Config:
    connections = ConnectionLimits(
        settings.limits, room_for(settings.limits), settings.proxies, app.state.metrics
    )
    http, sockets = protocols(connections)
    return uvicorn.Config(
        app,
        http=http,
        ws=sockets,
        log_config=None,
        log_level=None,
        access_log=False,  # for privacy: no log of who opened which table
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=sorted(settings.proxies),
        lifespan="on",
        backlog=BACKLOG,
        ws_max_size=4 * settings.limits.message_bytes,  # a slightly too long message still gets an answer
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=32_768,
    )


def settle() -> None:
    """Freeze the loaded objects so that the garbage collector skips them, and run it less often: most objects
    of tables are freed by reference counts.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)
