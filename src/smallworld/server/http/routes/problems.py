"""Errors as HTTP answers."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from smallworld.engine import SmallWorldError

from ...api.problems import Refused, problem, said, sentence
from ...tables.refusal import Refusal
from ...wire.pages import Problem
from ..protection.security import language


def spoken(request: Request) -> Any:
    """The first supported language the browser accepts; `?lang=` has priority."""
    return language(f"{request.query_params.get('lang', '')},{request.headers.get('accept-language', '')}")


def answer(status: int, body: Problem) -> JSONResponse:
    return JSONResponse(body.model_dump(), status, headers={"cache-control": "no-store"})


def add_problems(app: FastAPI) -> None:
    async def refused(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, Refused | Refusal | SmallWorldError)
        return answer(*problem(error, spoken(request)))

    for kind in (Refused, Refusal, SmallWorldError):
        app.add_exception_handler(kind, refused)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        faults = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        return answer(422, said(sentence(spoken(request), "faults"), faults))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        key = {404: "no_page", 405: "no_method", 400: "unreadable"}.get(error.status_code, "failed")
        response = answer(error.status_code, said(sentence(spoken(request), key)))
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response
