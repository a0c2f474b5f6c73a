"""Connection limits: how many connections, per address and in total, and how long each may be idle.

These limits apply before a request exists, so the application cannot enforce them: a connection that never
sends a request, or never reads the answer, holds a file descriptor; when none are left, nobody can connect.
"""

from __future__ import annotations

import asyncio
import json
from asyncio.transports import Transport
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.typing import ExtensionParameter

from ...settings import Limits
from ..running.metrics import Metrics
from .rate_limits import InUse
from .security import HEADERS, NO_STORE
from .write_batching import BatchedTransport

RESERVE: Final = 192  # file descriptors for the database, bots, files, and connections about to be refused
BACKLOG: Final = 64  # connections accepted at once, before any of them can be refused
_WORTH_SQUEEZING: Final = 6_000  # bytes; shorter messages are not compressed
_LAST_WORDS: Final = 2.0  # seconds to send a refusal to a client that may not read it


class ConnectionLimits:
    def __init__(self, limits: Limits, most: int, proxies: Collection[str], metrics: Metrics) -> None:
        self.limits = limits
        self._most = most
        self._proxies = frozenset(proxies)
        self._meters = metrics
        self._inside = InUse()

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, address: str) -> bool:
        """Count a new connection; False if it must be refused.

        Behind a proxy all clients have the proxy's address; the application then counts by the forwarded
        address.
        """
        full = len(self) >= self._most
        # Twice the limit for sockets: a page with one socket too many needs a connection to be told why.
        crowd = not self._inside.room(address, 2 * self.limits.connections)
        if full or (crowd and address not in self._proxies):
            self._meters.refused("full" if full else "crowd")
            return False
        self._inside.add(address)
        return True

    def leave(self, address: str) -> None:
        self._inside.remove(address)

    def dropped(self, kind: str) -> None:
        self._meters.refused(kind)


class WriteTimeout:
    """Closes the connection of a client that does not read, and drops the data waiting for it."""

    def __init__(self, transport: Transport, connections: ConnectionLimits) -> None:
        self._transport, self._connections = transport, connections
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._connections.limits.send, self._give_up)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._connections.dropped("slow_reader")
        self._transport.abort()


def protocols(connections: ConnectionLimits) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The HTTP and WebSocket protocol classes for uvicorn."""

    class Http(H11Protocol):
        _address = ""
        _counted = False
        _timer: asyncio.TimerHandle | None = None
        _patience: WriteTimeout

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._patience = WriteTimeout(transport, connections)
            self._address = self.client[0] if self.client else ""
            self._counted = connections.enter(self._address)
            if self._counted:
                self._expect_headers()
            else:
                self._last_words(503, "too many connections; please try again in a moment")

        def connection_lost(self, exc: Exception | None) -> None:
            self._patience.end()
            self._heard()
            if self._counted:
                self._counted = False
                connections.leave(self._address)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.is_closing() or self._upgraded:
                return
            cycle: RequestResponseCycle | None = self.cycle  # None before the first request
            if cycle is None or cycle.response_complete:
                self._expect_headers()  # of the next request; partial headers stop uvicorn's keep-alive timer
            else:
                self._heard()

        _upgraded = False

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._heard()
            self._patience.end()
            self._upgraded = True
            self._counted = False  # from here on it counts as a socket
            super().handle_websocket_upgrade(event)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._patience.begin()

        def resume_writing(self) -> None:
            super().resume_writing()
            self._patience.end()

        def _expect_headers(self) -> None:
            if self._timer is None:
                self._timer = self.loop.call_later(connections.limits.headers, self._no_headers)

        def _heard(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _no_headers(self) -> None:
            self._timer = None
            if not self.transport.is_closing():
                connections.dropped("no_headers")
                self._last_words(408, "the request did not come in time")

        def send_400_response(self, msg: str) -> None:
            """Answer a request that cannot be parsed, in the same form as every other refusal."""
            connections.dropped("not_http")
            cycle: RequestResponseCycle | None = self.cycle
            if cycle is not None and cycle.response_started and not cycle.response_complete:
                self.transport.close()  # another answer is half sent: no message is possible
            else:
                self._last_words(400, "this is no request that can be read")

        def _last_words(self, status: int, sentence: str) -> None:
            body = json.dumps({"error": sentence, "faults": []}).encode()
            head = f"HTTP/1.1 {status} Refused\r\ncontent-type: application/json\r\nconnection: close\r\n"
            more = b"".join(b"%s: %s\r\n" % header for header in (*HEADERS, NO_STORE))
            self.transport.write(head.encode() + more + b"content-length: %d\r\n\r\n" % len(body) + body)
            self.transport.close()
            self.loop.call_later(_LAST_WORDS, self.transport.abort)

    class Ws(WebSocketsSansIOProtocol):
        _address = ""
        _patience: WriteTimeout
        _pipe: BatchedTransport

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.conn.available_extensions = [CompressionFactory()]
            answer = partial(_answer_handshake, self.conn.send_response)
            self.conn.send_response = answer  # type: ignore[method-assign]

        def connection_made(self, transport: Any) -> None:
            self._pipe = BatchedTransport(transport)
            super().connection_made(self._pipe)  # type: ignore[arg-type]
            self._patience = WriteTimeout(transport, connections)
            self._address = self.client[0] if self.client else ""

        def data_received(self, data: bytes) -> None:
            self._pipe.received()
            super().data_received(data)

        def connection_lost(self, exc: Exception | None) -> None:
            self._patience.end()
            connections.leave(self._address)
            super().connection_lost(exc)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._patience.begin()

        def resume_writing(self) -> None:
            super().resume_writing()
            self._patience.end()

    return Http, Ws


def _answer_handshake(send: Callable[[Response], None], response: Response) -> None:
    """A failed handshake is answered with the same headers as every other answer."""
    if response.status_code != 101:
        response.headers.update({name.decode(): value.decode() for name, value in (*HEADERS, NO_STORE)})
    send(response)


class CompressionFactory(ServerPerMessageDeflateFactory):
    """Compresses whole pictures, each on its own; small changes are not worth the time.

    Without a shared context a socket needs no memory for what it sent before.
    """

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, found = super().process_request_params(params, accepted_extensions)
        return agreed, LargeMessageCompression(
            found.remote_no_context_takeover,
            found.local_no_context_takeover,
            found.remote_max_window_bits,
            found.local_max_window_bits,
        )


class LargeMessageCompression(PerMessageDeflate):
    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) < _WORTH_SQUEEZING else super().encode(frame)


def room_for(limits: Limits) -> int:
    """How many connections are possible: raises the file descriptor limit and keeps a reserve."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return limits.all_connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.all_connections + RESERVE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        top = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (top, hard))
            soft = top
        except (OSError, ValueError):
            pass  # keep the current limit
    return (
        limits.all_connections
        if soft == resource.RLIM_INFINITY
        else min(limits.all_connections, max(8, soft - RESERVE))
    )
