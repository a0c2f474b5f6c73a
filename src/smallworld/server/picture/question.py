"""The question to the seat that decides: a sentence with its numbers, all choices, one main button."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import State, View, winners
from smallworld.engine import actions as ac
from smallworld.engine.position.state import OVER
from smallworld.engine.world.world import NONE
from smallworld.presentation import Decision, arrangements, decision, hand_kinds, helpers, progress
from smallworld.presentation.decisions import ACTING
from smallworld.texts.locale import listed

from .choices import all_choices
from .text_cache import Data, Words


def ask(view: View, words: Words, players: Sequence[str]) -> Data:
    """Only for the seat that decides."""
    s, legal = view.state, view.legal
    assert legal is not None
    now = decision(s)
    piece = now.piece if now.piece is not None and now.piece.kind != "rule" else None
    return {
        "seat": s.seat,
        "step": now.step,
        "sentence": sentence(now, words),
        "detail": _detail(s, now, words),
        "race": None if now.race == NONE else words.race(now.race),
        "piece": None if piece is None else words.thing(piece),
        "hand": now.hand,
        "kinds": [
            {
                "thing": words.thing(kind.thing),
                "count": kind.amount,
                "stays": kind.stays,
                "leads": kind.leads,
            }
            for kind in hand_kinds(s, now)
        ],
        "choices": all_choices(s, legal.codes, words, players),
        "main": "e" if ac.C_END in legal.codes else "",
        "suggestions": [
            {
                "id": name,
                "label": words(f"place.{name}"),
                "placing": [{"region": region, "count": count} for region, count in placing.items()],
            }
            for name, placing in arrangements(s).items()
        ],
    }


def sentence(now: Decision, words: Words) -> str:
    """The question in one sentence."""
    if now.question:
        return words.recall(
            ("question", now.question), lambda: words.catalogue.name("question", now.question)
        )
    facts: dict[str, str | int] = {}
    if now.marker is not None:
        named = words.catalogue.name if now.topic == "markers" else words.common
        facts = {"marker": named(now.marker.kind, now.marker.id), "left": now.amount}
    elif now.topic == "pick":
        facts = {"coins": now.coins}
    elif now.topic == "rolled":
        facts = {"pips": now.amount}
    elif now.topic == "give_up":
        facts = {"short": now.amount}
    else:
        facts = {"race": words.combo(now.race, now.power), "hand": now.hand}
    return words(f"ask.{now.topic}", **facts)


def _detail(s: State, now: Decision, words: Words) -> str:
    """Help for this question: the rule of the marker or piece that asks, or what the race can do."""
    if now.marker is not None:
        return str(words.thing(now.marker)["short"])
    if now.piece is not None:
        if now.piece.kind == "rule":  # it has no page of its own: the question may explain itself
            return words.catalogue.about("question", now.question)
        return str(words.thing(now.piece)["short"])
    if s.step not in ACTING:
        return ""
    race, badge = now.race, s.badge[now.race]
    parts = [words.race(race)] + ([words.power(badge)] if badge != NONE else [])
    said = [str(part["short"]) for part in parts if part["short"]]
    if (found := helpers(s, race)) is not None:
        name = words.thing(found.thing)["name"]
        said.append(words("ask.helpers", helper=name, left=found.left, owned=found.owned))
    return " ".join(said)


def trail(s: State, words: Words) -> list[Data]:
    """The steps of a turn and its progress."""
    steps, now = progress(s)
    return words.recall(("trail", steps, now), lambda: _trail(steps, now, words))


def _trail(steps: Sequence[str], now: int, words: Words) -> list[Data]:
    states = ["done" if place < now else "now" if place == now else "later" for place in range(len(steps))]
    return [_trail_step(id, state, words) for id, state in zip(steps, states, strict=True)]


def _trail_step(id: str, state: str, words: Words) -> Data:
    return words.recall(
        ("trail step", id, state),
        lambda: words.numbered({"id": id, "label": words(f"trail.{id}"), "state": state}),
    )


def now(s: State, words: Words, players: Sequence[str], reader: int = NONE) -> str:
    """One sentence for everybody: whose move it is and what is expected; at the end also for a winner."""
    if s.step == OVER:
        return _won(s, words, players, reader)
    about = decision(s)
    if s.is_chance:
        return words("now.find", region=about.region) if about.topic == "find" else words(f"now.{about.step}")
    name = players[s.seat]
    if about.piece is not None and (about.piece.kind != "rule" or about.module):
        asking = words.named("pack", about.module) if about.module else words.thing(about.piece)
        return words("now.asked", piece=asking["name"], name=name)
    facts: dict[str, str | int] = {"name": name}
    if about.race != NONE:
        facts["race"] = words.combo(about.race, about.power)
    if about.step == "rolled":
        facts["pips"] = about.amount
    party = about.topic == "party" and about.step == "conquer"
    return words(f"now.{'party' if party else about.step}", **facts)


def _won(s: State, words: Words, players: Sequence[str], reader: int) -> str:
    won = winners(s)
    names = [players[seat] for seat in won if seat != reader]
    if not names:
        return words("now.winner_you")
    if reader in won:
        return words("now.winners_you", names=listed(words.lang, names))
    if len(names) == 1:
        party = won[0] >= s.world.players
        return words("now.winner_party" if party else "now.winner", name=names[0])
    return words("now.winners", names=listed(words.lang, names))
