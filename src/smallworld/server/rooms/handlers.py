"""Handles each message of a connection after its `hello`."""

from __future__ import annotations

import logging
from typing import Final

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from ..picture.answers import answer
from ..ports import Budget
from ..tables import commands
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
    Move,
    Say,
    ShowSeat,
    Speak,
    StandIn,
    ToServer,
    UseScratchpad,
)
from . import table_view
from .room import Command, Room
from .viewer import Viewer

_log: Final = logging.getLogger("smallworld.socket")
_TO_SERVER: Final[TypeAdapter[ToServer]] = TypeAdapter(ToServer)
# The cost of a message; the cheapest costs 1. A whole picture costs as much as many moves.
_COSTS: Final = {
    "lang": 20.0,
    "show_seat": 4.0,
    "again": 4.0,
    "coach": 4.0,
    "scratchpad": 6.0,
    "about": 2.0,
    "undo": 2.0,
    "redo": 2.0,
    "standin": 3.0,
}


class MessageHandler:
    def __init__(self, room: Room, viewer: Viewer, chat: Budget, spectators: tuple[Budget, Budget]) -> None:
        self.room = room
        self.viewer = viewer
        self._chat = chat
        self._spectators, self._chatter = spectators

    def cost(self, message: ToServer) -> float:
        if isinstance(message, Speak) and message.lang == self.viewer.lang:
            return 1.0
        return _COSTS.get(message.type, 1.0)

    async def answer(self, message: ToServer) -> bool:
        """Whether the event loop ran other tasks meanwhile, because something was written to storage."""
        if not self._granted(message):
            self._too_much(message)
            return False
        if self.viewer.scratchpad is not None and isinstance(message, Move | Back):
            self._in_private(message)
            return False
        match message:
            case Move():
                return await self._grant(message.id, lambda table, now: self._move(message, table, now))
            case Back():
                await self._grant(message.id, lambda table, now: self._rewind(message, table, now))
            case StandIn():
                await self._hand_over(message)
            case Begin():
                await self._grant(message.id, self._begin)
            case About():
                self._about(message)
            case ShowSeat():
                self._show_seat(message.seat)
            case UseScratchpad():
                self._scratchpad(message)
            case Coach():
                self.room.advise(self.viewer, message.on)
            case Again():
                self.room.show_again(self.viewer)
            case Speak():
                if message.lang != self.viewer.lang:
                    self.viewer.lang = message.lang
                    self.room.welcome(self.viewer)
            case Say():
                if self._chat.take() and (text := one_line(message.text)):
                    self.room.say(self.viewer, text)
            case Hello():
                self.unreadable(None)  # `hello` is allowed only once
        return False

    def _granted(self, message: ToServer) -> bool:
        """Spectators of a table share one budget, apart from the players."""
        if self.viewer.seats(self.room.table):
            return True
        if isinstance(message, Say) and not self._chatter.take():
            return False
        return self._spectators.take(self.cost(message))

    def _too_much(self, message: ToServer) -> None:
        if isinstance(message, Say):
            return
        text = table_view.texts(self.viewer.lang).say("server.table.trouble.too_fast")
        self.viewer.send(Trouble(code="too_fast", text=text), "chat")

    def unreadable(self, id: int | None) -> None:
        if id is not None:
            self._refuse(id, Refusal("unreadable"))
            return
        text = table_view.texts(self.viewer.lang).say("server.table.trouble.unreadable")
        self.viewer.send(Trouble(code="unreadable", text=text))

    # --- commands ----------------------------------------------------------------------------------------

    async def _grant(self, id: int, command: Command) -> bool:
        try:
            await self.room.run(
                command, lambda entry: self.viewer.send(Accepted(id=id, version=entry.version))
            )
        except Refusal as refusal:
            self._refuse(id, refusal)
            return False
        return True

    def _refuse(self, id: int, refusal: Refusal) -> None:
        reasons = refusal.reasons(
            table_view.world_texts(self.room.table, self.viewer.lang), self.room.table.names
        )
        self.viewer.send(Refused(id=id, cause=refusal.cause, reasons=reasons))

    def _move(self, message: Move, table: Table, now: float) -> Entry:
        return commands.move(table, self._playing(table), message.version, message.decisions, now)

    def _rewind(self, message: Back, table: Table, now: float) -> Entry:
        command = commands.undo if message.type == "undo" else commands.redo
        return command(table, self._playing(table), message.version, now)

    def _playing(self, table: Table) -> list[int]:
        """The viewer's own seats. A seat that a bot plays for them must be taken back first."""
        if table.bot_due and table.decides in self.viewer.seats(table) and not table.free_undo:
            raise Refusal("not_yours", "bot_plays", name=table.names[table.decides])
        return self.viewer.playing(table)

    async def _hand_over(self, message: StandIn) -> None:
        if message.bot and message.seat not in self.viewer.seats(self.room.table):
            try:
                await self.room.ask_around()
            except Refusal as refusal:
                self._refuse(message.id, refusal)
                return
        await self._grant(message.id, lambda table, now: self._stand_in(message, table, now))

    def _stand_in(self, message: StandIn, table: Table, now: float) -> Entry:
        """Players may hand over their own seat. One that nobody is connected to: the owner at once, the other
        players after a minute."""
        seat = message.seat
        if seat in self.viewer.seats(table):
            return (
                commands.stand_in(table, seat, "asked", now)
                if message.bot
                else commands.come_back(table, seat, now)
            )
        owner = self.viewer.who.owner
        if not message.bot or not (owner or self.viewer.seats(table)):
            raise Refusal("not_yours", "not_your_seat")
        if seat in self.room.present:
            raise Refusal("not_yours", "still_here", name=table.names[seat])
        if not owner and not self.room.long_away(seat, now):
            raise Refusal("not_yours", "back_soon", name=table.names[seat])
        why: commands.Why = "owner" if owner else "away"
        return commands.stand_in(table, seat, why, now, self.room.stand_in_level(seat))

    def _begin(self, table: Table, now: float) -> Entry:
        if not self.viewer.who.owner:
            raise Refusal("not_yours", "owner_begins")
        return commands.begin(table, now)

    # --- scratchpad ----------------------------------------------------------------------------------

    def _scratchpad(self, message: UseScratchpad) -> None:
        try:
            self.room.use_scratchpad(self.viewer, message.on)
        except Refusal as refusal:
            self._refuse(message.id, refusal)
            return
        version = self.viewer.scratchpad.version if self.viewer.scratchpad else self.room.table.version
        self.viewer.send(Accepted(id=message.id, version=version))

    def _in_private(self, message: Move | Back) -> None:
        scratchpad = self.viewer.scratchpad
        assert scratchpad is not None
        try:
            if isinstance(message, Move):
                scratchpad.move(message.decisions, message.version)
            elif message.type == "undo":
                scratchpad.undo()
            else:
                raise Refusal("wall", "no_redo")
        except Refusal as refusal:
            self._refuse(message.id, refusal)
            return
        self.viewer.send(Accepted(id=message.id, version=scratchpad.version))
        self.room.show_scratchpad(self.viewer, fresh=isinstance(message, Back))

    # --- reading -----------------------------------------------------------------------------------------

    def _about(self, message: About) -> None:
        table, viewer = self.room.table, self.viewer
        game = viewer.scratchpad.game if viewer.scratchpad else table.game or table.first_game()
        viewer.send(
            answer(
                game,
                seat=viewer.shown_seat(table),
                region=message.region,
                id=message.id,
                lang=viewer.lang,
                players=table.names,
            )
        )

    def _show_seat(self, seat: int) -> None:
        """View the table from one of the viewer's own seats; any other number means as a spectator."""
        self.viewer.looking_seat = seat if seat in self.viewer.seats(self.room.table) else SPECTATOR
        self.room.show(self.viewer)


class Unreadable(Exception):
    """Not a known message. `id`: its number, if it has a valid one."""

    def __init__(self, id: int | None) -> None:
        self.id = id
        super().__init__()


def understood(text: str) -> ToServer:
    try:
        raw = from_json(text)
    except ValueError:
        raise Unreadable(None) from None
    try:
        return _TO_SERVER.validate_python(raw)
    except (ValidationError, RecursionError):
        id = raw.get("id") if isinstance(raw, dict) else None
        known = isinstance(id, int) and not isinstance(id, bool) and 0 <= id <= 2**31
        raise Unreadable(id if known else None) from None
