"""The gate in front of everything: which pages may talk to this server, how much, and with which headers.

A page of another site in the same browser must reach nothing here, nor one that plays tricks with names; so
both Host and Origin are checked, on HTTP and on WebSockets.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import socket
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from smallworld.texts.tables import LANGUAGES

from ..rooms import showing
from ..settings import Settings, is_loopback
from .limits import Buckets
from .meters import Meters

_log: Final = logging.getLogger("smallworld.house")

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

    def __init__(self, app: ASGIApp, settings: Settings, meters: Meters | None = None) -> None:
        self._app = app
        self._limits = settings.limits
        self._meters = meters or Meters()
        self._requests = Buckets(*settings.limits.requests)
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
        if not fault and not self._requests.take(address_in(scope)):
            fault = "too_fast"
        if fault:
            self._meters.refused(fault)
        if scope["type"] == "websocket":
            await (_refuse_socket(send) if fault else self._app(scope, receive, send))
            return
        answer = Answer(send, self._meters)
        if fault in _SENTENCES:
            await answer.problem(400 if fault == "host" else 403, _SENTENCES[fault])
        elif fault:
            await answer.problem(429, _say(headers, fault))
        else:
            await self._answered(scope, receive, answer, headers)

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

    def _limit(self, path: str) -> int:
        """How long the body of a request may be."""
        if path.startswith(_RECORDS):
            return self._limits.record_bytes
        return self._limits.pack_bytes if path.startswith(_PACKS) else self._limits.body_bytes

    async def _answered(
        self, scope: Scope, receive: Receive, answer: Answer, headers: dict[bytes, str]
    ) -> None:
        """Whatever goes wrong in the application is answered here, with the same headers as everything."""
        limit = self._limit(scope["path"])
        length = headers.get(b"content-length", "0")
        if not (length.isascii() and length.isdigit() and len(length) < 12) or int(length) > limit:
            self._meters.refused("too_big")
            await answer.problem(413, _SENTENCES["big"])
            return
        loop = asyncio.get_running_loop()
        got, more, until = 0, True, loop.time() + self._limits.body

        async def counted() -> Message:
            nonlocal got, more
            if not more:
                return await receive()
            async with asyncio.timeout_at(until):
                message = await receive()
            more = message.get("more_body", False)
            got += len(message.get("body", b""))
            if got > limit:
                raise TooBig
            return message

        async def watched(message: Message) -> None:
            if got <= limit and not answer.late:  # what is made of half a body is not worth telling
                await answer.send(message)

        async def heard() -> Message:
            try:
                return await counted()
            except TimeoutError:
                answer.late = True
                return {"type": "http.disconnect"}

        try:
            with suppress(TooBig):
                await self._app(scope, heard, watched)
        except Exception:
            if not answer.late:
                _log.exception("a request failed")
                await answer.problem(500, _say(headers, "failed"))
        if got > limit:
            self._meters.refused("too_big")
            await answer.problem(413, _SENTENCES["big"])
        elif answer.late:
            self._meters.refused("no_body")
            await answer.problem(408, _say(headers, "unreadable"), close=True)


class Answer:
    """What goes out: always with the headers above, and only one answer to one request."""

    def __init__(self, send: Send, meters: Meters) -> None:
        self._send, self._meters = send, meters
        self._started = False
        self.late = False  # the request never came as a whole

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._started = True
            self._meters.requests[message["status"]] += 1
            message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
        await self._send(message)

    async def problem(self, status: int, sentence: str, *, close: bool = False) -> None:
        if self._started:
            return
        body = json.dumps({"error": sentence, "faults": []}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers.append((b"cache-control", b"no-store"))
        if close:
            headers.append((b"connection", b"close"))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


def address_in(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def language(wished: str) -> str:
    """The first of our languages among those of an `Accept-Language`."""
    for wish in wished[:200].split(","):
        if (code := wish.strip()[:2].lower()) in LANGUAGES:
            return code
    return LANGUAGES[0]


def _say(headers: dict[bytes, str], key: str) -> str:
    return showing.texts(language(headers.get(b"accept-language", ""))).say(f"server.table.problem.{key}")


_RECORDS: Final = "/api/replay"
_PACKS: Final = ("/api/tables", "/api/workshop", "/api/library")
_SENTENCES: Final = {
    "host": "this server is not known by that name; start it with --allow-host NAME to change that",
    "origin": "a page of another site may not use this server",
    "big": "this is too long",
}


async def _refuse_socket(send: Send) -> None:
    await send({"type": "websocket.close", "code": 1008})
