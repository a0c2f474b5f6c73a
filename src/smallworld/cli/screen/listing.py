"""Everything that can be done now, grouped and in words: the answer to `legal`."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from smallworld.engine import View, check, conquest_receipt
from smallworld.engine.state import State

from ..voice import Voice
from .now import about_what, option_words
from .regions import chance_of, roll_chance, step_of


def legal_lines(view: View, voice: Voice, players: Sequence[str]) -> list[Text]:
    if not view.legal:
        return [Text(voice("nothing_to_do"))]
    state = view.state
    groups: dict[str, list[str]] = {}
    for action in sorted(view.legal, key=_by_number):
        groups.setdefault(_kind(action), []).append(action)
    return [
        Text.assemble((f"{voice(f'kind.{kind}')}: ", "bold"), _words(kind, actions, state, voice, players))
        for kind, actions in groups.items()
    ]


_KINDS = {
    "p": "pick",
    "c": "conquer",
    "r": "roll",
    "u": "use",
    "b": "gamble",
    "a": "abandon",
    "g": "give_up",
    "t": "place",
    "m": "put",
    "o": "choose",
    "d": "decline",
    "e": "end",
}
_ORDER = "pcrubagtmode"


def _by_number(action: str) -> tuple[int, str, int]:
    number, _, detail = action[1:].partition(".")
    return _ORDER.index(action[0]), detail if not detail.isdigit() else "", int(number or 0)


def _kind(action: str) -> str:
    return "means" if action[0] in "cr" and "." in action else _KINDS[action[0]]


def _words(kind: str, actions: Sequence[str], state: State, voice: Voice, players: Sequence[str]) -> str:
    if kind == "conquer":
        return ", ".join(f"{action} ({_cost(state, action)})" for action in actions)
    if kind == "roll":
        return ", ".join(f"{action} ({chance_of(check(state, f'c{action[1:]}'))} %)" for action in actions)
    if kind in ("means", "use"):
        return ", ".join(f"{action} ({_special(action, state, voice)})" for action in actions)
    if kind == "pick":
        slots = [int(action[1:]) - 1 for action in actions]
        names = [voice.combo(state.world, state.col_race[slot], state.col_badge[slot]) for slot in slots]
        return ", ".join(f"{action} {name}" for action, name in zip(actions, names, strict=True))
    if kind == "place":
        regions = list(dict.fromkeys(action.partition(".")[0] for action in actions))
        most = max(int(action.partition(".")[2]) for action in actions)
        return ", ".join(f"{region}.1" if most == 1 else f"{region}.1-{most}" for region in regions)
    if kind == "choose":
        return ", ".join(f"o{option}" for option in option_words(state, voice, players))
    if kind == "end":
        step = step_of(state)
        key = "none" if step == "question" and about_what(state) != "seat" else step
        return f"e ({voice(f'end.{key}')})"
    return ", ".join(actions)


def _special(action: str, state: State, voice: Voice) -> str:
    """What a special action is called, and its chance if it rolls."""
    name = voice.name("use" if action[0] == "u" else "means", action.partition(".")[2])
    return f"{name}, {roll_chance(state, action)} %" if action[0] == "r" else name


def _cost(state: State, action: str) -> int:
    return conquest_receipt(state, int(action[1:])).total
