"""Underground: 15 races, 21 powers, 6 relics, 9 places, boards for 2 to 5 players."""

from smallworld.engine.content.pieces import Deck

from . import places, powers, races, relics  # noqa: F401  they register themselves
from .pack import FINDS, Monsters, pack

pack.deck(Deck(FINDS, (*pack.relics.values(), *pack.places.values()), drawn_by=Monsters.id))

__all__ = ["pack"]
