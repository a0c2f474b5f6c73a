"""Balance reports over HTTP: JSON lines with the progress, each with the results so far."""

from __future__ import annotations

import logging
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from ...api.problems import Refused
from ...api.progress import Balance
from ...library.balance_report import balance_begun
from ...rooms import table_view
from ...wire.balance import BalanceAsk
from .pages import NDJSON, ServicesDep, address, client_site, plain_problems, read_for

_log: Final = logging.getLogger("smallworld.http")
router = APIRouter(prefix="/api/workshop")
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
    deals = services.balances.of(plan)
    work = Balance(services.bench, services.readers, client_site(request), plan, total, deals, body.lang)
    lines = work.lines(table_view.texts(body.lang))
    return StreamingResponse(lines, media_type=NDJSON, headers={"cache-control": "no-store"})
