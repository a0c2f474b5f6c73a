"""What a refused HTTP request says: a sentence and the faults. Never what was sent: it may hold a key."""

from __future__ import annotations

import logging
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from smallworld.engine import SmallWorldError
from smallworld.texts.tables import LANGUAGES

from ..rooms import showing
from ..storage.database import StorageTrouble
from ..tables.refusal import Refusal
from ..wire.house import Problem

_log: Final = logging.getLogger("smallworld.house")
_STATUS: Final = {"storage": 503, "stale": 409, "phase": 409}


class Refused(Exception):
    """`server.table.problem.<key>` has the sentence."""

    def __init__(self, status: int, key: str) -> None:
        self.status, self.key = status, key
        super().__init__(key)


def spoken(request: Request) -> Any:
    """The first of our languages that the browser asks for; also as `?lang=`."""
    wished = [request.query_params.get("lang", ""), *request.headers.get("accept-language", "").split(",")]
    for wish in wished:
        code = wish.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def problem(status: int, error: str, faults: list[str] | None = None) -> JSONResponse:
    body = Problem(error=error, faults=faults or [])
    return JSONResponse(body.model_dump(), status, headers={"cache-control": "no-store"})


def add_problems(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        return problem(error.status, _say(request, error.key))

    @app.exception_handler(Refusal)
    async def refusal(request: Request, error: Refusal) -> JSONResponse:
        texts = showing.texts(spoken(request))
        reasons = error.reasons(texts, [])
        return problem(
            _STATUS.get(error.cause, 409), reasons[0].sentence, [reason.remedy for reason in reasons]
        )

    @app.exception_handler(StorageTrouble)
    async def storage(request: Request, error: StorageTrouble) -> JSONResponse:
        _log.error("%s", error)
        return problem(503, _say(request, "storage"))

    @app.exception_handler(SmallWorldError)
    async def ours(request: Request, error: SmallWorldError) -> JSONResponse:
        return problem(422, _say(request, "faults"), list(error.faults))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        faults = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        return problem(422, _say(request, "faults"), faults)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        key = {404: "no_page", 405: "no_method", 400: "unreadable"}.get(error.status_code, "failed")
        answer = problem(error.status_code, _say(request, key))
        for name, value in (error.headers or {}).items():
            answer.headers[name] = value
        return answer

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        return problem(500, _say(request, "failed"))


def _say(request: Request, key: str) -> str:
    return showing.texts(spoken(request)).say(f"server.table.problem.{key}")
