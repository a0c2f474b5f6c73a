"""The result of an analysis as data, to and from JSON. docs/analysis.md documents the keys."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, TypeVar, get_args, get_type_hints

from smallworld.engine import SmallWorldError

FORMAT = 1
T = TypeVar("T")


@dataclass(frozen=True)
class Figure:
    """A mean and half the width of its 95 % interval."""

    value: float
    error: float

    @property
    def clear(self) -> bool:
        """Differs from 0 by more than its error."""
        return abs(self.value) > self.error


@dataclass(frozen=True)
class Chance:
    """A win chance with its 95 % interval; shared victories count as shares."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Point:
    """All seats after a turn."""

    turn: str  # "3B"; "start" before the first turn
    seat: str  # whose turn it was
    exact: bool  # the game is over here: nothing is estimated
    chances: list[Chance]  # for each seat
    coins: list[Figure]  # expected at the end, for each seat
    change: list[Figure]  # of the win chances, since the point before
    luck: list[Figure]  # the part of the change that comes from dice and draws of this turn


@dataclass(frozen=True)
class TurningPoint:
    turn: str
    seat: str  # whose chance changed most
    change: Figure
    luck: Figure
    words: str


@dataclass(frozen=True)
class Decision:
    """A turn as played compared with the best alternative found, without the turn's luck."""

    turn: str
    seat: str
    played: str  # action strings, outcomes included
    better: str  # action strings up to the first die
    win: Figure  # win chance the alternative gains
    lead: Figure  # coins it gains, compared with the average of the others
    verdict: str  # mistake, slip (costs coins, not clearly the game) or sound
    considered: int  # how many alternatives were considered
    words: str


@dataclass(frozen=True)
class LuckEvent:
    """One roll of the die or one draw."""

    turn: str
    seat: str  # whose turn it was; "" for the opening column
    kind: str  # die, draw or opening
    outcome: str  # "die.2", "race.orcs power.flying"
    odds: float  # of this outcome and others with the same effect
    win: list[Figure]  # what it brought each seat
    lead: list[Figure]


@dataclass(frozen=True)
class LuckSum:
    seat: str
    dice: Figure  # win chance
    draws: Figure
    win: Figure  # both
    lead: Figure  # both, in coins


@dataclass(frozen=True)
class DeclineTurn:
    turn: str
    win: Figure  # declining at the start of this turn, compared with playing on
    lead: Figure
    declined: bool  # the race declined in this turn


@dataclass(frozen=True)
class Decline:
    """One race of a player, from its arrival to its decline."""

    seat: str
    combo: str
    picked: str
    declined: str  # the turn; "" if it stayed active
    best: str  # the best turn to decline; "" for never, or later
    turns: list[DeclineTurn]
    words: str


@dataclass(frozen=True)
class Analysis:
    format: int
    world: str
    players: list[str]
    bot: str
    rollouts: int
    seed: str
    finished: bool
    result: list[int]  # coins at the end, or now
    winners: list[str]  # empty while the game is not over
    points: list[Point]
    turning_points: list[TurningPoint]
    decisions: list[Decision]  # every turn, the costliest first
    luck: list[LuckEvent]
    luck_sums: list[LuckSum]
    declines: list[Decline]

    @property
    def mistakes(self) -> list[Decision]:
        return [decision for decision in self.decisions if decision.verdict == "mistake"]


# --- JSON ----------------------------------------------------------------------------------------------


def to_json(analysis: Analysis, indent: int | None = None) -> str:
    return json.dumps(asdict(analysis), ensure_ascii=False, indent=indent)


def from_json(text: str) -> Analysis:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SmallWorldError(f"not the JSON of an analysis: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SmallWorldError(f"not an analysis of format {FORMAT}")
    try:
        return _read(Analysis, data)
    except (KeyError, TypeError) as error:
        raise SmallWorldError(f"not the JSON of an analysis: {error}") from error


def _read(kind: type[T], data: Any) -> T:
    hints = get_type_hints(kind)
    values = {field.name: _value(hints[field.name], data[field.name]) for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**values)


def _value(hint: Any, data: Any) -> Any:
    if is_dataclass(hint) and isinstance(hint, type):
        return _read(hint, data)
    inner = get_args(hint)
    return [_value(inner[0], item) for item in data] if inner else data
