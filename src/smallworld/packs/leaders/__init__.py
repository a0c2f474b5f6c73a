"""Leaders: one for each race, offered when it is picked, and worth a ransom when he is captured."""

from .pack import pack

__all__ = ["pack"]
