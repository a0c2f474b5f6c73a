"""One line between a table and its screen: `hello`, then messages both ways, as through a socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from smallworld.engine import SmallWorldError
from smallworld.languages import Lang

from ..rooms import table_view
from ..rooms.auth import enter
from ..rooms.handlers import MessageHandler, Unreadable, understood
from ..rooms.room import Room
from ..rooms.rooms import Rooms
from ..rooms.viewer import Gone, Viewer
from ..tables.archive import UnreadableTable
from ..wire.to_client import Trouble
from ..wire.to_server import Hello

_log: Final = logging.getLogger("smallworld.page")
_WAITING: Final = 4_000_000  # bytes that may wait for a page that is busy


class _Unlimited:
    """Whoever plays alone may send as much as they like."""

    def take(self, count: float = 1.0) -> bool:
        return True


class Line:
    def __init__(self, rooms: Rooms, send: Callable[[str], object], closed: Callable[[], object]) -> None:
        self._rooms, self._send, self._closed = rooms, send, closed
        self._inbox: asyncio.Queue[str] = asyncio.Queue()
        self._task = asyncio.ensure_future(self._run())

    def receive(self, text: str) -> None:
        self._inbox.put_nowait(text)

    def close(self) -> None:
        self._task.cancel()

    async def _run(self) -> None:
        try:
            await self._talk()
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("a line ended with an error")
        self._closed()

    async def _talk(self) -> None:
        try:
            hello = understood(await self._inbox.get())
        except Unreadable:
            return self._trouble("unreadable", "en")
        if not isinstance(hello, Hello):
            return self._trouble("unreadable", "en")
        try:
            found = await enter(self._rooms, hello.table, hello.key)
        except UnreadableTable as error:
            _log.error("%s", error)
            return self._trouble(error.why, hello.lang)
        except SmallWorldError as error:
            _log.error("table %s cannot be opened: %s", hello.table, error)
            return self._trouble("storage", hello.lang)
        if found is None:
            return self._trouble("no_table", hello.lang)
        room, who = found
        await self._sit(room, Viewer(who, hello.lang, _WAITING))

    async def _sit(self, room: Room, viewer: Viewer) -> None:
        freely = _Unlimited()
        handler = MessageHandler(room, viewer, freely, (freely, freely))
        writing = asyncio.ensure_future(self._write(room, viewer))
        try:
            room.enter(viewer)
            while True:
                try:
                    await handler.answer(understood(await self._inbox.get()))
                except Unreadable as garbage:
                    handler.unreadable(garbage.id)
        finally:
            room.leave(viewer)
            writing.cancel()

    async def _write(self, room: Room, viewer: Viewer) -> None:
        try:
            while True:
                self._send((await viewer.outbox.next(lambda: room.whole(viewer))).decode())
        except Gone:
            self._closed()

    def _trouble(self, code: str, lang: Lang) -> None:
        text = table_view.texts(lang).say(f"server.table.trouble.{code}")
        self._send(Trouble.model_validate({"code": code, "text": text}).model_dump_json())
