"""What is being asked of the seat that decides: a sentence with its numbers, all choices, one main button."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import Asked, State, View, asked
from smallworld.engine import actions as ac
from smallworld.engine import state as st
from smallworld.engine.pack import Pack
from smallworld.engine.people import is_present, stands
from smallworld.engine.pieces import Piece
from smallworld.engine.world import NONE

from .choices import all_choices
from .finds import helpers
from .phrasebook import Data, Words
from .placing import suggestions

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
_LATER = ("ready", "redeploy", "score")  # phases at which the second, third and fourth step begin


def ask(view: View, words: Words, players: Sequence[str]) -> Data:
    """Only for the seat that decides."""
    s, legal = view.state, view.legal
    assert legal is not None
    now = asked(s)
    race, placing, asks = now.race, now.places_tokens, asking_piece(s, now)
    return {
        "seat": s.seat,
        "step": now.step,
        "sentence": sentence(s, words),
        "detail": detail(s, words),
        "race": None if race == NONE else words.race(race),
        "piece": None if asks is None else words.piece(asks),
        "hand": 0 if race == NONE else now.amount if placing else s.hand[race],
        "kinds": [] if race == NONE else hand_kinds(s, race, now, words),
        "choices": all_choices(s, legal.codes, words, players),
        "main": "e" if ac.C_END in legal.codes else "",
        "suggestions": suggestions(s, words) if placing else [],
    }


def hand_kinds(s: State, race: int, now: Asked, words: Words) -> list[Data]:
    """What is in the hand, by what becomes of it: tokens that stay, people, attackers, helpers."""
    thing = words.race(race)
    if now.places_tokens:
        return [_kind(thing, now.amount)]
    if s.step not in _ACTING:
        return []
    people = [p for p in s.world.people if is_present(s, p, race) and stands(s, p, race) == NONE]
    hand = s.hand[race] - len(people)
    leaving = min(hand, s.combos[race].attack_only)
    kinds = [
        _kind(thing, hand - leaving),
        *(_kind(words.person(p.marker, race), 1, leads=True) for p in people),
    ]
    kinds.append(_kind(thing, leaving, stays=False))
    if (crew := helpers(s, race, words)) is not None:
        kinds.append(_kind(crew["thing"], crew["left"], stays=False))
    return [kind for kind in kinds if kind["count"] > 0]


def _kind(thing: Data, count: int, *, stays: bool = True, leads: bool = False) -> Data:
    return {"thing": thing, "count": count, "stays": stays, "leads": leads}


def asking_piece(s: State, now: Asked) -> type[Piece] | None:
    """The piece whose rules put the question; None for a rule of the whole game, and for other steps."""
    if now.question is None:
        return None
    piece = s.world.question_piece[now.number]
    return None if piece.kind == "rule" else piece


def _asking_module(s: State, now: Asked) -> Pack | None:
    """The pack whose rule, a piece of every race, puts the question."""
    if now.question is None or s.world.question_piece[now.number] not in s.world.joining:
        return None
    rule = s.world.question_piece[now.number]
    return next((pack for pack in s.world.packs if rule in pack.pieces), None)


def sentence(s: State, words: Words) -> str:
    """The question in one sentence."""
    now = asked(s)
    race = now.race
    if s.step == st.PICK:
        return words("ask.pick", coins=s.coins[s.seat])
    if now.question is not None:
        id = now.question.id
        return words.recall(("question", id), lambda: words.catalogue.name("question", id))
    name = combo_name(s, race, words)
    if now.places_markers:
        key = "markers" if s.step == st.MARKERS else "markers_again"
        kind, id = words.catalogue.marker(s.world.markers[now.marker].id)
        named = words.catalogue.name if s.step == st.MARKERS else words.common
        return words(f"ask.{key}", marker=named(kind, id), left=now.amount)
    if s.step == st.ROLLED:
        return words("ask.rolled", pips=s.bonus)
    if s.step == st.GIVE_UP:
        return words("ask.give_up", short=now.amount)
    if s.step == st.FADE:
        return words("ask.fade", race=name)
    if now.places_tokens:
        return words(f"ask.{now.step}", race=name, hand=now.amount)
    return words(f"ask.{conquering(s, race)}", race=name, hand=s.hand[race])


def combo_name(s: State, race: int, words: Words) -> str:
    return words.combo(race, s.badge[race] if s.is_active(race) else NONE)


def conquering(s: State, race: int) -> str:
    if s.combo.led:
        return "party"
    if s.step == st.CONQUER:
        return "conquer"
    if not s.is_active(race):
        return "elders"
    return "ready" if s.mask[race] else "enter"


def detail(s: State, words: Words) -> str:
    """What helps with this question: the rule of the marker or piece that asks, or what the race can do."""
    now = asked(s)
    if now.places_markers:
        return str(words.marker(now.marker)["short"])
    if now.question is not None:
        piece, id = asking_piece(s, now), now.question.id
        if piece is None:  # a rule of the game has no page of its own: the question may explain itself
            return words.catalogue.about("question", id)
        return str(words.piece(piece)["short"])
    if s.step not in _ACTING:
        return ""
    race = s.acting
    parts = [words.race(race)] + ([words.power(s.badge[race])] if s.badge[race] != NONE else [])
    said = [str(part["short"]) for part in parts if part["short"]]
    if (crew := helpers(s, race, words)) is not None:
        said.append(
            words("ask.helpers", helper=crew["thing"]["name"], left=crew["left"], owned=crew["owned"])
        )
    return " ".join(said)


def trail(s: State, words: Words) -> list[Data]:
    """The steps of a turn and how far it has come. Whoever has no race picks one instead of readying.

    What interrupts the turn belongs to the step that it interrupts.
    """
    step = s.stack[0] if s.stack else s.step
    phases = s.world.phase_index
    now = _TRAIL.get(step, sum(s.phase >= phases[name] for name in _LATER))
    picking = s.picked or step == st.PICK
    if s.world.phases[s.phase] == "setup":
        now, picking = -1, True  # the first turn is still to come
    if step == st.READY and s.picked and s.is_active(s.acting):
        now = 1  # troops that have just arrived are ready
    steps = ("pick" if picking else "ready", "conquer", "redeploy", "score")
    return words.recall(("trail", now, picking), lambda: _trail(steps, now, words))


def _trail(steps: Sequence[str], now: int, words: Words) -> list[Data]:
    states = ["done" if place < now else "now" if place == now else "later" for place in range(len(steps))]
    return [_trail_step(id, state, words) for id, state in zip(steps, states, strict=True)]


def _trail_step(id: str, state: str, words: Words) -> Data:
    return words.recall(
        ("trail step", id, state),
        lambda: words.numbered({"id": id, "label": words(f"trail.{id}"), "state": state}),
    )


def now(
    s: State, words: Words, players: Sequence[str], winners: Sequence[int] = (), reader: int = NONE
) -> str:
    """One sentence for everybody: whose move it is, what is awaited; at the end also for a winner."""
    if s.step == st.OVER:
        names = [players[seat] for seat in winners if seat != reader]
        if not names:
            return words("now.winner_you")
        if reader in winners:
            return words("now.winners_you", names=words("now.and").join(names))
        if len(names) == 1:
            party = winners[0] >= s.world.players
            return words("now.winner_party" if party else "now.winner", name=names[0])
        return words("now.winners", names=words("now.and").join(names))
    about = asked(s)
    if s.is_chance:
        if about.deck != NONE and about.region != NONE:
            return words("now.find", region=about.region)
        return words(f"now.{about.step}")
    facts: dict[str, str | int] = {"name": players[s.seat]}
    if (piece := asking_piece(s, about)) is not None:
        return words("now.asked", piece=words.piece(piece)["name"], **facts)
    if (module := _asking_module(s, about)) is not None:
        return words("now.asked", piece=words.named("pack", module.id)["name"], **facts)
    if about.race != NONE:
        facts["race"] = combo_name(s, about.race, words)
    if s.step == st.ROLLED:
        facts["pips"] = s.bonus
    step = "party" if s.combo.led and s.step == st.CONQUER else about.step
    return words(f"now.{step}", **facts)
