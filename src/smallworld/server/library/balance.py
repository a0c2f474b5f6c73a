"""Is a piece fair? What `smallworld.lab.balance` finds out, some games at a time, in the reader's language.

A few games are a piece of work for a worker, so that others get their turn in between and somebody can stop.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from smallworld.lab.balance.bench import GAMES, Plan
from smallworld.lab.balance.deal import Deal
from smallworld.lab.balance.printed import printed
from smallworld.lab.balance.report import report
from smallworld.lab.balance.subject import Subject, origin_of_pack, subject_of
from smallworld.packs import find_packs
from smallworld.texts import Catalogue
from smallworld.texts.balance import BalanceTeller

from ..picture.worlds import brewed_pack
from ..wire.balance import BalanceReport

AT_ONCE: Final = 4  # games of a piece of work: a second or two
REMEMBERED: Final = 24  # pieces whose games are kept, so that asking again goes on where it stopped

# What needs no name.
_SAME: Final = (
    *("piece", "games", "played", "verdict", "coins", "per_game", "per_game_usual", "per_turn"),
    *("per_turn_usual", "wins", "wins_usual", "price", "above", "of"),
)

Deals = dict[int, Deal]


def balance_plan(text: str, piece: str, games: int) -> Plan:
    """What is to be played. Raises what is wrong with the pack."""
    plan = Plan(subject_of(origin_of_pack(brewed_pack(text)), piece), games or GAMES)
    plan.check()
    return plan


class Memory:
    """The games that were played for the last pieces somebody asked about."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._deals: OrderedDict[Subject, Deals] = OrderedDict()

    def of(self, plan: Plan) -> Deals:
        deals = self._deals.setdefault(plan.subject, {})
        self._deals.move_to_end(plan.subject)
        while len(self._deals) > self._most:
            self._deals.popitem(last=False)
        return deals


def missing(plan: Plan, deals: Mapping[int, Deal]) -> Iterator[list[int]]:
    """What is still to be played, a few games at a time."""
    todo = [number for number in range(len(plan.tasks)) if number not in deals]
    for first in range(0, len(todo), AT_ONCE):
        yield todo[first : first + AT_ONCE]


def balance_report(plan: Plan, deals: Mapping[int, Deal], lang: str) -> BalanceReport | None:
    """What is known so far; None before anything is."""
    found = report(plan, {number: deals[number] for number in range(len(plan.tasks)) if number in deals})
    if found is None:
        return None
    packs = dict.fromkeys([*find_packs().values(), plan.subject.pack])
    return _Teller(BalanceTeller(Catalogue(lang, packs)), found.data()).wired()


class _Teller:
    """The report with a name for everything."""

    def __init__(self, teller: BalanceTeller, data: dict[str, Any]) -> None:
        self.teller, self.data = teller, data

    def wired(self) -> BalanceReport:
        data, teller = self.data, self.teller
        kind, id = data["piece"].split(".")
        wired = dict(
            **{key: data[key] for key in _SAME},
            kind=kind,
            id=id,
            name=teller.name(data["piece"]),
            done=data["played"] == data["total"],
            sentence=teller.sentence(data),
            more=teller.more(data),
            bids=[{"place": place, "share": share} for place, share in enumerate(data["bids"], 1)],
            players=[{**one, "name": teller.players(int(one["id"]))} for one in data["players"]],
            worlds=[{**one, "name": teller.world(one["id"])} for one in data["worlds"]],
            absent=[self.absent(one) for one in data["absent"]],
            best=self.mates("best"),
            worst=self.mates("worst"),
            field=[{**one, "name": teller.name(one["id"])} for one in data["field"]],
            curves=[self.curve(one) for one in data["curves"]],
            method=teller.method(data, printed().games),
        )
        return BalanceReport.model_validate(wired)

    def absent(self, one: dict[str, Any]) -> dict[str, str]:
        world = one["world"]
        return {"world": world, "name": self.teller.world(world), "reason": self.teller.absence(one)}

    def mates(self, end: str) -> list[dict[str, Any]]:
        piece = self.data["piece"]
        return [{**one, "name": self.teller.combo(piece, one["id"])} for one in self.data[end]]

    def curve(self, one: dict[str, Any]) -> dict[str, Any]:
        points = [{**point, "own": point["step"] == 0} for point in one["points"]]
        return {"id": one["id"], "name": self.teller.curve(one["id"]), "points": points}
