"""A table: a game, the players, and the file that is written after every action."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from smallworld.engine import Drawn, Game, Record, Seeded, World, events_for, read_record, view, write_record
from smallworld.engine.actions import is_chance
from smallworld.engine.events import Event
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.verbs.chance import Luck
from smallworld.packs import daily as days
from smallworld.packs import world_from_key

from ..files import read_text, write_text
from .bot_player import DEFAULT, BotPlayers, from_note, noted

_BOTS = re.compile(r"\bbots: ([A-H]+)(?: (\S+))?")  # in the note of the record, for resuming the game


@dataclass
class Table:
    game: Game
    players: list[str]
    bots: frozenset[int]
    path: Path
    seed: str = ""
    specs: tuple[str, ...] = (DEFAULT,)  # which bots fill the seats of `bots`, in turn
    free_undo: bool = False
    note: str = ""  # written to the record beside the bots
    daily: str = ""  # the day of a daily game
    seen: list[int] = field(default_factory=list)  # per seat: log entries it has been shown

    def __post_init__(self) -> None:
        world = self.game.world
        if world.party is not None and len(self.players) == world.players:
            self.players = [*self.players, world.settlers]  # until a language is known
        self.seen = [self._last_look(seat) for seat in range(len(self.players))]
        # The bots are random each time a game is resumed, unless a seed is given.
        self.bot_players = BotPlayers(self.specs, sorted(self.bots))
        self._bot_seed = self.seed or str(random.SystemRandom().getrandbits(64))

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.game.world.players) if seat not in self.bots]

    @property
    def shared(self) -> bool:
        """Several people use one keyboard: each may see only their own secrets."""
        return len(self.people) > 1

    def _last_look(self, seat: int) -> int:
        """Log position just after the seat's last decision, or just after the first draws."""
        log, positions = self.game.log, self.game.positions
        for number in range(len(log) - 1, -1, -1):
            if positions[number].seat == seat:
                return number + 1
        return next((number for number, code in enumerate(log) if not is_chance(code)), len(log))

    # --- playing -------------------------------------------------------------------------------------

    def play(self, action: str, seat: int) -> list[Event]:
        events = self.game.play(action, seat)
        self.save()
        return events_for(events, seat)

    def bot_move(self) -> None:
        seat = self.game.state.seat
        seed = f"{self._bot_seed}/{seat}/{len(self.game.log)}"
        self.play(self.bot_players.choose(view(self.game.state, seat), self.players[seat], seed), seat)

    def close(self) -> None:
        """Nobody plays on: programs that played may leave."""
        if self.game.over:
            self.bot_players.end([view(self.game.state, seat) for seat in range(self.game.world.players)])
        self.bot_players.close()

    @property
    def undo_room(self) -> tuple[int, str]:
        """How many decisions can be undone, and what stops undo there."""
        if not self.free_undo:
            return self.game.can_undo, self.game.wall.reason
        positions = self.game.positions
        people = set(self.people)
        return sum(positions[number].seat in people for number in range(len(self.game.log))), "start"

    def undo(self) -> str:
        """Undo the last decision; where undo is not allowed to go on, back to the last decision of a
        person.
        """
        action = self.game.undo(beyond_wall=self.free_undo)
        while self.game.log and self.game.state.seat in self.bots:
            action = self.game.undo(beyond_wall=True)
        self._after_rewind()
        return action

    def redo(self) -> str:
        action = self.game.redo()
        while self.game.can_redo and self.game.state.seat in self.bots:
            self.game.redo()
        self._after_rewind()
        return action

    def _after_rewind(self) -> None:
        self.bot_players.close()
        self.seen = [min(number, len(self.game.log)) for number in self.seen]
        self.save()

    # --- the file ------------------------------------------------------------------------------------

    def save(self, path: Path | None = None) -> None:
        letters = "".join(SEATS[seat] for seat in sorted(self.bots))
        note = " ".join(filter(None, (f"bots: {letters} {noted(self.specs)}" if letters else "", self.note)))
        write_text(path or self.path, write_record(Record(self.game, self.players, note)))

    @classmethod
    def new(
        cls,
        world: World,
        players: list[str],
        bots: frozenset[int],
        path: Path,
        seed: str = "",
        specs: tuple[str, ...] = (DEFAULT,),
        note: str = "",
    ) -> Table:
        table = cls(Game(world, luck=luck_from(seed)), players, bots, path, seed, specs, note=note)
        table.save()
        return table

    @classmethod
    def resume(
        cls, source: Path, path: Path | None = None, seed: str = "", specs: tuple[str, ...] = ()
    ) -> Table:
        """Go on with a record; `specs` are other bots than those it names."""
        record = read_record(read_text(source), world_from_key)
        game, day = record.game, days.day_in(record.note)
        if day is not None:
            seed = days.seed_of(day)  # a daily game always uses the dice of its day
        luck = luck_from(seed)
        if isinstance(luck, Seeded):
            # Continue the dice where they stopped: skip the outcomes already drawn.
            luck.count = sum(map(is_chance, game.log))
        game.luck = luck
        # A file may end between a roll and its outcome, or have been written by hand.
        while game.state.is_chance:
            game.play(luck.outcome(game.state))
        match = _BOTS.search(record.note)
        bots = frozenset(map(SEATS.index, match[1])) if match else frozenset()
        names = [*record.players, *(f"Player {letter}" for letter in SEATS[len(record.players) :])]
        specs = specs or (from_note(match[2]) if match and match[2] else (DEFAULT,))
        note = _BOTS.sub("", record.note).strip()
        daily = day.isoformat() if day is not None else ""
        return cls(
            game, names[: game.world.players], bots, path or source, seed, specs, note=note, daily=daily
        )


def luck_from(seed: str) -> Luck:
    return Seeded(seed) if seed else Drawn(random.SystemRandom().random)
