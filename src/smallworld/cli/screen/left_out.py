"""Which pieces are not in play on a board, and why; shown before the game."""

from __future__ import annotations

from rich.text import Text

from smallworld.engine import World

from ..messages import Messages
from .style import QUIET


def left_out_lines(world: World, voice: Messages) -> list[Text]:
    """Each piece with what the board lacks for it, and those that a rule leaves out; nothing if all are in
    play.
    """
    names, against = list[str](), dict[str, list[str]]()
    for absent in world.left_out:
        name = voice.name(absent.piece.kind, absent.piece.id)
        if absent.rule is not None:
            against.setdefault(voice.name("rule", absent.rule.id), []).append(name)
            continue
        missing = ", ".join(_name(world, need, voice) for need in absent.needs)
        names.append(voice("left_out_piece", name=name, missing=missing))
    said = [voice("left_out", names=", ".join(names))] if names else []
    said += [voice("left_out_by_rule", rule=rule, names=", ".join(out)) for rule, out in against.items()]
    return [Text(line, style=QUIET) for line in said]


def _name(world: World, need: str, voice: Messages) -> str:
    kind = "terrain" if need in world.terrains else "symbol" if need in world.symbols else "deck"
    return voice.common(voice.name(kind, need))
