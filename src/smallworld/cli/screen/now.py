"""What is asked now, what is in hand, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from smallworld.engine import View, asked, legal
from smallworld.engine.state import State
from smallworld.engine.world import NONE

from ..voice import Voice
from .look import QUIET, Look
from .regions import roll_chance, step_of

MANY = 10  # regions to choose from, beyond which their numbers must do


def title(view: View, voice: Voice, look: Look, players: Sequence[str]) -> Text:
    """`Small World · round 3 of 10 · Ann's turn`"""
    state = view.state
    words = [
        voice.world([pack.id for pack in state.world.packs]),
        voice("round", number=state.round, last=state.world.rounds),
    ]
    if state.over:
        words.append(voice("game_over"))
    else:
        whose = "turn_of_party" if state.turn >= state.world.players else "turn_of"
        words.append(voice(whose, name=players[state.turn]))
    return Text(look.dot.join(words), style="bold")


def asked_race(state: State) -> int:
    """The race a question is about."""
    race = asked(state).race
    return race if race != NONE else state.active[state.turn]


def question_text(view: View, voice: Voice) -> str:
    """The question in a sentence, with the numbers that belong to it."""
    state = view.state
    now = asked(state)
    step, race = now.step, asked_race(state)
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
        facts["short"] = now.amount
    if now.places_tokens:
        facts["hand"] = now.amount
    if now.places_markers:
        facts["marker"] = voice.term(state.world.markers[now.marker].id)
        facts["left"] = now.amount
        return voice("ask_markers_again" if step == "victims" else "ask_markers", **facts)
    if now.question is not None:
        return voice.question(now.question.id)
    if step == "conquer" and race == state.world.led:
        return voice("ask_party", **facts)
    if step == "ready" and not state.is_active(race):
        return voice("ask_elders", **facts)
    if step == "ready" and not state.mask[race]:
        return voice("ask_enter", **facts)
    return voice(f"ask_{step}", **facts)


def option_words(state: State, voice: Voice, players: Sequence[str], most: int = 99) -> list[str]:
    """The options of a question: `2 = Bob`. Of more than `most` regions, the numbers alone."""
    about = about_what(state)
    numbers = sorted(int(action[1:]) for action in legal(state) if action.startswith("o"))
    if about == "region" and len(numbers) > most:
        return [" ".join(map(str, numbers))]
    out = []
    for number in numbers:
        if about == "seat":
            word = players[number - 1]
        elif about == "combo":
            word = voice.combo(state.world, state.col_race[number - 1], state.col_badge[number - 1])
        elif about == "yes":
            word = voice("yes")
        else:
            word = voice.name("terrain", state.world.board.regions[number].terrain)
        out.append(f"{number} = {word}")
    return out


def about_what(state: State) -> str:
    """What the options of a question are: seat, combo, region or yes; empty if there is no question."""
    question = asked(state).question
    return question.about if question is not None else ""


def examples(legal: Iterable[str]) -> dict[str, str]:
    """For each kind of action its first region; under "." and "u" the first action by a means, and use."""
    found: dict[str, str] = {}
    for action in legal:
        number, _, detail = action[1:].partition(".")
        if action[0] in "cr" and detail:
            found.setdefault(".", action)
        elif action[0] == "u":
            found.setdefault("u", action)
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
        if "u" in example:
            use = voice.common(voice.name("use", example["u"].partition(".")[2]))
            keys.insert(1, voice("hint_means", action=example["u"], means=use))
        if "e" in example:  # whoever decides for a party cannot stop it
            keys.append(voice("hint_end"))
    elif step == "question":
        keys += option_words(state, voice, players, MANY)
        if "e" in example:
            end = {"seat": "hint_nobody", "yes": "hint_no"}.get(about_what(state), "hint_none")
            keys.append(voice(end))
    elif step == "victims":
        key = "hint_markers" if asked(state).places_markers else "hint_redeploy"
        keys.append(voice(key, region=example.get("t", example.get("m", ""))))
    else:
        region = next((example[letter] for letter in "tmg" if letter in example), "")
        keys.append(voice(f"hint_{step}", region=region))
    more = [voice("hint_legal"), voice("hint_why", region=_doubtful(view)), voice("hint_help")]
    if undo_room:
        more.insert(2, voice("hint_undo", count=undo_room))
    return [Text(look.dot.join(keys)), Text(look.dot.join(more), style=QUIET)]


def means_notes(view: View, voice: Voice, look: Look) -> list[RenderableType]:
    """The star in the price column: which special means or use works where, and its chance if it rolls."""
    found: dict[tuple[str, str], dict[int, list[str]]] = {}
    for action in view.legal or ():
        if action[0] in "cru" and "." in action:
            number, _, name = action[1:].partition(".")
            percent = roll_chance(view.state, action) if action[0] == "r" else 100
            found.setdefault((action[0], name), {}).setdefault(percent, []).append(number)
    out: list[RenderableType] = []
    for (letter, name), chances in found.items():
        called = voice.name("use" if letter == "u" else "means", name)
        best = max(chances)
        words = []
        for percent in sorted(chances, reverse=True):
            numbers = ", ".join(chances[percent])
            words.append(f"{numbers} ({percent} %)" if percent < 100 or letter == "r" else numbers)
        note = f"* {called} ({letter}{chances[best][0]}.{name}): {'; '.join(words)}"
        # One line each: what a doormat could reach would fill the screen. `?` has it all.
        out.append(Text(note, style=QUIET, no_wrap=True, overflow="ellipsis"))
    return out


def prompt(view: View, players: Sequence[str]) -> str:
    return f"{players[view.seat]}> "
