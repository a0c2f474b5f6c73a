"""Strings for actions and worlds: short, stable across versions, safe in a link.

Only letters, digits and `- . _ ~` are used. Pieces go by their ids, so that a string outlives the order
in which packs are written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import actions as ac
from .errors import NotationError, choices
from .world import World

SEATS = "ABCDEFGH"

_SIMPLE = {"d": ac.C_DECLINE, "b": ac.C_GAMBLE, "e": ac.C_END}
_SIMPLE_BACK = {code: text for text, code in _SIMPLE.items()}
_NUMBERED = {"p": ac.PICK, "a": ac.ABANDON, "g": ac.GIVE_UP, "o": ac.CHOOSE}
_NUMBERED_BACK = {kind: letter for letter, kind in _NUMBERED.items()}
_WAYS = {"c": ac.CONQUER, "r": ac.ROLL}
_WAYS_BACK = {kind: letter for letter, kind in _WAYS.items()}
_PATTERN = re.compile(r"([a-z])([0-9]{1,2})(?:\.([a-z][a-z0-9_]*|[0-9]{1,2}))?\Z")

EXPECTED = (
    "expected p3 (pick), d (decline), a9 (abandon), c9 or c9.means (conquer), r9 (final die), "
    "b (roll first), e (end), g9 (give up), t9.2 (place tokens), m9.marker (put a marker), o1 (option), "
    "die.2, race.name or power.name (chance)"
)


def action_string(world: World, action: int) -> str:
    """The string of a code. A number that no action has is refused."""
    text = _spell(world, action)
    if parse_action(world, text) != action:
        raise NotationError(f"{action} is not an action code")
    return text


def _spell(world: World, action: int) -> str:
    kind, a, b = action >> ac.SHIFT, action & 63, action >> 6 & 63
    known = {ac.PUT: len(world.markers), ac.DRAW_RACE: len(world.races), ac.DRAW_BADGE: len(world.powers)}
    if (kind in _WAYS_BACK and b > len(world.means)) or (b if kind == ac.PUT else a) >= known.get(kind, 64):
        raise NotationError(f"{action} is not an action code")
    if action in _SIMPLE_BACK:
        return _SIMPLE_BACK[action]
    if kind == ac.PICK:
        return f"p{a + 1}"
    if kind in _NUMBERED_BACK:
        return f"{_NUMBERED_BACK[kind]}{a}"
    if kind in _WAYS_BACK:
        return f"{_WAYS_BACK[kind]}{a}" + (f".{world.means[b - 1].id}" if b else "")
    if kind == ac.PLACE:
        return f"t{a}.{b}"
    if kind == ac.PUT:
        return f"m{a}.{world.markers[b].id}"
    if kind == ac.FACE:
        return f"die.{a}"
    if kind == ac.DRAW_RACE:
        return f"race.{world.race_ids[a]}"
    if kind == ac.DRAW_BADGE:
        return f"power.{world.power_ids[a]}"
    raise NotationError(f"{action} is not an action code")


def parse_action(world: World, text: str) -> int:
    """Read an action string. It may still be illegal; it must be possible to say."""
    if text in _SIMPLE:
        return _SIMPLE[text]
    if text.startswith(("die.", "race.", "power.")):
        return _parse_chance(world, text)
    match = _PATTERN.match(text)
    if not match:
        raise NotationError(f"cannot read the action {text!r}; {EXPECTED}")
    letter, number, detail = match[1], int(match[2]), match[3]
    if number > ac.FIELD:
        raise NotationError(f"cannot read the action {text!r}: numbers go up to {ac.FIELD}")
    if letter in _WAYS:
        way = 0
        if detail is not None:
            if detail not in world.means_ids:
                raise NotationError(f"action {text!r}: {choices('means', detail, world.means_ids)}")
            way = world.means_ids[detail] + 1
        return ac.code(_WAYS[letter], number, way)
    if letter == "t" and detail is not None and detail.isdigit() and 0 < int(detail) <= ac.FIELD:
        return ac.code(ac.PLACE, number, int(detail))
    if letter == "m" and detail is not None:
        if detail not in world.marker_ids:
            raise NotationError(f"action {text!r}: {choices('marker', detail, world.marker_ids)}")
        return ac.code(ac.PUT, number, world.marker_ids[detail])
    if letter == "p" and detail is None and number >= 1:
        return ac.code(ac.PICK, number - 1)
    if letter in _NUMBERED and letter != "p" and detail is None:
        return ac.code(_NUMBERED[letter], number)
    raise NotationError(f"cannot read the action {text!r}; {EXPECTED}")


def _parse_chance(world: World, text: str) -> int:
    kind, _, name = text.partition(".")
    if kind == "die":
        if name not in ("0", "1", "2", "3"):
            raise NotationError(f"outcome {text!r}: the die shows 0, 1, 2 or 3")
        return ac.C_FACE | int(name)
    names = world.race_ids[:-1] if kind == "race" else world.power_ids
    if name not in names:
        raise NotationError(f"outcome {text!r}: {choices(kind, name, names)}")
    return (ac.C_DRAW_RACE if kind == "race" else ac.C_DRAW_BADGE) | names.index(name)


def seat_letter(seat: int) -> str:
    return SEATS[seat]


def parse_seat(text: str, players: int) -> int:
    if len(text) != 1 or text not in SEATS[:players]:
        raise NotationError(choices("seat", text, SEATS[:players]))
    return SEATS.index(text)


@dataclass(frozen=True)
class WorldKey:
    """Which world a string speaks of; packs turn it into a `World`."""

    board: str
    packs: tuple[tuple[str, int], ...]
    races: tuple[str, ...] | None = None
    powers: tuple[str, ...] | None = None

    def __str__(self) -> str:
        packs = "-".join(f"{name}.{version}" for name, version in self.packs)
        subsets = [("all" if names is None else "-".join(names)) for names in (self.races, self.powers)]
        return "~".join((self.board, packs, *subsets))


WORLD_FIELDS = 4


def world_key(world: World) -> WorldKey:
    return WorldKey(
        world.board.id,
        tuple((pack.id, pack.version) for pack in world.packs),
        world.chosen_races,
        world.chosen_powers,
    )


def parse_world_key(text: str) -> WorldKey:
    parts = text.split("~")
    if len(parts) != WORLD_FIELDS:
        raise NotationError(f"cannot read the world {text!r}: expected board~packs~races~powers")
    packs = []
    for item in parts[1].split("-"):
        match = re.fullmatch(r"([a-z][a-z0-9_]*)\.([0-9]{1,6})", item)
        if not match:
            raise NotationError(f"cannot read the pack {item!r}: expected name.version, as in base.1")
        packs.append((match[1], int(match[2])))
    races, powers = (None if part == "all" else tuple(part.split("-")) for part in parts[2:])
    return WorldKey(parts[0], tuple(packs), races, powers)
