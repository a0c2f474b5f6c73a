"""Long answers: JSON lines with the progress, the last one with the full result."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any, Final

from smallworld.engine import SmallWorldError
from smallworld.lab.analysis.run import Part
from smallworld.lab.balance.run import BalancePlan, play_some
from smallworld.languages import Lang
from smallworld.texts import Catalogue
from smallworld.texts.fault_sentences import fault_in
from smallworld.texts.locale import parted

from ..library.analysis import analysis_line, analysis_part
from ..library.balance_report import Deals, balance_line, done, missing
from ..ports import Client, Failed, QueueFull, Workers
from ..wire.balance import BalanceLine
from ..wire.pages import AnalysisLine

_log: Final = logging.getLogger("smallworld.http")
_CHECK_EVERY: Final = 0.5  # seconds between lines: whether the client still listens shows when one is sent


class Analysis:
    """Analyses one turn of the game at a time, each when the workers give this client its turn."""

    def __init__(self, bench: Workers, readers: Workers, who: str, text: str, total: int, lang: Lang) -> None:
        self._bench, self._readers = bench, readers
        self._text, self._total, self._lang = text, total, lang
        self._client = Client(who, self._placed)
        self._parts: list[Part] = []
        self._place = 0

    def _placed(self, place: int) -> None:
        self._place = place

    def _line(self, **more: Any) -> bytes:
        line = AnalysisLine(done=len(self._parts), total=self._total, place=self._place, **more)
        return line.model_dump_json().encode() + b"\n"

    async def lines(self, texts: Catalogue) -> AsyncIterator[bytes]:
        try:
            for number in range(self._total):
                work = asyncio.ensure_future(
                    self._bench.run_for(self._client, analysis_part, self._text, number)
                )
                try:
                    while not work.done():
                        yield self._line()
                        await asyncio.wait({work}, timeout=_CHECK_EVERY)
                    self._parts.append(work.result())
                finally:
                    work.cancel()
            yield await self._readers.run_for(
                self._client, analysis_line, self._text, self._parts, self._lang
            )
        except QueueFull as full:
            yield self._line(error=texts.say("server.table.problem.busy", waiting=full.waiting))
        except Failed as failure:
            _log.error("no analysis: %s", failure)
            yield self._line(error=texts.say("server.table.problem.no_analysis"))


class Balance:
    """Plays a few games at a time, each when the workers give this client its turn."""

    def __init__(
        self,
        bench: Workers,
        readers: Workers,
        who: str,
        plan: BalancePlan,
        total: int,
        deals: Deals,
        lang: Lang,
    ) -> None:
        self._bench, self._readers = bench, readers
        self._plan, self._total, self._deals, self._lang = plan, total, deals, lang
        self._client = Client(who, self._placed)
        self._place = 0

    def _placed(self, place: int) -> None:
        self._place = place

    def _line(self, **more: Any) -> bytes:
        played = done(self._total, self._deals)
        line = BalanceLine(done=played, total=self._total, place=self._place, **more)
        return line.model_dump_json().encode() + b"\n"

    async def _so_far(self) -> bytes:
        return await self._readers.run_for(
            self._client, balance_line, self._plan, self._total, dict(self._deals), self._lang
        )

    async def lines(self, texts: Catalogue) -> AsyncIterator[bytes]:
        try:
            yield await self._so_far()
            for numbers in missing(self._total, self._deals):
                work = asyncio.ensure_future(
                    self._bench.run_for(self._client, play_some, self._plan, numbers)
                )
                try:
                    while not work.done():
                        yield self._line()
                        await asyncio.wait({work}, timeout=_CHECK_EVERY)
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
            said = [fault_in(texts.lang, fault) for fault in error.faults[:3]]
            yield self._line(error=parted(texts.lang, said))
