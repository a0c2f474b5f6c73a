"""What a seat would score, line by line; and the result of a game."""

from __future__ import annotations

from typing import NamedTuple

from smallworld.engine import Receipt, State, Term, score_lines, score_receipt, winners
from smallworld.engine.world.world import NONE


class Score(NamedTuple):
    """What a seat would score now, and the regions of each term."""

    receipt: Receipt
    lines: tuple[tuple[Term, tuple[int, ...]], ...]


def score(s: State, seat: int) -> Score:
    where: dict[tuple[str, str], list[int]] = {}
    for term in score_lines(s, seat):
        if term.region != NONE:
            where.setdefault((term.label, term.kind), []).append(term.region)
    receipt = score_receipt(s, seat)
    lines = [(term, tuple(where.get((term.label, term.kind), ()))) for term in receipt.terms]
    return Score(receipt, tuple(lines))


class Standing(NamedTuple):
    seat: int
    coins: int
    tokens: int  # on the map, for ties
    winner: bool


class Result(NamedTuple):
    """The result of a finished game."""

    standings: tuple[Standing, ...]  # best first
    winners: tuple[int, ...]
    party: bool  # a party has won
    tie: str  # how a tie in coins ended: shared, party, tokens; empty: no tie


def result(s: State) -> Result:
    won = winners(s)
    ranked = sorted(range(len(s.coins)), key=lambda seat: (-s.coins[seat], -s.tokens_on_map(seat), seat))
    standings = tuple(Standing(seat, s.coins[seat], s.tokens_on_map(seat), seat in won) for seat in ranked)
    party = won[0] >= s.world.players
    tied = s.coins.count(max(s.coins)) > 1
    tie = "shared" if len(won) > 1 else "" if not tied else "party" if party else "tokens"
    return Result(standings, won, party, tie)
