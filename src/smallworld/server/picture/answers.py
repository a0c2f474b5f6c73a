"""About one region: what it is, who holds it, what it costs the seat that asks, or every reason why not."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import (
    Denial,
    Game,
    Receipt,
    State,
    View,
    asked,
    check,
    conquest_receipt,
    defence_receipt,
    view,
)
from smallworld.engine import actions as ac
from smallworld.engine import state as st
from smallworld.engine.world import NONE

from ..wire.base import SPECTATOR, ReceiptLine
from ..wire.to_client import Answer
from .choices import all_choices
from .finds import badges_in
from .phrasebook import Data, Words, words
from .remedies import remedy
from .spots import marker_named, marks_in

_CONQUERING = (st.READY, st.CONQUER, st.ROLLED)


def answer(game: Game, *, seat: int, region: int, id: int, lang: str, players: Sequence[str]) -> Answer:
    """`seat` SPECTATOR for somebody who only looks on."""
    spoken, seen = words(lang, game.world), view(game.state, seat)
    s = seen.state
    if region >= len(s.occ):
        return _nowhere(s, region, id, spoken)
    return Answer.model_validate(
        {
            "id": id,
            "region": region,
            "title": spoken("spot.region", region=region, ground=spoken.ground(region)),
            "lines": _lines(seen, region, spoken, players),
            "defence": spoken.receipt(defence_receipt(s, region)),
            "choices": _choices(seen, region, spoken, players),
            "reasons": [_reason(s, denial, spoken, players) for denial in why_not(s, seat, region)],
        }
    )


def _reason(s: State, denial: Denial, words: Words, players: Sequence[str]) -> Data:
    said = words.reason(denial, players)
    return said | {"remedy": remedy(s, denial, str(said["remedy"]), words)}


def _nowhere(s: State, region: int, id: int, words: Words) -> Answer:
    denial = Denial("no_region", {"region": region, "last": len(s.occ) - 1})
    return Answer(
        id=id,
        region=region,
        title=words("choice.region", region=region),
        lines=[],
        defence=ReceiptLine.model_validate(words.receipt(Receipt(0, ()))),
        choices=[],
        reasons=words.reasons([denial]),
    )


def _lines(seen: View, region: int, words: Words, players: Sequence[str]) -> list[str]:
    s = seen.state
    place, race = s.world.board.regions[region], s.occ[region]
    lines = [words("about.border")] if s.world.border & s.world.open_terrain & 1 << region else []
    if race == NONE:
        lines.append(words("about.empty"))
    else:
        facts: dict[str, str | int] = {"race": words.race(race)["name"], "count": s.tokens[region]}
        owner = s.owner[race]
        if owner == NONE:
            lines.append(words("about.neutral", **facts))
        else:
            key = "active" if s.is_active(race) else "declined"
            lines.append(words(f"about.{key}", name=players[owner], **facts))
    for marker, count in marks_in(s, region).items():
        kind, id = words.catalogue.marker(marker)
        name, text = marker_named(s, region, marker, words)["name"], words.catalogue.text(kind, id)
        lines.append(words("about.marker", marker=f"{count} × {name}" if count > 1 else name, text=text))
    for badge in badges_in(s, region):
        id = s.world.power_ids[badge]
        text = words.catalogue.text("power", id)
        lines.append(words("about.marker", marker=words.power(badge)["name"], text=text))
    conquering = seen.legal is not None and s.step in _CONQUERING
    if conquering and (s.combo.settle & ~s.mask[s.acting]) >> region & 1:
        lines.append(words("about.cost", receipt=words.receipt(conquest_receipt(s, region))["text"]))
    near = [
        f"{words.catalogue.place(other)} {words.common('terrain', s.world.board.regions[other].terrain)}"
        for other in place.neighbours
    ]
    return [*lines, words("about.neighbours", regions=", ".join(near))]


def _choices(seen: View, region: int, words: Words, players: Sequence[str]) -> list[Data]:
    if seen.legal is None:
        return []
    here = [code for code in seen.legal.codes if code >> ac.SHIFT in _AT_REGION and code & 63 == region]
    question = asked(seen.state).question
    if question is not None and question.about != "region":
        here = []
    return all_choices(seen.state, here, words, players)


_AT_REGION = (ac.ABANDON, ac.CONQUER, ac.ROLL, ac.GIVE_UP, ac.PLACE, ac.PUT, ac.CHOOSE, ac.USE)


def why_not(s: State, seat: int, region: int) -> tuple[Denial, ...]:
    """Every reason against what one would naturally do with a region now; for others, whose move it is."""
    if s.over or seat == SPECTATOR:
        return ()
    return check(s, natural(s, region), seat)


def natural(s: State, region: int) -> int:
    """What tapping a region means in this step; where regions are not asked for, a conquest."""
    now = asked(s)
    if s.step == st.GIVE_UP:
        return ac.C_GIVE_UP | region
    if now.places_tokens:
        return ac.C_PLACE | 1 << 6 | region
    if now.places_markers:
        return ac.C_PUT | now.marker << 6 | region
    if now.question is not None and now.question.about == "region":
        return ac.C_CHOOSE | region
    return ac.C_CONQUER | region
