"""What is being asked of the seat that decides: a sentence with its numbers, all choices, one main button."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import State, View
from smallworld.engine import actions as ac
from smallworld.engine import state as st
from smallworld.engine.steps import markers, question, redeploy
from smallworld.engine.turn import PARTING
from smallworld.engine.world import NONE

from .choices import all_choices
from .phrasebook import Data, Words
from .placing import places_tokens, suggestions

_ACTING = (st.READY, st.CONQUER, st.ROLLED)
_TRAIL = {
    st.PICK: 0,
    st.READY: 0,
    st.CONQUER: 1,
    st.ROLLED: 1,
    st.DIE: 1,
    st.GIVE_UP: 2,
    st.REDEPLOY: 2,
    st.MARKERS: 2,
    st.FADE: 3,
    st.VICTIMS: 3,
    st.OVER: 4,
}


def asked_race(s: State) -> int:
    """The race a question is about, or NONE."""
    if s.step in (*_ACTING, st.GIVE_UP, st.REDEPLOY):
        return s.arg
    if s.step == st.VICTIMS:
        return s.arg & 63
    return s.active[s.turn]


def ask(view: View, words: Words, players: Sequence[str]) -> Data:
    """Only for the seat that decides."""
    s, legal = view.state, view.legal
    assert legal is not None
    race = asked_race(s)
    placing = places_tokens(s)
    return {
        "seat": s.seat,
        "step": st.STEP_NAMES[s.step],
        "sentence": sentence(s, words),
        "detail": detail(s, words),
        "race": None if race == NONE else words.race(race),
        "hand": 0 if race == NONE else redeploy.to_place(s, race) if placing else s.hand[race],
        "choices": all_choices(s, legal.codes, words, players),
        "main": "e" if ac.C_END in legal.codes else "",
        "suggestions": suggestions(s, words) if placing else [],
        "coach": None,
    }


def sentence(s: State, words: Words) -> str:
    """The question in one sentence."""
    if s.step == st.PICK:
        return words("ask.pick", coins=s.coins[s.seat])
    if s.step == st.QUESTION:
        asked = question.asked(s)[1].id
        return words.recall(("question", asked), lambda: words.catalogue.name("question", asked))
    race = asked_race(s)
    name = words.combo(race, s.badge[race] if s.is_active(race) else NONE)
    if about_markers(s):
        marker, _ = markers.asked(s)
        left = s.world.markers[marker].count - s.placed(marker)
        if s.step == st.VICTIMS:
            left = min(left, s.counters[s.world.adrift[marker]])
        key = "markers" if s.step == st.MARKERS else "markers_again"
        return words(f"ask.{key}", marker=words.common("marker", s.world.markers[marker].id), left=left)
    if s.step == st.ROLLED:
        return words("ask.rolled", pips=s.bonus)
    if s.step == st.GIVE_UP:
        return words("ask.give_up", short=-redeploy.to_place(s, race))
    if s.step == st.FADE:
        return words("ask.fade", race=name)
    if places_tokens(s):
        return words(f"ask.{st.STEP_NAMES[s.step]}", race=name, hand=redeploy.to_place(s, race))
    return words(f"ask.{conquering(s, race)}", race=name, hand=s.hand[race])


def about_markers(s: State) -> bool:
    return s.step == st.MARKERS or (s.step == st.VICTIMS and bool(s.arg >> 6))


def conquering(s: State, race: int) -> str:
    if s.step == st.CONQUER:
        return "conquer"
    if not s.is_active(race):
        return "elders"
    return "ready" if s.mask[race] else "enter"


def detail(s: State, words: Words) -> str:
    """What helps with this question: the rule of the marker or piece that asks, or what the race can do."""
    if about_markers(s):
        return str(words.marker(markers.asked(s)[0])["short"])
    if s.step == st.QUESTION:
        piece = question.asked(s)[0]
        return str(words.named(piece.kind, piece.id)["short"])
    if s.step not in _ACTING:
        return ""
    race = s.acting
    parts = [words.race(race)] + ([words.power(s.badge[race])] if s.badge[race] != NONE else [])
    return " ".join(str(part["short"]) for part in parts if part["short"])


def trail(s: State, words: Words) -> list[Data]:
    """The steps of a turn and how far it has come. Whoever has no race picks one instead of readying."""
    step = s.stack[-3] if s.step in (st.DRAW_RACE, st.DRAW_BADGE) else s.step
    now = _TRAIL.get(step, 2 if s.phase >= PARTING else 0)  # questions come at both ends of a turn
    picking = s.picked or step == st.PICK
    if step == st.READY and s.picked and s.is_active(s.acting):
        now = 1  # troops that have just arrived are ready
    steps = ("pick" if picking else "ready", "conquer", "redeploy", "score")
    return [
        {
            "id": id,
            "label": words(f"trail.{id}"),
            "state": "done" if place < now else "now" if place == now else "later",
        }
        for place, id in enumerate(steps)
    ]


def now(s: State, words: Words, players: Sequence[str], winners: Sequence[int] = ()) -> str:
    """One sentence for everybody: whose move it is and what is awaited."""
    if s.step == st.OVER:
        names = [players[seat] for seat in winners]
        if len(names) == 1:
            return words("now.winner", name=names[0])
        return words("now.winners", names=words("now.and").join(names))
    if s.is_chance:
        return words(f"now.{st.STEP_NAMES[s.step]}")
    race = asked_race(s)
    facts: dict[str, str | int] = {"name": players[s.seat]}
    if race != NONE:
        facts["race"] = words.combo(race, s.badge[race] if s.is_active(race) else NONE)
    if s.step == st.ROLLED:
        facts["pips"] = s.bonus
    return words(f"now.{st.STEP_NAMES[s.step]}", **facts)
