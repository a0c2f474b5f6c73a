"""The coach of a guided game: what this step is about, and what a good player would do now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.bots import make_bot
from smallworld.engine import State, View, asked, parse_action
from smallworld.engine import actions as ac
from smallworld.engine import state as st

from .asking import conquering
from .choices import choice, percent
from .phrasebook import Data, Words

# Strong enough to learn from, and quick enough to be asked before every decision.
BOT: Final = "planner:beam=4"
CROWDED: Final = "planner:beam=2"  # on large boards there is more to look at
LARGE: Final = 4  # players


def topic(s: State) -> str:
    if s.step == st.READY:
        return conquering(s, s.acting)
    now = asked(s)
    return "markers" if now.places_markers else now.step


def coaching(view: View, words: Words, players: Sequence[str]) -> Data:
    s = view.state
    about = topic(s)
    chosen = make_bot(BOT if s.world.players < LARGE else CROWDED).choose(view)
    code = parse_action(s.world, chosen) if isinstance(chosen, str) else chosen
    liked = choice(s, code, words, players)
    return {
        "title": words(f"coach.{about}.title"),
        "text": f"{words(f'coach.{about}.text')} {advice(code, liked, words)}",
        "action": words.action(code),
        "region": liked["region"],
    }


def advice(code: int, liked: Data, words: Words) -> str:
    """What the coach would do, with the number that speaks for it."""
    if code >> ac.SHIFT == ac.PLACE:
        return words("coach.place", count=liked["count"], region=liked["region"])
    said = words("coach.advice", label=liked["label"])
    if liked["chance"] is not None:
        return f"{said} {words('coach.chance', percent=percent(liked['chance']))}"
    if liked["receipt"] is not None:
        key = "price" if code >> ac.SHIFT == ac.PICK else "cost"
        return f"{said} {words(f'coach.{key}', receipt=liked['receipt']['text'])}"
    return said
