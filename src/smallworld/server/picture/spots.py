"""What lies in each region, with a sentence for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import State
from smallworld.engine.combo import Combo
from smallworld.engine.effects import Defence
from smallworld.engine.world import NONE

from .finds import badges_in, holder_of, owner_of
from .phrasebook import Data, Words


def spots(s: State, words: Words, players: Sequence[str]) -> list[Data]:
    """Most regions are as they were a move ago: what was said of them is remembered, by all it depends on."""

    def here() -> Data:
        return _spot(s, region, words, players)

    found: list[Data] = []
    marked = s.marked
    for entry in s.lying:
        marked |= 1 << (entry & 63)
    holders: dict[int, tuple[object, ...]] = {NONE: ()}
    for region, race in enumerate(s.occ):
        holder = holders.get(race)
        if holder is None:
            holder = holders[race] = _holder_facts(s, race, players)
        key: tuple[object, ...] = (region, s.tokens[region], holder)
        if marked >> region & 1:
            markers = [(marker, owner_of(s, marker)) for marker in s.markers_in(region)]
            key += (*badges_in(s, region), *markers)
        found.append(words.recall(key, here))
    return found


def _holder_facts(s: State, race: int, players: Sequence[str]) -> tuple[object, ...]:
    owner = s.owner[race]
    if owner == NONE:
        return (race,)
    return race, owner, s.active[owner] == race, players[owner], s.combos[race] if s.bulwark[race] else None


def _spot(s: State, region: int, words: Words, players: Sequence[str]) -> Data:
    marks, badges = marks_in(s, region), badges_in(s, region)
    # Whoever is a token himself belongs to the race he stands with.
    owners = {s.world.markers[m].id: owner_of(s, m) for m in _markers(s, region) if not _is_token(s, m)}
    people = {s.world.markers[m].id for m in _markers(s, region) if _is_token(s, m)}
    immune = bool(s.immune >> region & 1)
    parts = [words("spot.border")] if s.world.border & s.world.open_terrain & 1 << region else []
    parts.append(holder(s, region, words, players))
    parts += [marker_words(s, region, name, count, words) for name, count in marks.items()]
    parts += [str(words.power(badge)["name"]) for badge in badges]
    if immune:
        parts.append(words("spot.immune"))
    said = words("spot.region", region=region, ground=words.ground(region))
    return {
        "region": region,
        "stack": _stack(s, region, words),
        "markers": [
            {
                "marker": marker_named(s, region, name, words),
                "count": count,
                "owner": owners.get(name, holder_of(s, region)),
                "token": name in people,
            }
            for name, count in marks.items()
        ],
        "badges": [words.power(badge) for badge in badges],
        "immune": immune,
        "label": f"{'; '.join([said, *parts])}.",
    }


def _stack(s: State, region: int, words: Words) -> Data | None:
    race = s.occ[region]
    if race == NONE:
        return None
    return {
        "race": words.race(race),
        "owner": s.owner[race],
        "tokens": s.tokens[region],
        "active": s.is_active(race),
    }


def holder(s: State, region: int, words: Words, players: Sequence[str]) -> str:
    """Who stands there: "Ann: 3 Orcs"."""
    race = s.occ[region]
    if race == NONE:
        return words("spot.empty")
    name, count, owner = words.race(race)["name"], s.tokens[region], s.owner[race]
    if owner == NONE or owner >= s.world.players:  # a party is called as its race is
        return words("spot.neutral", race=name, count=count)
    key = "active" if s.is_active(race) else "declined"
    return words(f"spot.{key}", name=players[owner], race=name, count=count)


def _markers(s: State, region: int) -> list[int]:
    return s.markers_in(region) if s.marked >> region & 1 else []


def marks_in(s: State, region: int) -> dict[str, int]:
    """Markers with their number, and what a race's regions have by themselves (lairs)."""
    marks: dict[str, int] = {}
    for marker in s.markers_in(region):
        name = s.world.markers[marker].id
        marks[name] = marks.get(name, 0) + 1
    race = s.occ[region]
    if race != NONE and s.owner[race] != NONE:
        for name in _defences(s.combos[race]):
            marks.setdefault(name, 1)
    return marks


def _defences(combo: Combo) -> list[str]:
    return [effect.name for _, effect in combo.effects if isinstance(effect, Defence)]


def _is_token(s: State, marker: int) -> bool:
    return s.world.markers[marker].token


def marker_named(s: State, region: int, name: str, words: Words) -> Data:
    """What stands in a region; a person by the race he stands with."""
    number = s.world.marker_ids.get(name)  # what a race has by itself is no marker
    if number is not None and _is_token(s, number) and s.occ[region] != NONE:
        return words.person(number, s.occ[region])
    return words.lying(name)


def marker_words(s: State, region: int, name: str, count: int, words: Words) -> str:
    number = s.world.marker_ids.get(name)
    if number is not None and _is_token(s, number):
        return str(marker_named(s, region, name, words)["name"])
    marker = words.common(*words.catalogue.marker(name))
    return words("spot.markers", count=count, marker=marker) if count > 1 else marker
