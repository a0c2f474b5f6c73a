"""Which pieces are not in play on a board, and why; shown before the game."""

from __future__ import annotations

from rich.text import Text

from smallworld.engine import World

from ..messages import Messages
from .style import QUIET


def left_out_lines(world: World, messages: Messages) -> list[Text]:
    """Each piece with what the board lacks for it, and those that a rule leaves out; nothing if all are in
    play.
    """
    names, against = list[str](), dict[str, list[str]]()
    for absent in world.left_out:
        name = messages.name(absent.piece.kind, absent.piece.id)
        if absent.rule is not None:
            against.setdefault(messages.name("rule", absent.rule.id), []).append(name)
            continue
        missing = ", ".join(_name(world, need, messages) for need in absent.needs)
        names.append(messages("left_out_piece", name=name, missing=missing))
    said = [messages("left_out", names=", ".join(names))] if names else []
    said += [messages("left_out_by_rule", rule=rule, names=", ".join(out)) for rule, out in against.items()]
    return [Text(line, style=QUIET) for line in said]


def _name(world: World, need: str, messages: Messages) -> str:
    kind = "terrain" if need in world.terrains else "symbol" if need in world.symbols else "deck"
    return messages.common(messages.name(kind, need))
