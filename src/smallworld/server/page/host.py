"""The whole host, as the page's worker sees it. `web/src/lib/host/game-worker.ts` is the other side."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from smallworld.engine import SmallWorldError

from ..api.problems import Refused, problem, said, sentence
from ..rooms.rooms import Rooms
from ..tables.refusal import Refusal
from .archive import Journal, PageArchive
from .line import Line
from .requests import Request, Requests
from .workers import Ask, PageWorkers, Stop

_log: Final = logging.getLogger("smallworld.page")


@dataclass(frozen=True)
class _Lifetimes:
    idle: float = 60.0
    idle_over: float = 15.0
    unbegun: float = 0.0
    abandoned: float = 0.0
    finished: float = 0.0


@dataclass(frozen=True)
class _Settings:
    bot_pace: float = 0.45
    away: float = 60.0
    presence: float = 0.25
    follow: float = 1.0
    limits: _Lifetimes = _Lifetimes()


class Host:
    def __init__(self, journal: Journal, ask: Ask, stop: Stop, bot_pace: float = 0.45) -> None:
        quick, bench = PageWorkers("quick", ask, stop), PageWorkers("bench", ask, stop)
        self.rooms = Rooms(PageArchive(journal), quick, quick, _Settings(bot_pace))
        self._requests = Requests(self.rooms, quick, bench)
        self._tasks: dict[int, asyncio.Task[str]] = {}

    async def start(self) -> None:
        await self.rooms.start()

    def open(self, send: Callable[[str], object], closed: Callable[[], object]) -> Line:
        return Line(self.rooms, send, closed)

    async def request(self, number: int, asked: str, part: Callable[[str], object]) -> str:
        """The status and the body as JSON. A long answer goes out line by line through `part`."""
        task = asyncio.ensure_future(self._answer(Request(**json.loads(asked)), part))
        self._tasks[number] = task
        try:
            return await task
        except asyncio.CancelledError:
            return _answer(499, "")  # nobody waits for it
        finally:
            del self._tasks[number]

    def stop(self, number: int) -> None:
        """Nobody waits for this answer any more."""
        if number in self._tasks:
            self._tasks[number].cancel()

    async def _answer(self, asked: Request, part: Callable[[str], object]) -> str:
        try:
            answer = await self._requests.answer(asked)
            if isinstance(answer, bytes):
                return _answer(200, answer.decode())
            async for line in answer:
                part(line.decode())
            return _answer(200, "")
        except (Refused, Refusal, SmallWorldError) as error:
            status, body = problem(error, asked.spoken)
            return _answer(status, body.model_dump_json())
        except (ValidationError, ValueError, KeyError) as error:
            faults = [str(error)]
            if isinstance(error, ValidationError):
                faults = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
            return _answer(422, said(sentence(asked.spoken, "faults"), faults).model_dump_json())
        except Exception:
            _log.exception("a request failed: %s %s", asked.method, asked.path)
            return _answer(500, said(sentence(asked.spoken, "failed")).model_dump_json())


def _answer(status: int, body: str) -> str:
    return json.dumps({"status": status, "body": body})
