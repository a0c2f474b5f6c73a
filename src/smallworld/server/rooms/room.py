"""A table with people around it: wishes become durable entries, and everybody is shown what came of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic, time
from typing import Any, Final

from pydantic_core import to_json

from ..bots.workers import Workers
from ..settings import Settings
from ..storage.archive import Archive
from ..storage.database import StorageTrouble
from ..tables import wishes
from ..tables.clocks import NOBODY
from ..tables.journal import Entry
from ..tables.refusal import Refusal
from ..tables.table import Table
from ..wire.base import SPECTATOR
from ..wire.tables import TableInfo
from ..wire.to_client import Said
from . import showing
from .botseat import BotSeat
from .guest import Guest

_log: Final = logging.getLogger("smallworld.table")
Wish = Callable[[Table, float], Entry]


class Room:
    def __init__(self, table: Table, archive: Archive, workers: Workers, settings: Settings) -> None:
        self.table = table
        self.guests: set[Guest] = set()
        self.used = monotonic()
        self._archive = archive
        self._lock = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._bots = BotSeat(self, workers, settings.bot_pace)

    def __repr__(self) -> str:
        return f"<Room {self.table!r}, {len(self.guests)} guests>"

    @property
    def idle_since(self) -> float | None:
        """When somebody last looked; None while somebody does, a bot plays or a clock runs."""
        busy = self.guests or self._bots.busy or self.table.clocks.ticking != NOBODY or self._lock.locked()
        return None if busy else self.used

    @property
    def watched(self) -> bool:
        """Somebody waits for what happens next: a guest, or a person whose clock is part of the game."""
        return bool(self.guests) or (
            self.table.clocks.budget is not None
            and any(sitter.who == "person" and not sitter.standin for sitter in self.table.sitters)
        )

    # --- what happens ----------------------------------------------------------------------------------

    async def wish(self, wish: Wish, done: Callable[[Entry], None] = lambda entry: None) -> Entry:
        """Make a wish come true, or raise a Refusal. `done` is told before anybody sees the picture."""
        async with self._lock:
            before = self.table.phase
            entry = wish(self.table, time())
            try:
                written = await self._archive.append(self.table.id, entry)
            except StorageTrouble as error:
                raise Refusal("storage") from error
            if not written:
                await self._catch_up()
                raise Refusal("stale")
            self.table.apply(entry)
            done(entry)
            self._tell(entry, before != self.table.phase)
            self.go_on()
            return entry

    async def catch_up(self) -> None:
        """Another server may have served this table."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        for entry in await self._archive.read(
            self._archive.storage.entries, self.table.id, self.table.version
        ):
            before = self.table.phase
            self.table.apply(entry)
            self._tell(entry, before != self.table.phase)
        self.go_on()

    def go_on(self) -> None:
        """See to the clock and the bots: called whenever it may be somebody else's turn."""
        self._set_alarm()
        self._bots.go_on()

    async def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        if self._ending is not None:
            self._ending.cancel()
        await self._bots.close()

    # --- time --------------------------------------------------------------------------------------------

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        deadline = self.table.clocks.deadline
        if deadline is not None:
            wait = max(0.0, deadline - time()) + 0.02
            self._alarm = asyncio.get_running_loop().call_later(wait, self._time_is_up)

    def _time_is_up(self) -> None:
        self._ending = asyncio.create_task(self._take_over())

    async def _take_over(self) -> None:
        def timed_out(table: Table, now: float) -> Entry:
            seat = table.clocks.ticking
            if seat == NOBODY or table.clocks.left(seat, now):
                raise Refusal("phase", "not_playing")  # a move came just in time
            _log.info("table %s: time of seat %d is up, a bot plays on", table.id, seat)
            return wishes.stand_in(table, seat, "time", now)

        try:
            await self.wish(timed_out)
        except Refusal as refusal:
            if refusal.cause == "storage":
                self._alarm = asyncio.get_running_loop().call_later(2.0, self._time_is_up)
            else:
                self._set_alarm()

    # --- people --------------------------------------------------------------------------------------------

    @property
    def present(self) -> set[int]:
        return {seat for guest in self.guests for seat in guest.seats(self.table)}

    def enter(self, guest: Guest) -> None:
        before = self.present
        self.guests.add(guest)
        if self.present != before:
            self.show_seats(but=guest)
        self.welcome(guest)
        self.go_on()

    def leave(self, guest: Guest) -> None:
        before = self.present
        self.guests.discard(guest)
        self.used = monotonic()
        if self.present != before:
            self.show_seats()

    def say(self, guest: Guest, text: str) -> None:
        seats = guest.seats(self.table)
        eyes = guest.eyes(self.table)
        seat = eyes if eyes in seats else seats[0] if seats else SPECTATOR
        for other in self.guests:
            watcher = showing.texts(other.lang).say("server.table.watcher")
            name = self.table.names[seat] if seat != SPECTATOR else watcher
            other.send(Said(name=name, seat=seat, text=text))

    # --- showing ------------------------------------------------------------------------------------------

    def info(self, guest: Guest) -> TableInfo:
        return showing.table_info(self.table, guest.who, guest.lang)

    def welcome(self, guest: Guest) -> None:
        """Everything, from the beginning."""
        data = self._picture(guest, 0, True, time())
        guest.send(showing.welcome(self.info(guest), data))

    def show(self, guest: Guest) -> None:
        """The same table with other eyes: the log is told anew."""
        guest.send(to_json(self._picture(guest, 0, True, time())))

    def show_seats(self, but: Guest | None = None) -> None:
        now, present = time(), self.present
        for guest in self.guests:
            if guest is not but:
                facts = showing.seat_facts(self.table, present, guest.lang, now)
                info = self.info(guest)
                guest.send(showing.seated(info, self.table, guest.eyes(self.table), facts, guest.lang))

    def _tell(self, entry: Entry, new_phase: bool) -> None:
        """Everybody's next picture. At the end the log is told anew, because now all coins are known."""
        self.used = monotonic()
        if new_phase or entry.kind in ("seated", "standin", "back"):
            self.show_seats()
        over = self.table.phase == "over"
        fresh = entry.kind in ("undone", "begun")
        now, length = time(), len(self.table.game.log) if self.table.game else 0
        made: dict[object, bytes] = {}
        for guest in self.guests:
            look = guest.look
            guest.hand_over(self.table)
            anew = (over and new_phase) or look != guest.look
            first = 0 if anew else min(guest.told, length)
            still = fresh or look != guest.look
            alike = (guest.eyes(self.table), guest.rewinds(self.table), guest.lang, first, still)
            try:
                if alike not in made:
                    made[alike] = to_json(self._picture(guest, first, still, now))
            except Exception:  # the entry stands, whatever becomes of its pictures
                _log.exception("table %s: no picture for %r", self.table.id, guest)
                guest.drop()
                continue
            guest.told = length
            guest.send(made[alike])

    def _picture(self, guest: Guest, first: int, fresh: bool, now: float) -> dict[str, Any]:
        table = self.table
        guest.told = len(table.game.log) if table.game else 0
        return showing.picture_of(
            table,
            eyes=guest.eyes(table),
            rewinds=guest.rewinds(table),
            lang=guest.lang,
            facts=showing.seat_facts(table, self.present, guest.lang, now),
            first=first,
            fresh=fresh,
        )
