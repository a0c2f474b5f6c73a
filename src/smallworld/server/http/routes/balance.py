"""Balance reports over HTTP: JSON lines with the progress, each with the results so far."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from smallworld.engine import SmallWorldError
from smallworld.lab.balance.run import BalancePlan, play_some
from smallworld.languages import Lang
from smallworld.texts import Catalogue

from ...library.balance_report import balance_begun, balance_line, done, missing
from ...ports import Client, Failed, QueueFull
from ...rooms import table_view
from ...wire.balance import BalanceAsk, BalanceLine
from ..services import Services
from .pages import NDJSON, ServicesDep, address, client_site, plain_problems, read_for
from .problems import Refused

_log: Final = logging.getLogger("smallworld.house")
router = APIRouter(prefix="/api/workshop")
_LOOK: Final = 0.5  # seconds between checks whether the client is still connected
_LINES: Final[dict[str, Any]] = {
    "description": "Lines of JSON, each a BalanceLine.",
    "content": {NDJSON: {"schema": {"type": "string"}}},
}


@router.post(
    "/balance",
    response_class=StreamingResponse,
    responses={200: _LINES, **plain_problems(400, 413, 422, 429, 503)},
)
async def balance(body: BalanceAsk, request: Request, services: ServicesDep) -> Response:
    """How strong a race or power is: bots play games; each line has the estimate so far, the last one the
    full report.

    Closing the connection stops the run; asking again continues it. While the request waits in the queue,
    lines say how many are before it.
    """
    if not services.replays.take(address(request)):
        raise Refused(429, "too_fast")
    plan, total = await read_for(request, services, balance_begun, body.pack, body.piece, body.games)
    lines = _Balance(services, client_site(request), plan, total, body.lang).lines(
        table_view.texts(body.lang)
    )
    return StreamingResponse(lines, media_type=NDJSON, headers={"cache-control": "no-store"})


class _Balance:
    """Plays a few games at a time, each when the fair queue gives this client its turn."""

    def __init__(self, services: Services, who: str, plan: BalancePlan, total: int, lang: Lang) -> None:
        self._services, self._plan, self._total, self._lang = services, plan, total, lang
        self._deals = services.balances.of(plan)
        self._client = Client(who, self._placed)
        self._place = 0

    def _placed(self, place: int) -> None:
        self._place = place

    def _line(self, **more: Any) -> bytes:
        played = done(self._total, self._deals)
        line = BalanceLine(done=played, total=self._total, place=self._place, **more)
        return line.model_dump_json().encode() + b"\n"

    async def _so_far(self) -> bytes:
        return await self._services.readers.run_for(
            self._client, balance_line, self._plan, self._total, dict(self._deals), self._lang
        )

    async def lines(self, texts: Catalogue) -> AsyncIterator[bytes]:
        try:
            yield await self._so_far()
            for numbers in missing(self._total, self._deals):
                work = asyncio.ensure_future(
                    self._services.bench.run_for(self._client, play_some, self._plan, numbers)
                )
                try:
                    while not work.done():
                        yield self._line()
                        await asyncio.wait({work}, timeout=_LOOK)
                    self._deals.update(work.result())
                finally:
                    work.cancel()
                yield await self._so_far()
        except QueueFull as full:
            yield self._line(error=texts.say("server.table.problem.busy", waiting=full.waiting))
        except Failed as failure:
            _log.error("no balance: %s", failure)
            yield self._line(error=texts.say("server.table.problem.no_balance"))
        except SmallWorldError as error:
            yield self._line(error="; ".join(error.faults[:3]))
