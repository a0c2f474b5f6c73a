"""A line before something that only so many can use at once: it ends somewhere, and it is fair.

Whoever asks for many things waits behind everybody who asks for few: turns go round the askers, not round
what they ask for. An asker is an address, or whatever else tells people apart. All that takes long goes
through such a line: bots that think, games that are analysed, records that are read.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass


class Full(Exception):
    """Too many wait already: in all, or of this asker."""


def _unheard(place: int) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True)
class Asker:
    """Who waits. `placed` is told how many turns come before, whenever that changes; 0: it is their turn."""

    who: str = ""
    placed: Callable[[int], None] = _unheard


@dataclass(eq=False)
class _Ticket:
    asker: Asker
    turn: asyncio.Future[None]
    place: int = -1


class Line:
    def __init__(self, count: int, most: int, most_each: int) -> None:
        self._free = count
        self._most, self._most_each = most, most_each
        self._waiting: OrderedDict[str, deque[_Ticket]] = OrderedDict()  # in the order of their turns

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        await self._wait(asker)
        try:
            yield
        finally:
            self.leave()

    async def _wait(self, asker: Asker) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        own = self._waiting.get(asker.who, ())
        if len(self) >= self._most or len(own) >= self._most_each:
            raise Full
        ticket = _Ticket(asker, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(asker.who, deque()).append(ticket)
        self._tell()
        try:
            await ticket.turn
        except asyncio.CancelledError:
            if ticket.turn.done() and not ticket.turn.cancelled():
                self.leave()  # it was given a turn in the moment it went away
            else:
                self._remove(ticket)
            raise

    def leave(self) -> None:
        """A turn is over: the next one's begins."""
        self._free += 1
        while self._free and self._waiting:
            who, tickets = next(iter(self._waiting.items()))
            ticket = tickets.popleft()
            self._waiting.move_to_end(who)
            if not tickets:
                del self._waiting[who]
            if not ticket.turn.done():
                self._free -= 1
                ticket.turn.set_result(None)
                ticket.asker.placed(0)
        self._tell()

    def _remove(self, ticket: _Ticket) -> None:
        tickets = self._waiting.get(ticket.asker.who)
        if tickets is not None and ticket in tickets:
            tickets.remove(ticket)
            if not tickets:
                del self._waiting[ticket.asker.who]
            self._tell()

    def _tell(self) -> None:
        lengths = [len(tickets) for tickets in self._waiting.values()]
        for number, tickets in enumerate(self._waiting.values()):
            for own, ticket in enumerate(tickets):
                # Those before in the round get one turn more than I have had, those behind as many.
                before = sum(min(length, own + (other < number)) for other, length in enumerate(lengths))
                place = before - min(lengths[number], own) + own + 1
                if place != ticket.place:
                    ticket.place = place
                    ticket.asker.placed(place)
