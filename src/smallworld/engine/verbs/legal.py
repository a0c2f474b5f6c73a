"""The three verbs: `legal` says what can be done, `check` why something can't, `apply` does it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from .. import actions as ac
from ..errors import SmallWorldError
from ..events import Event
from ..notation.strings import SEATS, action_string, parse_action
from ..position.state import STEP_NAMES, State
from ..turn import turn
from .denials import Denial
from .reasons import denials

_GROUPS = (
    ("pick", ac.PICK),
    ("decline", ac.DECLINE),
    ("abandon", ac.ABANDON),
    ("conquer", ac.CONQUER),
    ("final die", ac.ROLL),
    ("roll first", ac.GAMBLE),
    ("give up", ac.GIVE_UP),
    ("place", ac.PLACE),
    ("put", ac.PUT),
    ("choose", ac.CHOOSE),
    ("use", ac.USE),
    ("end", ac.END),
    ("die", ac.FACE),
    ("draw", ac.DRAW),
)


class Legal(Sequence[str]):
    """Everything that can be done in a position, as action strings. `codes` are the action codes."""

    def __init__(self, state: State) -> None:
        self.world = state.world
        self.codes = turn.codes(state)
        self.step = STEP_NAMES[state.step]
        self.seat = state.seat  # -1: nobody; chance decides, or the game is over
        self.is_chance = state.is_chance

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [action_string(self.world, code) for code in self.codes[index]]
        return action_string(self.world, self.codes[index])

    def __iter__(self) -> Iterator[str]:
        return (action_string(self.world, code) for code in self.codes)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return action in set(self)
        return action in self.codes

    def __repr__(self) -> str:
        who = "chance" if self.is_chance else SEATS[self.seat] if self.seat >= 0 else "nobody"
        parts = []
        for name, kind in _GROUPS:
            group = [
                action_string(self.world, code) for code in sorted(self.codes) if code >> ac.SHIFT == kind
            ]
            if group:
                parts.append(f"{name}: {' '.join(group)}")
        return f"<Legal {self.step} by {who}; {'; '.join(parts) or 'nothing'}>"


class Done(NamedTuple):
    """The position after an action, and the events."""

    state: State
    events: tuple[Event, ...]


class IllegalAction(SmallWorldError):
    """A refused action, with every reason. The position has not changed."""

    def __init__(self, action: str, reasons: Sequence[Denial]) -> None:
        self.action = action
        self.reasons = tuple(reasons)
        super().__init__([f"{action}: {reason}" for reason in reasons])


def legal(state: State) -> Legal:
    """What can be done now, and by which seat. At a chance step: the possible outcomes."""
    return Legal(state)


def check(state: State, action: str | int, seat: int | None = None) -> tuple[Denial, ...]:
    """Every reason why an action is not possible now; empty if it is possible. `seat`: who wants to do it."""
    code = parse_action(state.world, action) if isinstance(action, str) else action
    return denials(state, code, seat)


def apply(state: State, action: str | int, seat: int | None = None) -> Done:
    """Do an action: returns the new position and the events. The old position is not changed."""
    code = parse_action(state.world, action) if isinstance(action, str) else action
    reasons = denials(state, code, seat)
    if reasons:
        raise IllegalAction(action_string(state.world, code), reasons)
    new, events = state.copy(), list[Event]()
    turn.play(new, code, events)
    return Done(new, tuple(events))
