"""The browser client's files. Names with a hash never change; the page itself is always revalidated."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

STATIC: Final = Path(__file__).parents[2] / "static"
# The encodings of compressed files, smallest first, and their file name suffixes.
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}

_MISSING: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>smallworld</title>
<h1>The browser client has not been built</h1>
<p>The server is running, but there is nothing to show yet. In the project's folder, run
<code>make web</code>, then load this page again. A package from a wheel has the client inside.</p>
</html>
"""


class StaticClient:
    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._files = Files(directory=folder, check_dir=False, html=True)
        self._files.config_checked = True  # a missing folder gives 404, not an error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] in ("/", "/index.html") and not self._built:
            await HTMLResponse(_MISSING, 503, {"cache-control": "no-store"})(scope, receive, send)
        else:
            await self._files(scope, receive, send)

    @property
    def _built(self) -> bool:
        return (self._folder / "index.html").is_file()


class Files(StaticFiles):
    """Serves files compressed by the client's build: `name.br` and `name.gz` beside `name`."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.endswith(tuple(ENCODINGS.values())):
            raise HTTPException(404)
        response = await self._compressed(path, scope) or await self._plain(path, scope)
        response.headers["vary"] = "accept-encoding"
        if path.startswith("assets/"):
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        else:
            response.headers["cache-control"] = "no-cache"
        return response

    async def _plain(self, path: str, scope: Scope) -> Response:
        if self.directory is None or not Path(self.directory).is_dir():
            raise HTTPException(404)
        return await super().get_response(path, scope)

    async def _compressed(self, path: str, scope: Scope) -> Response | None:
        page = path if path not in ("", ".") else "index.html"
        for encoding in accepted(Headers(scope=scope).get("accept-encoding", "")):
            try:
                response = await self._plain(f"{page}{ENCODINGS[encoding]}", scope)
            except HTTPException:
                continue  # not worth compressing, or the build made only the other encoding
            if response.status_code == 200:
                response.headers["content-encoding"] = encoding
                response.headers["content-type"] = (
                    f"{guess_type(page)[0] or 'application/octet-stream'}; charset=utf-8"
                )
            return response
        return None


def accepted(header: str) -> list[str]:
    """The supported encodings a browser accepts, smallest first. `q=0` means: not this one."""
    weights: dict[str, float] = {}
    for part in header.lower().split(","):
        name, _, quality = part.partition(";")
        try:
            weights[name.strip()] = float(quality.partition("q=")[2] or 1)
        except ValueError:
            weights[name.strip()] = 0  # cannot be parsed: the plain file is always right
    return [name for name in ENCODINGS if weights.get(name, weights.get("*", 0)) > 0]
