"""The gate in front of everything: which pages may talk to this server, how much, and with which headers.

A page of another site in the same browser must reach nothing here, nor one that plays tricks with names; so
both Host and Origin are checked, on HTTP and on WebSockets.
"""

from __future__ import annotations

import ipaddress
import json
import socket
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..settings import Settings, is_loopback

# Svelte sets positions and widths as style attributes; everything else comes from our own files.
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


def host_name(header: str) -> str:
    """The name in `name:port`, without port and brackets; empty if it is no such thing."""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""


class TooBig(Exception):
    """The body of a request is longer than any we know."""


class Gate:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._limit = settings.limits.body_bytes
        self._local = settings.local
        self._names = {name.lower() for name in settings.hosts} | {"localhost"}
        if not self._local:
            own = socket.gethostname().lower()
            self._names |= {settings.host.lower(), own, f"{own}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        fault = self._fault(scope, headers)
        if scope["type"] == "websocket":
            await (_refuse_socket(send) if fault else self._app(scope, receive, send))
            return
        if fault:
            await _problem(dressed(send), 400 if fault == "host" else 403, _SENTENCES[fault])
            return
        await self._limited(scope, receive, dressed(send), headers)

    def _fault(self, scope: Scope, headers: dict[bytes, str]) -> str:
        host = headers.get(b"host", "")
        if not self._known(host_name(host)):
            return "host"
        origin = headers.get(b"origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in ("GET", "HEAD")):
            return ""  # only pages send one; and what a page of another site may not read does no harm
        return "" if self._same(origin, host) else "origin"

    def _known(self, name: str) -> bool:
        if name in self._names or is_loopback(name):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return not self._local  # an address cannot be made to point elsewhere, as a name can

    def _same(self, origin: str, host: str) -> bool:
        try:
            place = urlsplit(origin)
        except ValueError:
            return False
        if place.scheme not in ("http", "https"):
            return False
        return place.netloc.lower() == host.lower() or (place.hostname or "") in self._names - {"localhost"}

    async def _limited(self, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, str]) -> None:
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > self._limit:
            await _problem(send, 413, _SENTENCES["big"])
            return
        got = 0

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self._limit:
                raise TooBig
            return message

        async def watched(message: Message) -> None:
            if got <= self._limit:  # what the application makes of half a body is not worth telling
                await send(message)

        with suppress(TooBig):
            await self._app(scope, counted, watched)
        if got > self._limit:
            await _problem(send, 413, _SENTENCES["big"])


_SENTENCES: Final = {
    "host": "this server is not known by that name; start it with --allow-host NAME to change that",
    "origin": "a page of another site may not use this server",
    "big": "this is too long",
}


def dressed(send: Send) -> Send:
    """Every answer leaves with the headers above."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
        await send(message)

    return with_headers


async def _problem(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence, "faults": []}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_socket(send: Send) -> None:
    await send({"type": "websocket.close", "code": 1008})
