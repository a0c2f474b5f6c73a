"""Long work in other web workers of the page. `web/src/lib/host/thinking.ts` is the other side."""

from __future__ import annotations

import asyncio
import base64
import itertools
import pickle
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from smallworld.engine import SmallWorldError

from ..ports import Client, Failed

Ask = Callable[[str, int, str], Awaitable[str]]  # a pool, the number of the call, and the call
Stop = Callable[[str, int], object]
P = ParamSpec("P")
T = TypeVar("T")


class PageWorkers:
    """One pool of web workers, by name."""

    def __init__(self, pool: str, ask: Ask, stop: Stop) -> None:
        self._pool, self._ask, self._stop = pool, ask, stop
        self._numbers = itertools.count(1)

    async def run_for(self, client: Client, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        assert not kwargs, "arguments go by their place"
        number = next(self._numbers)
        try:
            answer = await self._ask(self._pool, number, _packed((call, args)))
        except asyncio.CancelledError:
            self._stop(self._pool, number)
            raise
        except Exception as error:  # the worker ended or was late
            raise Failed(str(error)) from error
        value, refusal, fault = pickle.loads(base64.b64decode(answer))
        if refusal is not None:
            raise refusal
        if fault:
            raise Failed(fault)
        found: T = value
        return found


def answered(order: str) -> str:
    """In the worker: carry a call out; value, refusal or fault go back."""
    call, args = pickle.loads(base64.b64decode(order))
    try:
        return _packed((call(*args), None, ""))
    except SmallWorldError as refusal:
        return _packed((None, refusal.with_traceback(None), ""))
    except Exception as error:
        return _packed((None, None, repr(error)))


def _packed(value: object) -> str:
    return base64.b64encode(pickle.dumps(value, pickle.HIGHEST_PROTOCOL)).decode()
