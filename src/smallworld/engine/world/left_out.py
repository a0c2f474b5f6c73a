"""Pieces that are useless on a board and are left out before the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..content.board import Ground
from ..content.pieces import Deck, Piece, Rule
from ..words.region_sets import Where, everywhere


@dataclass(frozen=True)
class Absent:
    """A piece that is left out: the board has nothing it needs, or a rule in play excludes it."""

    piece: type[Piece]
    needs: tuple[str, ...]  # terrains, symbols and decks, by id
    rule: type[Rule] | None = None


def absentees(
    pieces: Sequence[type[Piece]], ground: Ground, decks: Sequence[Deck], rules: Sequence[type[Rule]]
) -> list[Absent]:
    have = {deck.id for deck in decks}
    found = []
    for piece in pieces:
        against = next((rule for rule in rules if piece.id in rule.leaves_out), None)
        if against is not None:
            found.append(Absent(piece, (), against))
            continue
        needed = needs_of(piece)
        if needed and not any(_is_there(need, ground, have) for need in needed):
            names = [need if isinstance(need, str) else name for need in needed for name in _names(need)]
            found.append(Absent(piece, tuple(dict.fromkeys(names))))
    return found


def needs_of(piece: type[Piece]) -> tuple[Where | str, ...]:
    """What the piece declares in `needs`; otherwise the region sets of its effects."""
    if piece.needs is not None:
        return piece.needs
    return tuple(
        where
        for effect in piece.effects
        for where in effect.wheres()
        if where.static and not where.local and where is not everywhere
    )


def _is_there(need: Where | str, ground: Ground, decks: set[str]) -> bool:
    return need in decks if isinstance(need, str) else bool(need.mask(ground))


def _names(need: Where | str) -> list[str]:
    if isinstance(need, str):
        return [need]
    return [name for _, name in need.names()] or [repr(need)]
