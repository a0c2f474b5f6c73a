"""The coach of a table: advice is thought out elsewhere, told to whoever wants it, dropped when stale."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Final
from weakref import proxy

from pydantic_core import to_json

from smallworld.bots.counsel import Advice
from smallworld.engine import SmallWorldError, position_string, view

from ..bots.counsel import counsel
from ..bots.line import Asker, Full
from ..bots.workers import Failed, Workers
from ..picture.coach import coaching
from ..picture.phrasebook import words
from ..tables.clocks import NOBODY
from .guest import Guest

if TYPE_CHECKING:
    from .room import Room

_log: Final = logging.getLogger("smallworld.coach")
_CALM: Final = 0.08  # seconds: somebody who plays fast is not advised about every step
_KEPT: Final = 40  # positions whose advice is remembered: after an undo the same is said again


class Coaching:
    def __init__(self, room: Room, workers: Workers) -> None:
        self._room: Room = proxy(room)  # or a table that leaves would wait for the garbage collector
        self._workers = workers
        self._task: asyncio.Task[None] | None = None
        self._version = -1  # of the table, that the task thinks about
        self._known: OrderedDict[str, Advice | None] = OrderedDict()
        self._plan: tuple[int, list[int]] = (0, [])  # length of the log when it was advised, and the plan

    def go_on(self) -> None:
        """The table has changed, or somebody wants advice: think about what is asked now, nothing else."""
        table = self._room.table
        if self._version != table.version:
            self._stop()
        if self._task is None and self._listeners():
            self._version = table.version
            self._task = asyncio.create_task(self._think())

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def close(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])

    def _listeners(self) -> list[Guest]:
        """Who wants advice and is asked."""
        table = self._room.table
        if table.decides == NOBODY or table.bot_due or not table.coached:
            return []
        return [
            guest
            for guest in self._room.guests
            if guest.coached
            and not guest.sketch
            and guest.advised != table.version
            and guest.eyes(table) == table.decides
        ]

    async def _think(self) -> None:
        try:
            advice = await self._advice()
        finally:
            if asyncio.current_task() is self._task:
                self._task = None
        table = self._room.table
        assert table.game is not None
        seen = view(table.game.state, table.decides)
        for guest in self._listeners():
            guest.advised = table.version
            spoken = words(guest.lang, table.world)
            guest.send(to_json(coaching(seen, advice, spoken, table.names, table.version)))

    async def _advice(self) -> Advice | None:
        """Of the present position. Whoever changes the table cancels this."""
        table = self._room.table
        assert table.game is not None
        position, length = position_string(table.game.state), len(table.game.log)
        if position not in self._known:
            await asyncio.sleep(_CALM)
            try:
                found = await self._asked(position, table.decides, self._kept())
            except (Failed, Full, SmallWorldError) as failure:
                _log.error("table %s: no advice: %s, at %s", table.id, failure, position)
                return None
            self._known[position] = found
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        advice = self._known[position]
        self._plan = length, list(advice.plan) if advice else []
        return advice

    async def _asked(self, position: str, seat: int, kept: list[int]) -> Advice:
        """What waits for its turn is cancelled with us. What is being thought about is let be: it ends soon,
        and stopping it would stop the bots beside it."""
        waits = False

        def placed(place: int) -> None:
            nonlocal waits
            waits = place > 0

        asker = Asker(self._room.asker, placed)
        work = asyncio.ensure_future(self._workers.run_for(asker, counsel, position, seat, kept))
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if waits:
                work.cancel()
            raise

    def _kept(self) -> list[int]:
        """What is left of the latest plan, if it has been followed."""
        game = self._room.table.game
        assert game is not None
        length, plan = self._plan
        done = game.log[length:]
        return plan[len(done) :] if done == plan[: len(done)] else []
