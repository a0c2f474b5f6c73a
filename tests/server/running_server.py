"""A real server in a thread of this process, and the two ends people use: HTTP and a socket."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from smallworld.server.http.app import create_app
from smallworld.server.http.running.serve import listen
from smallworld.server.http.running.server_process import configuration
from smallworld.server.http.services import Services
from smallworld.server.rooms.picture_diff import apply
from smallworld.server.rooms.rooms import Rooms
from smallworld.server.settings import Limits, Settings

PATIENCE = 30.0  # seconds; only ever used up when something is broken
SMALLWORLD = "from smallworld.cli.main import app; app()"  # the command, for a process of its own
Message = dict[str, Any]
# A fast machine asks more in a second than any person: only tests about limits may meet one. Those set theirs
# so that nothing comes back with time, or a slow machine would never meet it.
_PLENTY = (1_000_000.0, 1_000_000.0)
PLENTY = Limits(
    requests=_PLENTY,
    arrivals=_PLENTY,
    messages=_PLENTY,
    address_messages=_PLENTY,
    spectators=_PLENTY,
    chat=_PLENTY,
    chatter=_PLENTY,
    tables=_PLENTY,
    replays=_PLENTY,
    checks=_PLENTY,
)


class RunningServer:
    def __init__(self, settings: Settings) -> None:
        if settings.limits == Limits():
            settings = replace(settings, limits=PLENTY)
        self.settings = settings
        self.app = create_app(settings)
        self._listening = listen("127.0.0.1", 0)
        self.place = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self.loop = asyncio.new_event_loop()
        self._server = uvicorn.Server(configuration(self.app, settings))
        self._thread = threading.Thread(target=self._run)
        self.http = httpx.Client(base_url=f"http://{self.place}", timeout=PATIENCE)

    def _run(self) -> None:
        self.loop.run_until_complete(self._server.serve(sockets=[self._listening]))
        self.loop.close()

    def __enter__(self) -> RunningServer:
        self._thread.start()
        wait_for(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started, "the server did not start"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()

    @property
    def state(self) -> Services:
        found = self.app.state.server
        assert isinstance(found, Services)
        return found

    @property
    def rooms(self) -> Rooms:
        return self.state.rooms

    def room(self, table: str) -> Any:
        return self.rooms._rooms[table]

    def portal(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def call(self, work: Callable[..., Any], *args: Any) -> Any:
        async def inside() -> Any:
            return work(*args)

        return self.portal(inside())

    def open(self, *seats: str | Message, **options: Any) -> Message:
        """Open a table: `"me"`, `"open"`, `"bot"`, or a whole plan for a seat."""
        plans = [{"who": seat} if isinstance(seat, str) else seat for seat in seats]
        answer = self.http.post("/api/tables", json={"seats": plans, "options": options})
        assert answer.status_code == 201, answer.text
        found: Message = answer.json()
        return found

    def join(self, table: Message, name: str) -> Message:
        answer = self.http.post(
            f"/api/tables/{table['table']}/join", json={"key": table["join"], "name": name}
        )
        assert answer.status_code == 200, answer.text
        found: Message = answer.json()
        return found

    def line(self, table: str, key: str, lang: str = "en") -> Line:
        line = Line(self.place)
        line.key = key
        line.send(type="hello", table=table, key=key, lang=lang)
        return line


class Line:
    """A connection as a client has it: it keeps the last picture and the log as it was told."""

    def __init__(self, place: str, origin: str | None = None, headers: dict[str, str] | None = None) -> None:
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://{place}/api/play",
                max_size=None,
                origin=Origin(origin) if origin else None,
                additional_headers=headers,
            )
        )
        self.picture: Message = {}
        self.table: Message = {}
        self.log: list[Message] = []
        self.things: dict[int, Any] = {}  # what was given a number
        self.seen: list[str] = []  # everything that ever came, as text
        self.key = ""
        self._number = 0

    def __enter__(self) -> Line:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def close(self) -> None:
        self._open.close()

    def send(self, **message: Any) -> None:
        self._socket.send(json.dumps(message))

    def send_raw(self, data: str | bytes) -> None:
        self._socket.send(data)

    def next(self, patience: float = PATIENCE) -> Message:
        text = self._socket.recv(timeout=patience)
        assert isinstance(text, str)
        self.seen.append(text)
        message: Message = json.loads(text)
        if message["type"] in ("welcome", "seated"):
            self.table = {**self.table, **message["table"]}
        picture = message["picture"] if message["type"] == "welcome" else message
        if picture["type"] == "change":
            assert picture["base"] == self.picture["version"]
            picture = apply(self.picture, picture, self.things)
        if picture["type"] == "picture":
            self.picture = picture
            kept = [line for line in self.log if line["number"] < picture["first"]]
            self.log = kept + picture["events"]
        return message

    def until(self, wanted: str | Callable[[Message], bool]) -> Message:
        """The next message of a type, or one that is as wanted."""
        while True:
            message = self.next()
            if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                return message

    def until_picture(self, wanted: Callable[[Message], Any]) -> Message:
        while not (self.picture and wanted(self.picture)):
            self.next()
        return self.picture

    def request(self, **message: Any) -> Message:
        """Send something with a number, and what is answered to it: accepted or refused."""
        self._number += 1
        self.send(**message, id=self._number)
        return self.until(lambda m: m.get("id") == self._number)

    def move(self, *actions: str, version: int | None = None) -> Message:
        at = self.picture["version"] if version is None else version
        answer = self.request(type="move", version=at, actions=list(actions))
        if answer["type"] == "accepted":
            self.until_picture(lambda picture: picture["version"] >= answer["version"])
        return answer

    def ended(self) -> tuple[list[Message], int]:
        """What still comes until the server closes, and the code it closes with."""
        messages = []
        try:
            while True:
                messages.append(self.next())
        except ConnectionClosed as end:
            return messages, end.rcvd.code if end.rcvd else 1006


def wait_for(condition: Callable[[], Any], patience: float = PATIENCE) -> None:
    limit = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < limit, "it did not happen in time"
        time.sleep(0.01)


def easy_choice(picture: Message) -> str:
    """Something legal for the seat that is asked: mostly conquests, then whatever ends the step."""
    choices: list[Message] = picture["ask"]["choices"]
    kinds = {choice["kind"]: choice["action"] for choice in reversed(choices)}
    for kind in ("pick", "conquer", "place", "end"):
        if kind in kinds:
            return str(kinds[kind])
    return str(choices[0]["action"])
