"""Tables without a server, for the tests of what is below it."""

from __future__ import annotations

from typing import Any

from smallworld.bots.greedy import greedy_action
from smallworld.bots.sense import imagine
from smallworld.engine import action_string, view
from smallworld.server import wishes
from smallworld.server.bots import DEFAULT_LEVEL, levels
from smallworld.server.journal import Entry
from smallworld.server.opening import Opening, open_table
from smallworld.server.table import Table
from smallworld.server.wire import NewTable, SeatPlan, TableOptions


def opening(*seats: str, **options: Any) -> Opening:
    plan = NewTable(
        seats=[SeatPlan.model_validate({"who": who}) for who in seats],
        options=TableOptions.model_validate(options),
    )
    return open_table(plan, levels(), DEFAULT_LEVEL)


class Kept:
    """A table and the journal that would lead to it again."""

    def __init__(self, *seats: str, now: float = 1000.0, **options: Any) -> None:
        self.opening = opening(*seats, **options)
        self.table = Table(self.opening.created.table, self.opening.header)
        self.journal: list[Entry] = []
        self.now = now
        if not self.table.open_seats:
            self.write(wishes.begin(self.table, now))

    def write(self, entry: Entry) -> Entry:
        self.journal.append(entry)
        self.table.apply(entry)
        return entry

    def move(self, *actions: str, seats: list[int] | None = None) -> Entry:
        table = self.table
        who = [table.decides] if seats is None else seats
        return self.write(wishes.move(table, who, table.version, actions, self.now))

    def good_action(self) -> str:
        game = self.table.game
        assert game is not None
        return action_string(game.world, greedy_action(imagine(view(game.state, game.state.seat))))

    def play_on(self) -> Entry:
        return self.move(self.good_action())

    def rebuilt(self) -> Table:
        return Table.rebuild(self.table.id, self.opening.header, self.journal)
