"""Tables without a server, for the tests of what is below it."""

from __future__ import annotations

import random
from typing import Any

from smallworld.bots.greedy import greedy_action
from smallworld.bots.heuristics import imagine
from smallworld.engine import action_string, position_string, view
from smallworld.engine.turn.turn import codes
from smallworld.server.bots.bot_jobs import DEFAULT_LEVEL, levels
from smallworld.server.tables import commands
from smallworld.server.tables.create_table import Opening, open_table
from smallworld.server.tables.journal import Entry
from smallworld.server.tables.table import Table
from smallworld.server.wire.tables import NewTable, SeatPlan, TableOptions


def opening(*seats: str, **options: Any) -> Opening:
    plan = NewTable(
        seats=[SeatPlan.model_validate({"who": who}) for who in seats],
        options=TableOptions.model_validate(options),
    )
    return open_table(plan, levels(), DEFAULT_LEVEL)


class StoredTable:
    """A table and the journal that would lead to it again."""

    def __init__(self, *seats: str, now: float = 1000.0, **options: Any) -> None:
        self.opening = opening(*seats, **options)
        self.table = Table(self.opening.created.table, self.opening.header)
        self.journal: list[Entry] = []
        self.now = now
        if not self.table.open_seats:
            self.write(commands.begin(self.table, now))

    def write(self, entry: Entry) -> Entry:
        self.journal.append(entry)
        self.table.apply(entry)
        return entry

    def move(self, *actions: str, seats: list[int] | None = None) -> Entry:
        table = self.table
        who = [table.decides] if seats is None else seats
        return self.write(commands.move(table, who, table.version, actions, self.now))

    def good_action(self) -> str:
        game = self.table.game
        assert game is not None
        return action_string(game.world, greedy_action(imagine(view(game.state, game.state.seat))))

    def play_on(self, choice: random.Random | None = None) -> Entry:
        """Something good, or anything at all."""
        game = self.table.game
        assert game is not None
        anything = action_string(game.world, choice.choice(codes(game.state))) if choice else ""
        return self.move(anything or self.good_action())

    def rebuilt(self) -> Table:
        return Table.rebuild(self.table.id, self.opening.header, self.journal)


def facts(table: Table) -> object:
    """Everything that two tables must have in common to be the same."""
    game = table.game
    position = position_string(game.state) if game else ""
    log = (game.actions, game.can_undo, game.can_redo) if game else ()
    clocks = (table.clocks.spent, table.clocks.granted, table.clocks.ticking, table.clocks.since)
    return table.version, table.phase, position, log, table.holders, clocks, table.notes, table.drawn
