"""Is a piece fair? What `smallworld.lab.balance` computes, a few games at a time, in the reader's language.

A few games are one job for a worker, so that others get their turn in between and clients can stop.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from smallworld.lab.balance.deal import Deal
from smallworld.lab.balance.measured_piece import MeasuredPiece, measured_piece, origin_of_pack
from smallworld.lab.balance.printed import printed
from smallworld.lab.balance.report import report
from smallworld.lab.balance.run import GAMES, BalancePlan, kept
from smallworld.packs import find_packs
from smallworld.packs.choosing import brewed_pack
from smallworld.texts import Catalogue
from smallworld.texts.balance_report import BalanceReportTexts

from ..wire.balance import BalanceLine, BalanceReport

AT_ONCE: Final = 4  # games per job: a second or two
REMEMBERED: Final = 24  # pieces whose games are cached, so that asking again continues there

# Fields that are copied as they are.
_SAME: Final = (
    *("piece", "games", "played", "verdict", "coins", "per_game", "per_game_usual", "per_turn"),
    *("per_turn_usual", "wins", "wins_usual", "price", "above", "of"),
)

Deals = dict[int, Deal]


def balance_plan(text: str, piece: str, games: int) -> BalancePlan:
    """The games to play. Raises the faults of the pack."""
    plan = BalancePlan(measured_piece(origin_of_pack(brewed_pack(text)), piece), games or GAMES)
    plan.check()
    return plan


def balance_begun(text: str, piece: str, games: int) -> tuple[BalancePlan, int]:
    """The same, and the number of games: counting them needs worlds with the piece, so a worker does it."""
    plan = balance_plan(text, piece, games)
    return plan, len(kept(plan).tasks)


class Memory:
    """A cache of the games played for the last requested pieces."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._deals: OrderedDict[MeasuredPiece, Deals] = OrderedDict()

    def of(self, plan: BalancePlan) -> Deals:
        deals = self._deals.setdefault(plan.subject, {})
        self._deals.move_to_end(plan.subject)
        while len(self._deals) > self._most:
            self._deals.popitem(last=False)
        return deals


def missing(total: int, deals: Mapping[int, Deal]) -> Iterator[list[int]]:
    """The games still to play, a few at a time."""
    todo = [number for number in range(total) if number not in deals]
    for first in range(0, len(todo), AT_ONCE):
        yield todo[first : first + AT_ONCE]


def done(total: int, deals: Mapping[int, Deal]) -> int:
    """How many games of a plan have been played; the cache may hold more than a short plan needs."""
    return sum(number < total for number in deals)


def balance_line(plan: BalancePlan, total: int, deals: Mapping[int, Deal], lang: str) -> bytes:
    """A line of the answer with the estimate so far."""
    found = balance_report(kept(plan), deals, lang)
    line = BalanceLine(done=done(total, deals), total=total, report=found)
    return line.model_dump_json().encode() + b"\n"


def balance_report(plan: BalancePlan, deals: Mapping[int, Deal], lang: str) -> BalanceReport | None:
    """The report so far; None before the first results."""
    found = report(plan, {number: deals[number] for number in range(len(plan.tasks)) if number in deals})
    if found is None:
        return None
    packs = dict.fromkeys([*find_packs().values(), plan.subject.pack])
    return _ReportTexts(BalanceReportTexts(Catalogue(lang, packs)), found.data()).wired()


class _ReportTexts:
    """The report with a name for everything."""

    def __init__(self, report_texts: BalanceReportTexts, data: dict[str, Any]) -> None:
        self.report_texts, self.data = report_texts, data

    def wired(self) -> BalanceReport:
        data, report_texts = self.data, self.report_texts
        kind, id = data["piece"].split(".")
        wired = dict(
            **{key: data[key] for key in _SAME},
            kind=kind,
            id=id,
            name=report_texts.name(data["piece"]),
            done=data["played"] == data["total"],
            sentence=report_texts.sentence(data),
            more=report_texts.more(data),
            bids=[{"place": place, "share": share} for place, share in enumerate(data["bids"], 1)],
            players=[{**one, "name": report_texts.players(int(one["id"]))} for one in data["players"]],
            worlds=[{**one, "name": report_texts.world(one["id"])} for one in data["worlds"]],
            absent=[self.absent(one) for one in data["absent"]],
            best=self.mates("best"),
            worst=self.mates("worst"),
            field=[{**one, "name": report_texts.name(one["id"])} for one in data["field"]],
            curves=[self.curve(one) for one in data["curves"]],
            method=report_texts.method(data, printed().games),
        )
        return BalanceReport.model_validate(wired)

    def absent(self, one: dict[str, Any]) -> dict[str, str]:
        world = one["world"]
        return {
            "world": world,
            "name": self.report_texts.world(world),
            "reason": self.report_texts.absence(one),
        }

    def mates(self, end: str) -> list[dict[str, Any]]:
        piece = self.data["piece"]
        return [{**one, "name": self.report_texts.combo(piece, one["id"])} for one in self.data[end]]

    def curve(self, one: dict[str, Any]) -> dict[str, Any]:
        points = [{**point, "own": point["step"] == 0} for point in one["points"]]
        return {"id": one["id"], "name": self.report_texts.curve(one["id"]), "points": points}
