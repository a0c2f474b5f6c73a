"""The one place that knows which bot fills a seat."""

from __future__ import annotations

from smallworld.bots import RandomBot
from smallworld.engine import View


def choose(view: View, seed: str) -> str:
    """An action for the seat of the view. The seed makes a game with bots repeatable."""
    return RandomBot(seed).choose(view)
