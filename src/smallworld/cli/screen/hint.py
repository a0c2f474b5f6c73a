"""The coach in the terminal: its plan, the numbers that support it, and what to type."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from smallworld.bots.coach import EFFORT, Advice, advise
from smallworld.bots.rollouts import Effort
from smallworld.engine import View
from smallworld.server.picture.coach import coach_data
from smallworld.server.picture.text_cache import words

from ..messages import Messages
from .style import QUIET, TITLE, indented

PATIENCE = Effort(EFFORT.turns, 2.0)


def hint(seen: View, messages: Messages, players: Sequence[str]) -> list[RenderableType]:
    return told(seen, advise(seen, (), PATIENCE), messages, players)


def told(seen: View, advice: Advice, messages: Messages, players: Sequence[str]) -> list[RenderableType]:
    """Advice in words, with its reasons and what to type."""
    said = coach_data(seen, advice, words(messages.lang, seen.state.world), players, version=0)
    lines: list[RenderableType] = [Text(messages.clean(said["text"]), style=TITLE)]
    lines += [indented(messages.clean(why["text"])) for why in said["whys"]]
    if (waning := said["waning"]) is not None:
        stay, decline = (", ".join(str(round(coins)) for coins in waning[key]) for key in ("stay", "decline"))
        lines.append(indented(messages.clean(waning["text"])))
        lines.append(indented(messages("advice_waning", stay=stay, decline=decline)))
    typed = " ".join(step["action"] for step in said["steps"])
    lines.append(Text(messages("advice_typed", typed=typed), style=QUIET))
    return lines
