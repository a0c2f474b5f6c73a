"""Bots at a table: what they do is thought out elsewhere and played here, at a pace people can follow."""

from __future__ import annotations

import asyncio
import logging
from secrets import token_hex
from typing import TYPE_CHECKING, Final
from weakref import proxy

from smallworld.engine import position_string

from ..bots.levels import Job, beats, fall_back, known_level
from ..bots.line import Asker
from ..bots.workers import Workers
from ..tables import wishes
from ..tables.refusal import Refusal
from ..wire.to_client import Waiting
from .showing import taste_of

if TYPE_CHECKING:
    from .room import Room

_log: Final = logging.getLogger("smallworld.bots")
_RETRY: Final = 2.0  # seconds, when the database takes no entries


class BotSeat:
    def __init__(self, room: Room, workers: Workers, pace: float) -> None:
        self._room: Room = proxy(room)  # or a table that leaves would wait for the garbage collector
        self._workers = workers
        self._pace = pace
        self._task: asyncio.Task[None] | None = None
        self._place = 0  # in the line before the workers
        self._told = False

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def go_on(self) -> None:
        """Play if it is a bot's turn and somebody waits for it; otherwise the table rests."""
        if not self.busy and self._due:
            self._task = asyncio.create_task(self._play())

    def rest(self) -> None:
        """Nobody waits for it any more: it gives up its place in the line."""
        if self._task is not None and self._place and not self._due:
            self._task.cancel()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    @property
    def _due(self) -> bool:
        return self._room.table.bot_due and self._room.watched and self._room.leads

    async def _play(self) -> None:
        try:
            while self._due:
                await self._stretch()
        except asyncio.CancelledError:
            self._place = 0
            raise
        except Exception:
            _log.exception("table %s: the bots stopped", self._room.table.id)

    async def _stretch(self) -> None:
        table = self._room.table
        assert table.game is not None
        seat, version = table.decides, table.version
        seed = table.seed
        luck = f"{seed}/{seat}/{len(table.game.log)}" if seed else token_hex(8)
        level = known_level(table.sitters[seat].level)
        character = taste_of(table, seat)
        job = Job(position_string(table.game.state), seat, level, character, luck)
        stretch = await self._workers.think(job, Asker(self._room.asker, self._placed))
        for beat in beats(stretch.actions):
            if self._room.guests:
                await asyncio.sleep(self._pace)
            played = await self._do(job, version, beat)
            if not played:
                return
            version += 1

    def _placed(self, place: int) -> None:
        """People are told while others come before their bot."""
        self._place = place
        if place > 1 or self._told:
            self._told = place > 0
            for guest in self._room.guests:
                guest.send(Waiting(place=place), "chat")

    async def _do(self, job: Job, version: int, actions: list[str]) -> bool:
        """False: something happened meanwhile, and what was thought is of no use any more."""
        table = self._room.table
        if table.version != version or not self._due:
            return False
        try:
            await self._room.wish(lambda table, now: wishes.move(table, [job.seat], version, actions, now))
        except Refusal as refusal:
            if refusal.cause == "storage":
                await asyncio.sleep(_RETRY)
            elif refusal.cause not in ("stale", "phase"):
                _log.error("table %s: bot %s: %s", table.id, job.level, refusal)
                actions = fall_back(job).actions
                await self._room.wish(
                    lambda table, now: wishes.move(table, [job.seat], version, actions, now)
                )
            return False
        return True
