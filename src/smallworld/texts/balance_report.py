"""A balance report as sentences. The report is plain data, as `smallworld.lab.balance` writes it."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Any, Final

from smallworld.engine import percent

from .catalogue import Catalogue

FEW: Final = 5  # so many may be named as exceptions; with more the piece is in the middle

Data = Mapping[str, Any]


class BalanceReportTexts:
    """`catalogue` knows the piece's own pack and all printed ones."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self.lang = catalogue.lang

    def _say(self, key: str, /, **facts: object) -> str:
        return self._catalogue.say(f"balance.{key}", **facts)

    def name(self, piece: str) -> str:
        """Of `race.ID` or `power.ID`."""
        return self._catalogue.name(*piece.split("."))

    def combo(self, piece: str, mate: str) -> str:
        ids = dict(one.split(".") for one in (piece, mate))
        return self._catalogue.combo(ids["race"], ids["power"])

    def world(self, id: str) -> str:
        return self._say(f"world.{id}")

    def players(self, number: int) -> str:
        return self._say("label.players", n=number)

    def curve(self, id: str) -> str:
        return self._say(id.partition(".")[0])

    def word(self, key: str, **facts: object) -> str:
        """A word of the report itself: `worth`, `label.wins` …"""
        return self._say(key, **facts)

    def sentence(self, report: Data) -> str:
        """The verdict, and what to change."""
        if report["verdict"] == "open":
            return self._say("open")
        standing = self.standing(report)
        if not report["curves"]:  # no other number was tried
            return self._say("alone", standing=standing)
        return self._say("both", standing=standing, advice=self.advice(report))

    def standing(self, report: Data) -> str:
        kind = report["piece"].partition(".")[0]
        above, of = report["above"], report["of"]
        below = of - above
        if above == 0 or below == 0:
            return self._say(f"{kind}.{'last' if above else 'first'}")
        few = min(above, below)
        if few <= FEW and few < of - few:
            end = "strong" if above < below else "weak"
            return self._say(f"{kind}.{end}", n=self._say(f"but.{kind}.{few}"))
        return self._say(f"{kind}.middle", above=above, below=below, of=of)

    def advice(self, report: Data) -> str:
        advice = report["advice"]
        if not advice["step"]:
            return self._say("unsure" if advice["unsure"] else "leave" if advice["reaches"] else "nothing")
        return self._say("reaches" if advice["reaches"] else "nearest", change=self.change(advice))

    def change(self, advice: Data) -> str:
        number, step = advice["curve"].partition(".")[0], advice["step"]
        return self._say(f"step.{number}.{'more' if step > 0 else 'less'}{abs(step)}")

    def more(self, report: Data) -> list[str]:
        """Further results, one sentence each."""
        price, piece = report["price"], report["piece"]
        coins = min(floor(max(0.0, price["coins"]["value"])), price["place"] - 1)
        said = [self._say("price", coins=coins, place=price["place"]) if coins else self._say("free")]
        shares = report["wins"]["value"], report["wins_usual"]["value"]
        said.append(self._say("wins", share=percent(shares[0]), usual=percent(shares[1])))
        free, *_, last = report["bids"]
        paid = coins or 2
        said.append(
            self._say(
                "bids",
                free=percent(free["value"]),
                coins=paid,
                paid=percent((report["bids"][paid] if paid < len(report["bids"]) else last)["value"]),
            )
        )
        if report["best"] and report["worst"]:
            best, worst = (self.combo(piece, report[end][0]["id"]) for end in ("best", "worst"))
            said.append(self._say("mates", best=best, worst=worst))
        said += [self.absence(one) for one in report["absent"]]
        if report["forfeits"]:
            said.append(self._say("forfeits", n=report["forfeits"]))
        return said

    def absence(self, absent: Data) -> str:
        lacks = ", ".join(self.lack(one) for one in absent["lacks"].split(", "))
        return self._say("absent", world=self.world(absent["world"]), lacks=lacks)

    def lack(self, id: str) -> str:
        """A terrain, symbol or pack by its name; anything else unchanged."""
        for kind in ("terrain", "symbol", "pack"):
            if self._catalogue.knows(kind, id):
                return self._catalogue.name(kind, id)
        return id

    def method(self, report: Data, usual: int) -> str:
        return self._say(
            "method", games=report["games"], played=report["played"], bot=report["bot"], usual=usual
        )
