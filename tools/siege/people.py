"""Users of a server: a connection, a reader of pictures, and a player who plays on whatever happens."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from smallworld.server.rooms.picture_diff import apply

ATTACKER = "127.0.0.2"
BYSTANDER = "127.0.0.1"
NEWCOMER = "127.0.0.3"
PATIENCE = 60.0
MOVE, LOOK = 0.05, 0.2  # pauses of a user who respects the limits, however fast the answers come
TROUBLE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.HTTPError)
Message = dict[str, Any]


def client(place: str, address: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=f"http://{place}", transport=transport, timeout=PATIENCE)


async def open_table(place: str, address: str, *seats: Message, **options: Any) -> Message:
    async with client(place, address) as http:
        answer = await http.post("/api/tables", json={"seats": list(seats), "options": options})
        answer.raise_for_status()
        found: Message = answer.json()
        return found


@asynccontextmanager
async def line(
    place: str, address: str, table: str, key: str, **more: Any
) -> AsyncIterator[ClientConnection]:
    async with connect(
        f"ws://{place}/api/play", local_addr=(address, 0), max_size=None, open_timeout=PATIENCE, **more
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "table": table, "key": key}))
        yield socket


class Refused(Exception):
    """A legitimate request was refused."""


@dataclass
class Bystander:
    """A user who plays one game after the other, and how long each answer took."""

    place: str
    address: str = BYSTANDER
    came: float = 0.0  # when the first table was shown
    waits: list[float] = field(default_factory=list)
    bytes: int = 0
    moves: int = 0
    lost: list[str] = field(default_factory=list)  # why the connection was lost or a move refused, each time

    async def play(self, until: asyncio.Event) -> None:
        while not until.is_set():
            try:
                await self._game(until)
            except TROUBLE as trouble:
                self.lost.append(f"{type(trouble).__name__}: {trouble}")
                await asyncio.sleep(0.1)

    async def _game(self, until: asyncio.Event) -> None:
        """Until it is over: a page that returned to a finished game again and again would be an attack."""
        me: Message = {"who": "me"}
        table = await open_table(self.place, self.address, me, me)
        over = False
        while not over and not until.is_set():
            async with line(self.place, self.address, table["table"], table["key"]) as socket:
                reader = Reader(socket)
                try:
                    over = await self._at(reader, until)
                except (*TROUBLE, Refused) as trouble:
                    self.lost.append(reader.last_error or f"{type(trouble).__name__}: {trouble}")
                    await asyncio.sleep(0.1)

    async def _at(self, reader: Reader, until: asyncio.Event) -> bool:
        await reader.until(lambda: bool(reader.picture))
        self.came = self.came or time.monotonic()
        choice = random.Random(self.moves)
        while not until.is_set():
            seat = reader.picture["decides"]
            if seat < 0:
                return True
            began = time.monotonic()
            if looks := reader.picture["ask"] is None:
                await reader.send({"type": "show_seat", "seat": seat})
                await reader.until(lambda: reader.picture["ask"] is not None)
            else:
                version, choices = reader.picture["version"], reader.picture["ask"]["choices"]
                action = choice.choice(choices)["action"]
                await reader.send({"type": "move", "id": 1, "version": version, "actions": [action]})
                await reader.until(lambda version=version: reader.picture["version"] > version)  # type: ignore[misc]
                self.moves += 1
            self.waits.append(time.monotonic() - began)
            self.bytes = reader.bytes
            await asyncio.sleep(LOOK if looks else MOVE)
        return False


class Reader:
    """A client that only reads pictures."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.picture: Message = {}
        self.things: dict[int, Any] = {}
        self.bytes = 0
        self.last_error = ""  # the last error

    async def send(self, message: Message) -> None:
        await self._socket.send(json.dumps(message))

    async def until(self, wanted: Callable[[], bool]) -> None:
        while not wanted():
            async with asyncio.timeout(PATIENCE):
                text = await self._socket.recv()
            self.bytes += len(text)
            message = json.loads(text)
            if message["type"] == "welcome":
                self.picture = message["picture"]
            elif message["type"] == "picture":
                self.picture = message
            elif message["type"] == "change":
                self.picture = apply(self.picture, message, self.things)
            elif message["type"] == "trouble":
                self.last_error = f"{message['code']}: {message['text']}"
            elif message["type"] == "refused":
                raise Refused(f"{message['cause']}: {message['reasons']}")
