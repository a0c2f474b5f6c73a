"""One connection: hello, then messages both ways until somebody goes. Keys come in the first message only."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import Final

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from smallworld.engine import SmallWorldError

from ..rooms import showing
from ..rooms.guest import Gone, Guest
from ..rooms.room import Room
from ..storage.database import StorageTrouble
from ..wire.base import Lang
from ..wire.to_client import Trouble
from ..wire.to_server import Hello, ToServer
from .entering import enter
from .limits import Bucket
from .state import Server
from .talk import Talk

_log: Final = logging.getLogger("smallworld.socket")
_TO_SERVER: Final[TypeAdapter[ToServer]] = TypeAdapter(ToServer)
_PARTING: Final = 3.0  # seconds for the last words to somebody who may not be listening
_GARBAGE: Final = 5.0  # what an unreadable message costs of the messages a connection may send

POLICY, TOO_BIG, TRY_LATER, GOING_AWAY = 1008, 1009, 1013, 1001


class Hangup(Exception):
    """The connection ends here, for a reason that is told."""

    def __init__(self, code: str, status: int = POLICY) -> None:
        self.code, self.status = code, status
        super().__init__(code)


class Connection:
    def __init__(self, socket: WebSocket, house: Server) -> None:
        self._socket, self._house = socket, house
        self._limits = house.settings.limits
        self._bucket = Bucket(*self._limits.messages)
        self._address = socket.client.host if socket.client else ""
        self._lang: Lang = "en"

    async def run(self) -> None:
        """Whoever is refused is told why: a page cannot see the reason of a handshake that failed."""
        await self._socket.accept()
        open_now = self._house.connections
        if open_now[self._address] >= self._limits.connections:
            await self._hang_up(Hangup("crowded", TRY_LATER))
            return
        open_now[self._address] += 1
        try:
            await self._run()
        finally:
            open_now[self._address] -= 1
            if not open_now[self._address]:
                del open_now[self._address]

    async def _run(self) -> None:
        try:
            room, guest = await self._hello()
        except Hangup as reason:
            await self._hang_up(reason)
        except WebSocketDisconnect:
            pass
        else:
            await self._sit(room, guest)

    async def _hello(self) -> tuple[Room, Guest]:
        try:
            async with asyncio.timeout(self._limits.hello):
                message = await self._receive()
        except TimeoutError:
            raise Hangup("unreadable") from None
        if not isinstance(message, Hello):
            raise Hangup("unreadable")
        self._lang = message.lang
        if not self._house.arrivals.take(self._address):
            raise Hangup("too_fast", TRY_LATER)
        try:
            room, who = await enter(self._house.rooms, message.table, message.key)
        except StorageTrouble as error:
            _log.error("%s", error)
            raise Hangup("storage", TRY_LATER) from error
        except SmallWorldError as error:
            _log.error("table %s cannot be opened: %s", message.table, error)
            raise Hangup("storage", TRY_LATER) from error
        if room is None:
            raise Hangup("no_table")
        if who is None:
            raise Hangup("bad_key")
        return room, Guest(who, message.lang, self._limits.waiting_bytes, self._address)

    async def _sit(self, room: Room, guest: Guest) -> None:
        """Read and write at once, until one of them ends."""
        talk = Talk(room, guest, Bucket(*self._limits.chat), self._house.watching(room.table.id))
        reading = asyncio.create_task(self._read(talk))
        writing = asyncio.create_task(self._write(room, guest))
        try:
            room.enter(guest)
            done, _ = await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(guest)
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)
        reason = reading.exception() if reading in done else None
        if isinstance(reason, Hangup):
            await self._hang_up(reason)
        elif reason is not None and not isinstance(reason, WebSocketDisconnect):
            _log.error("a connection ended with an error", exc_info=reason)
            await self._close(1011)
        elif writing in done:
            await self._close(TRY_LATER)

    async def _read(self, talk: Talk) -> None:
        meters = self._house.meters
        while True:
            try:
                message = await self._receive()
            except Unreadable as garbage:
                self._pay(_GARBAGE)
                meters.refused("unreadable")
                talk.unreadable(garbage.id)
                continue
            self._pay(talk.cost(message) - 1.0)
            began = monotonic()
            waited = await talk.answer(message)
            meters.messages[message.type] += 1
            meters.answers.add(monotonic() - began)
            self._lang = talk.guest.lang
            if not waited:
                await asyncio.sleep(0)  # however fast somebody writes, others get their turn

    def _pay(self, cost: float) -> None:
        """Out of the budget of this connection, and of all from this address."""
        if not self._bucket.take(cost) or not self._house.talk.take(self._address, cost):
            raise Hangup("too_fast")

    async def _receive(self) -> ToServer:
        received = await self._socket.receive()
        if received["type"] != "websocket.receive":
            raise WebSocketDisconnect
        self._pay(1.0)  # before anything is made of it
        text = received.get("text")
        if text is None:
            raise Unreadable(None)
        if len(text) > self._limits.message_bytes or len(text.encode()) > self._limits.message_bytes:
            raise Hangup("too_big", TOO_BIG)
        return understood(text)

    async def _write(self, room: Room, guest: Guest) -> None:
        try:
            while True:  # whoever does not read is let go at the door
                data = await guest.outbox.next(lambda: room.whole(guest))
                await self._socket.send_text(data.decode())
        except Gone:
            self._house.meters.refused("slow_reader")

    # --- ends --------------------------------------------------------------------------------------------

    async def _hang_up(self, reason: Hangup) -> None:
        self._house.meters.refused(reason.code)
        text = showing.texts(self._lang).say(f"server.table.trouble.{reason.code}")
        trouble = Trouble.model_validate({"code": reason.code, "text": text})
        try:
            async with asyncio.timeout(_PARTING):
                await self._socket.send_text(trouble.model_dump_json())
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            return
        await self._close(reason.status)

    async def _close(self, status: int) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            try:
                async with asyncio.timeout(_PARTING):
                    await self._socket.close(status)
            except (TimeoutError, RuntimeError, WebSocketDisconnect):
                return


class Unreadable(Hangup):
    """Not a message we know. `id`: the number it bears, if one can be seen."""

    def __init__(self, id: int | None) -> None:
        self.id = id
        super().__init__("unreadable")


def understood(text: str) -> ToServer:
    try:
        raw = from_json(text)
    except ValueError:
        raise Unreadable(None) from None
    try:
        return _TO_SERVER.validate_python(raw)
    except (ValidationError, RecursionError):
        id = raw.get("id") if isinstance(raw, dict) else None
        known = isinstance(id, int) and not isinstance(id, bool) and 0 <= id <= 2**31
        raise Unreadable(id if known else None) from None
