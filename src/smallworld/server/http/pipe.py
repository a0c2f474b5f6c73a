"""Between a socket's protocol and its transport: fewer calls of the system for the same bytes.

A move is answered by two messages to whoever made it; they go out together. And the protocol stops reading
after each message until it has been taken, which is nearly always at once: so reading stops only when more
comes in the meantime.
"""

from __future__ import annotations

import asyncio
from typing import Any


class Pipe:
    """A transport as far as the protocol needs one; whatever is not here is the transport's own."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []
        self._full = False  # the protocol wants nothing more for now
        self._stopped = False  # and nothing more is read

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    # --- out -----------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """What is written in one turn of the loop is sent at its end."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def _flush(self) -> None:
        if self._waiting:
            data, self._waiting = self._waiting, []
            self._transport.write(data[0] if len(data) == 1 else b"".join(data))

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def abort(self) -> None:
        self._waiting.clear()
        self._transport.abort()

    # --- in ------------------------------------------------------------------------------------------

    def pause_reading(self) -> None:
        self._full = True

    def received(self) -> None:
        """Something came, and is passed on: at most this once while the protocol wants nothing."""
        if self._full and not self._stopped:
            self._stopped = True
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._full = False
        if self._stopped:
            self._stopped = False
            if not self._transport.is_closing():
                self._transport.resume_reading()
