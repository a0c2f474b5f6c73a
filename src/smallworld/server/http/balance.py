"""The balance bench over HTTP: lines of JSON say how far it is, each with all that is known so far."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from smallworld.engine import SmallWorldError
from smallworld.lab.balance.bench import Plan, play_some
from smallworld.texts import Catalogue

from ..bots.line import Asker, Full
from ..bots.workers import Failed
from ..library.balance import balance_plan, balance_report, missing
from ..rooms import showing
from ..wire.balance import BalanceAsk, BalanceLine
from ..wire.base import Lang
from .house import NDJSON, House, address, desk, plain_problems
from .problems import Refused
from .state import Server

router = APIRouter(prefix="/api/workshop")
_LOOK: Final = 0.5  # seconds between looks whether the asker is still there
_LINES: Final[dict[str, Any]] = {
    "description": "Lines of JSON, each a BalanceLine.",
    "content": {NDJSON: {"schema": {"type": "string"}}},
}


@router.post(
    "/balance",
    response_class=StreamingResponse,
    responses={200: _LINES, **plain_problems(400, 413, 422, 429, 503)},
)
async def balance(wish: BalanceAsk, request: Request, house: House) -> Response:
    """How strong a piece is: bots play, each line has the estimate so far, the last one all of it.

    Whoever hangs up stops it, and goes on from there by asking again. Who waits in a line is told how many
    come before.
    """
    if not house.replays.take(address(request)):
        raise Refused(429, "too_fast")
    plan = await desk(request, house, balance_plan, wish.pack, wish.piece, wish.games)
    lines = _Balance(house, address(request), plan, wish.lang).lines(showing.texts(wish.lang))
    return StreamingResponse(lines, media_type=NDJSON, headers={"cache-control": "no-store"})


class _Balance:
    """A few games after the other, each when it is this asker's turn."""

    def __init__(self, house: Server, who: str, plan: Plan, lang: Lang) -> None:
        self._house, self._plan, self._lang = house, plan, lang
        self._deals = house.balances.of(plan)
        self._asker = Asker(who, self._placed)
        self._place = 0

    def _placed(self, place: int) -> None:
        self._place = place

    def _line(self, **more: Any) -> bytes:
        total = len(self._plan.tasks)
        done = sum(number < total for number in self._deals)
        line = BalanceLine(done=done, total=total, place=self._place, **more)
        return line.model_dump_json().encode() + b"\n"

    async def _so_far(self) -> bytes:
        found = await self._house.desk.run(
            self._asker, balance_report, self._plan, dict(self._deals), self._lang
        )
        return self._line(report=found)

    async def lines(self, texts: Catalogue) -> AsyncIterator[bytes]:
        try:
            yield await self._so_far()
            for numbers in missing(self._plan, self._deals):
                work = asyncio.ensure_future(
                    self._house.analysts.run_for(self._asker, play_some, self._plan, numbers)
                )
                try:
                    while not work.done():
                        yield self._line()
                        await asyncio.wait({work}, timeout=_LOOK)
                    self._deals.update(work.result())
                finally:
                    work.cancel()
                yield await self._so_far()
        except (Failed, Full) as failure:
            key = "busy" if isinstance(failure, Full) else "no_balance"
            yield self._line(error=texts.say(f"server.table.problem.{key}"))
        except SmallWorldError as error:
            yield self._line(error="; ".join(error.faults[:3]))
