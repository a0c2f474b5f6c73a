"""What a seat knows, as one vector of numbers from −1 to 1. Seats are counted from the observing one.

The vector is four tables one after the other: `regions`, `players`, `column` and `table`. Each is a `Block`
with named columns, so that no index must be counted: `observer.regions.of(vector)[9]` is the row of region 9.
Only the observing seat's own coins are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from smallworld.engine import World, asked
from smallworld.engine.bits import regions
from smallworld.engine.effects import NOTES
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.steps.price import cost_of
from smallworld.engine.world.world import BADGES, BANNERS, COLUMN, DIE_MAX, NONE

from .rows import COUNTS, FEW, Layout

Vector = NDArray[np.float32]

# Scales: numbers are divided by these; larger ones count as 1.
COINS: Final = 200

ROLES: Final = ("active", "declined", "earlier")  # earlier: declined before the last one, still on the map
ATTACKING: Final = (st.READY, st.CONQUER, st.ROLLED)


class Block:
    """A table inside the vector: `rows` × named `columns`, from index `start` to `stop`."""

    def __init__(self, start: int, rows: int, columns: Sequence[str]) -> None:
        self.start = start
        self.rows = rows
        self.columns = tuple(columns)
        self.width = len(columns)
        self.stop = start + rows * self.width
        self.starts = range(start, self.stop, self.width)  # of each row

    def __repr__(self) -> str:
        return f"<Block {self.start}:{self.stop}, {self.rows} × {self.width}>"

    def of(self, vector: Vector) -> Vector:
        """The table in a vector, or the tables in a stack of vectors."""
        return vector[..., self.start : self.stop].reshape(*vector.shape[:-1], self.rows, self.width)

    def column(self, name: str) -> int:
        return self.columns.index(name)


class Observer:
    """The vector of a world: its blocks, and `observe` to fill them."""

    def __init__(self, world: World) -> None:
        self.world = world
        races, powers, count = world.decks[BANNERS], world.power_ids, len(world.board.regions)
        pieces = [f"race {name}" for name in races] + [f"power {name}" for name in powers]
        seats = ["me", *(f"next {step}" for step in range(1, world.seats))]
        # Means that work once per victim store seats, other counters store numbers; counters of a piece's own
        # code
        # may be either, and are shown as both.
        used = [means.used_counter for means in world.means if means.per_victim]
        own = [counter.id for piece in world.pieces for counter in piece.counters]
        seated = list(dict.fromkeys([*used, *own]))
        self._seated = [world.counter_ids[name] for name in seated]
        victims = {world.counter_ids[name] for name in used}
        self._counters = [index for index in range(len(world.counters)) if index not in victims]
        # Relics and places lie on the map as markers. Badges lie there only where something can be found.
        self._finds = bool(world.found)
        markers = [f"marker {marker.id}" for marker in world.markers] + ["badge"] * self._finds
        counters = [f"counter {world.counters[index].id}" for index in self._counters]
        natives = [f"natives {native.id}" for native in world.natives]
        self._first_seat = 1 + len(natives)
        holders = ["empty", *natives, *(f"{seat} {role}" for seat in seats for role in ROLES)]
        region = [*holders, "tokens", "guard", *markers, "conquered", "in reach", "cost"]
        player = [f"{role} {piece}" for role in ROLES for piece in pieces]
        player += ["hand", "declined hand", "tray", "turn", "decides", "attacked"]
        player += [f"{note.id} with {seat}" for note in NOTES for seat in seats] + seated
        table = ["coins", "round", "picked", "touched", "spoils", "asked hand"]
        table += [f"step {name}" for name in st.STEP_NAMES[: st.FIRST_CHANCE]]
        table += [f"pips {pips}" for pips in range(DIE_MAX + 1)]
        table += [f"asked {name}" for name in races] + [f"question {id}" for id in world.question_ids]
        table += counters + [f"unseen {piece}" for piece in pieces]
        table += [f"unseen {name}" for deck in world.decks[BADGES + 1 :] for name in deck]
        table += [f"lying {name}" for name in powers] if self._finds else []
        self.regions = Block(0, count, region)
        self.players = Block(self.regions.stop, world.seats, player)
        self.column = Block(self.players.stop, COLUMN, [*pieces, "gain"])
        self.table = Block(self.column.stop, 1, table)
        self.size = self.table.stop
        self._first_marker = len(holders) + 2
        self.scale = self._scales()

    def __repr__(self) -> str:
        return f"<Observer {self.world.board.id}: {self.size} numbers>"

    def layout(self) -> Layout:
        """The same for `Rows`, the compiled form of `observe`."""
        return Layout(
            size=self.size,
            region_width=self.regions.width,
            first_seat=self._first_seat,
            first_marker=self._first_marker,
            players=self.players.start,
            player_width=self.players.width,
            column=self.column.start,
            column_width=self.column.width,
            table=self.table.start,
            most_tokens=max(self.world.supply),
            seated=self._seated,
            counters=self._counters,
            notes=len(NOTES),
            unseen=self.table.start + self.table.column(f"unseen race {self.world.decks[BANNERS][0]}"),
            decks=[len(deck) for deck in self.world.decks],
        )

    def _scales(self) -> Vector:
        """The factor for each number."""
        scale = np.ones(self.size, dtype=np.float32)
        names: dict[str, float] = {"coins": COINS, "round": self.world.rounds}
        names |= dict.fromkeys(("guard", "cost", "gain", "spoils"), FEW)
        tokens = ("tokens", "hand", "declined hand", "tray", "asked hand")
        names |= dict.fromkeys(tokens, max(self.world.supply))
        names |= {f"counter {counter.id}": COUNTS for counter in self.world.counters}
        names |= {f"marker {marker.id}": marker.count for marker in self.world.markers}
        for block in (self.regions, self.players, self.column, self.table):
            for index, name in enumerate(block.columns):
                if name in names:
                    block.of(scale)[:, index] = 1 / names[name]
        return scale

    def observe(self, s: State, seat: int) -> Vector:
        out = np.zeros(self.size, dtype=np.float32)
        ones: list[int] = []  # indices of ones; other numbers are written at once
        self._see_regions(out, ones, s, seat)
        self._see_players(out, ones, s, seat)
        self._see_column(out, ones, s)
        self._see_table(out, ones, s, seat)
        out[ones] = 1
        out *= self.scale
        np.minimum(out, 1, out=out)
        return out

    def _see_regions(self, out: Vector, ones: list[int], s: State, seat: int) -> None:
        starts, width, marker = self.regions.starts, self.regions.width, self._first_marker
        players = len(s.coins)
        races = len(s.world.races)
        holder = [0] * races + [1 + kind for kind in range(len(s.owner) - races)] + [0]  # the last: nobody
        for step in range(players):
            other, at = (seat + step) % players, self._first_seat + len(ROLES) * step
            for race in s.declined[other]:
                holder[race] = at + 2
            if s.declined[other]:
                holder[s.declined[other][-1]] = at + 1
            if s.active[other] != NONE:
                holder[s.active[other]] = at
        ones += [at + holder[race] for at, race in zip(starts, s.occ, strict=True)]
        rows = self.regions.of(out)
        rows[:, marker - 2] = s.tokens
        rows[:, marker - 1] = s.guard
        for entry in s.markers:
            rows[entry & 63, marker + (entry >> 6)] += 1
        ones += [starts[entry & 63] + width - 4 for entry in s.lying]
        ones += [starts[region] + width - 3 for region in regions(s.conquered)]
        if s.step in ATTACKING:
            targets = regions(s.reach & s.open & ~s.mask[s.acting])
            ones += [starts[region] + width - 2 for region in targets]
            if targets:
                rows[targets, -1] = [cost_of(s, region) for region in targets]

    def _see_players(self, out: Vector, ones: list[int], s: State, seat: int) -> None:
        races, players = len(s.world.races), len(s.coins)
        pieces = races + len(s.world.powers)
        for step, at in enumerate(self.players.starts):
            other = (seat + step) % players
            numbers, active, declined = at + len(ROLES) * pieces, s.active[other], s.declined[other]
            for race in s.races_of(other):
                role = 0 if race == active else 1 if race == declined[-1] else 2
                ones.append(at + role * pieces + race)
                if s.badge[race] != NONE:
                    ones.append(at + role * pieces + races + s.badge[race])
                if role < 2:
                    out[numbers + role] = s.hand[race]
            if active != NONE:
                out[numbers + 2] = s.tray[active]
            if s.turn == other:
                ones.append(numbers + 3)
            if s.seat == other:
                ones.append(numbers + 4)
            if s.attacked >> other & 1:
                ones.append(numbers + 5)
            for number, note in enumerate(NOTES):
                if note.of(s, other) != NONE:
                    ones.append(numbers + 6 + number * players + (note.of(s, other) - seat) % players)
            for place, counter in enumerate(self._seated, start=numbers + 6 + len(NOTES) * players):
                if s.counters[counter] >> other & 1:
                    ones.append(place)

    def _see_column(self, out: Vector, ones: list[int], s: State) -> None:
        races, rows = len(s.world.races), self.column
        for slot, badge in enumerate(s.col_badge):
            ones += (rows.starts[slot] + s.col_race[slot], rows.starts[slot] + races + badge)
            out[rows.starts[slot] + rows.width - 1] = s.col_coins[slot] - slot

    def _see_table(self, out: Vector, ones: list[int], s: State, seat: int) -> None:
        at, now = self.table.start, asked(s)
        about = now.race if now.race != NONE else s.active[s.turn]
        out[at : at + 5] = (s.coins[seat], s.round, s.picked, s.touched, s.nonempty)
        steps = at + 6
        ones.append(steps + s.step)
        pips = steps + st.FIRST_CHANCE
        if s.bonus != NONE:
            ones.append(pips + s.bonus)
        races = pips + DIE_MAX + 1
        if about != NONE:
            ones.append(races + about)
            out[at + 5] = s.hand[about]
        questions = races + len(s.world.races)
        if now.number != NONE:
            ones.append(questions + now.number)
        counters = questions + len(s.world.questions)
        for place, counter in enumerate(self._counters, start=counters):
            if s.counters[counter]:
                out[place] = s.counters[counter]
        unseen = counters + len(self._counters)
        for left, deck in zip(s.unseen, s.world.decks, strict=True):
            ones += [unseen + piece for piece in regions(left)]
            unseen += len(deck)
        ones += [unseen + (entry >> 6) for entry in s.lying]
