"""Between a WebSocket's protocol and its transport: fewer system calls for the same bytes.

A player's move is answered by two messages; they are sent together. The protocol pauses reading after each
message until the message is taken, which is nearly always at once; so reading is paused only when more data
arrives before that.
"""

from __future__ import annotations

import asyncio
from typing import Any


class BatchedTransport:
    """Wraps a transport: batches writes and delays pauses of reading; the rest is passed through."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []
        self._full = False  # the protocol has asked to pause reading
        self._stopped = False  # reading is really paused

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    # --- writing -------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Collect what is written in one turn of the event loop and send it at the end of the turn."""
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

    # --- reading -------------------------------------------------------------------------------------

    def pause_reading(self) -> None:
        self._full = True

    def received(self) -> None:
        """Data arrived: it is passed on, but if the protocol asked for a pause, the transport pauses now."""
        if self._full and not self._stopped:
            self._stopped = True
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._full = False
        if self._stopped:
            self._stopped = False
            if not self._transport.is_closing():
                self._transport.resume_reading()
