"""Events: what happened, for logs, animation and statistics. Made only when somebody wants a log."""

from __future__ import annotations

from dataclasses import dataclass

from .verbs.receipt_types import Receipt, Term


@dataclass(frozen=True)
class Stage:
    """One stage of a party's order: the best key, and the regions that have it."""

    rule: str
    best: int
    regions: tuple[int, ...]
    left: int = 0  # targets that have it: there may be several ways to one region


@dataclass(frozen=True)
class Why:
    """Why a party takes a region: the whole cost, what each stage left, who chose at the end."""

    cost: int
    stages: tuple[Stage, ...]
    way: int = -1  # the region it takes first to get there; -1: none
    chosen_by: int = -1  # the seat that chose among equal targets; -1: only one was left
    rolls: bool = False  # too few tokens: the die must help


@dataclass(frozen=True)
class Event:
    """`kind` says which fields are used; -1 and None mean nothing."""

    kind: str
    seat: int = -1
    region: int = -1
    race: int = -1
    power: int = -1
    marker: int = -1
    way: int = -1  # of a conquest by special means: see `World.ways`
    amount: int = -1
    other: int = -1  # another seat or race
    card: int = -1  # of the row, by its number in the row's deck
    receipt: Receipt | None = None
    why: Why | None = None
    lines: tuple[Term, ...] = ()  # of a scoring: each coin with its piece, and its region where it has one


Log = list[Event] | None
