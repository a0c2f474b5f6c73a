"""What is asked now, what is in hand, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from smallworld.engine import View
from smallworld.engine.state import State
from smallworld.engine.steps import markers, question, redeploy
from smallworld.engine.world import NONE

from ..voice import Voice
from .look import QUIET, Look
from .regions import step_of


def title(view: View, voice: Voice, look: Look, players: Sequence[str]) -> Text:
    """`Small World · round 3 of 10 · Ann's turn`"""
    state = view.state
    words = [voice("title"), voice("round", number=state.round, last=state.world.rounds)]
    if state.over:
        words.append(voice("game_over"))
    else:
        words.append(voice("turn_of", name=players[state.turn]))
    return Text(look.dot.join(words), style="bold")


def asked_race(state: State) -> int:
    """The race a question is about."""
    step = step_of(state)
    if step in ("ready", "conquer", "rolled", "give_up", "redeploy"):
        return state.arg
    if step == "victims":
        return state.arg & 63
    return state.active[state.turn] if state.turn != NONE else NONE


def question_text(view: View, voice: Voice) -> str:
    """The question in a sentence, with the numbers that belong to it."""
    state = view.state
    step = step_of(state)
    race = asked_race(state)
    facts: dict[str, str | int] = {"step": voice.step(step)}
    if race != NONE:
        combo = state.badge[race] != NONE and state.is_active(race)
        facts["race"] = (
            voice.combo(state.world, race, state.badge[race]) if combo else voice.race(state.world, race)
        )
        facts["hand"] = state.hand[race]
    if step == "pick":
        coins = state.coins[state.seat]
        return voice("ask_pick", coins=coins if coins != NONE else "?")
    if step == "rolled":
        facts["pips"] = max(0, state.bonus)
    if step == "give_up":
        facts["short"] = -redeploy.to_place(state, state.arg)
    if step == "redeploy" or (step == "victims" and not state.arg >> 6):
        facts["hand"] = redeploy.to_place(state, race)
    if step == "markers" or (step == "victims" and state.arg >> 6):
        marker, _ = markers.asked(state)
        kind = state.world.markers[marker]
        facts["marker"] = voice.term(kind.id)
        facts["left"] = kind.count - state.placed(marker)
        return voice("ask_markers_again" if step == "victims" else "ask_markers", **facts)
    if step == "question":
        _, asked, _ = question.asked(state)
        return voice.question(asked.id)
    if step == "ready" and not state.is_active(race):
        return voice("ask_elders", **facts)
    if step == "ready" and not state.mask[race]:
        return voice("ask_enter", **facts)
    return voice(f"ask_{step}", **facts)


def option_words(state: State, voice: Voice, players: Sequence[str]) -> list[str]:
    """The options of a question: `o2 Bob`."""
    _, asked, scene = question.asked(state)
    out = []
    for number in question.numbers(asked, scene):
        if asked.about == "seat":
            word = players[number - 1]
        elif asked.about == "combo":
            word = voice.combo(state.world, state.col_race[number - 1], state.col_badge[number - 1])
        else:
            word = voice("region_number", region=number)
        out.append(f"{number} = {word}")
    return out


def examples(legal: Iterable[str]) -> dict[str, str]:
    """For each kind of action its first region; under "." the first action by a special means."""
    found: dict[str, str] = {}
    for action in legal:
        number, _, detail = action[1:].partition(".")
        if action[0] in "cr" and detail:
            found.setdefault(".", action)
        else:
            found.setdefault(action[0], number)
    return found


def _doubtful(view: View) -> int:
    """A region worth asking about: one that cannot be taken now."""
    state = view.state
    possible = {action[1:] for action in view.legal or () if action[0] == "c"}
    mine = state.regions_of(view.seat)
    for region, race in enumerate(state.occ):
        if (
            step_of(state) != "pick"
            and race != NONE
            and str(region) not in possible
            and not mine >> region & 1
        ):
            return region
    return 2


def hints(view: View, voice: Voice, look: Look, undo_room: int, players: Sequence[str]) -> list[Text]:
    """What can be typed now, in one or two lines."""
    state = view.state
    step = step_of(state)
    legal = view.legal or ()
    example = examples(legal)
    keys = []
    if step in ("ready", "conquer", "rolled"):
        for letter, key in (
            ("c", "conquer"),
            ("r", "roll"),
            ("b", "gamble"),
            ("a", "abandon"),
            ("d", "decline"),
        ):
            if letter in example:
                keys.append(voice(f"hint_{key}", region=example[letter]))
        if "." in example:
            means = voice.common(voice.name("means", example["."].partition(".")[2]))
            keys.insert(1, voice("hint_means", action=example["."], means=means))
        keys.append(voice("hint_end"))
    elif step == "question":
        keys += option_words(state, voice, players)
        if "e" in example:
            keys.append(voice("hint_nobody"))
    elif step == "victims":
        key = "hint_markers" if state.arg >> 6 else "hint_redeploy"
        keys.append(voice(key, region=example.get("t", example.get("m", ""))))
    else:
        region = next((example[letter] for letter in "tmg" if letter in example), "")
        keys.append(voice(f"hint_{step}", region=region))
    more = [voice("hint_legal"), voice("hint_why", region=_doubtful(view)), voice("hint_help")]
    if undo_room:
        more.insert(2, voice("hint_undo", count=undo_room))
    return [Text(look.dot.join(keys)), Text(look.dot.join(more), style=QUIET)]


def means_notes(view: View, voice: Voice, look: Look) -> list[RenderableType]:
    """The star in the price column: which special means works where."""
    found: dict[str, list[str]] = {}
    for action in view.legal or ():
        if action[0] in "cr" and "." in action:
            number, _, means = action[1:].partition(".")
            found.setdefault(means, []).append(number)
    return [
        Text(f"* {voice.name('means', means)} (c{numbers[0]}.{means}): {', '.join(numbers)}", style=QUIET)
        for means, numbers in found.items()
    ]


def prompt(view: View, players: Sequence[str]) -> str:
    return f"{players[view.seat]}> "
