"""Balance reports: the request, and the answer while the games are played."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from smallworld.languages import Lang

from .base import Asked, PackText, Wire

Verdict = Literal["cheat", "strong", "fair", "weak", "dud", "open"]


class BalanceAsk(Asked):
    pack: PackText
    piece: str = Field(default="", pattern=r"^((race|power)\.[a-z][a-z0-9_]{0,39})?$")  # empty: the first
    games: int = Field(default=0, ge=0, le=20_000)  # 0: the default
    lang: Lang = "en"


class Interval(Wire):
    """A number with its 95 % confidence interval."""

    value: float
    low: float
    high: float


class FairPrice(Wire):
    """Up to which place of the column it is worth its coins."""

    coins: Interval
    place: int
    low: int
    high: int


class Bid(Wire):
    """The share of bots that would pick it at a place of the column."""

    place: int
    share: Interval


class BalanceGroup(Wire):
    id: str
    name: str
    games: int
    coins: Interval
    wins: Interval


class BalanceAbsent(Wire):
    """A world where it cannot be played."""

    world: str
    name: str
    reason: str


class BalancePartner(Wire):
    id: str
    name: str
    games: int
    coins: Interval


class FieldDot(Wire):
    id: str
    name: str
    coins: Interval
    own: bool = False


class CurvePoint(Wire):
    value: int
    step: int
    games: int
    coins: Interval
    own: bool = False


class BalanceCurve(Wire):
    """One number of the piece, tried with slightly larger and smaller values."""

    id: str
    name: str
    points: list[CurvePoint]


class BalanceReport(Wire):
    piece: str
    kind: str
    id: str
    name: str
    games: int  # with the piece itself
    played: int  # including its variants
    done: bool
    sentence: str
    more: list[str]
    verdict: Verdict
    coins: Interval  # per game, above an average built-in combo in the same seat at the same moment
    per_game: Interval
    per_game_usual: Interval
    per_turn: Interval
    per_turn_usual: Interval
    wins: Interval
    wins_usual: Interval
    price: FairPrice
    bids: list[Bid]
    players: list[BalanceGroup]
    worlds: list[BalanceGroup]
    absent: list[BalanceAbsent]
    best: list[BalancePartner]
    worst: list[BalancePartner]
    field: list[FieldDot]  # all built-in pieces of its kind and itself, strongest first
    above: int  # how many built-in ones are stronger
    of: int
    curves: list[BalanceCurve]
    method: str


class BalanceLine(Wire):
    """One line of the answer: the progress, the estimate so far, or an error."""

    done: int
    total: int
    place: int = 0  # in the queue; 0: its games are being played
    report: BalanceReport | None = None
    error: str = ""
