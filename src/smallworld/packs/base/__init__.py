"""The base game: 14 races, 20 powers, boards for 2 to 5 players."""

from . import powers, races  # noqa: F401  they register themselves
from .pack import pack

__all__ = ["pack"]
