"""A table with viewers: commands become durable journal entries, and every viewer is sent the result."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic, time
from typing import Any, Final

from pydantic_core import to_json

from ..bots.bot_jobs import rated
from ..picture.holdings import SeatFacts
from ..picture.text_cache import words
from ..ports import RoomSettings, Workers
from ..tables import commands
from ..tables.archive import Archive, NoRoom, StorageError
from ..tables.clocks import NOBODY
from ..tables.journal import Entry
from ..tables.refusal import Refusal
from ..tables.scratchpad import Scratchpad
from ..tables.table import Table
from ..wire.base import SPECTATOR
from ..wire.tables import TableInfo
from ..wire.to_client import Meanwhile, Quip, Said
from . import table_view
from .absence import Absence, fitting_level
from .bot_chat import occasion
from .bot_seat import BotSeat
from .peers import Peers
from .picture_diff import ViewerGroup, Written, sent_picture
from .table_coach import TableCoach
from .viewer import Viewer

_log: Final = logging.getLogger("smallworld.table")
_TRIES: Final = 3  # attempts to write an entry when another server was faster
_WATCH: Final = 15.0  # seconds after which another server takes over bots that play without viewers
Command = Callable[[Table, float], Entry]


class Room:
    def __init__(
        self,
        table: Table,
        archive: Archive,
        workers: Workers,
        settings: RoomSettings,
        peers: Peers | None = None,
    ) -> None:
        self.table = table
        self.viewers: set[Viewer] = set()
        self.used = monotonic()
        self.touched = time()  # time of the last entry
        self.due_written: float | None = None  # the value of `due` in the database
        self.kept = 0  # the version of the latest snapshot in the database, as far as known here
        self._archive = archive
        self._peers = peers or Peers()
        self._lock = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._bots = BotSeat(self, workers, settings.bot_pace, settings.away)
        self._away = settings.away
        self._coach = TableCoach(self, workers)
        self._presence = settings.presence
        self._absence = Absence()
        self._announced: set[int] = set()  # the seats that viewers see as connected
        self._announcing: asyncio.TimerHandle | None = None

    def __repr__(self) -> str:
        return f"<Room {self.table!r}, {len(self.viewers)} guests>"

    @property
    def idle_since(self) -> float | None:
        """When the room was last in use; None while it has viewers, a bot plays or an entry is written."""
        busy = self.viewers or self._bots.busy or self._lock.locked()
        return None if busy else self.used

    @property
    def watched(self) -> bool:
        """Somebody is waiting for the next move: a viewer, or a person whose clock is part of the game."""
        return bool(self.viewers) or (
            self.table.clocks.budget is not None
            and any(holder.who == "person" and not holder.standin for holder in self.table.holders)
        )

    @property
    def leads(self) -> bool:
        """Of the servers with viewers of this table, only one lets its bots play."""
        return self._peers.leads(self.table.id, bool(self.viewers))

    @property
    def due(self) -> float | None:
        """When a server must load this table even without viewers: a clock runs out, or a bot plays."""
        if self.table.clocks.budget is None or self.table.phase != "playing":
            return None
        deadline = self.table.clocks.deadline
        if deadline is None and self.watched and self.table.bot_due:
            return (self.due_written or 0.0) if (self.due_written or 0.0) > time() + 5 else time() + _WATCH
        return deadline

    # --- commands --------------------------------------------------------------------------------------

    async def run(self, command: Command, done: Callable[[Entry], None] = lambda entry: None) -> Entry:
        """Run a command: write and apply its entry, or raise a Refusal. `done` is called before any picture
        is sent.

        If another server wrote first, the command runs again on the updated table: one made for an older
        version refuses itself; others (taking a seat, a bot taking over) are still valid.
        """
        async with self._lock:
            for _ in range(_TRIES):
                before = self.table.phase
                entry = command(self.table, time())
                try:
                    written = await self._archive.append(self.table.id, entry)
                    if not written:
                        await self._catch_up()
                        continue
                except StorageError as error:
                    rule = "no_room" if isinstance(error, NoRoom) else "storage"
                    raise Refusal("storage", rule) from error
                self.table.apply(entry)
                done(entry)
                self._tell(entry, before != self.table.phase)
                self.go_on()
                return entry
            raise Refusal("stale")

    async def catch_up(self, version: int | None = None) -> None:
        """Apply what other servers have written, at least up to this version if one is given."""
        if version is not None and version <= self.table.version:
            return
        async with self._lock:
            if version is None or version > self.table.version:
                await self._catch_up()

    async def _catch_up(self) -> None:
        entries = await self._archive.entries(self.table.id, self.table.version)
        for entry in entries:
            before = self.table.phase
            self.table.apply(entry)
            self._tell(entry, before != self.table.phase)
        if entries:
            self.go_on()

    def go_on(self) -> None:
        """Update the clock, the bots and the coach; called whenever the turn may have changed."""
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

    # --- clocks ------------------------------------------------------------------------------------------

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
            return commands.stand_in(table, seat, "time", now, self.stand_in_level(seat))

        try:
            await self.run(timed_out)
        except Refusal as refusal:
            if refusal.cause == "storage":
                self._alarm = asyncio.get_running_loop().call_later(2.0, self._time_is_up)
            else:
                self._set_alarm()

    # --- people --------------------------------------------------------------------------------------------

    @property
    def here(self) -> set[int]:
        """Seats with a connection to this server."""
        return {seat for viewer in self.viewers for seat in viewer.seats(self.table)}

    @property
    def present(self) -> set[int]:
        """Seats with a connection to any server."""
        return self.here | self._peers.seats(self.table.id)

    def long_away(self, seat: int, now: float) -> bool:
        """So long that any player may let a bot take over."""
        self._absence.note(self.table, self.present, now)
        return (self._absence.seconds(seat, now) or 0.0) >= self._away

    def stand_in_level(self, seat: int) -> str:
        return fitting_level(self.table, seat, [*rated()])

    def _facts(self, lang: str, now: float) -> list[SeatFacts]:
        present = self.present
        self._absence.note(self.table, present, now)
        away = {seat: self._absence.seconds(seat, now) for seat in range(len(self.table.holders))}
        return table_view.seat_facts(self.table, present, lang, now, away)

    @property
    def client_address(self) -> str:
        """The client address whose turn in the fair queue the bots of this table use."""
        return next((viewer.address for viewer in self.viewers), "")

    def enter(self, viewer: Viewer) -> None:
        self.viewers.add(viewer)
        self._people_changed()
        self.welcome(viewer)
        self.go_on()

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.used = monotonic()
        self._people_changed()
        self._bots.rest()

    async def ask_around(self) -> None:
        """Make sure to know who is connected to other servers."""
        try:
            await self._peers.ask(self.table.id)
        except StorageError as error:
            raise Refusal("storage") from error

    def people_changed_elsewhere(self) -> None:
        self._announce_soon()
        self.go_on()

    def _people_changed(self) -> None:
        self._peers.here(self.table.id, self.here, len(self.viewers))
        self._announce_soon()

    def _announce_soon(self) -> None:
        """Someone who reconnects many times a second is announced once, and without the board."""
        if self._announcing is None and self.present != self._announced:
            loop = asyncio.get_running_loop()
            self._announcing = loop.call_later(self._presence, self._announce)

    def _announce(self) -> None:
        self._announcing = None
        if self.present != self._announced:
            self.show_seats()

    def advise(self, viewer: Viewer, on: bool) -> None:
        """Turn the coach on or off for a viewer."""
        viewer.coached, viewer.advised = on, -1
        self._coach.go_on()

    def use_scratchpad(self, viewer: Viewer, on: bool) -> None:
        """Start a private copy of the position, or go back to the table."""
        viewer.scratchpad = None
        if on:
            seat, game = viewer.shown_seat(self.table), self.table.game
            if game is None or game.over or seat == SPECTATOR:
                raise Refusal("phase", "not_playing")
            viewer.scratchpad = Scratchpad(game.state, seat, self.table.version)
            self.show_scratchpad(viewer, fresh=True)
        else:
            self.show(viewer)

    def show_scratchpad(self, viewer: Viewer, fresh: bool = False) -> None:
        viewer.send(to_json(self._scratchpad_picture(viewer, fresh)), "picture")

    def _scratchpad_picture(self, viewer: Viewer, fresh: bool) -> dict[str, Any]:
        assert viewer.scratchpad is not None
        facts = self._facts(viewer.lang, time())
        return table_view.scratchpad_picture(self.table, viewer.scratchpad, viewer.lang, facts, fresh)

    def say(self, viewer: Viewer, text: str) -> None:
        seats = viewer.seats(self.table)
        shown = viewer.shown_seat(self.table)
        seat = shown if shown in seats else seats[0] if seats else SPECTATOR
        self.said(seat, text)
        self._peers.said(self.table.id, seat, text)

    def said(self, seat: int, text: str) -> None:
        lines: dict[str, bytes] = {}
        for other in self.viewers:
            if other.lang not in lines:
                watcher = table_view.texts(other.lang).say("server.table.watcher")
                name = self.table.names[seat] if 0 <= seat < len(self.table.names) else watcher
                lines[other.lang] = Said(name=name, seat=seat, text=text).model_dump_json().encode()
            other.send(lines[other.lang], "chat")

    # --- sending pictures ---------------------------------------------------------------------------------

    def info(self, viewer: Viewer) -> TableInfo:
        return table_view.table_info(self.table, viewer.who, viewer.lang)

    def welcome(self, viewer: Viewer) -> None:
        """Send everything: the table's facts and a whole picture."""
        viewer.scratchpad = None
        data = self._picture(viewer, time())
        viewer.send(table_view.welcome(self.info(viewer), data), "welcome")
        self.advise(viewer, viewer.coached)

    def show(self, viewer: Viewer) -> None:
        """Send a whole picture, with the whole log: the viewer now looks from another seat."""
        viewer.send(self.whole(viewer), "picture")
        self.advise(viewer, viewer.coached)

    def show_again(self, viewer: Viewer) -> None:
        """Send again, as a whole, what this viewer sees."""
        if viewer.scratchpad is not None:
            self.show_scratchpad(viewer, fresh=True)
        else:
            self.show(viewer)

    def whole(self, viewer: Viewer) -> bytes:
        if viewer.scratchpad is not None:
            return to_json(self._scratchpad_picture(viewer, True))
        return to_json(self._picture(viewer, time()))

    def show_seats(self) -> None:
        now = time()
        self._announced = self.present
        for viewer in self.viewers:
            facts = self._facts(viewer.lang, now)
            news = table_view.table_news(self.table, viewer.who, viewer.lang)
            viewer.send(
                table_view.seated(news, self.table, viewer.shown_seat(self.table), facts, viewer.lang)
            )

    def _tell(self, entry: Entry, new_phase: bool) -> None:
        """Send every viewer the next picture. At the end of the game the whole log is sent again, because
        now all coins are public."""
        self.used = monotonic()
        self.touched = max(self.touched, entry.at)
        if new_phase or entry.kind in ("seated", "standin", "back"):
            self.show_seats()
        over = self.table.phase == "over"
        fresh = entry.kind in ("undone", "begun")
        now, length = time(), len(self.table.game.log) if self.table.game else 0
        self._announced = self.present  # every picture contains it
        facts: dict[str, list[SeatFacts]] = {}
        groups: dict[object, ViewerGroup] = {}
        written: Written = {}
        for viewer in self.viewers:
            if viewer.scratchpad is not None:
                asked = self.table.decides == viewer.scratchpad.seat
                viewer.send(Meanwhile(moves=self.table.version - viewer.scratchpad.made, asked=asked))
                continue
            looking = viewer.looking_seat
            if entry.kind in ("standin", "back"):
                viewer.hand_over(self.table)
            if viewer.outbox.behind:
                continue  # when the client has caught up, it gets the newest picture as a whole
            anew = (over and new_phase) or looking != viewer.looking_seat
            first = 0 if anew else min(viewer.sent_log, length)
            still = fresh or looking != viewer.looking_seat
            perspective, lang, before = viewer.perspective(self.table), viewer.lang, viewer.sent
            alike = (perspective, lang, first, still)
            try:
                if alike not in groups:
                    if lang not in facts:
                        facts[lang] = self._facts(lang, now)
                    picture = table_view.picture_of(self.table, perspective, lang, facts[lang], first, still)
                    groups[alike] = ViewerGroup(picture, words(lang, self.table.world), written)
                data = groups[alike].message(viewer, before)
            except Exception:  # the entry is durable, even if a picture fails
                _log.exception("table %s: no picture for %r", self.table.id, viewer)
                viewer.drop()
                continue
            viewer.sent_log = length
            viewer.send(data, "picture")
        for group in groups.values():
            group.part()
        self._bot_chat(entry)

    def _bot_chat(self, entry: Entry) -> None:
        spoken = occasion(self.table, entry)
        if spoken is None:
            return
        seat, about = spoken
        character = table_view.personality_of(self.table, seat)
        if not character:
            return
        key = f"server.personality.{character}.{about}"
        for viewer in self.viewers:
            if viewer.scratchpad is None:
                text = table_view.texts(viewer.lang).say(key)
                viewer.send(Quip(seat=seat, name=self.table.names[seat], text=text), "chat")

    def _picture(self, viewer: Viewer, now: float) -> dict[str, Any]:
        """A whole picture with the whole log."""
        table, lang = self.table, viewer.lang
        viewer.sent_log = len(table.game.log) if table.game else 0
        facts = self._facts(lang, now)
        data = table_view.picture_of(table, viewer.perspective(table), lang, facts, 0, True)
        viewer.sent = sent_picture(data, words(lang, table.world))
        return data
