"""Bots at a table: workers choose the moves; they are played here at a pace people can follow."""

from __future__ import annotations

import asyncio
import logging
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING, Final
from weakref import proxy

from smallworld.engine import World, parse_action, position_string
from smallworld.engine.actions import SHIFT
from smallworld.presentation import KINDS

from ..bots.bot_jobs import Job, beats, fall_back, known_level, levels
from ..bots.thinking import decisions
from ..ports import Client, Workers
from ..tables import commands
from ..tables.refusal import Refusal
from ..wire.to_client import Waiting
from .table_view import personality_of

if TYPE_CHECKING:
    from .room import Room

_log: Final = logging.getLogger("smallworld.bots")
LASTING: Final = ("pick", "decline")
_RETRY: Final = 2.0  # seconds, when the database accepts no entries


class BotSeat:
    def __init__(self, room: Room, workers: Workers, pace: float, away: float) -> None:
        self._room: Room = proxy(room)  # weak: only the garbage collector would free a cycle
        self._workers = workers
        self._pace = pace
        self._away = away  # seconds in which a person may return
        self._task: asyncio.Task[None] | None = None
        self._place = 0  # in the queue for the workers
        self._place_shown = False
        self._began: dict[int, float] = {}  # when bots began to play for people who may return

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def go_on(self) -> None:
        """Play if it is a bot's turn and somebody is waiting for it; otherwise do nothing."""
        holders = self._room.table.holders
        self._began = {seat: began for seat, began in self._began.items() if holders[seat].may_return}
        if not self.busy and self._due:
            self._task = asyncio.create_task(self._play())

    def rest(self) -> None:
        """If nobody is waiting for the bot any more, it gives up its place in the queue."""
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
        level = known_level(table.holders[seat].level)
        spec = levels()[level].bot(personality_of(table, seat))
        job = Job(position_string(table.game.state), seat, level, spec, luck)
        stretch = await decisions(self._workers, job, Client(self._room.client_address, self._placed))
        for beat in beats(stretch.actions):
            if self._room.viewers:
                await asyncio.sleep(self._pace)
            played = await self._do(job, version, beat)
            if not played:
                return
            version += 1

    def _placed(self, place: int) -> None:
        """Tell the viewers how many jobs are before their bot's."""
        self._place = place
        if place > 1 or self._place_shown:
            self._place_shown = place > 0
            for viewer in self._room.viewers:
                viewer.send(Waiting(place=place), "chat")

    def _lasting(self, seat: int, actions: list[str]) -> bool:
        """Whether this is a choice that the person would have to live with for many turns."""
        table = self._room.table
        if table.game is None or not table.holders[seat].may_return:
            return False
        self._began.setdefault(seat, monotonic())
        return any(action_kind(table.world, action) in LASTING for action in actions)

    async def _wait_for_person(self, seat: int) -> None:
        """Somebody who has left for a moment finds the race and the next pick as they were."""
        ends = self._began.get(seat, 0.0) + self._away
        while (left := ends - monotonic()) > 0 and self._due:
            await asyncio.sleep(min(left, 1.0))

    async def _do(self, job: Job, version: int, actions: list[str]) -> bool:
        """False: the table changed meanwhile, and the result is of no use any more."""
        table = self._room.table
        if self._lasting(job.seat, actions):
            await self._wait_for_person(job.seat)
        if table.version != version or not self._due:
            return False
        try:
            await self._room.run(lambda table, now: commands.move(table, [job.seat], version, actions, now))
        except Refusal as refusal:
            if refusal.cause == "storage":
                await asyncio.sleep(_RETRY)
            elif refusal.cause not in ("stale", "phase"):
                _log.error("table %s: bot %s: %s", table.id, job.level, refusal)
                actions = fall_back(job).actions
                await self._room.run(
                    lambda table, now: commands.move(table, [job.seat], version, actions, now)
                )
            return False
        return True


def action_kind(world: World, action: str) -> str:
    """What a decision is about, as clients know it: pick, decline, conquer …"""
    return KINDS[parse_action(world, action) >> SHIFT]
