"""Bots: each sees what its seat may know and chooses a legal action."""

from .random import RandomBot
from .registry import Bot, bot_makers, make_bot

__all__ = ["Bot", "RandomBot", "bot_makers", "make_bot"]
