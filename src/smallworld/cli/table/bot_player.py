"""How a bot fills a seat."""

from __future__ import annotations

from smallworld.bots import make_bot
from smallworld.engine import View
from smallworld.engine.notation.strings import action_string

DEFAULT = "greedy"


def choose(view: View, bot: str, seed: str) -> str:
    """An action for the seat of the view. The seed makes a game with bots repeatable."""
    action = make_bot(bot, seed).choose(view)
    return action if isinstance(action, str) else action_string(view.state.world, action)
