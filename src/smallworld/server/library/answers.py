"""Answers serialized in a worker process: the server passes the bytes on unchanged."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from pydantic import BaseModel

P = ParamSpec("P")


def as_json(call: Callable[P, BaseModel], /, *args: P.args, **kwargs: P.kwargs) -> bytes:
    """The result of a call as JSON."""
    return call(*args, **kwargs).model_dump_json(by_alias=True).encode()
