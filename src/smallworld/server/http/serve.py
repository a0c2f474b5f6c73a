"""Running the server: a socket of its own, logs without keys, a goodbye to everybody at the end."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Final

import uvicorn
from fastapi import FastAPI

from smallworld.engine import SmallWorldError

from ..settings import Settings
from ..storage.storage import Storage
from .app import create_app, say_goodbye
from .crew import Crew
from .door import BACKLOG, Door, protocols, room_for
from .logs import set_up_logs

_GARBAGE: Final = (50_000, 20, 100)  # objects and rounds between looks of the garbage collector


class Uvicorn(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._ready = app, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        say_goodbye(self._app)
        await super().shutdown(sockets)


def serve(settings: Settings, *, browser: bool = False, workers: int = 1) -> None:
    """Serve until interrupted. Whatever keeps it from starting is raised, in words, before anything runs."""
    set_up_logs(settings.log_level, settings.log_format)
    storage = Storage(settings.url)
    several = storage.several
    storage.close()
    if workers > 1 and not several:
        raise SmallWorldError(
            "several workers need a database that tells them of each other: name a PostgreSQL with "
            "--database-url, or start one worker"
        )
    listening = listen(settings.host, settings.port)
    address = url(settings.host, listening.getsockname()[1])

    def ready() -> None:
        print(f"smallworld: {address}  (stop with Ctrl-C)", flush=True)
        if not settings.local:
            print("smallworld: other machines can reach this server", file=sys.stderr)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    if workers > 1:
        Crew(settings, listening, workers).run(ready)
    else:
        run(settings, listening, ready)


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """One server, in this process."""
    app = create_app(settings)
    settle()
    Uvicorn(configuration(app, settings), app, ready).run(sockets=[listening])


def configuration(app: FastAPI, settings: Settings) -> uvicorn.Config:
    door = Door(settings.limits, room_for(settings.limits), settings.proxies, app.state.meters)
    http, sockets = protocols(door)
    return uvicorn.Config(
        app,
        http=http,
        ws=sockets,
        log_config=None,
        log_level=None,
        access_log=False,  # who asked for which table is nobody's business
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=sorted(settings.proxies),
        lifespan="on",
        backlog=BACKLOG,
        ws_max_size=4 * settings.limits.message_bytes,  # what is a little too long still gets a clear answer
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=32_768,
    )


def settle() -> None:
    """What has been loaded by now stays, so the garbage collector need not look at it again and again; and
    what tables are made of is mostly freed without it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host.strip("[]"), port), family=family, backlog=512)
    except OSError as error:
        raise SmallWorldError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; is a server running there "
            f"already? Another port is chosen with --port."
        ) from error


def url(host: str, port: int) -> str:
    """Where a browser on this machine finds it."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"
