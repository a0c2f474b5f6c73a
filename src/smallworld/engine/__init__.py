"""The rules of the game: pure, standard library only, no input or output, no clock, no hidden randomness.

Three verbs: `legal(state)`, `check(state, action)`, `apply(state, action)`.
Start with `new_state(world)` or a `Game`.
"""

from .content.pack import Pack
from .errors import NotationError, PackError, PositionError, SmallWorldError
from .events import Event
from .game.game import Game, Wall
from .game.record import Record, read_record, write_record
from .notation.description import state_from
from .notation.position_string import parse_position, position_string
from .notation.strings import WorldKey, action_string, parse_action, world_key
from .position.setup import new_state
from .position.state import State
from .turn.steps.score import winners
from .verbs.asked import Asked, asked
from .verbs.chance import Drawn, Scripted, Seeded, odds, outcomes, percent
from .verbs.denials import Denial
from .verbs.legal import Done, IllegalAction, Legal, apply, check, legal
from .verbs.receipt_types import Receipt, Term
from .verbs.receipts import (
    conquest_receipt,
    defence_receipt,
    muster_receipt,
    price_receipt,
    score_lines,
    score_receipt,
)
from .verbs.threats import Threat, threats
from .verbs.views import SPECTATOR, View, events_for, view
from .world.world import RULES_VERSION, World

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
    "Threat",
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
    "percent",
    "position_string",
    "price_receipt",
    "read_record",
    "score_lines",
    "score_receipt",
    "state_from",
    "threats",
    "view",
    "winners",
    "world_key",
    "write_record",
]
