"""A row of cards: the open one, those before it, and the next one if the viewer has seen it."""

from __future__ import annotations

from typing import NamedTuple

from smallworld.engine import State
from smallworld.engine.bits import regions
from smallworld.engine.world.world import NONE

from .things import Thing, of_piece


class Cards(NamedTuple):
    open: Thing | None
    turned: tuple[Thing, ...]  # those that were open before, in the order of the row's cards
    next: Thing | None  # None: the viewer does not know it
    seers: tuple[int, ...]  # seats that have seen the next one


def cards(s: State) -> Cards | None:
    """None in a world without a row. `s`: the position of a view."""
    world = s.world
    if world.row is None:
        return None
    kinds = [of_piece(card) for card in world.row_cards]
    left = s.unseen[world.row_deck]
    turned = [kind for n, kind in enumerate(kinds) if not left >> n & 1 and n != s.card]
    return Cards(
        kinds[s.card] if s.card != NONE else None,
        tuple(turned),
        kinds[s.foreseen] if s.foreseen != NONE else None,
        regions(s.seers),
    )
