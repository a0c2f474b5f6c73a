"""The results of a balance run, with intervals. Pieces are ids; whoever shows the report adds the names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import quantiles
from typing import Any, Final, Literal, NamedTuple

from smallworld import __version__

from ..atlas.report_parts import PLACES, place
from ..atlas.result import Figure
from ..ratings import wilson
from .deal import Deal
from .estimates import leaning, stratified
from .measured_piece import Change
from .printed import per_turn, printed
from .run import BalancePlan
from .scenes import Cell, scene

PAIR: Final = 2.1  # coins by which pairs differ beyond their race and power: see docs/atlas.md
SPREAD: Final = 8.3  # coins by which games with one piece differ: see docs/balance.md
MATES: Final = 3  # of the best and of the worst
FEWEST: Final = 16  # games before anything is reported
UNSURE: Final = 3.0  # coins of error above which the report says that little is known

Verdict = Literal["open", "cheat", "strong", "fair", "weak", "dud"]


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


class Group(NamedTuple):
    """A part of the games: `id` is a number of players, or a world."""

    id: str
    games: int
    coins: Interval
    wins: Interval


class Mate(NamedTuple):
    id: str  # race.ID or power.ID
    games: int
    coins: Interval


class Dot(NamedTuple):
    """A piece in the ranking of its kind."""

    id: str
    coins: Interval
    own: bool


class Point(NamedTuple):
    """A variant of the piece: with so many tokens or coins."""

    value: int
    step: int
    games: int
    coins: Interval


class Curve(NamedTuple):
    id: str  # tokens, or coins.INDEX of an effect
    points: list[Point]


class Price(NamedTuple):
    coins: Interval
    place: int  # the last place of the column at which it is worth its price
    low: int
    high: int


class Absence(NamedTuple):
    world: str
    lacks: str


class Advice(NamedTuple):
    """The change that brings it closest to the middle; 0: none. `reaches`: whether it gets there.
    `unsure`: it looks outside the middle half, but may be inside.
    """

    curve: str
    step: int
    reaches: bool
    unsure: bool = False


@dataclass
class Report:
    piece: str
    games: int
    played: int
    total: int
    verdict: Verdict
    coins: Interval
    per_game: Interval
    per_game_usual: Interval
    per_turn: Interval
    per_turn_usual: Interval
    wins: Interval
    wins_usual: Interval
    price: Price
    bids: list[Interval]  # for each place of the column: the share of bots that would take it there
    players: list[Group]
    worlds: list[Group]
    absent: list[Absence]
    best: list[Mate]
    worst: list[Mate]
    field: list[Dot]
    above: int
    of: int
    curves: list[Curve]
    advice: Advice
    forfeits: int
    bot: str
    age: str = ""
    version: str = __version__

    def data(self) -> dict[str, Any]:
        """Plain data, for JSON; named tuples as objects."""
        return {"balance": 1, **{key: _plain(value) for key, value in vars(self).items()}}


def _plain(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return {key: _plain(inner) for key, inner in value._asdict().items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value


Sample = dict[Cell, list[float]]
Measure = Callable[[Deal], float]


def report(plan: BalancePlan, deals: Mapping[int, Deal]) -> Report | None:
    """The results so far; None before there are enough games."""
    return _ReportBuilder(plan, deals).report()


class _ReportBuilder:
    def __init__(self, plan: BalancePlan, deals: Mapping[int, Deal]) -> None:
        self.plan, self.printed = plan, printed()
        self.played = len(deals)
        self.forfeits = sum(deal.forfeits for deal in deals.values())
        self.by_form: dict[int, list[Deal]] = defaultdict(list)
        for number, deal in sorted(deals.items()):  # in one order, whichever finished first
            if deal.round:
                self.by_form[plan.tasks[number].form].append(deal)
        self.own = self.by_form[0]

    # --- estimates -------------------------------------------------------------------------------------

    def figure(self, measure: Measure, deals: Sequence[Deal]) -> Figure:
        sample: Sample = defaultdict(list)
        for deal in deals:
            sample[scene(deal.scene).cell].append(measure(deal))
        return stratified(sample.values(), SPREAD if measure == self.coins else 0.0)

    def coins(self, deal: Deal) -> float:
        return self.printed.worth(deal) - self.printed.usual_at(deal.scene).worth

    def group(self, id: str, deals: Sequence[Deal]) -> Group:
        return Group(
            id,
            len(deals),
            _interval(self.figure(self.coins, deals)),
            _share(self.figure(_won, deals), len(deals)),
        )

    def groups(self, key: Callable[[Cell], str]) -> list[Group]:
        parts: dict[str, list[Deal]] = defaultdict(list)
        for deal in self.own:
            parts[key(scene(deal.scene).cell)].append(deal)
        return [self.group(id, mine) for id, mine in parts.items()]

    def report(self) -> Report | None:
        if len(self.own) < 2:
            return None
        plan, own, usual = self.plan, self.own, self.printed.usual_at
        coins = self.figure(self.coins, own)
        field = self.printed.kind(plan.subject.kind)
        values = [entry.coins.value for name, entry in field.items() if name != plan.subject.name]
        above = sum(value > coins.value for value in values)
        curves = self.curves(coins)
        verdict = _verdict(coins, len(own), values)
        mates = self.mates(coins)
        shown = min(MATES, len(mates) // 2)  # no piece is among both the best and the worst
        dots = [
            Dot(name, _interval(entry.coins), False)
            for name, entry in field.items()
            if name != plan.subject.name
        ]
        dots.insert(above, Dot(plan.subject.name, _interval(coins), True))
        return Report(
            piece=plan.subject.name,
            games=len(own),
            played=self.played,
            total=len(plan.tasks),
            verdict=verdict,
            coins=_interval(coins),
            per_game=_interval(self.figure(lambda deal: deal.coins, own)),
            per_game_usual=_interval(self.figure(lambda deal: usual(deal.scene).coins, own)),
            per_turn=_interval(self.figure(per_turn, own)),
            per_turn_usual=_interval(self.figure(lambda deal: usual(deal.scene).per_turn, own)),
            wins=_share(self.figure(_won, own), len(own)),
            wins_usual=_share(
                self.figure(lambda deal: usual(deal.scene).won, own),
                sum(usual(deal.scene).games for deal in own),
            ),
            price=Price(_interval(coins), place(coins.value), place(coins.low), place(coins.high)),
            bids=[self.bid(number) for number in range(PLACES)],
            players=sorted(self.groups(lambda cell: str(cell.players))),
            worlds=self.groups(lambda cell: cell.world),
            absent=self.absences(),
            best=mates[:shown],
            worst=mates[::-1][:shown],
            field=dots,
            above=above,
            of=len(values),
            curves=curves,
            advice=_advice(verdict, coins, curves, values),
            forfeits=self.forfeits,
            bot=self.printed.bot,
            age=self.printed.age,
        )

    def bid(self, price: int) -> Interval:
        """The share of bots that would pay so much for it."""
        yes = sum(deal.bid >= price for deal in self.own)
        low, high = wilson(yes / len(self.own), len(self.own))
        return Interval(*(round(number, 3) for number in (yes / len(self.own), low, high)))

    def absences(self) -> list[Absence]:
        found: dict[str, str] = {}
        there = {scene(deal.scene).cell.world for deal in self.own}
        for cell, lack in self.plan.absent.items():
            if cell.world not in there:
                found.setdefault(cell.world, lack)
        return [Absence(world, lack) for world, lack in found.items()]

    def mates(self, coins: Figure) -> list[Mate]:
        """Partners, best first. With a few games each, they are shrunk towards the partner's known value."""
        kind = self.plan.subject.mate_kind
        known = self.printed.kind(kind)
        parts: dict[str, list[float]] = defaultdict(list)
        for deal in self.own:
            parts[deal.power if kind == "power" else deal.race].append(self.coins(deal))
        found = []
        for id, values in parts.items():
            name = f"{kind}.{id}"
            expected = coins.value + (known[name].coins.value if name in known else 0.0)
            mean, error = stratified([values], SPREAD)
            found.append(Mate(name, len(values), _interval(leaning(mean, error, expected, PAIR))))
        return sorted(found, key=lambda mate: (-mate.coins.value, mate.id))

    def curves(self, coins: Figure) -> list[Curve]:
        """The value of every variant, from the scenes it shares with the piece itself."""
        found = []
        forms = list(enumerate(self.plan.forms))[1:]
        for id, mine in groupby(forms, key=lambda form: form[1].curve):
            changes = list(mine)
            points = [self.point(number, change) for number, change in changes if self.by_form[number]]
            if points:
                change = Change(changes[0][1].number, 0, changes[0][1].effect)
                value = self.plan.subject.value(change)
                points.append(Point(value, 0, len(self.own), _interval(coins)))
                found.append(Curve(id, sorted(points)))
        return found

    def point(self, number: int, change: Change) -> Point:
        deals = self.by_form[number]
        value = self.plan.subject.value(change) + change.step
        return Point(value, change.step, len(deals), _interval(self.figure(self.coins, deals)))


