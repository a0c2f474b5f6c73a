"""What is asked now, what is in hand, and what can be typed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from smallworld.engine import Game, View
from smallworld.engine.notation import SEATS
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


def hints(view: View, voice: Voice, look: Look, game: Game, players: Sequence[str]) -> list[Text]:
    """What can be typed now, in one or two lines."""
    state = view.state
    step = step_of(state)
    legal = view.legal
    keys = []
    if step in ("ready", "conquer"):
        assert legal is not None
        kinds = {action[0] for action in legal}
        if "c" in kinds:
            keys.append(voice("hint_conquer"))
        if "r" in kinds:
            keys.append(voice("hint_roll"))
        if "b" in kinds:
            keys.append(voice("hint_gamble"))
        if any("." in action for action in legal):
            example = next(action for action in legal if "." in action)
            means = voice.name("means", example.partition(".")[2])
            keys.append(voice("hint_means", action=example, means=means))
        if "a" in kinds and step == "ready":
            keys.append(voice("hint_abandon"))
        if "d" in kinds:
            keys.append(voice("hint_decline"))
        keys.append(voice("hint_end"))
    elif step == "question":
        keys += option_words(state, voice, players)
        if legal is not None and "e" in legal:
            keys.append(voice("hint_nobody"))
    elif step == "victims":
        keys.append(voice("hint_markers" if state.arg >> 6 else "hint_redeploy"))
    else:
        keys.append(voice(f"hint_{step}"))
    more = [voice("hint_legal"), voice("hint_why"), voice("hint_help")]
    undo = undo_words(game, voice)
    if undo:
        more.insert(2, undo)
    return [Text(look.dot.join(keys)), Text(look.dot.join(more), style=QUIET)]


def undo_words(game: Game, voice: Voice) -> str:
    """How far undo can go. Chance entries are no decisions, so only what stands before the wall counts."""
    return voice("hint_undo", count=game.can_undo) if game.can_undo else ""


def means_notes(view: View, voice: Voice, look: Look) -> list[RenderableType]:
    """The star in the price column: which special means works where."""
    found: dict[str, list[str]] = {}
    for action in view.legal or ():
        if action[0] in "cr" and "." in action:
            number, _, means = action[1:].partition(".")
            found.setdefault(means, []).append(number)
    return [
        Text(f"* {voice.name('means', means)} (c9.{means}): {', '.join(numbers)}", style=QUIET)
        for means, numbers in found.items()
    ]


def prompt(view: View, voice: Voice, players: Sequence[str]) -> str:
    return f"{players[view.seat]}> "


def seat_word(seat: int, players: Sequence[str]) -> str:
    return players[seat] if seat < len(players) else SEATS[seat]
