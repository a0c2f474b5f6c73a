"""The rules of the game: pure, standard library only, no input or output, no clock, no hidden randomness.

Three verbs: `legal(state)`, `check(state, action)`, `apply(state, action)`.
Start with `new_state(world)` or a `Game`.
"""

from .asked import Asked, asked
from .chance import Drawn, Scripted, Seeded, odds, outcomes
from .describe import state_from
from .errors import NotationError, PackError, PositionError, SmallWorldError
from .events import Event
from .game import Game, Wall
from .legal import Done, IllegalAction, Legal, apply, check, legal
from .notation import WorldKey, action_string, parse_action, world_key
from .pack import Pack
from .position import parse_position, position_string
from .receipts import (
    conquest_receipt,
    defence_receipt,
    muster_receipt,
    price_receipt,
    score_lines,
    score_receipt,
)
from .record import Record, read_record, write_record
from .setup import new_state
from .state import State
from .steps.score import winners
from .terms import Denial, Receipt, Term
from .views import SPECTATOR, View, events_for, view
from .world import RULES_VERSION, World

__all__ = [
    "RULES_VERSION",
    "SPECTATOR",
    "Asked",
    "Denial",
    "Done",
    "Drawn",
    "Event",
    "Game",
    "IllegalAction",
    "Legal",
    "NotationError",
    "Pack",
    "PackError",
    "PositionError",
    "Receipt",
    "Record",
    "Scripted",
    "Seeded",
    "SmallWorldError",
    "State",
    "Term",
    "View",
    "Wall",
    "World",
    "WorldKey",
    "action_string",
    "apply",
    "asked",
    "check",
    "conquest_receipt",
    "defence_receipt",
    "events_for",
    "legal",
    "muster_receipt",
    "new_state",
    "odds",
    "outcomes",
    "parse_action",
    "parse_position",
    "position_string",
    "price_receipt",
    "read_record",
    "score_lines",
    "score_receipt",
    "state_from",
    "view",
    "winners",
    "world_key",
    "write_record",
]
