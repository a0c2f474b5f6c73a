"""Actions are small integers inside the engine and short strings outside: `p3`, `c9`, `t9.2`, `die.2`.

code = kind << 20 | b << 6 | a, where `a` has 6 bits and `b` has 14
"""

from __future__ import annotations

from typing import Any, Final

PICK: Final = 0  # a: place in the column, 0 on top
DECLINE: Final = 1
ABANDON: Final = 2  # a: region
CONQUER: Final = 3  # a: region, b: way + 1 (0: the ordinary way)
ROLL: Final = 4  # a: region, b: way + 1; the final attempt
GAMBLE: Final = 5  # roll first, then choose
END: Final = 6
GIVE_UP: Final = 7  # a: region
PLACE: Final = 8  # a: region, b: tokens
PUT: Final = 9  # a: region, b: marker
CHOOSE: Final = 10  # a: option
USE: Final = 11  # a: region, b: use
# Outcomes of chance: nobody decides them, but they are in the log.
FACE: Final = 12  # a: pips
DRAW: Final = 13  # a: what is drawn, b: deck

KINDS: Final = 14
SHIFT: Final = 20
FIELD: Final = 63
WIDE_FIELD: Final = (1 << 14) - 1

C_DECLINE: Final = DECLINE << SHIFT
C_ABANDON: Final = ABANDON << SHIFT
C_CONQUER: Final = CONQUER << SHIFT
C_ROLL: Final = ROLL << SHIFT
C_GAMBLE: Final = GAMBLE << SHIFT
C_END: Final = END << SHIFT
C_GIVE_UP: Final = GIVE_UP << SHIFT
C_PLACE: Final = PLACE << SHIFT
C_PUT: Final = PUT << SHIFT
C_CHOOSE: Final = CHOOSE << SHIFT
C_USE: Final = USE << SHIFT
C_FACE: Final = FACE << SHIFT
C_DRAW: Final = DRAW << SHIFT


def code(kind: int, a: int = 0, b: int = 0) -> int:
    return kind << SHIFT | b << 6 | a


def way_of(action: int) -> int:
    """Of a conquest or a roll: 0 for the ordinary way, or one more than the number of a special way."""
    return action >> 6 & WIDE_FIELD


def is_chance(action: int) -> bool:
    return action >> SHIFT >= FACE


# The codes of a kind by region, made once. `Any`, because compiled code would unpack an `int` to a machine
# number and box it again for the legal list.
CONQUER_CODES: Final[list[Any]] = [C_CONQUER | region for region in range(64)]
ROLL_CODES: Final[list[Any]] = [C_ROLL | region for region in range(64)]
ABANDON_CODES: Final[list[Any]] = [C_ABANDON | region for region in range(64)]
# PLACE_CODES[region][n]: the codes that place 1 … n tokens there, so that a legal list needs only a few
# extends.
PLACE_CODES: Final = [
    [[C_PLACE | n << 6 | region for n in range(1, most + 1)] for most in range(FIELD + 1)]
    for region in range(64)
]
