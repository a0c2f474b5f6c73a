"""Difficulty levels: named points on the ladder, each with a measured rating. See docs/ladder.md.

A level is a bot spec, so it works wherever a bot is named. Its personality is one more parameter:
`level.bot("raider")`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .personality import ANY, PERSONALITIES


@dataclass(frozen=True)
class Level:
    id: str
    name: str  # in English; catalogues have the translations
    spec: str
    rating: int | None  # rating on the two-player ladder, greedy = 1000
    personalities: tuple[str, ...] = tuple(PERSONALITIES)

    def bot(self, personality: str = ANY) -> str:
        """The spec of a bot of this level. By default its seed decides the personality."""
        if not self.personalities:
            return self.spec
        return f"{self.spec}{',' if ':' in self.spec else ':'}taste={personality}"


def levels() -> tuple[Level, ...]:
    """From weak to strong."""
    return (
        Level("novice", "Novice", "planner:beam=1,slip=30", 752),
        Level("casual", "Casual", "planner:beam=1,slip=12", 1020),
        Level("skilled", "Skilled", "planner:beam=2,slip=4", 1287),
        Level("expert", "Expert", "planner", 1463),
        Level("master", "Master", "search", 1609),
    )
