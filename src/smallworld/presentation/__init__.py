"""What a game shows, as data without words, made from a view.

The browser, the terminal, the protocol for JSON bots and playthroughs lay this out and put it into words;
none of them works out a cost, a chance or a sum itself. Numbers come from the engine; things are named by
kind and id, players by seat, regions by number. Nothing here is in any language.
"""

from .choices import KINDS, PIPS_AT_ALL, Choice, Effect, choice, choices, choices_of, effects
from .decisions import Decision, HandKind, Helpers, decision, hand_kinds, helpers, progress
from .log import Line, log_lines
from .parties import Aims, aims, decided
from .placements import arrangements
from .players import Captive, Offer, Player, Troop, notes, offer, player, suits
from .regions import (
    Find,
    Lying,
    Region,
    Remedy,
    can_be_entered,
    chances,
    finds,
    region,
    region_keys,
    regions,
    remedy,
    why_not,
)
from .results import Result, Score, Standing, result, score
from .row import Cards, cards
from .things import Thing
from .waste import Waste, wastes

__all__ = [
    "KINDS",
    "PIPS_AT_ALL",
    "Aims",
    "Captive",
    "Cards",
    "Choice",
    "Decision",
    "Effect",
    "Find",
    "HandKind",
    "Helpers",
    "Line",
    "Lying",
    "Offer",
    "Player",
    "Region",
    "Remedy",
    "Result",
    "Score",
    "Standing",
    "Thing",
    "Troop",
    "Waste",
    "aims",
    "arrangements",
    "can_be_entered",
    "cards",
    "chances",
    "choice",
    "choices",
    "choices_of",
    "decided",
    "decision",
    "effects",
    "finds",
    "hand_kinds",
    "helpers",
    "log_lines",
    "notes",
    "offer",
    "player",
    "progress",
    "region",
    "region_keys",
    "regions",
    "remedy",
    "result",
    "score",
    "suits",
    "wastes",
    "why_not",
]
