"""Parties that move by their own rules: why they moved as they did, and what they would do now."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import State
from smallworld.engine.events import Why
from smallworld.presentation import aims, decided

from .text_cache import Data, Words


def why_line(why: Why, words: Words, players: Sequence[str]) -> Data:
    return {
        "text": words.catalogue.why(why, players),
        "cost": why.cost,
        "way": why.way,
        "chosen_by": why.chosen_by,
        "rolls": why.rolls,
        "stages": [
            {
                "rule": stage.rule,
                "text": words.catalogue.stage(stage) if counted else "",
                "best": abs(stage.best),
                "regions": list(stage.regions),
                "decided": counted,
            }
            for stage, counted in decided(why)
        ],
    }


def party_aims(s: State, words: Words, players: Sequence[str]) -> Data | None:
    """What the party would turn to first if it moved now."""
    found = aims(s)
    if found is None:
        return None
    return {
        "regions": list(found.regions),
        "ways": list(found.ways),
        "why": why_line(found.why, words, players),
    }
