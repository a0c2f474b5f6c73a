"""What an analysis says, as data. The keys are documented in docs/analysis.md; JSON goes both ways."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, TypeVar, get_args, get_type_hints

from smallworld.engine import SmallWorldError

FORMAT = 1
T = TypeVar("T")


@dataclass(frozen=True)
class Figure:
    """A mean and the half width of its 95 % band."""

    value: float
    error: float

    @property
    def clear(self) -> bool:
        """More than its error away from nothing."""
        return abs(self.value) > self.error


@dataclass(frozen=True)
class Chance:
    """A win chance with its 95 % band; shared victories count as shares."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Point:
    """How everybody stands after a turn."""

    turn: str  # "3B"; "start" before the first turn
    seat: str  # whose turn it was
    exact: bool  # the game is over here: nothing is estimated
    chances: list[Chance]  # for each seat
    coins: list[Figure]  # expected at the end, for each seat
    change: list[Figure]  # of the win chances, since the point before
    luck: list[Figure]  # the part of the change that dice and draws of this turn made


@dataclass(frozen=True)
class TurningPoint:
    turn: str
    seat: str  # whose chance changed most
    change: Figure
    luck: Figure
    words: str


@dataclass(frozen=True)
class Decision:
    """A turn as it was played beside the best alternative that was found, the turn's luck taken out."""

    turn: str
    seat: str
    played: str  # action strings, outcomes included
    better: str  # action strings up to the first die
    win: Figure  # what the alternative wins in win chance
    lead: Figure  # and in coins, against the average of the others
    verdict: str  # mistake, slip (costs coins, not clearly the game) or sound
    considered: int  # how many alternatives were looked at
    words: str


@dataclass(frozen=True)
class LuckEvent:
    """One roll of the die or one draw."""

    turn: str
    seat: str  # whose turn it was; "" for the opening column
    kind: str  # die, draw or opening
    outcome: str  # "die.2", "race.orcs power.flying"
    odds: float  # of this, or of another outcome with the same effect
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
    win: Figure  # declining at the start of this turn, against playing on
    lead: Figure
    declined: bool  # this is where it went into decline


@dataclass(frozen=True)
class Decline:
    """One race of a player, from its arrival to its decline."""

    seat: str
    combo: str
    picked: str
    declined: str  # the turn; "" if it stayed active
    best: str  # the turn in which it should have gone; "" for no decline, or a later one
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
    winners: list[str]  # none while the game is not over
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
    except ValueError as error:
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
