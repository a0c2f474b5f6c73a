"""One WebSocket connection: `hello`, then messages both ways. Keys come in the first message only."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from smallworld.engine import SmallWorldError
from smallworld.languages import Lang

from ..rooms import table_view
from ..rooms.auth import enter
from ..rooms.handlers import MessageHandler, Unreadable, understood
from ..rooms.room import Room
from ..rooms.viewer import Gone, Viewer
from ..tables.archive import StorageError, UnreadableTable
from ..wire.to_client import Trouble
from ..wire.to_server import Hello, ToServer
from .protection.addresses import site
from .protection.rate_limits import Bucket
from .services import Services

_log: Final = logging.getLogger("smallworld.socket")
_PARTING: Final = 3.0  # seconds to send the last message to a client that may not read it
_GARBAGE: Final = 5.0  # cost of an unreadable message in the connection's rate limit

POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013


class Hangup(Exception):
    """Close the connection and tell the client the reason."""

    def __init__(self, code: str, status: int = POLICY) -> None:
        self.code, self.status = code, status
        super().__init__(code)


class Connection:
    def __init__(self, socket: WebSocket, services: Services) -> None:
        self._socket, self._services = socket, services
        self._limits = services.settings.limits
        self._bucket = Bucket(*self._limits.messages)
        self._address = socket.client.host if socket.client else ""
        self._lang: Lang = "en"

    async def run(self) -> None:
        """Accept first, then refuse with a reason: a page cannot see why a handshake failed."""
        await self._socket.accept()
        open_now = self._services.connections
        if not open_now.room(self._address, self._limits.connections):
            await self._hang_up(Hangup("crowded", TRY_LATER))
            return
        open_now.add(self._address)
        try:
            await self._run()
        finally:
            open_now.remove(self._address)

    async def _run(self) -> None:
        try:
            room, viewer = await self._hello()
        except Hangup as reason:
            await self._hang_up(reason)
        except WebSocketDisconnect:
            pass
        else:
            await self._sit(room, viewer)

    async def _hello(self) -> tuple[Room, Viewer]:
        try:
            async with asyncio.timeout(self._limits.hello):
                message = await self._receive()
        except (TimeoutError, Unreadable):
            raise Hangup("unreadable") from None
        if not isinstance(message, Hello):
            raise Hangup("unreadable")
        self._lang = message.lang
        if not self._services.arrivals.take(self._address):
            raise Hangup("too_fast", TRY_LATER)
        try:
            found = await enter(self._services.rooms, message.table, message.key)
        except StorageError as error:
            _log.error("%s", error)
            raise Hangup("storage", TRY_LATER) from error
        except UnreadableTable as error:
            _log.error("%s", error)
            raise Hangup(error.why) from error
        except SmallWorldError as error:
            _log.error("table %s cannot be opened: %s", message.table, error)
            raise Hangup("storage", TRY_LATER) from error
        if found is None:
            raise Hangup("no_table")
        room, who = found
        return room, Viewer(who, message.lang, self._limits.waiting_bytes, site(self._address))

    async def _sit(self, room: Room, viewer: Viewer) -> None:
        """Read and write concurrently until one of them ends."""
        handler = MessageHandler(
            room, viewer, Bucket(*self._limits.chat), self._services.spectator_limits(room.table.id)
        )
        reading = asyncio.create_task(self._read(handler))
        writing = asyncio.create_task(self._write(room, viewer))
        try:
            room.enter(viewer)
            done, _ = await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(viewer)
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

    async def _read(self, handler: MessageHandler) -> None:
        metrics = self._services.metrics
        while True:
            try:
                message = await self._receive()
            except Unreadable as garbage:
                self._pay(_GARBAGE)
                metrics.refused("unreadable")
                handler.unreadable(garbage.id)
                continue
            self._pay(handler.cost(message) - 1.0)
            began = monotonic()
            waited = await handler.answer(message)
            metrics.messages[message.type] += 1
            metrics.answers.add(monotonic() - began)
            self._lang = handler.viewer.lang
            if not waited:
                await asyncio.sleep(0)  # other connections get their turn, however fast this one sends

    def _pay(self, cost: float) -> None:
        """Take tokens from the rate limits of this connection and of its address."""
        if not self._bucket.take(cost) or not self._services.address_messages.take(self._address, cost):
            raise Hangup("too_fast")

    async def _receive(self) -> ToServer:
        received = await self._socket.receive()
        if received["type"] != "websocket.receive":
            raise WebSocketDisconnect
        self._pay(1.0)  # before parsing
        text = received.get("text")
        if text is None:
            raise Unreadable(None)
        if len(text) > self._limits.message_bytes or len(text.encode()) > self._limits.message_bytes:
            raise Hangup("too_big", TOO_BIG)
        return understood(text)

    async def _write(self, room: Room, viewer: Viewer) -> None:
        try:
            while True:  # a client that does not read is disconnected by `WriteTimeout`
                data = await viewer.outbox.next(lambda: room.whole(viewer))
                await self._socket.send_text(data.decode())
        except Gone:
            self._services.metrics.refused("slow_reader")

    # --- closing -----------------------------------------------------------------------------------------

    async def _hang_up(self, reason: Hangup) -> None:
        self._services.metrics.refused(reason.code)
        text = table_view.texts(self._lang).say(f"server.table.trouble.{reason.code}")
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
