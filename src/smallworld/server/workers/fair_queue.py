"""A bounded, fair queue for a resource with a limited number of users at once.

Turns go round the clients, not round their requests: a client with many requests does not delay one with few.
A client is an address, or whatever else tells people apart.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ..ports import Client, QueueFull


@dataclass(eq=False)
class _Ticket:
    client: Client
    turn: asyncio.Future[None]
    place: int = -1


class FairQueue:
    """`count` turns at once. At most `most` wait, `most_each` per client.

    A client has at most `turns_each` turns at once; 0: no limit.
    """

    def __init__(self, count: int, most: int, most_each: int, turns_each: int = 0) -> None:
        self._free = count
        self._most, self._most_each, self._turns_each = most, most_each, turns_each or count
        self._waiting: OrderedDict[str, deque[_Ticket]] = OrderedDict()  # in the order of their turns
        self._running: Counter[str] = Counter()  # current turns per client

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, client: Client) -> AsyncIterator[None]:
        await self._wait(client)
        try:
            yield
        finally:
            self._leave(client)

    async def _wait(self, client: Client) -> None:
        # While a turn is free, only clients at their own limit are waiting.
        if self._free and client.who not in self._waiting and self._may_run(client.who):
            self._begin(client)
            return
        own = self._waiting.get(client.who, ())
        if len(self) >= self._most or len(own) >= self._most_each:
            raise QueueFull(len(self))
        ticket = _Ticket(client, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(client.who, deque()).append(ticket)
        self._tell()
        try:
            await ticket.turn
        except asyncio.CancelledError:
            if ticket.turn.done() and not ticket.turn.cancelled():
                self._leave(client)  # it got its turn at the moment it was cancelled
            else:
                self._remove(ticket)
            raise

    def _may_run(self, who: str) -> bool:
        return self._running[who] < self._turns_each

    def _begin(self, client: Client) -> None:
        self._free -= 1
        self._running[client.who] += 1

    def _leave(self, client: Client) -> None:
        """A turn is over: start the next ones."""
        self._free += 1
        self._running[client.who] -= 1
        if not self._running[client.who]:
            del self._running[client.who]
        while self._free and (who := next(filter(self._may_run, self._waiting), None)) is not None:
            tickets = self._waiting[who]
            ticket = tickets.popleft()
            self._waiting.move_to_end(who)
            if not tickets:
                del self._waiting[who]
            if not ticket.turn.done():
                self._begin(ticket.client)
                ticket.turn.set_result(None)
                ticket.client.placed(0)
        self._tell()

    def _remove(self, ticket: _Ticket) -> None:
        tickets = self._waiting.get(ticket.client.who)
        if tickets is not None and ticket in tickets:
            tickets.remove(ticket)
            if not tickets:
                del self._waiting[ticket.client.who]
            self._tell()

    def _tell(self) -> None:
        lengths = [len(tickets) for tickets in self._waiting.values()]
        for number, tickets in enumerate(self._waiting.values()):
            for own, ticket in enumerate(tickets):
                # Clients earlier in the round get one turn more than this one has had, later ones as many.
                before = sum(min(length, own + (other < number)) for other, length in enumerate(lengths))
                place = before - min(lengths[number], own) + own + 1
                if place != ticket.place:
                    ticket.place = place
                    ticket.client.placed(place)
