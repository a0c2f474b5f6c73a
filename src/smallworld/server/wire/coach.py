"""The coach's advice: a plan step by step, the numbers behind it, and when to decline."""

from __future__ import annotations

from typing import Literal

from .base import Wire


class PlanStep(Wire):
    """One decision of a plan, as in a `Move`."""

    action: str
    label: str
    region: int = -1
    count: int = 0  # tokens that are placed
    chance: float | None = None  # of success with the die


class Why(Wire):
    """A reason, and the regions it is about. `kind` is for icons."""

    kind: Literal["coins", "next", "cost", "chance", "denied", "threat", "safe", "spare", "then", "other"]
    text: str
    regions: list[int] = []


class Waning(Wire):
    """The next turns when playing on, and when declining now: coins in each, this turn first."""

    verdict: Literal["now", "later", "either"]
    text: str
    stay: list[float]
    decline: list[float]


class Advice(Wire):
    """For the seat that decides, in the position of this version. Without steps there is no advice."""

    type: Literal["advice"] = "advice"
    version: int
    topic: str  # what the principle is about
    title: str
    principle: str  # how this step works in general; need not be read twice
    text: str  # the advice in one sentence
    steps: list[PlanStep]  # until chance or another decision comes
    then: list[int] = []  # regions that would follow a pick
    whys: list[Why] = []
    waning: Waning | None = None
    more: bool = False  # a quick first word: better advice is on its way
    failed: bool = False  # nothing could be worked out
