"""The browser client's files. Names with a hash never change; the page itself is asked for every time."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

STATIC: Final = Path(__file__).parents[1] / "static"

_MISSING: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>smallworld</title>
<h1>The browser client has not been built</h1>
<p>The server is running, but there is nothing to show yet. In the project's folder, run
<code>make web</code>, then load this page again. A package from a wheel has the client inside.</p>
</html>
"""


class Client:
    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._files = GZipMiddleware(Files(directory=folder, check_dir=False, html=True), minimum_size=1000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] in ("/", "/index.html") and not self._built:
            await HTMLResponse(_MISSING, 503, {"cache-control": "no-store"})(scope, receive, send)
        else:
            await self._files(scope, receive, send)

    @property
    def _built(self) -> bool:
        return (self._folder / "index.html").is_file()


class Files(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if path.startswith("assets/"):
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        else:
            response.headers["cache-control"] = "no-cache"
        return response
