"""Bots: each looks at what its seat may know and picks a legal action."""

from .random import RandomBot

__all__ = ["RandomBot"]
