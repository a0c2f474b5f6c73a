"""The coach of a table: advice is computed in workers, sent to those who want it, dropped when stale."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Final
from weakref import proxy

from pydantic_core import to_json

from smallworld.bots.coach import Advice
from smallworld.bots.rollouts import Effort
from smallworld.engine import SmallWorldError, position_string, view

from ..bots.advice import PATIENCE, QUICK, advice_for
from ..picture.coach import coach_data
from ..picture.text_cache import words
from ..ports import Client, Failed, QueueFull, Workers
from ..tables.clocks import NOBODY
from .viewer import Viewer

if TYPE_CHECKING:
    from .room import Room

_log: Final = logging.getLogger("smallworld.coach")
_CALM: Final = 0.08  # seconds: someone who plays fast gets no advice about every step
_KEPT: Final = 40  # positions with cached advice: after an undo the same advice is given again


class TableCoach:
    def __init__(self, room: Room, workers: Workers) -> None:
        self._room: Room = proxy(room)  # weak: only the garbage collector would free a cycle
        self._workers = workers
        self._task: asyncio.Task[None] | None = None
        self._version = -1  # version of the table the task works on
        self._known: OrderedDict[str, Advice | None] = OrderedDict()
        self._plan: tuple[int, list[int]] = (0, [])  # length of the log then, and the plan

    def go_on(self) -> None:
        """The table changed, or somebody wants advice: work on the current question only."""
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

    def _listeners(self) -> list[Viewer]:
        """The viewers who want advice and are asked to decide."""
        table = self._room.table
        if table.decides == NOBODY or table.bot_due or not table.coached:
            return []
        return [
            viewer
            for viewer in self._room.viewers
            if viewer.coached
            and not viewer.scratchpad
            and viewer.advised != table.version
            and viewer.shown_seat(table) == table.decides
        ]

    async def _think(self) -> None:
        try:
            advice = await self._advice()
        finally:
            if asyncio.current_task() is self._task:
                self._task = None
        for viewer in self._listeners():
            viewer.advised = self._room.table.version
            self._send(viewer, advice)

    def _send(self, viewer: Viewer, advice: Advice | None, *, more: bool = False) -> None:
        table = self._room.table
        assert table.game is not None
        seen, spoken = view(table.game.state, table.decides), words(viewer.lang, table.world)
        viewer.send(to_json(coach_data(seen, advice, spoken, table.names, table.version, more)))

    async def _advice(self) -> Advice | None:
        """Advice for the current position, after a quick first word. A change of the table cancels this."""
        table = self._room.table
        assert table.game is not None
        position, length = position_string(table.game.state), len(table.game.log)
        if position not in self._known:
            await asyncio.sleep(_CALM)
            kept = self._kept()
            try:
                if not kept:
                    first = await self._found(position, kept, QUICK)
                    for viewer in self._listeners():
                        self._send(viewer, first, more=True)
                found = await self._found(position, kept, PATIENCE)
            except (Failed, QueueFull, SmallWorldError) as failure:
                _log.error("table %s: no advice: %s, at %s", table.id, failure, position)
                return None
            self._known[position] = found
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        advice = self._known[position]
        self._plan = length, list(advice.plan) if advice else []
        return advice

    async def _found(self, position: str, kept: list[int], effort: Effort) -> Advice:
        client, seat = Client(self._room.client_address), self._room.table.decides
        return await self._workers.run_for(client, advice_for, position, seat, kept, effort)

    def _kept(self) -> list[int]:
        """The rest of the latest plan, if it has been followed so far."""
        game = self._room.table.game
        assert game is not None
        length, plan = self._plan
        done = game.log[length:]
        return plan[len(done) :] if done == plan[: len(done)] else []
