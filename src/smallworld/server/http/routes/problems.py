"""The body of a refused request: a sentence and the faults. Never the input: it may hold a key."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from smallworld.engine import SmallWorldError

from ...rooms import table_view
from ...tables.archive import StorageError
from ...tables.refusal import Refusal
from ...wire.pages import Problem
from ..protection.security import language

_log: Final = logging.getLogger("smallworld.house")
_STATUS: Final = {"storage": 503, "stale": 409, "phase": 409}
_FAULTS: Final = 8  # listed per request; the others are only counted
_LETTERS: Final = 400  # characters of each


class Refused(Exception):
    """The sentence is the text `server.table.problem.<key>`."""

    def __init__(self, status: int, key: str, **facts: int) -> None:
        self.status, self.key, self.facts = status, key, facts
        super().__init__(key)


def spoken(request: Request) -> Any:
    """The first supported language the browser accepts; `?lang=` has priority."""
    return language(f"{request.query_params.get('lang', '')},{request.headers.get('accept-language', '')}")


def problem(status: int, error: str, faults: Sequence[str] = ()) -> JSONResponse:
    body = Problem(error=error, faults=handful(faults))
    return JSONResponse(body.model_dump(), status, headers={"cache-control": "no-store"})


def handful(faults: Sequence[str]) -> list[str]:
    """A bounded list of faults: a request with ten thousand faults must not get a huge answer."""
    shortened = [fault if len(fault) <= _LETTERS else f"{fault[:_LETTERS]} …" for fault in faults[:_FAULTS]]
    return shortened if len(faults) <= _FAULTS else [*shortened, f"… + {len(faults) - _FAULTS}"]


def add_problems(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        return problem(error.status, _say(request, error.key, **error.facts))

    @app.exception_handler(Refusal)
    async def refusal(request: Request, error: Refusal) -> JSONResponse:
        texts = table_view.texts(spoken(request))
        reasons = error.reasons(texts, [])
        return problem(
            _STATUS.get(error.cause, 409), reasons[0].sentence, [reason.remedy for reason in reasons]
        )

    @app.exception_handler(StorageError)
    async def storage(request: Request, error: StorageError) -> JSONResponse:
        _log.error("%s", error)
        return problem(503, _say(request, "storage"))

    @app.exception_handler(SmallWorldError)
    async def ours(request: Request, error: SmallWorldError) -> JSONResponse:
        return problem(422, _say(request, "faults"), error.faults)

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


def _say(request: Request, key: str, **facts: int) -> str:
    return table_view.texts(spoken(request)).say(f"server.table.problem.{key}", **facts)