def _won(deal: Deal) -> float:
    return deal.won


def _interval(figure: Figure) -> Interval:
    return Interval(round(figure.value, 2), round(figure.low, 2), round(figure.high, 2))


def _share(figure: Figure, games: int) -> Interval:
    """A share with Wilson's interval, which also suits few games, widened to match its error."""
    share = min(1.0, max(0.0, figure.value))
    spread = share * (1 - share)
    worth = spread / figure.error**2 if figure.error > 0 and spread > 0 else float(games)
    low, high = wilson(share, worth)
    return Interval(round(share, 3), round(low, 3), round(high, 3))


# --- verdict ---------------------------------------------------------------------------------------------


def _verdict(coins: Figure, games: int, values: Sequence[float]) -> Verdict:
    """Certainly beyond all printed ones, certainly beyond the middle half, or fair."""
    if games < FEWEST:
        return "open"
    lower, _, upper = quantiles(values, n=4)
    if coins.low > max(values):
        return "cheat"
    if coins.high < min(values):
        return "dud"
    if coins.high - coins.value > UNSURE:
        return "open"
    if coins.low > upper:
        return "strong"
    return "weak" if coins.high < lower else "fair"


def _advice(verdict: Verdict, coins: Figure, curves: Sequence[Curve], values: Sequence[float]) -> Advice:
    """The smallest change into the middle half of the printed ones, otherwise the one that comes closest.

    Each point has an error of a coin or two, so a line through all of them decides.
    """
    lower, middle, upper = quantiles(values, n=4)
    if verdict in ("open", "fair"):
        return Advice("", 0, True, not lower <= coins.value <= upper)
    steps = [
        (curve.id, step, value)
        for curve in curves
        for step, value in _line(curve, coins.value)
        if step and abs(value - middle) < abs(coins.value - middle)
    ]
    if not steps:
        return Advice("", 0, False)
    reaching = [one for one in steps if lower <= one[2] <= upper]
    least = min((abs(step) for _, step, _ in reaching), default=0)
    choice = [one for one in reaching if abs(one[1]) == least] or steps
    curve, step, _ = min(choice, key=lambda one: (abs(one[2] - middle), one[0]))
    return Advice(curve, step, bool(reaching))


def _line(curve: Curve, own: float) -> list[tuple[int, float]]:
    """The value of the piece for each change, by a line through the piece itself and its variants."""
    others = [(point.step, point.coins.value - own, point.games) for point in curve.points if point.step]
    slope = sum(n * step * more for step, more, n in others) / sum(n * step * step for step, _, n in others)
    return [(point.step, own + slope * point.step) for point in curve.points]
