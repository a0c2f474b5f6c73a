"""The present question, what is in hand, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from smallworld.engine import View, action_string, percent
from smallworld.engine.position.state import State
from smallworld.engine.world.world import NONE
from smallworld.presentation import Choice, Thing, cards, choices, decision
from smallworld.texts.locale import percent as percent_text

from ..messages import Messages
from .regions import CONQUERING, step_of, tools_of
from .style import QUIET, Style

MANY = 10  # with more regions to choose from, only their numbers are shown


def title(view: View, messages: Messages, style: Style, players: Sequence[str]) -> Text:
    """`Small World · round 3 of 10 · Ann's turn`"""
    state = view.state
    words = [
        messages.world([pack.id for pack in state.world.packs]),
        messages("round", number=state.round, last=state.world.rounds),
    ]
    if state.over:
        words.append(messages("game_over"))
    else:
        whose = "turn_of_party" if state.turn >= state.world.players else "turn_of"
        words.append(messages(whose, name=players[state.turn]))
        row = cards(state)
        if row is not None and row.open is not None:
            words.append(messages.name(row.open.kind, row.open.id))
        if row is not None and row.next is not None:
            words.append(messages("next_card", card=messages.name(row.next.kind, row.next.id)))
    return Text(style.dot.join(words), style="bold")


def question_text(view: View, messages: Messages) -> str:
    """The question as a sentence, with its numbers."""
    state = view.state
    now = decision(state)
    if now.question:
        return messages.question(now.question)
    if now.step == "pick":
        return messages("ask.pick", coins=now.coins if now.coins != NONE else "?")
    facts: dict[str, str | int] = {
        "hand": now.hand,
        "short": now.amount,
        "left": now.amount,
        "pips": now.amount,
        "race": messages.combo(state.world, now.race, now.power),
    }
    if now.marker is not None:
        facts["marker"] = messages.inside(now.marker.kind, now.marker.id)
    return messages(f"ask.{now.topic}", **facts)


def option_words(
    state: State, found: Iterable[Choice], messages: Messages, players: Sequence[str], most: int = 99
) -> list[str]:
    """The options of a question: `2 = Bob`. With more than `most` regions, only the numbers."""
    answers = {choice.code & 63: choice for choice in found if choice.kind == "choose"}
    numbers = sorted(answers)
    if len(numbers) > most and answers[numbers[0]].topic == "region":
        return [" ".join(map(str, numbers))]
    return [f"{number} = {_answer(state, answers[number], messages, players)}" for number in numbers]


def _answer(state: State, choice: Choice, messages: Messages, players: Sequence[str]) -> str:
    if choice.seat != NONE:
        return players[choice.seat]
    if choice.slot != NONE:
        return messages.combo(state.world, choice.race, choice.power)
    if choice.topic == "yes":
        return messages("yes")
    return messages.name("terrain", state.world.board.regions[choice.region].terrain)


def _doubtful(view: View, found: Iterable[Choice]) -> int:
    """A region that cannot be taken now: an example for `why`."""
    state = view.state
    if step_of(state) == "pick":
        return 2
    possible = {choice.region for choice in found if choice.kind == "conquer" and not choice.helps}
    mine = state.regions_of(view.seat)
    held = (region for region, race in enumerate(state.occ) if race != NONE)
    return next((region for region in held if region not in possible and not mine >> region & 1), 2)


_CONQUERING = ("conquer", "use", "means", "roll", "gamble", "abandon", "decline", "end")
_NO = {"nobody": "hint_nobody", "no": "hint_no"}


def hints(view: View, messages: Messages, style: Style, undo_room: int, players: Sequence[str]) -> list[Text]:
    """What can be typed now, in one or two lines."""
    state, found = view.state, choices(view)
    step = step_of(state)
    # The first action of each kind.
    example: dict[str, Choice] = {}
    for choice in found:
        example.setdefault("means" if choice.helps else choice.kind, choice)
    keys = []
    if step in CONQUERING:
        for kind in _CONQUERING:
            if kind in example:
                keys.append(_hint(kind, example[kind], state, messages))
    elif step == "question":
        keys += option_words(state, found, messages, players, MANY)
        if "end" in example:
            keys.append(messages(_NO.get(example["end"].topic, "hint_none")))
    else:
        first = next((example[kind] for kind in ("place", "put", "give_up") if kind in example), None)
        said = step if step != "victims" else "markers" if "put" in example else "redeploy"
        keys.append(messages(f"hint_{said}", region=first.region if first else ""))
    more = [
        messages("hint_legal"),
        messages("hint_why", region=_doubtful(view, found)),
        messages("hint_help"),
    ]
    if undo_room:
        more.insert(2, messages("hint_undo", count=undo_room))
    return [Text(style.dot.join(keys)), Text(style.dot.join(more), style=QUIET)]


def _hint(kind: str, choice: Choice, state: State, messages: Messages) -> str:
    tools = tools_of(choice)
    if not tools:
        return messages(f"hint_{kind}", region=choice.region)
    action = action_string(state.world, choice.code)
    return messages("hint_means", action=action, means=messages.common(tool_names(tools, messages)))


def tool_names(tools: Sequence[Thing], messages: Messages) -> str:
    return messages.clean(messages.catalogue.tools(tools))


def means_notes(view: View, messages: Messages, style: Style) -> list[RenderableType]:
    """The star in the price column: which special means or use works where, and its chance if it rolls."""
    found: dict[tuple[str, tuple[Thing, ...]], dict[int, list[Choice]]] = {}
    for choice in choices(view):
        tools = tools_of(choice)
        if tools and not choice.spare:  # `?` shows those too
            chance = 100 if choice.odds is None else percent(choice.odds)
            found.setdefault((choice.kind, tools), {}).setdefault(chance, []).append(choice)
    out: list[RenderableType] = []
    for (kind, tools), chances in found.items():
        typed = action_string(view.state.world, chances[max(chances)][0].code)
        words = []
        for chance in sorted(chances, reverse=True):
            numbers = ", ".join(str(choice.region) for choice in chances[chance])
            words.append(f"{numbers} ({percent_text(messages.lang, chance)})" if kind == "roll" else numbers)
        called = f"* {tool_names(tools, messages)} ({typed})"
        note = messages.labelled(called, messages.parted(words))
        # One line each, because a full list could fill the screen. `?` shows it all.
        out.append(Text(note, style=QUIET, no_wrap=True, overflow="ellipsis"))
    return out


def prompt(view: View, players: Sequence[str]) -> str:
    return f"{players[view.seat]}> "
