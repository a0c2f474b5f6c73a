"""River World: rivers, harbours and pirates; played with the pieces of the base game."""

from .pack import pack

__all__ = ["pack"]
