"""A table with people around it: wishes become durable entries, and everybody is shown what came of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic, time
from typing import Any, Final

from pydantic_core import to_json

from ..bots.workers import Workers
from ..picture.holdings import SeatFacts
from ..picture.phrasebook import words
from ..settings import Settings
from ..storage.archive import Archive
from ..storage.database import StorageTrouble
from ..tables import wishes
from ..tables.clocks import NOBODY
from ..tables.journal import Entry
from ..tables.refusal import Refusal
from ..tables.sketch import Sketch
from ..tables.table import Table
from ..wire.base import SPECTATOR
from ..wire.tables import TableInfo
from ..wire.to_client import Meanwhile, Quip, Said
from . import showing
from .banter import occasion
from .botseat import BotSeat
from .changes import Company, Written, told
from .coaching import Coaching
from .guest import Guest
from .neighbours import Neighbours

_log: Final = logging.getLogger("smallworld.table")
_TRIES: Final = 3  # to write an entry that another server was faster with
_WATCH: Final = 15.0  # seconds after which another server looks after bots that play with nobody there
Wish = Callable[[Table, float], Entry]


class Room:
    def __init__(
        self,
        table: Table,
        archive: Archive,
        workers: Workers,
        settings: Settings,
        neighbours: Neighbours | None = None,
    ) -> None:
        self.table = table
        self.guests: set[Guest] = set()
        self.used = monotonic()
        self.touched = time()  # when something last happened here
        self.due_written: float | None = None  # what the database has for `due`
        self.kept = 0  # the version of which the database has a snapshot, as far as it is known here
        self._archive = archive
        self._neighbours = neighbours or Neighbours()
        self._lock = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._bots = BotSeat(self, workers, settings.bot_pace)
        self._coach = Coaching(self, workers)
        self._presence = settings.presence
        self._announced: set[int] = set()  # whom the guests believe to be here
        self._announcing: asyncio.TimerHandle | None = None

    def __repr__(self) -> str:
        return f"<Room {self.table!r}, {len(self.guests)} guests>"

    @property
    def idle_since(self) -> float | None:
        """When somebody last looked; None while somebody does, or a bot plays."""
        busy = self.guests or self._bots.busy or self._lock.locked()
        return None if busy else self.used

    @property
    def watched(self) -> bool:
        """Somebody waits for what happens next: a guest, or a person whose clock is part of the game."""
        return bool(self.guests) or (
            self.table.clocks.budget is not None
            and any(sitter.who == "person" and not sitter.standin for sitter in self.table.sitters)
        )

    @property
    def leads(self) -> bool:
        """Of the servers that people look at this table through, one lets its bots play."""
        return self._neighbours.leads(self.table.id, bool(self.guests))

    @property
    def due(self) -> float | None:
        """When some server must look at this table, even if nobody does: a clock runs out, or a bot plays."""
        if self.table.clocks.budget is None or self.table.phase != "playing":
            return None
        deadline = self.table.clocks.deadline
        if deadline is None and self.watched and self.table.bot_due:
            return (self.due_written or 0.0) if (self.due_written or 0.0) > time() + 5 else time() + _WATCH
        return deadline

    # --- what happens ----------------------------------------------------------------------------------

    async def wish(self, wish: Wish, done: Callable[[Entry], None] = lambda entry: None) -> Entry:
        """Make a wish come true, or raise a Refusal. `done` is told before anybody sees the picture.

        If another server was faster, the wish is asked again about the table as it is then: one that was made
        against a version refuses itself, others (sitting down, a bot standing in) are still what was meant.
        """
        async with self._lock:
            for _ in range(_TRIES):
                before = self.table.phase
                entry = wish(self.table, time())
                try:
                    written = await self._archive.append(self.table.id, entry)
                    if not written:
                        await self._catch_up()
                        continue
                except StorageTrouble as error:
                    raise Refusal("storage") from error
                self.table.apply(entry)
                done(entry)
                self._tell(entry, before != self.table.phase)
                self.go_on()
                return entry
            raise Refusal("stale")

    async def catch_up(self, version: int | None = None) -> None:
        """Another server may have served this table, up to this version at least if one is named."""
        if version is not None and version <= self.table.version:
            return
        async with self._lock:
            if version is None or version > self.table.version:
                await self._catch_up()

    async def _catch_up(self) -> None:
        entries = await self._archive.read(self._archive.storage.entries, self.table.id, self.table.version)
        for entry in entries:
            before = self.table.phase
            self.table.apply(entry)
            self._tell(entry, before != self.table.phase)
        if entries:
            self.go_on()

    def go_on(self) -> None:
        """See to the clock, the bots and the coach: called whenever it may be somebody else's turn."""
        self._set_alarm()
        self._bots.go_on()
        self._coach.go_on()

    async def close(self) -> None:
        for timer in (self._alarm, self._announcing):
            if timer is not None:
                timer.cancel()
        if self._ending is not None:
            self._ending.cancel()
        await self._bots.close()
        await self._coach.close()

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
    def here(self) -> set[int]:
        """Seats that somebody is connected to at this server."""
        return {seat for guest in self.guests for seat in guest.seats(self.table)}

    @property
    def present(self) -> set[int]:
        """And at any server."""
        return self.here | self._neighbours.seats(self.table.id)

    @property
    def asker(self) -> str:
        """On whose behalf bots think here: the address that counts for the line they wait in."""
        return next((guest.address for guest in self.guests), "")

    def enter(self, guest: Guest) -> None:
        self.guests.add(guest)
        self._people_changed()
        self.welcome(guest)
        self.go_on()

    def leave(self, guest: Guest) -> None:
        self.guests.discard(guest)
        self.used = monotonic()
        self._people_changed()
        self._bots.rest()

    async def ask_around(self) -> None:
        """Be sure who is connected at other servers."""
        await self._neighbours.ask(self.table.id)

    def people_changed_elsewhere(self) -> None:
        self._announce_soon()
        self.go_on()

    def _people_changed(self) -> None:
        self._neighbours.here(self.table.id, self.here, len(self.guests))
        self._announce_soon()

    def _announce_soon(self) -> None:
        """Somebody who comes and goes many times a second is announced once, and without the board."""
        if self._announcing is None and self.present != self._announced:
            loop = asyncio.get_running_loop()
            self._announcing = loop.call_later(self._presence, self._announce)

    def _announce(self) -> None:
        self._announcing = None
        if self.present != self._announced:
            self.show_seats()

    def advise(self, guest: Guest, on: bool) -> None:
        """Somebody wants the coach, or no longer."""
        guest.coached, guest.advised = on, -1
        self._coach.go_on()

    def sketch(self, guest: Guest, on: bool) -> None:
        """Begin a private copy of the position, or go back to the table itself."""
        guest.sketch = None
        if on:
            seat, game = guest.eyes(self.table), self.table.game
            if game is None or game.over or seat == SPECTATOR:
                raise Refusal("phase", "not_playing")
            guest.sketch = Sketch(game.state, seat, self.table.version)
            self.show_sketch(guest, fresh=True)
        else:
            self.show(guest)

    def show_sketch(self, guest: Guest, fresh: bool = False) -> None:
        guest.send(to_json(self._sketch_picture(guest, fresh)), "picture")

    def _sketch_picture(self, guest: Guest, fresh: bool) -> dict[str, Any]:
        assert guest.sketch is not None
        facts = showing.seat_facts(self.table, self.present, guest.lang, time())
        return showing.sketch_picture(self.table, guest.sketch, guest.lang, facts, fresh)

    def say(self, guest: Guest, text: str) -> None:
        seats = guest.seats(self.table)
        eyes = guest.eyes(self.table)
        seat = eyes if eyes in seats else seats[0] if seats else SPECTATOR
        self.said(seat, text)
        self._neighbours.said(self.table.id, seat, text)

    def said(self, seat: int, text: str) -> None:
        lines: dict[str, bytes] = {}
        for other in self.guests:
            if other.lang not in lines:
                watcher = showing.texts(other.lang).say("server.table.watcher")
                name = self.table.names[seat] if 0 <= seat < len(self.table.names) else watcher
                lines[other.lang] = Said(name=name, seat=seat, text=text).model_dump_json().encode()
            other.send(lines[other.lang], "chat")

    # --- showing ------------------------------------------------------------------------------------------

    def info(self, guest: Guest) -> TableInfo:
        return showing.table_info(self.table, guest.who, guest.lang)

    def welcome(self, guest: Guest) -> None:
        """Everything, from the beginning."""
        guest.sketch = None
        data = self._picture(guest, time())
        guest.send(showing.welcome(self.info(guest), data), "welcome")
        self.advise(guest, guest.coached)

    def show(self, guest: Guest) -> None:
        """The same table with other eyes: the log is told anew."""
        guest.send(self.whole(guest), "picture")
        self.advise(guest, guest.coached)

    def show_again(self, guest: Guest) -> None:
        """What is on this reader's screen, as a whole."""
        if guest.sketch is not None:
            self.show_sketch(guest, fresh=True)
        else:
            self.show(guest)

    def whole(self, guest: Guest) -> bytes:
        if guest.sketch is not None:
            return to_json(self._sketch_picture(guest, True))
        return to_json(self._picture(guest, time()))

    def show_seats(self) -> None:
        now = time()
        self._announced = self.present
        for guest in self.guests:
            facts = showing.seat_facts(self.table, self._announced, guest.lang, now)
            news = showing.table_news(self.table, guest.who, guest.lang)
            guest.send(showing.seated(news, self.table, guest.eyes(self.table), facts, guest.lang))

    def _tell(self, entry: Entry, new_phase: bool) -> None:
        """Everybody's next picture. At the end the log is told anew, because now all coins are known."""
        self.used = monotonic()
        self.touched = max(self.touched, entry.at)
        if new_phase or entry.kind in ("seated", "standin", "back"):
            self.show_seats()
        over = self.table.phase == "over"
        fresh = entry.kind in ("undone", "begun")
        now, length = time(), len(self.table.game.log) if self.table.game else 0
        self._announced = self.present  # it is in every picture
        facts: dict[str, list[SeatFacts]] = {}
        company: dict[object, Company] = {}
        written: Written = {}
        for guest in self.guests:
            if guest.sketch is not None:
                asked = self.table.decides == guest.sketch.seat
                guest.send(Meanwhile(moves=self.table.version - guest.sketch.made, asked=asked))
                continue
            look = guest.look
            if entry.kind in ("standin", "back"):
                guest.hand_over(self.table)
            if guest.outbox.behind:
                continue  # the picture that is made when they have read so far is this one, or a later one
            anew = (over and new_phase) or look != guest.look
            first = 0 if anew else min(guest.told_log, length)
            still = fresh or look != guest.look
            sight, lang, before = guest.sight(self.table), guest.lang, guest.told
            alike = (sight, lang, first, still)
            try:
                if alike not in company:
                    if lang not in facts:
                        facts[lang] = showing.seat_facts(self.table, self._announced, lang, now)
                    picture = showing.picture_of(self.table, sight, lang, facts[lang], first, still)
                    company[alike] = Company(picture, words(lang, self.table.world), written)
                data = company[alike].message(guest, before)
            except Exception:  # the entry stands, whatever becomes of its pictures
                _log.exception("table %s: no picture for %r", self.table.id, guest)
                guest.drop()
                continue
            guest.told_log = length
            guest.send(data, "picture")
        for group in company.values():
            group.part()
        self._banter(entry)

    def _banter(self, entry: Entry) -> None:
        spoken = occasion(self.table, entry)
        if spoken is None:
            return
        seat, about = spoken
        key = f"server.taste.{showing.taste_of(self.table, seat)}.{about}"
        for guest in self.guests:
            if guest.sketch is None:
                text = showing.texts(guest.lang).say(key)
                guest.send(Quip(seat=seat, name=self.table.names[seat], text=text), "chat")

    def _picture(self, guest: Guest, now: float) -> dict[str, Any]:
        """All of it, from the beginning."""
        table, lang = self.table, guest.lang
        guest.told_log = len(table.game.log) if table.game else 0
        facts = showing.seat_facts(table, self.present, lang, now)
        data = showing.picture_of(table, guest.sight(table), lang, facts, 0, True)
        guest.told = told(data, words(lang, table.world))
        return data
