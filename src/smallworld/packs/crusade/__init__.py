"""The Lost Tribes Crusade: the natives as a party that moves by a rule of its own."""

from .pack import pack

__all__ = ["pack"]
