"""Receipts: the terms that a number is the sum of.

The English sentences are here, beside the ids; catalogues translate them by id.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Term(NamedTuple):
    """One summand. `label` is the id of a piece, terrain, marker, or one of TERM_LABELS."""

    amount: int
    label: str
    region: int = -1  # the region it belongs to, if any
    kind: str = ""  # race, power, terrain, marker …, as one id may name several things; empty for TERM_LABELS
    # Of regions that are worth more the more of them are held: what each is worth, in place of its own coin.
    steps: tuple[int, ...] = ()


class Receipt(NamedTuple):
    total: int
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        """`4 = 2 region + 1 mountain + 2 defenders - 1 discount`, with the ids of the pieces"""
        if not self.terms:
            return f"{self.total} = {self.total}"
        parts = []
        for number, term in enumerate(self.terms):
            sign = "-" if term.amount < 0 else "+"
            label = f"{term.label} ({' + '.join(map(str, term.steps))})" if term.steps else term.label
            parts.append(f"{term.amount} {label}" if number == 0 else f"{sign} {abs(term.amount)} {label}")
        return f"{self.total} = {' '.join(parts)}"

    @property
    def adds_up(self) -> bool:
        return sum(term.amount for term in self.terms) == self.total


TERM_LABELS: Final = {
    "region": "base cost",
    "regions": "regions",
    "die": "die",
    "minimum": "minimum of 1",
    "attack_only": "attack-only tokens",
    "tray_limit": "empty tray",
    "above": "combos above",
    "on_combo": "coins on it",
}
