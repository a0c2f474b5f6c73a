"""A table: a game, the holders of its seats, and their clocks. It knows neither sockets nor storage.

Every change is a journal entry, in two steps. A command (`commands`) returns the entry to write, or is
refused, and leaves the table unchanged; `Table.apply` applies an entry. Between the two the entry is made
durable. A move is played on a copy to find its entry, and the table adopts the copy. A table is rebuilt by
applying its journal; a test checks that the result is the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Final, Literal

from smallworld.engine import (
    Drawn,
    Game,
    Record,
    Seeded,
    SmallWorldError,
    State,
    parse_action,
    parse_position,
)
from smallworld.engine.actions import is_chance
from smallworld.engine.notation.strings import parse_world_key
from smallworld.engine.verbs.chance import Luck
from smallworld.packs import daily, world_from_key
from smallworld.texts import Catalogue

from .archive import UnreadableTable
from .clocks import NOBODY, Clocks
from .journal import Body, Entry, Header, Note
from .seats import SeatHolder

Phase = Literal["waiting", "playing", "over"]

# What applying an entry may raise that is not as it was written.
_FAULTS: Final = (
    SmallWorldError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
_FROM_THE_SYSTEM: Final = Drawn(random.SystemRandom().random)


class Table:
    def __init__(self, id: str, header: Header) -> None:
        self.id = id
        self.header = header
        self.version = 0
        self.world = world_from_key(parse_world_key(header.world))
        self.game: Game | None = None  # None until the game begins
        self.holders = [
            SeatHolder(chair.who, chair.name, chair.level, header.owner if chair.who == "person" else "")
            for chair in header.chairs
        ]
        if self.world.party is not None:
            spoken = Catalogue(header.lang, self.world.packs)
            self.holders.append(SeatHolder("party", spoken.name("neutral", self.world.settlers)))
        minutes = header.options.minutes
        self.clocks = Clocks(len(self.holders), None if minutes is None else minutes * 60)
        self.notes: list[Note] = []
        self._undo_room = -1, (0, "start")  # the version it was computed for, and the result
        self.drawn = 0  # chance outcomes so far, with undone ones: the place in the luck of a seeded game

    def __repr__(self) -> str:
        return f"<Table {self.id} version {self.version}, {self.phase}>"

    @classmethod
    def rebuild(cls, id: str, header: Header, entries: Iterable[Entry]) -> Table:
        """Raises an `UnreadableTable` if the pieces or the journal are not what they were."""
        try:
            table = cls(id, header)
        except SmallWorldError as error:
            raise UnreadableTable("other_version", f"table {id}: {error}") from error
        for entry in entries:
            try:
                table.apply(entry)
            except _FAULTS as error:
                text = f"table {id}: entry {entry.version}: {error!r}"
                raise UnreadableTable("damaged", text) from error
        return table

    @classmethod
    def readable(cls, id: str, header: Header, entries: Sequence[Entry]) -> list[Entry]:
        """The longest beginning of a journal of which a table can be made."""
        table = cls.rebuild(id, header, ())
        for number, entry in enumerate(entries):
            try:
                table.apply(entry)
            except _FAULTS:
                return list(entries[:number])
        return list(entries)

    # --- reading -------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        return "waiting" if self.game is None else "over" if self.game.over else "playing"

    @property
    def names(self) -> list[str]:
        return [holder.name for holder in self.holders]

    @property
    def open_seats(self) -> list[int]:
        return [seat for seat, holder in enumerate(self.holders) if holder.who == "open"]

    @property
    def decides(self) -> int:
        """The seat to decide now, or NOBODY."""
        return self.game.state.seat if self.game is not None and not self.game.over else NOBODY

    @property
    def bot_due(self) -> bool:
        return self.decides != NOBODY and self.holders[self.decides].bot_decides

    @property
    def one_device(self) -> bool:
        """All people sit at the device that created the table."""
        return all(holder.key in ("", self.header.owner) for holder in self.holders) and not self.open_seats

    @property
    def free_undo(self) -> bool:
        return self.header.options.free_undo and self.one_device

    @property
    def coached(self) -> bool:
        """Whether advice is allowed: always if all people sit at one device, else if the options say so."""
        return self.header.options.guide or self.one_device

    @property
    def undo_room(self) -> tuple[int, str]:
        """How many decisions can be undone, and what stops it there."""
        version, found = self._undo_room
        if version != self.version:
            found = self._find_undo_room()
            self._undo_room = self.version, found
        return found

    def _find_undo_room(self) -> tuple[int, str]:
        if self.game is None:
            return 0, "start"
        if not self.free_undo:
            wall = self.game.wall
            return len(self.game.log) - wall.position, wall.reason
        positions = self.game.positions
        asked = (positions[number].seat for number in range(len(self.game.log)))
        return sum(seat >= 0 and not self.holders[seat].bot_decides for seat in asked), "start"

    def seats_of(self, key: str) -> list[int]:
        """The seats of a key (its hash)."""
        return [seat for seat, holder in enumerate(self.holders) if holder.key == key != ""]

    def first_game(self) -> Game:
        """The game before anything was drawn."""
        start = self.header.options.start
        position: State | None = parse_position(start, world_from_key) if start else None
        return Game(self.world, start=position)

    @property
    def day(self) -> date | None:
        """The date of a game of the day."""
        return daily.day_of(self.header.options.day) if self.header.options.day else None

    @property
    def seed(self) -> str:
        """Empty: chance is not predictable."""
        return daily.seed_of(self.day) if self.day else self.header.options.seed

    @property
    def record(self) -> Record:
        assert self.game is not None
        return Record(self.game, self.names, daily.note_of(self.day) if self.day else "")

    @property
    def luck(self) -> Luck:
        """The source of the next chance outcomes."""
        if not self.seed:
            return _FROM_THE_SYSTEM
        luck = Seeded(self.seed)
        luck.count = self.drawn
        return luck

    # --- applying entries ----------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Apply a journal entry; it must be the next one, anything else is a bug."""
        if entry.version != self.version + 1:
            raise ValueError(f"{self!r} was given entry {entry.version}")
        if entry.kind == "resumed":
            self.clocks.skip(entry.body["since"], entry.body.get("until", entry.at))
        else:
            self.clocks.charge(entry.at)
        if entry.plan is not None and self.game is not None and entry.plan.fits(self.game.state):
            self.game.adopt(entry.plan.steps)
            self.drawn += sum(is_chance(step.code) for step in entry.plan.steps)
        else:
            _DEEDS[entry.kind](self, entry.body)
        self.version = entry.version
        self.clocks.tick(NOBODY if self.bot_due else self.decides)

    def _sit_down(self, body: Body) -> None:
        self.holders[body["seat"]] = SeatHolder("person", body["name"], key=body["key"])

    def _begin(self, body: Body) -> None:
        for bot in body["bots"]:
            self.holders[bot["seat"]] = SeatHolder("bot", bot["name"], bot["level"])
        self.game = self.first_game()
        self._play(body["actions"])

    def _move(self, body: Body) -> None:
        self._play(body["actions"])

    def _play(self, actions: Sequence[str]) -> None:
        assert self.game is not None
        for text in actions:
            code = parse_action(self.world, text)
            self.game.play(code)
            self.drawn += is_chance(code)

    def _undo(self, body: Body) -> None:
        assert self.game is not None
        for _ in range(body["count"]):
            self.game.undo(beyond_wall=True)
        # Changes of people are not undone: their notes move to the new end of the log.
        end = len(self.game.log)
        self.notes = [replace(note, number=min(note.number, end)) for note in self.notes]

    def _redo(self, body: Body) -> None:
        assert self.game is not None
        for _ in range(body["count"]):
            self.game.redo()

    def _stand_in(self, body: Body) -> None:
        seat = body["seat"]
        self.holders[seat] = replace(self.holders[seat], standin=True, level=body["level"], why=body["why"])
        self._note("timeout" if body["why"] == "time" else "standin", seat)

    def _come_back(self, body: Body) -> None:
        seat = body["seat"]
        self.holders[seat] = replace(self.holders[seat], standin=False, level="", why="")
        self.clocks.grant(seat, body["seconds"])
        self._note("back", seat)

    def _resume(self, body: Body) -> None:
        """Affects only the clocks."""

    def _note(self, kind: str, seat: int) -> None:
        assert self.game is not None
        self.notes.append(Note(len(self.game.log), kind, seat))


_DEEDS: Final = {
    "seated": Table._sit_down,
    "begun": Table._begin,
    "moved": Table._move,
    "undone": Table._undo,
    "redone": Table._redo,
    "standin": Table._stand_in,
    "back": Table._come_back,
    "resumed": Table._resume,
}
