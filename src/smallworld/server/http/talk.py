"""What is done with each message of somebody who has said hello."""

from __future__ import annotations

import logging
from typing import Final

from ..picture.answers import answer
from ..rooms import showing
from ..rooms.guest import Guest
from ..rooms.room import Room, Wish
from ..tables import wishes
from ..tables.journal import Entry
from ..tables.refusal import Refusal
from ..tables.seats import one_line
from ..tables.table import Table
from ..wire.base import SPECTATOR
from ..wire.to_client import Accepted, Refused, Trouble
from ..wire.to_server import (
    About,
    Again,
    Back,
    Begin,
    Coach,
    Hello,
    Look,
    Move,
    Say,
    Sketch,
    Speak,
    StandIn,
    ToServer,
)
from .limits import Bucket

_log: Final = logging.getLogger("smallworld.socket")
# What messages cost, measured in the cheapest: a whole table is worth many moves.
_COSTS: Final = {
    "lang": 20.0,
    "look": 4.0,
    "again": 4.0,
    "coach": 4.0,
    "sketch": 6.0,
    "about": 2.0,
    "undo": 2.0,
    "redo": 2.0,
    "standin": 3.0,
}


class Talk:
    def __init__(self, room: Room, guest: Guest, chat: Bucket, onlookers: tuple[Bucket, Bucket]) -> None:
        self.room = room
        self.guest = guest
        self._chat = chat
        self._onlookers, self._chatter = onlookers

    def cost(self, message: ToServer) -> float:
        if isinstance(message, Speak) and message.lang == self.guest.lang:
            return 1.0
        return _COSTS.get(message.type, 1.0)

    async def answer(self, message: ToServer) -> bool:
        """Whether others had their turn meanwhile, because something was written."""
        if not self._granted(message):
            self._too_much(message)
            return False
        if self.guest.sketch is not None and isinstance(message, Move | Back):
            self._in_private(message)
            return False
        match message:
            case Move():
                return await self._grant(message.id, lambda table, now: self._move(message, table, now))
            case Back():
                await self._grant(message.id, lambda table, now: self._rewind(message, table, now))
            case StandIn():
                if message.bot and message.seat not in self.guest.seats(self.room.table):
                    await self.room.ask_around()
                await self._grant(message.id, lambda table, now: self._stand_in(message, table, now))
            case Begin():
                await self._grant(message.id, self._begin)
            case About():
                self._about(message)
            case Look():
                self._look(message.seat)
            case Sketch():
                self._sketch(message)
            case Coach():
                self.room.advise(self.guest, message.on)
            case Again():
                self.room.show_again(self.guest)
            case Speak():
                if message.lang != self.guest.lang:
                    self.guest.lang = message.lang
                    self.room.welcome(self.guest)
            case Say():
                if self._chat.take() and (text := one_line(message.text)):
                    self.room.say(self.guest, text)
            case Hello():
                self.unreadable(None)  # once is enough
        return False

    def _granted(self, message: ToServer) -> bool:
        """Those who only watch share what a table has to give beside its players."""
        if self.guest.seats(self.room.table):
            return True
        if isinstance(message, Say) and not self._chatter.take():
            return False
        return self._onlookers.take(self.cost(message))

    def _too_much(self, message: ToServer) -> None:
        if isinstance(message, Say):
            return
        text = showing.texts(self.guest.lang).say("server.table.trouble.too_fast")
        self.guest.send(Trouble(code="too_fast", text=text), "chat")

    def unreadable(self, id: int | None) -> None:
        if id is not None:
            self._refuse(id, Refusal("unreadable"))
            return
        text = showing.texts(self.guest.lang).say("server.table.trouble.unreadable")
        self.guest.send(Trouble(code="unreadable", text=text))

    # --- wishes ------------------------------------------------------------------------------------------

    async def _grant(self, id: int, wish: Wish) -> bool:
        try:
            await self.room.wish(wish, lambda entry: self.guest.send(Accepted(id=id, version=entry.version)))
        except Refusal as refusal:
            self._refuse(id, refusal)
            return False
        return True

    def _refuse(self, id: int, refusal: Refusal) -> None:
        reasons = refusal.reasons(
            showing.world_texts(self.room.table, self.guest.lang), self.room.table.names
        )
        self.guest.send(Refused(id=id, cause=refusal.cause, reasons=reasons))

    def _move(self, message: Move, table: Table, now: float) -> Entry:
        return wishes.move(table, self._playing(table), message.version, message.actions, now)

    def _rewind(self, message: Back, table: Table, now: float) -> Entry:
        wish = wishes.undo if message.type == "undo" else wishes.redo
        return wish(table, self._playing(table), message.version, now)

    def _playing(self, table: Table) -> list[int]:
        """Own seats. One in which a bot stands in has to be taken back first."""
        if table.bot_due and table.decides in self.guest.seats(table) and not table.free_undo:
            raise Refusal("not_yours", "bot_plays", name=table.names[table.decides])
        return self.guest.playing(table)

    def _stand_in(self, message: StandIn, table: Table, now: float) -> Entry:
        """One's own seat; the owner may also fill one that nobody is connected to."""
        seat = message.seat
        if seat in self.guest.seats(table):
            return (
                wishes.stand_in(table, seat, "asked", now)
                if message.bot
                else wishes.come_back(table, seat, now)
            )
        if not (self.guest.who.owner and message.bot):
            raise Refusal("not_yours", "not_your_seat")
        if seat in self.room.present:
            raise Refusal("not_yours", "still_here", name=table.names[seat])
        return wishes.stand_in(table, seat, "owner", now)

    def _begin(self, table: Table, now: float) -> Entry:
        if not self.guest.who.owner:
            raise Refusal("not_yours", "owner_begins")
        return wishes.begin(table, now)

    # --- in private ----------------------------------------------------------------------------------

    def _sketch(self, message: Sketch) -> None:
        try:
            self.room.sketch(self.guest, message.on)
        except Refusal as refusal:
            self._refuse(message.id, refusal)
            return
        version = self.guest.sketch.version if self.guest.sketch else self.room.table.version
        self.guest.send(Accepted(id=message.id, version=version))

    def _in_private(self, message: Move | Back) -> None:
        sketch = self.guest.sketch
        assert sketch is not None
        try:
            if isinstance(message, Move):
                sketch.move(message.actions, message.version)
            elif message.type == "undo":
                sketch.undo()
            else:
                raise Refusal("wall", "no_redo")
        except Refusal as refusal:
            self._refuse(message.id, refusal)
            return
        self.guest.send(Accepted(id=message.id, version=sketch.version))
        self.room.show_sketch(self.guest, fresh=isinstance(message, Back))

    # --- looking -----------------------------------------------------------------------------------------

    def _about(self, message: About) -> None:
        table, guest = self.room.table, self.guest
        game = guest.sketch.game if guest.sketch else table.game or table.first_game()
        guest.send(
            answer(
                game,
                seat=guest.eyes(table),
                region=message.region,
                id=message.id,
                lang=guest.lang,
                players=table.names,
            )
        )

    def _look(self, seat: int) -> None:
        """Only at one's own seats; anything else is looking away."""
        self.guest.look = seat if seat in self.guest.seats(self.room.table) else SPECTATOR
        self.room.show(self.guest)
