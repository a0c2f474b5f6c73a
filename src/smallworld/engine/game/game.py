"""A game: a position and the list of actions that led there. Undo, redo and strings work on the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy, deepcopy
from dataclasses import dataclass

from ..actions import FACE, SHIFT, is_chance
from ..errors import NotationError, SmallWorldError
from ..events import Event
from ..notation.position_string import FindWorld, parse_position, position_string
from ..notation.strings import (
    OLD_WORLD_FIELDS,
    WORLD_FIELDS,
    action_string,
    parse_action,
    parse_world_key,
    world_key,
)
from ..position.setup import new_state
from ..position.state import QUESTION, State
from ..turn import turn
from ..turn.steps.score import winners
from ..verbs.asked import asked
from ..verbs.chance import Luck
from ..verbs.denials import Denial
from ..verbs.legal import IllegalAction, Legal, check
from ..world.world import NONE, World

VERSION = "swg2"
OLD_VERSION = "swg1"  # still read, for games that start with a new position


@dataclass(frozen=True)
class Wall:
    """How far undo may go: `log[position:]` can be taken back. `reason`: why not further."""

    position: int
    reason: str  # start, die, draw, find, card, handover or end

    def __str__(self) -> str:
        return WALL_REASONS[self.reason]


WALL_REASONS = {
    "start": "the game begins here",
    "die": "a die was rolled",
    "draw": "a new combo was revealed",
    "find": "something was found",
    "card": "a card was seen",
    "handover": "another player moved",
    "end": "the game is over and all coins are shown",
}


@dataclass(frozen=True)
class Step:
    """An entry of a log, with the position and the events after it."""

    code: int
    after: State
    events: list[Event]


def step_from(state: State, code: int) -> Step:
    """Play a legal action on a copy of a position."""
    after, events = state.copy(), list[Event]()
    turn.play(after, code, events)
    return Step(code, after, events)


class Game:
    """`luck` decides the outcomes of chance; without it they are played like actions."""

    def __init__(self, world: World, *, luck: Luck | None = None, start: State | None = None) -> None:
        self.world = world
        self.luck = luck
        self.start = start
        self.state = start.copy() if start is not None else new_state(world)
        self.log: list[int] = []
        self.events: list[list[Event]] = []  # the events of each log entry
        self._before: list[State] = []
        self._undone: list[int] = []
        self._settle()

    def __copy__(self) -> Game:
        """A game that goes on by itself. Earlier positions are shared: they never change."""
        new = Game.__new__(Game)
        new.world, new.start = self.world, self.start
        new.luck = deepcopy(self.luck)
        new.state = self.state.copy()
        new.log, new.events = self.log.copy(), self.events.copy()
        new._before, new._undone = self._before.copy(), self._undone.copy()
        return new

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return copy(self)

    def __repr__(self) -> str:
        return f"<Game {len(self.log)} actions, {self.state!r}>"

    def __str__(self) -> str:
        return self.string

    # --- playing -------------------------------------------------------------------------------------

    @property
    def legal(self) -> Legal:
        return Legal(self.state)

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def winners(self) -> tuple[int, ...]:
        return winners(self.state)

    def check(self, action: str | int, seat: int | None = None) -> tuple[Denial, ...]:
        return check(self.state, action, seat)

    def play(self, action: str | int, seat: int | None = None) -> list[Event]:
        """Play an action and the chance that follows. If it is refused, the game stays unchanged."""
        code = parse_action(self.world, action) if isinstance(action, str) else action
        reasons = check(self.state, code, seat)
        if reasons:
            raise IllegalAction(action_string(self.world, code), reasons)
        self._undone.clear()
        first = len(self.events)
        self._do(code)
        self._settle()
        return [event for events in self.events[first:] for event in events]

    def _do(self, code: int) -> None:
        self._add(step_from(self.state, code))

    def adopt(self, steps: Iterable[Step]) -> None:
        """Take over steps that were checked and played on copies of this position, one after the other."""
        self._undone.clear()
        for step in steps:
            self._add(step)

    def _add(self, step: Step) -> None:
        if self._before:
            self.state.share(self._before[-1])  # one action changes little
        self._before.append(self.state)
        self.state = step.after
        self.log.append(step.code)
        self.events.append(step.events)

    def _settle(self) -> None:
        while self.luck is not None and self.state.is_chance:
            self._do(self.luck.outcome(self.state))

    @property
    def actions(self) -> list[str]:
        """The log as strings, chance outcomes included."""
        return [action_string(self.world, code) for code in self.log]

    @property
    def undone(self) -> list[str]:
        """What `redo` would do, in that order, chance outcomes included."""
        return [action_string(self.world, code) for code in reversed(self._undone)]

    @property
    def positions(self) -> list[State]:
        """The position before each entry of the log, and the present one."""
        return [*self._before, self.state]

    # --- undo ----------------------------------------------------------------------------------------

    @property
    def wall(self) -> Wall:
        """Undo is free back to the last entry that revealed something or gave the decision to another
        seat."""
        for position in range(len(self.log) - 1, -1, -1):
            code = self.log[position]
            if is_chance(code):
                return Wall(position + 1, self._revealed(position))
            after = self._before[position + 1] if position + 1 < len(self._before) else self.state
            if after.over:
                return Wall(position + 1, "end")
            if not after.is_chance and after.seat != self._before[position].seat:
                return Wall(position + 1, "handover")
            if self._party_moved(position):
                return Wall(position + 1, "handover")
        return Wall(0, "start")

    def _party_moved(self, position: int) -> bool:
        """Whether a party's turn began with this entry; the seat that decides may be the same as before."""
        players = self.world.players
        return any(event.kind == "turn" and event.seat >= players for event in self.events[position])

    def _revealed(self, position: int) -> str:
        """Which kind of chance an entry of the log is."""
        if self.log[position] >> SHIFT == FACE:
            return "die"
        if asked(self._before[position]).deck == self.world.row_deck:
            return "card"
        return "draw" if asked(self._before[position]).region == NONE else "find"

    @property
    def can_undo(self) -> int:
        """How many actions can be taken back before the wall."""
        return len(self.log) - self.wall.position

    @property
    def can_redo(self) -> int:
        return len(self._undone)

    def undo(self, *, beyond_wall: bool = False) -> str:
        """Take back the last decision (with `beyond_wall`, also the chance that followed it)."""
        if all(map(is_chance, self.log)):  # the first draws belong to the setup
            raise SmallWorldError("nothing to undo: the game begins here")
        if not beyond_wall and not self.can_undo:
            raise SmallWorldError(f"cannot undo further: {self.wall}")
        while True:
            code = self.log.pop()
            self.events.pop()
            self.state = self._before.pop()
            self._undone.append(code)
            if not is_chance(code) or not self.log:
                return action_string(self.world, code)

    def redo(self) -> str:
        """Play the last undone decision again, with the same outcomes of chance."""
        if not self._undone:
            raise SmallWorldError("nothing to redo")
        first = self._undone.pop()
        self._do(first)
        while self._undone and is_chance(self._undone[-1]):
            self._do(self._undone.pop())
        return action_string(self.world, first)

    # --- strings -------------------------------------------------------------------------------------

    @property
    def string(self) -> str:
        """The whole game as one string that is safe in a link."""
        origin = str(world_key(self.world)) if self.start is None else position_string(self.start)
        return "~".join((VERSION, "-".join(self.actions), origin))

    @classmethod
    def from_string(cls, text: str, find_world: FindWorld, luck: Luck | None = None) -> Game:
        version, _, rest = text.strip().partition("~")
        fields = WORLD_FIELDS if version == VERSION else OLD_WORLD_FIELDS
        if version == OLD_VERSION and rest.count("~") != OLD_WORLD_FIELDS:
            raise NotationError(
                f"a game string of the first version ({version}) is read only from its beginning"
            )
        if version not in (VERSION, OLD_VERSION):
            raise NotationError(
                f"not a game string of this version: expected it to start with {VERSION}, "
                f"got {version[:60]!r}"
            )
        actions, _, origin = rest.partition("~")
        if origin.count("~") == fields - 1:
            world, start = find_world(parse_world_key(origin)), None
        else:
            start = parse_position(origin, find_world)
            world = start.world
        return cls.replay(world, actions.split("-") if actions else [], start=start, luck=luck)

    @classmethod
    def replay(
        cls,
        world: World,
        actions: Iterable[str],
        *,
        start: State | None = None,
        luck: Luck | None = None,
        name: Callable[[int], str] = lambda number: f"action {number + 1}",
        older: bool = False,
    ) -> Game:
        """Play a list of actions and outcomes. An error names the entry by `name(number)`.

        `older`: of earlier rules. Questions that were not asked then are passed.
        """
        game = cls(world, start=start)
        for number, text in enumerate(actions):
            try:
                while older and game._is_new_question(text):
                    game.play("e")
                game.play(text)
            except SmallWorldError as error:
                place = f"{name(number)}, {position_string(game.state)}"
                raise NotationError(
                    [f"{name(number)}: {fault}" for fault in error.faults] + [f"at {place}"]
                ) from error
        game.luck = luck
        game._settle()
        return game

    def _is_new_question(self, text: str) -> bool:
        """Whether a question is asked that can be passed and that this action does not answer."""
        return self.state.step == QUESTION and bool(self.check(text)) and not self.check("e")
