"""Parties that move by a rule of their own: why they did what they did, and what they would do now."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import State
from smallworld.engine.events import Stage, Why
from smallworld.engine.steps.aims import foresight
from smallworld.engine.world import NONE

from .phrasebook import Data, Words


def why_line(why: Why, words: Words, players: Sequence[str]) -> Data:
    return {
        "text": words.catalogue.why(why, players),
        "cost": why.cost,
        "way": why.way,
        "chosen_by": why.chosen_by,
        "rolls": why.rolls,
        "stages": [
            _stage(stage, number == 0 or stage.regions != why.stages[number - 1].regions, words)
            for number, stage in enumerate(why.stages)
        ],
    }


def _stage(stage: Stage, decided: bool, words: Words) -> Data:
    return {
        "rule": stage.rule,
        "text": words.catalogue.stage(stage) if decided else "",
        "best": abs(stage.best),
        "regions": list(stage.regions),
        "decided": decided,
    }


def party_aims(s: State, words: Words, players: Sequence[str]) -> Data | None:
    """What the party would turn to first if it moved now."""
    if s.world.party is None or s.is_chance:
        return None
    left, stages = foresight(s)
    if not left:
        return None
    hand = left[0].cost  # all of them cost the same
    ways = sorted({target.way for target in left if target.way != NONE})
    why = Why(hand, stages, way=ways[0] if len(ways) == 1 else NONE)
    return {
        "regions": sorted({target.region for target in left}),
        "ways": ways,
        "why": why_line(why, words, players),
    }
