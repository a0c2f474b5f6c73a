"""What is not in play on a board, and why: said before the game."""

from __future__ import annotations

from rich.text import Text

from smallworld.engine import World

from ..voice import Voice
from .look import QUIET


def left_out_lines(world: World, voice: Voice) -> list[Text]:
    """One paragraph: each piece with what the board has none of; nothing if all are in play."""
    if not world.left_out:
        return []
    names = []
    for absent in world.left_out:
        missing = ", ".join(_name(world, need, voice) for need in absent.needs)
        names.append(
            voice("left_out_piece", name=voice.name(absent.piece.kind, absent.piece.id), missing=missing)
        )
    return [Text(voice("left_out", names=", ".join(names)), style=QUIET)]


def _name(world: World, need: str, voice: Voice) -> str:
    kind = "terrain" if need in world.terrains else "symbol" if need in world.symbols else "deck"
    return voice.common(voice.name(kind, need))
