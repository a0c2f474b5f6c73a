"""The base game: 14 races, 20 powers, boards for 2 to 5 players."""

from .pack import pack
from . import powers, races  # noqa: F401, I001  they register themselves

__all__ = ["pack"]
