"""What lies in each region, with a sentence for screen readers; what has been found on the map."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import State
from smallworld.engine.world.world import NONE
from smallworld.presentation import Lying, Region, can_be_entered, finds, region, region_keys
from smallworld.texts.locale import parted

from .text_cache import Data, Words


def all_regions(s: State, words: Words, players: Sequence[str]) -> list[Data]:
    """Cached: most regions are the same as one move before."""
    people = s.world.players  # a party is named like its race
    names = [players[owner] if NONE < owner < people else "" for owner in s.owner]

    def here() -> Data:
        return _region(region(s, key[0]), name, words)

    found = []
    for race, key in zip(s.occ, region_keys(s), strict=True):
        name = names[race] if race != NONE else ""
        found.append(words.recall((key, name), here))
    return found


def _region(here: Region, name: str, words: Words) -> Data:
    number = here.number
    parts = [words("spot.border")] if can_be_entered(words.world, number) else []
    parts.append(_holder(here, name, words))
    parts += [_lying_words(lying, words) for lying in here.lying]
    parts += [str(words.power(badge)["name"]) for badge in here.badges]
    if here.immune:
        parts.append(words("spot.immune"))
    said = words("spot.region", region=number, ground=words.ground(number))
    return {
        "region": number,
        "stack": None if here.race == NONE else _stack(here, words),
        "markers": [
            {
                "marker": words.thing(lying.thing),
                "count": lying.amount,
                "owner": lying.owner,
                "token": lying.token,
            }
            for lying in here.lying
        ],
        "badges": [words.power(badge) for badge in here.badges],
        "immune": here.immune,
        "label": f"{parted(words.lang, [said, *parts])}.",
    }


def _stack(here: Region, words: Words) -> Data:
    return {
        "race": words.race(here.race),
        "owner": here.owner,
        "tokens": here.tokens,
        "active": here.active,
    }


def _holder(region: Region, name: str, words: Words) -> str:
    """Who holds the region: "Ann: 3 Orcs"."""
    if region.race == NONE:
        return words("spot.empty")
    facts: dict[str, str | int] = {"race": words.race(region.race)["name"], "count": region.tokens}
    if not name:
        return words("spot.neutral", **facts)
    return words("spot.active" if region.active else "spot.declined", name=name, **facts)


def _lying_words(lying: Lying, words: Words) -> str:
    if lying.token:
        return str(words.thing(lying.thing)["name"])
    marker = words.common(lying.thing.kind, lying.thing.id)
    return words("spot.markers", count=lying.amount, marker=marker) if lying.amount > 1 else marker


def all_finds(s: State, words: Words) -> list[Data]:
    return [
        {
            "thing": words.thing(find.thing),
            "region": find.region,
            "holder": find.holder,
            "badge": None if find.badge == NONE else words.power(find.badge),
        }
        for find in finds(s)
    ]
