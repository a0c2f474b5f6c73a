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
from ..wire.to_server import About, Back, Begin, Hello, Look, Move, Say, Speak, StandIn, ToServer
from .limits import Bucket

_log: Final = logging.getLogger("smallworld.socket")
_CHAT: Final = (8.0, 0.5)  # lines at once, and each second after that


class Talk:
    def __init__(self, room: Room, guest: Guest) -> None:
        self.room = room
        self.guest = guest
        self._chat = Bucket(*_CHAT)

    async def answer(self, message: ToServer) -> None:
        match message:
            case Move():
                await self._grant(message.id, lambda table, now: self._move(message, table, now))
            case Back():
                await self._grant(message.id, lambda table, now: self._rewind(message, table, now))
            case StandIn():
                await self._grant(message.id, lambda table, now: self._stand_in(message, table, now))
            case Begin():
                await self._grant(message.id, self._begin)
            case About():
                self._about(message)
            case Look():
                self._look(message.seat)
            case Speak():
                self.guest.lang = message.lang
                self.room.welcome(self.guest)
            case Say():
                if self._chat.take() and (text := one_line(message.text)):
                    self.room.say(self.guest, text)
            case Hello():
                self.unreadable(None)  # once is enough

    def unreadable(self, id: int | None) -> None:
        if id is not None:
            self._refuse(id, Refusal("unreadable"))
            return
        text = showing.texts(self.guest.lang).say("server.table.trouble.unreadable")
        self.guest.send(Trouble(code="unreadable", text=text))

    # --- wishes ------------------------------------------------------------------------------------------

    async def _grant(self, id: int, wish: Wish) -> None:
        try:
            await self.room.wish(wish, lambda entry: self.guest.send(Accepted(id=id, version=entry.version)))
        except Refusal as refusal:
            self._refuse(id, refusal)

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

    # --- looking -----------------------------------------------------------------------------------------

    def _about(self, message: About) -> None:
        table, guest = self.room.table, self.guest
        game = table.game or table.first_game()
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
