"""What a typed line means: one or more actions, or a request. Words of all languages are understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from smallworld.engine import Legal, NotationError, View, asked, parse_action
from smallworld.engine.actions import is_chance
from smallworld.engine.position.state import STEP_NAMES
from smallworld.languages import LANGUAGES

from ..ascii import folded, to_ascii
from ..messages import Messages

# Requests; their words are in the texts as cli.word.*
COMMANDS = (
    "legal",
    "why",
    "cost",
    "score",
    "undo",
    "redo",
    "save",
    "lang",
    "rules",
    "board",
    "map",
    "look",
    "combos",
    "log",
    "even",
    "hint",
    "help",
    "quit",
)
# Game actions.
ACTIONS = (
    "pick",
    "conquer",
    "roll",
    "gamble",
    "abandon",
    "give_up",
    "place",
    "choose",
    "use",
    "decline",
    "end",
)
LETTERS = {
    "pick": "p",
    "conquer": "c",
    "roll": "r",
    "abandon": "a",
    "give_up": "g",
    "place": "t",
    "choose": "o",
    "use": "u",
}
# Related words stand for the action that is possible now.
_NEAR = {
    ("pick", "choose"): "pick",
    ("question", "pick"): "choose",
    ("give_up", "abandon"): "give_up",
    ("ready", "give_up"): "abandon",
    ("question", "place"): "choose",
    ("question", "conquer"): "choose",
}
_JOINED = re.compile(r"([pcargtmou])\s+(\d{1,2})(?:[\s.]+(\w+))?\Z")
_PLACING = re.compile(r"(\d{1,2})(?:\s*[x×*.]\s*|\s+)(\d{1,2}|\w+)\Z")


@dataclass(frozen=True)
class Order:
    """`verb` is "do" with action strings in `args`, one of WISHES with the words after it, or "again"."""

    verb: str
    args: tuple[str, ...] = ()


class NotUnderstood(Exception):
    """`key` names the text that says what is wrong; `close` are similar words."""

    def __init__(self, key: str, close: Sequence[str] = (), **facts: str | int) -> None:
        super().__init__(key)
        self.key, self.close, self.facts = key, tuple(close), facts


@cache
def _vocabulary(lang: str) -> dict[str, str]:
    """Normalised words and their meanings, in one language."""
    messages = Messages(lang)
    words: dict[str, str] = {}
    for meaning in (*COMMANDS, *ACTIONS):
        for word in messages(f"word.{meaning}").split():
            words.setdefault(folded(word), meaning)
            words.setdefault(to_ascii(word, lang), meaning)  # spelling without umlauts
    return words


@cache
def vocabulary(lang: str) -> dict[str, str]:
    """The words of all languages; where two disagree, the player's language comes first, then English."""
    order = [lang, "en", *(other for other in LANGUAGES if other not in (lang, "en"))]
    words: dict[str, str] = {}
    for each in order:
        for word, meaning in _vocabulary(each).items():
            words.setdefault(word, meaning)
    words["?"] = "legal"
    return words


def understand(line: str, view: View, messages: Messages, players: Sequence[str]) -> Order:
    """Read a line. The engine checks the rules, not this module."""
    line = " ".join(line.split())
    if not line:
        return Order("again")
    actions = _actions(line, view)
    if actions:
        return Order("do", actions)
    action = bare_number(line, view) or yes_or_no(line, view)
    if action:
        return Order("do", (action,))
    first, *rest = line.split()
    meaning = vocabulary(messages.lang).get(folded(first) or first)
    if meaning in COMMANDS:
        return Order(meaning, tuple(rest))
    if meaning is not None:
        return Order("do", (as_action(meaning, rest, view, messages, players),))
    raise NotUnderstood("not_understood", close_words(folded(first) or first, messages), line=line)


def close_words(wanted: str, messages: Messages) -> list[str]:
    """Similar words of the player's language, then of English; one for each meaning."""
    found: dict[str, str] = {}
    for lang in (messages.lang, "en"):
        words = {folded(word): word for word in _spelled(lang)}
        for close in get_close_matches(wanted, list(words), n=3, cutoff=0.6):
            found.setdefault(_vocabulary(lang)[close], words[close])
    return list(found.values())[:3]


@cache
def _spelled(lang: str) -> tuple[str, ...]:
    messages = Messages(lang)
    return tuple(word for meaning in (*COMMANDS, *ACTIONS) for word in messages(f"word.{meaning}").split())


def _actions(line: str, view: View) -> tuple[str, ...]:
    """Action strings, one or several; also with blanks, as in `c 9`, `t 4 2`, or `9 10 e`."""
    low = line.lower()
    joined = _JOINED.match(low)
    if joined:
        low = f"{joined[1]}{joined[2]}" + (f".{joined[3]}" if joined[3] else "")
    words = low.split()
    if len(words) > 1 and STEP_NAMES[view.state.step] in ("ready", "conquer"):
        words = [f"c{int(word)}" if word.isdigit() and len(word) <= 2 else word for word in words]
    try:
        codes = [parse_action(view.state.world, word) for word in words]
    except NotationError:
        return ()
    return () if any(map(is_chance, codes)) else tuple(words)


