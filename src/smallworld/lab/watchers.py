"""Watchers follow a game and collect data. The game loop does not know what they do."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Final

from smallworld.engine import Event, SmallWorldError, action_string, world_key
from smallworld.engine import actions as ac
from smallworld.engine.game.game import VERSION as GAME_VERSION
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import play
from smallworld.engine.world.world import NONE

if TYPE_CHECKING:
    from .arena import Result

Cell = int | float | str | bool
EVERY_ACTION: Final = frozenset(range(ac.KINDS))


class Watcher:
    """Override what you need. States are the live ones: read them, copy what you keep, change nothing."""

    # The kinds of actions whose events are wanted. Events with their receipts cost more than the game itself,
    # so
    # they are made for these kinds only.
    events_of: ClassVar[frozenset[int]] = frozenset()

    def on_start(self, state: State) -> None:
        """The first position."""

    def on_action(self, before: State, action: int) -> None:
        """An action or a chance outcome is about to be done in `before`."""

    def on_events(self, after: State, events: list[Event]) -> None:
        """What happened, for the kinds of actions in `events_of`."""

    def on_turn_end(self, after: State, seat: int, number: int) -> None:
        """The turn of `seat` in round `number` is over; in `after` the next one has begun."""

    def on_end(self, result: Result) -> None:
        """The game is over."""


class RowWatcher(Watcher):
    """A watcher that makes the rows of a table. Each game has its own instance; its rows are written out."""

    table: ClassVar[str]
    columns: ClassVar[dict[str, type[Cell]]]

    def __init__(self) -> None:
        self.rows: list[tuple[Cell, ...]] = []


class Crowd:
    """All watchers of a game as one: does an action and informs them."""

    def __init__(self, watchers: Sequence[Watcher]) -> None:
        self.watchers = watchers
        self.wanted: frozenset[int] = frozenset().union(*(watcher.events_of for watcher in watchers))

    def play(self, state: State, action: int) -> None:
        for watcher in self.watchers:
            watcher.on_action(state, action)
        seat, number, kind = state.turn, state.round, action >> ac.SHIFT
        if kind in self.wanted:
            events: list[Event] = []
            play(state, action, events)
            for watcher in self.watchers:
                if kind in watcher.events_of:
                    watcher.on_events(state, events)
        else:
            play(state, action)
        if state.turn != seat or state.round != number or state.over:
            for watcher in self.watchers:
                watcher.on_turn_end(state, seat, number)


class TurnRows(RowWatcher):
    """The table `turns`: one row for each turn of each player."""

    table = "turns"
    columns: ClassVar[dict[str, type[Cell]]] = {
        "round": int,
        "seat": str,
        "race": str,
        "power": str,
        "coins": int,  # after the turn
        "gained": int,  # in the turn, minus the price of the combo
        "regions": int,  # of the active race
        "declined_regions": int,
        "tokens": int,  # on the map, of all races of the seat
        "declined": bool,  # in this turn
        "conquests": int,
        "rolls": int,
    }
    events_of = frozenset({ac.FACE})  # only the engine knows whether a die roll succeeded

    def on_start(self, state: State) -> None:
        self._coins = list(state.coins)
        self._begin()

    def _begin(self) -> None:
        self._race = self._power = NONE
        self._declined, self._conquests, self._rolls = False, 0, 0

    def on_action(self, before: State, action: int) -> None:
        race = before.active[before.turn]
        if race != NONE:
            # Read each time, because a race that declines has lost its power by the end of the turn.
            self._race, self._power = race, before.badge[race]
        kind = action >> ac.SHIFT
        if kind == ac.CONQUER:
            self._conquests += 1
        elif kind == ac.FACE:
            self._rolls += 1
        elif kind == ac.DECLINE:
            self._declined = True

    def on_events(self, after: State, events: list[Event]) -> None:
        self._conquests += sum(event.kind == "conquered" for event in events)

    def on_turn_end(self, after: State, seat: int, number: int) -> None:
        world, active, coins = after.world, after.active[seat], after.coins[seat]
        self.rows.append(
            (
                number,
                SEATS[seat],
                world.race_ids[self._race] if self._race != NONE else "",
                world.power_ids[self._power] if self._power != NONE else "",
                coins,
                coins - self._coins[seat],
                after.mask[active].bit_count() if active != NONE else 0,
                sum(after.mask[race].bit_count() for race in after.declined[seat]),
                after.tokens_on_map(seat),
                self._declined,
                self._conquests,
                self._rolls,
            )
        )
        self._coins[seat] = coins
        self._begin()


class GameStrings(RowWatcher):
    """The table `strings`: each game as a string, to look at or to continue."""

    table = "strings"
    columns: ClassVar[dict[str, type[Cell]]] = {"string": str}

    def on_start(self, state: State) -> None:
        self._world = state.world

    def on_end(self, result: Result) -> None:
        actions = "-".join(action_string(self._world, code) for code in result.log)
        self.rows.append((f"{GAME_VERSION}~{actions}~{world_key(self._world)}",))


TURNS: Final = f"{__name__}:{TurnRows.__name__}"


def find_watcher(name: str) -> type[RowWatcher]:
    """A class by `module:Class`, so that every process and every machine finds the same one."""
    module, colon, attribute = name.partition(":")
    if not (module and colon and attribute):
        raise SmallWorldError(f"watcher {name!r}: expected module:Class, as in {TURNS}")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise SmallWorldError(f"watcher {name!r}: {error}") from error
    if not (isinstance(found, type) and issubclass(found, RowWatcher)):
        raise SmallWorldError(f"watcher {name!r}: expected a subclass of {__name__}:{RowWatcher.__name__}")
    return found
