"""Underground: 15 races, 21 powers, 6 relics, 9 places, boards for 2 to 5 players."""

from . import powers, races  # noqa: F401  they register themselves
from .pack import pack

__all__ = ["pack"]
