"""What an answer to a question changes, worked out by giving it: coins, tokens in hand, tokens on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.engine import State
from smallworld.engine import actions as ac
from smallworld.engine.turn import play
from smallworld.engine.world import NONE

from .phrasebook import Words

ALWAYS: Final = ("tokens", "others")
# These move by themselves as the turn goes on, so they tell something only beside the answer "no".
BESIDE_NO: Final = ("coins", "hand")


def holding(s: State, seat: int) -> dict[str, int]:
    mine = s.races_of(seat)
    stacks = [(race, count) for race, count in zip(s.occ, s.tokens, strict=True) if race != NONE]
    return {
        "coins": s.coins[seat],
        "hand": sum(s.hand[race] for race in mine),
        "tokens": sum(count for race, count in stacks if race in mine),
        "others": sum(count for race, count in stacks if race not in mine),
    }


def after(s: State, code: int) -> dict[str, int]:
    """What there is when the seat that is asked has answered; chance and others have not moved yet."""
    trial, seat = s.copy(), s.seat
    play(trial, code)
    return holding(trial, seat)


def brings(s: State, code: int, codes: Sequence[int], words: Words) -> str:
    """Compared with "no", or with the position itself where there must be an answer."""
    optional = ac.C_END in codes
    now, then = after(s, ac.C_END) if optional else holding(s, s.seat), after(s, code)
    changes = {key: then[key] - now[key] for key in (*(BESIDE_NO if optional else ()), *ALWAYS)}
    parts = [
        words(f"brings.{key}", amount=abs(change), sign="+" if change > 0 else "−")
        for key, change in changes.items()
        if change
    ]
    return ", ".join(parts)
