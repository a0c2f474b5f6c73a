"""Security middleware: which pages may use this server, request sizes, and response headers.

Pages of other sites in the same browser must have no access, even with DNS rebinding; so both Host and Origin
are checked, for HTTP and WebSocket.
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

from smallworld.languages import LANGUAGES

from ...rooms import table_view
from ...settings import Settings, is_loopback
from ..running.metrics import Metrics
from .rate_limits import Buckets

_log: Final = logging.getLogger("smallworld.http")

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
NO_STORE: Final = (b"cache-control", b"no-store")


def host_name(header: str) -> str:
    """The host in `host:port`, without port and brackets; empty if it is not valid."""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""


class TooBig(Exception):
    """The request body is longer than the limit."""


class SecurityMiddleware:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics | None = None) -> None:
        self._app = app
        self._limits = settings.limits
        self._meters = metrics or Metrics()
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
        fault = "framing" if has_two_lengths(scope, headers) else self._fault(scope, headers)
        if not fault and not self._requests.take(address_in(scope)):
            fault = "too_fast"
        if fault:
            self._meters.refused(fault)
        if scope["type"] == "websocket":
            await (_refuse_socket(send) if fault else self._app(scope, receive, send))
            return
        answer = Answer(send, self._meters, private=scope["path"].startswith("/api"))
        if fault == "framing":
            await answer.problem(400, _SENTENCES[fault], close=True)
        elif fault in _SENTENCES:
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
            return ""  # only pages send an Origin; a page of another site cannot read the answer
        return "" if self._same(origin, host) else "origin"

    def _known(self, name: str) -> bool:
        if name in self._names or is_loopback(name):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return not self._local  # unlike a name, an IP address cannot be made to point elsewhere

    def _same(self, origin: str, host: str) -> bool:
        try:
            place = urlsplit(origin)
        except ValueError:
            return False
        if place.scheme not in ("http", "https"):
            return False
        return place.netloc.lower() == host.lower() or (place.hostname or "") in self._names - {"localhost"}

    def _limit(self, path: str) -> int:
        """The longest body allowed for a path, in bytes."""
        if path == _TABLES:
            return self._limits.table_bytes
        if path.startswith(_RECORDS):
            return self._limits.record_bytes
        return self._limits.pack_bytes if path.startswith(_PACKS) else self._limits.body_bytes

    async def _answered(
        self, scope: Scope, receive: Receive, answer: Answer, headers: dict[bytes, str]
    ) -> None:
        """Run the application; any error is answered here, with the same headers as every answer."""
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
            if got <= limit and not answer.late:  # an answer made from half a body is not sent
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
    """The response: always with the security headers, and only one per request.

    `private`: it may hold keys or links, so caches must not store it unless it says they may.
    """

    def __init__(self, send: Send, metrics: Metrics, private: bool = True) -> None:
        self._send, self._meters, self._private = send, metrics, private
        self._started = False
        self.late = False  # the request body did not arrive completely

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._started = True
            self._meters.requests[message["status"]] += 1
            headers = [*message.get("headers", []), *HEADERS]
            if self._private and not any(name == b"cache-control" for name, _ in headers):
                headers.append(NO_STORE)
            message = {**message, "headers": headers}
        await self._send(message)

    async def problem(self, status: int, sentence: str, *, close: bool = False) -> None:
        if self._started:
            return
        body = json.dumps({"error": sentence, "faults": []}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers.append(NO_STORE)
        if close:
            headers.append((b"connection", b"close"))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


def has_two_lengths(scope: Scope, headers: dict[bytes, str]) -> bool:
    """Whether a proxy and this server could disagree where the request ends (request smuggling)."""
    if b"transfer-encoding" not in headers:
        return False
    return b"content-length" in headers or scope.get("http_version") == "1.0"


def address_in(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def language(header: str) -> str:
    """The first supported language in an `Accept-Language` header."""
    for choice in header[:200].split(","):
        if (code := choice.strip()[:2].lower()) in LANGUAGES:
            return code
    return LANGUAGES[0]


def _say(headers: dict[bytes, str], key: str) -> str:
    return table_view.texts(language(headers.get(b"accept-language", ""))).say(f"server.table.problem.{key}")


_TABLES: Final = "/api/table-file"
_RECORDS: Final = "/api/replay"
_PACKS: Final = ("/api/tables", "/api/workshop", "/api/library")
_SENTENCES: Final = {
    "host": "this server is not known by that name; start it with --allow-host NAME to change that",
    "origin": "a page of another site may not use this server",
    "big": "this is too long",
    "framing": "the request says in two ways where it ends",
}


async def _refuse_socket(send: Send) -> None:
    await send({"type": "websocket.close", "code": 1008})
