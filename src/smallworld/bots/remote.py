"""Bots at an address: the bot protocol over a WebSocket, each line as one text message."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Final

from smallworld.engine import SmallWorldError

from .external import MAX_LINE, MAX_UNASKED, PARTING, Connection, ExternalBot
from .safe_bot import BotFault, clean

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

HERE: Final = "127.0.0.1"  # where no host is named
_PLACE: Final = re.compile(r"//([^/:\s]*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?(/[^\s#]*)?")


class RemoteBot(ExternalBot):
    """`url`: HOST:PORT/PATH; without a host, this machine. `ms`: limit for a decision. `start_ms`: limit
    until its hello. `restarts`: how often it may be called again within a game.
    """

    scheme = "ws"

    def __init__(
        self, seed: int | str = 0, url: str = "", ms: int = 2000, start_ms: int = 10_000, restarts: int = 3
    ) -> None:
        super().__init__(seed, url, ms, start_ms, restarts)

    def _read_place(self, place: str | Sequence[str]) -> list[str]:
        found = _PLACE.fullmatch(str(place))
        if found is None or not (found[1] or found[2]):
            raise SmallWorldError(f"expected {self.scheme}://HOST:PORT/PATH, got {self.scheme}:{place}")
        return [f"{self.scheme}://{found[1] or HERE}{found[2] or ''}{found[3] or ''}"]

    def _connect(self) -> Connection:
        return Socket(self.command[0], self.start_ms / 1000)


class SecureRemoteBot(RemoteBot):
    """The same with TLS. `url`: HOST:PORT/PATH. `ms`, `start_ms`, `restarts`: as for ws."""

    scheme = "wss"


class Socket:
    """An open WebSocket."""

    log = ""  # what it writes to its standard error stays where it is

    def __init__(self, url: str, seconds: float) -> None:
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        self.unasked = 0
        self._open = ExitStack()
        opening = connect(
            url, open_timeout=seconds, close_timeout=PARTING, max_size=MAX_LINE, compression=None, proxy=None
        )
        try:
            self._socket: ClientConnection = self._open.enter_context(opening)
        except WebSocketException as error:
            raise ConnectionError(str(error)) from error

    def send(self, line: bytes) -> None:
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed):  # the reader will notice
            self._socket.send(line.decode("ascii").rstrip("\n"))

    def drop_unasked(self) -> None:
        with suppress(TimeoutError, BotFault):  # a closed one is noticed when its answer is read
            while self.unasked <= MAX_UNASKED:
                self._next(0.0)
                self.unasked += 1
        if self.unasked > MAX_UNASKED:
            raise BotFault("flood", f"more than {MAX_UNASKED} lines that nobody asked for")

    def receive(self, seconds: float) -> bytes:
        try:
            return self._next(seconds)
        except TimeoutError:
            raise BotFault("timeout", f"no answer within {seconds * 1000:.0f} ms") from None

    def _next(self, seconds: float) -> bytes:
        from websockets.exceptions import ConnectionClosed

        try:
            message = self._socket.recv(timeout=seconds)
        except ConnectionClosed as error:
            if error.sent is not None and error.sent.code == 1009:
                raise BotFault("flood", f"a line of more than {MAX_LINE} bytes") from None
            raise BotFault("closed", clean(f"the connection ended: {error}")) from None
        return message.encode() if isinstance(message, str) else bytes(message)

    def stop(self, grace: float = 0.0) -> bool:
        left = False
        if grace:
            with suppress(TimeoutError, BotFault):
                self._next(grace)
            left = self._socket.close_code is not None
        self._open.close()
        return left
