"""The details of a region: what it is, who holds it, what it costs the seat, or every reason why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.engine import Denial, Game, Receipt, State, View, conquest_receipt, defence_receipt, view
from smallworld.engine.world.world import NONE
from smallworld.presentation import Region, can_be_entered, choices, remedy, why_not
from smallworld.presentation import region as region_of
from smallworld.presentation.decisions import ACTING
from smallworld.texts.locale import parted

from ..wire.base import ReceiptLine
from ..wire.to_client import Answer
from .choices import all_choices
from .text_cache import Data, Words, words

_MOST: Final = 4  # names in one sentence


def answer(game: Game, *, seat: int, region: int, id: int, lang: str, players: Sequence[str]) -> Answer:
    """`seat` is SPECTATOR for a spectator."""
    spoken, seen = words(lang, game.world), view(game.state, seat)
    s = seen.state
    if region >= len(s.occ):
        return _nowhere(s, region, id, spoken)
    return Answer.model_validate(
        {
            "id": id,
            "region": region,
            "title": spoken("spot.region", region=region, ground=spoken.ground(region)),
            "lines": _lines(seen, region_of(s, region), spoken, players),
            "defence": spoken.receipt(defence_receipt(s, region)),
            "choices": _choices(seen, region, spoken, players),
            "reasons": [_reason(s, denial, spoken, players) for denial in why_not(s, seat, region)],
        }
    )


def _reason(s: State, denial: Denial, words: Words, players: Sequence[str]) -> Data:
    said, helps = words.reason(denial, players), remedy(s, denial)
    parts = [str(said["remedy"])] if helps.usual else []
    if helps.powers:
        names = ", ".join(str(words.power(power)["name"]) for power in helps.powers[:_MOST])
        parts.append(words("about.would_help", pieces=names))
    return said | {"remedy": " ".join(parts) or words("about.no_way")}


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


def _lines(seen: View, here: Region, words: Words, players: Sequence[str]) -> list[str]:
    s, region = seen.state, here.number
    place = s.world.board.regions[region]
    lines = [words("about.border")] if can_be_entered(s.world, region) else []
    lines.append(_holder(here, words, players))
    for lying in here.lying:
        marker, text = (
            words.thing(lying.thing)["name"],
            words.catalogue.text(lying.thing.kind, lying.thing.id),
        )
        if lying.amount > 1:
            marker = words("spot.markers", count=lying.amount, marker=marker)
        lines.append(words("about.marker", marker=marker, text=text))
    for badge in here.badges:
        text = words.catalogue.text("power", s.world.power_ids[badge])
        lines.append(words("about.marker", marker=words.power(badge)["name"], text=text))
    conquering = seen.legal is not None and s.step in ACTING
    if conquering and (s.combo.settle & ~s.mask[s.acting]) >> region & 1:
        lines.append(words("about.cost", receipt=words.receipt(conquest_receipt(s, region))["text"]))
    near = [
        words(
            "about.neighbour",
            region=other,
            terrain=words.common("terrain", s.world.board.regions[other].terrain),
        )
        for other in place.neighbours
    ]
    return [*lines, words("about.neighbours", regions=parted(words.lang, near))]


def _holder(here: Region, words: Words, players: Sequence[str]) -> str:
    if here.race == NONE:
        return words("about.empty")
    facts: dict[str, str | int] = {"race": words.race(here.race)["name"], "count": here.tokens}
    if here.owner == NONE:
        return words("about.neutral", **facts)
    return words("about.active" if here.active else "about.declined", name=players[here.owner], **facts)


def _choices(seen: View, region: int, words: Words, players: Sequence[str]) -> list[Data]:
    here = [choice.code for choice in choices(seen) if choice.region == region]
    return all_choices(seen.state, here, words, players)
