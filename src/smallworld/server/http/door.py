"""The door: how many connections there may be, of one address and of all, and how long each may dawdle.

What is here comes before a request exists, so it cannot be left to the application: a connection that never
says what it wants, or never reads what it is told, holds a file descriptor like any other, and when those are
used up nobody comes in any more.
"""

from __future__ import annotations

import asyncio
import json
from asyncio.transports import Transport
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

from ..settings import Limits
from .meters import Meters
from .pipe import Pipe
from .security import HEADERS

RESERVE: Final = (
    192  # file descriptors for the database, bots, files, and callers who are about to be refused
)
BACKLOG: Final = 64  # callers accepted in one go, before any of them can be refused
_WORTH_SQUEEZING: Final = 6_000  # bytes of a message
_LAST_WORDS: Final = 2.0  # seconds for a refusal to reach somebody who may not read it


class Door:
    def __init__(self, limits: Limits, most: int, proxies: Collection[str], meters: Meters) -> None:
        self.limits = limits
        self._most = most
        self._proxies = frozenset(proxies)
        self._meters = meters
        self._inside: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._inside.total()

    def enter(self, address: str) -> bool:
        """Behind a proxy everybody has its address; the application then counts by the one it passes on."""
        full = len(self) >= self._most
        # As many again as may be sockets: a page that has one too many is to be told why, which takes one.
        crowd = self._inside[address] >= 2 * self.limits.connections
        if full or (crowd and address not in self._proxies):
            self._meters.refused("full" if full else "crowd")
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]

    def dawdled(self, kind: str) -> None:
        self._meters.refused(kind)


class Patience:
    """Somebody who does not read what was sent is let go, and what still waits for them with it."""

    def __init__(self, transport: Transport, door: Door) -> None:
        self._transport, self._door = transport, door
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._door.limits.send, self._give_up)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._door.dawdled("slow_reader")
        self._transport.abort()


def protocols(door: Door) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The two kinds of connections, as uvicorn makes them."""

    class Http(H11Protocol):
        _address = ""
        _counted = False
        _timer: asyncio.TimerHandle | None = None
        _patience: Patience

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._patience = Patience(transport, door)
            self._address = self.client[0] if self.client else ""
            self._counted = door.enter(self._address)
            if self._counted:
                self._expect_headers()
            else:
                self._last_words(503, "too many connections; please try again in a moment")

        def connection_lost(self, exc: Exception | None) -> None:
            self._patience.end()
            self._heard()
            if self._counted:
                self._counted = False
                door.leave(self._address)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.is_closing() or self._upgraded:
                return
            cycle: RequestResponseCycle | None = self.cycle  # none before the first request
            if cycle is None or cycle.response_complete:
                self._expect_headers()  # of the next request; a part of them stops the clock of `keep-alive`
            else:
                self._heard()

        _upgraded = False

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._heard()
            self._patience.end()
            self._upgraded = True
            self._counted = False  # it counts as a socket from here on
            super().handle_websocket_upgrade(event)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._patience.begin()

        def resume_writing(self) -> None:
            super().resume_writing()
            self._patience.end()

        def _expect_headers(self) -> None:
            if self._timer is None:
                self._timer = self.loop.call_later(door.limits.headers, self._no_headers)

        def _heard(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _no_headers(self) -> None:
            self._timer = None
            if not self.transport.is_closing():
                door.dawdled("no_headers")
                self._last_words(408, "the request did not come in time")

        def _last_words(self, status: int, sentence: str) -> None:
            body = json.dumps({"error": sentence, "faults": []}).encode()
            head = f"HTTP/1.1 {status} Refused\r\ncontent-type: application/json\r\nconnection: close\r\n"
            more = b"".join(b"%s: %s\r\n" % header for header in HEADERS)
            self.transport.write(head.encode() + more + b"content-length: %d\r\n\r\n" % len(body) + body)
            self.transport.close()
            self.loop.call_later(_LAST_WORDS, self.transport.abort)

    class Ws(WebSocketsSansIOProtocol):
        _address = ""
        _patience: Patience
        _pipe: Pipe

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.conn.available_extensions = [Squeezing()]

        def connection_made(self, transport: Any) -> None:
            self._pipe = Pipe(transport)
            super().connection_made(self._pipe)  # type: ignore[arg-type]
            self._patience = Patience(transport, door)
            self._address = self.client[0] if self.client else ""

        def data_received(self, data: bytes) -> None:
            self._pipe.received()
            super().data_received(data)

        def connection_lost(self, exc: Exception | None) -> None:
            self._patience.end()
            door.leave(self._address)
            super().connection_lost(exc)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._patience.begin()

        def resume_writing(self) -> None:
            super().resume_writing()
            self._patience.end()

    return Http, Ws


class Squeezing(ServerPerMessageDeflateFactory):
    """Whole pictures are compressed, each by itself; a change is so short that it is not worth it.

    So a socket needs no memory for what it has sent before, and a move no time for what saves little.
    """

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, found = super().process_request_params(params, accepted_extensions)
        return agreed, Squeezed(
            found.remote_no_context_takeover,
            found.local_no_context_takeover,
            found.remote_max_window_bits,
            found.local_max_window_bits,
        )


class Squeezed(PerMessageDeflate):
    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) < _WORTH_SQUEEZING else super().encode(frame)


def room_for(limits: Limits) -> int:
    """How many connections there can be: file descriptors are asked for, and some are kept for the rest."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return limits.all_connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.all_connections + RESERVE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        top = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (top, hard))
            soft = top
        except (OSError, ValueError):
            pass  # then it is what it was
    return (
        limits.all_connections
        if soft == resource.RLIM_INFINITY
        else min(limits.all_connections, max(8, soft - RESERVE))
    )
