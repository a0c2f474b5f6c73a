"""All legal actions, grouped and in words: the answer to `legal`."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from smallworld.engine import View, action_string, percent
from smallworld.engine.position.state import State
from smallworld.presentation import Choice, choices
from smallworld.texts.locale import percent as percent_text

from ..messages import Messages
from .question import option_words, tool_names
from .regions import tools_of

_ORDER = (
    "pick",
    "conquer",
    "roll",
    "use",
    "gamble",
    "abandon",
    "give_up",
    "place",
    "put",
    "choose",
    "decline",
    "end",
)
_NO = {"no": "none", "not_now": "none", "nobody": "question", "enter": "ready"}


def legal_lines(view: View, messages: Messages, players: Sequence[str]) -> list[Text]:
    if not view.legal:
        return [Text(messages("nothing_to_do"))]
    groups: dict[str, list[Choice]] = {}
    for choice in sorted(choices(view), key=_rank):
        groups.setdefault("means" if choice.helps else choice.kind, []).append(choice)
    return [
        Text.assemble(
            (messages.labelled(messages(f"kind.{kind}"), ""), "bold"),
            _words(kind, found, view.state, messages, players),
        )
        for kind, found in groups.items()
    ]


def _rank(choice: Choice) -> tuple[int, int, list[str], int]:
    """Those with fewer tools first."""
    tools = [tool.id for tool in tools_of(choice)]
    return _ORDER.index(choice.kind), len(tools), tools, choice.code & 63


def _words(
    kind: str, found: Sequence[Choice], state: State, messages: Messages, players: Sequence[str]
) -> str:
    if kind == "place":
        most = max(choice.tokens for choice in found)
        regions = dict.fromkeys(choice.region for choice in found)
        return ", ".join(f"t{region}.1" if most == 1 else f"t{region}.1-{most}" for region in regions)
    if kind == "choose":
        return ", ".join(f"o{option}" for option in option_words(state, found, messages, players))
    return ", ".join(_typed(choice, state, messages) for choice in found)


def _typed(choice: Choice, state: State, messages: Messages) -> str:
    """What to type, and what it costs, does or is called."""
    action, facts = action_string(state.world, choice.code), []
    if choice.kind == "pick":
        return f"{action} {messages.combo(state.world, choice.race, choice.power)}"
    if choice.kind == "end":
        return f"{action} ({messages(f'end.{_NO.get(choice.topic, choice.topic)}')})"
    if tools := tools_of(choice):
        facts.append(tool_names(tools, messages))
    elif choice.kind == "conquer":
        facts.append(str(choice.cost))
    if choice.kind == "roll" and choice.odds is not None:
        facts.append(percent_text(messages.lang, percent(choice.odds)))
    return f"{action} ({', '.join(facts)})" if facts else action
