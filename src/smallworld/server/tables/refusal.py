"""Why a command was refused. The table is unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from smallworld.engine import Denial, SmallWorldError
from smallworld.texts import Catalogue

from ..wire.base import Reason

Cause = Literal["illegal", "stale", "not_yours", "wall", "phase", "unreadable", "storage"]


class Refusal(SmallWorldError):
    """Either the engine's reasons, or one of our own: its text is `server.table.refused.<rule>`."""

    def __init__(self, cause: Cause, rule: str = "", denials: Sequence[Denial] = (), **facts: object) -> None:
        self.cause = cause
        self.rule = rule or cause
        self.denials = tuple(denials)
        self.facts = facts
        super().__init__([str(denial) for denial in denials] or f"{cause}: {self.rule}")

    def reasons(self, texts: Catalogue, players: Sequence[str]) -> list[Reason]:
        if self.denials:
            return [
                Reason(
                    rule=denial.rule,
                    sentence=texts.sentence(denial, players),
                    remedy=texts.remedy(denial, players),
                )
                for denial in self.denials
            ]
        facts = dict(self.facts)
        if isinstance(wall := facts.get("wall"), str):
            facts["wall"] = texts.wall(wall)
        key = f"server.table.refused.{self.rule}"
        sentence, remedy = texts.say(f"{key}.sentence", **facts), texts.say(f"{key}.remedy", **facts)
        return [Reason(rule=self.rule, sentence=sentence, remedy=remedy)]