def bare_number(line: str, view: View) -> str:
    """A number alone answers the question: a combo, a region to take or to place in, an option."""
    step = STEP_NAMES[view.state.step]
    legal = view.legal or ()
    count = "1"
    placing = _PLACING.match(line)
    if placing and _places_tokens(view):
        line, count = placing[1], placing[2]
        if not count.isdigit():
            count = str(_most(legal)) if _means_all(count) else ""
        if not count:
            return ""
    if not line.isdigit() or len(line) > 2:
        return ""
    number = str(int(line))
    if step == "pick":
        return f"p{number}"
    if step in ("ready", "conquer", "rolled"):
        return f"c{number}"
    if step == "give_up":
        return f"g{number}"
    if step == "question":
        return f"o{number}"
    if step == "markers" or (step == "victims" and not _places_tokens(view)):
        return f"m{number}.{_marker(legal)}"
    if _places_tokens(view):
        return f"t{number}.{count}"
    return ""


def yes_or_no(line: str, view: View) -> str:
    """The answer to a question with only these two options."""
    question = asked(view.state).question
    if question is None or question.about != "yes":
        return ""
    for key, action in (("word_yes", "o1"), ("word_no", "e")):
        if folded(line) in {folded(word) for lang in LANGUAGES for word in Messages(lang)(key).split()}:
            return action
    return ""


def _places_tokens(view: View) -> bool:
    return any(action.startswith("t") for action in view.legal or ())


def _means_all(word: str) -> bool:
    return folded(word) in {folded(Messages(lang)("word_all")) for lang in LANGUAGES}


def _most(legal: Legal | Sequence[str]) -> int:
    """The most tokens that can be placed at once."""
    return max(int(action.partition(".")[2]) for action in legal if action.startswith("t"))


def _marker(legal: Legal | Sequence[str]) -> str:
    return next((action.partition(".")[2] for action in legal if action.startswith("m")), "")


def as_action(
    meaning: str, rest: Sequence[str], view: View, messages: Messages, players: Sequence[str]
) -> str:
    """`conquer 9 dragon` and similar lines as an action string."""
    meaning = _NEAR.get((STEP_NAMES[view.state.step], meaning), meaning)
    if meaning in ("decline", "end", "gamble"):
        return {"decline": "d", "end": "e", "gamble": "b"}[meaning]
    numbers = [str(int(word)) for word in re.findall(r"\d{1,2}", " ".join(rest))]
    names = [word for word in rest if not re.fullmatch(r"[\dx×.]+", word)]
    if meaning == "roll" and not numbers:
        return "b"
    if meaning in ("pick", "choose") and not numbers and names:
        return _by_name(meaning, " ".join(names), view, messages, players)
    if not numbers:
        raise NotUnderstood("which_combo" if meaning == "pick" else "which_region", word=meaning)
    if meaning == "place":
        return _placed(numbers, names, view)
    action = LETTERS[meaning] + numbers[0]
    if meaning in ("conquer", "roll") and names:
        action += "".join(f".{means}" for means in _means(names, view, messages))
    if meaning == "use":
        action += f".{_use(names, view, messages)}"
    return action


def _placed(numbers: Sequence[str], names: Sequence[str], view: View) -> str:
    legal = view.legal or ()
    if not _places_tokens(view) and _marker(legal):
        return f"m{numbers[0]}.{_marker(legal)}"
    if len(numbers) > 1:
        return f"t{numbers[0]}.{numbers[1]}"
    everything = _places_tokens(view) and any(map(_means_all, names))
    return f"t{numbers[0]}.{_most(legal) if everything else 1}"


def _means(names: Sequence[str], view: View, messages: Messages) -> list[str]:
    """Special means by their ids or any word of their names; filler words do not count."""
    found: list[str] = []
    for name in map(folded, names):
        for means in view.state.world.means_ids:
            if name == means or name in folded(messages.name("means", means)).split():
                found.append(means)
                break
    return list(dict.fromkeys(found))


def _use(names: Sequence[str], view: View, messages: Messages) -> str:
    """A use by a word of its name; without a word, the only one."""
    uses = list(view.state.world.use_ids)
    for name in map(folded, names):
        for use in uses:
            if name == use or name in folded(messages.name("use", use)).split():
                return use
    on_offer = [action.partition(".")[2] for action in view.legal or () if action.startswith("u")]
    return next(iter(on_offer or uses), "")


def _by_name(kind: str, wanted: str, view: View, messages: Messages, players: Sequence[str]) -> str:
    """A combo by the name of its race or power, a player by name."""
    question = asked(view.state).question
    letter = "p" if kind == "pick" else "o"
    if kind == "choose" and (question is None or question.about != "combo"):
        found = [f"o{seat + 1}" for seat, name in enumerate(players) if folded(wanted) in folded(name)]
    else:
        found = [
            f"{letter}{slot + 1}"
            for slot, names in enumerate(_combo_names(view, messages))
            if folded(wanted) in {folded(name) for name in names}
        ] or [
            f"{letter}{slot + 1}"
            for slot, names in enumerate(_combo_names(view, messages))
            if any(folded(wanted) in folded(name) for name in names)
        ]
    if len(found) != 1:
        raise NotUnderstood("which_combo" if kind == "pick" else "which_option", word=wanted)
    return found[0]


def _combo_names(view: View, messages: Messages) -> Iterator[tuple[str, ...]]:
    state = view.state
    for race, power in zip(state.col_race, state.col_badge, strict=False):
        race_id, power_id = state.world.race_ids[race], state.world.power_ids[power]
        yield (
            race_id,
            power_id,
            messages.name("race", race_id),
            messages.name("power", power_id),
            messages.combo(state.world, race, power),
        )
