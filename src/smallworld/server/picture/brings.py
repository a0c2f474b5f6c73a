"""What an answer or a use changes, worked out by trying it: coins, tokens in hand, tokens on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.engine import State, asked
from smallworld.engine import actions as ac
from smallworld.engine.turn import play
from smallworld.engine.world import NONE

from .phrasebook import Words

PLENTY: Final = 99  # coins of whoever's coins are secret, so that what is taken tells nothing about them
Holding = dict[str, int]


def holding(s: State, seat: int) -> Holding:
    mine = s.races_of(seat)
    stacks = [(race, count) for race, count in zip(s.occ, s.tokens, strict=True) if race != NONE]
    return {
        "coins": s.coins[seat],
        "hand": sum(s.hand[race] for race in mine),
        "tokens": sum(count for race, count in stacks if race in mine),
        "others": sum(count for race, count in stacks if race not in mine and s.owner[race] != NONE),
    }


def _tried(s: State, code: int) -> State:
    """The position when the seat that is asked has answered; chance and others have not moved yet."""
    trial = s.copy()
    trial.coins = [PLENTY if coins == NONE else coins for coins in s.coins]
    play(trial, code)
    return trial


def _place(s: State) -> tuple[object, ...]:
    """Where in the turn a position is: only positions at one place can be compared."""
    return s.round, s.turn, s.phase, asked(s), len(s.stack)


def brings(s: State, codes: Sequence[int], words: Words) -> dict[int, str]:
    """For each answer and use among the codes, what it changes; empty where nothing can be said."""
    tried = [code for code in codes if code >> ac.SHIFT in (ac.CHOOSE, ac.USE)]
    if not tried:
        return {}
    answers = tried[0] >> ac.SHIFT == ac.CHOOSE and ac.C_END in codes
    no = _tried(s, ac.C_END) if answers else None
    return {code: _change(s, _tried(s, code), no, words) for code in tried}


def _change(s: State, then: State, no: State | None, words: Words) -> str:
    """Compared with the answer "no" if that leads to the same place; otherwise with the position itself, as
    long as the turn has not gone on by itself."""
    seat = s.seat
    if no is not None and _place(no) == _place(then):
        before = holding(no, seat)
    elif (then.turn, then.phase) == (s.turn, s.phase):
        before = holding(s, seat)
    else:
        return ""
    after = holding(then, seat)
    parts = [
        words(f"brings.{key}", amount=abs(change), sign="+" if change > 0 else "−")
        for key in before
        if (change := after[key] - before[key])
    ]
    return ", ".join(parts)
