"""Strings for actions and worlds: short, the same in every version, safe in a link.

Only letters, digits and `- . _ ~` are used. Pieces are written by id, so that a string does not depend on the
order of pieces in packs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .. import actions as ac
from ..content.pack import Pack
from ..errors import NotationError, choices
from ..world.world import NONE, World
from ..world.world import SEATS as SEATS
from .compress import compressed, decompressed

_SIMPLE = {"d": ac.C_DECLINE, "b": ac.C_GAMBLE, "e": ac.C_END}
_SIMPLE_BACK = {code: text for text, code in _SIMPLE.items()}
_NUMBERED = {"p": ac.PICK, "a": ac.ABANDON, "g": ac.GIVE_UP, "o": ac.CHOOSE}
_NUMBERED_BACK = {kind: letter for letter, kind in _NUMBERED.items()}
_WAYS = {"c": ac.CONQUER, "r": ac.ROLL}
_WAYS_BACK = {kind: letter for letter, kind in _WAYS.items()}
_PATTERN = re.compile(r"([a-z])([0-9]{1,2})(?:\.([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*|[0-9]{1,2}))?\Z")

MOST_LETTERS = 200  # of an action
EXPECTED = (
    "expected p3 (pick), d (decline), a9 (abandon), c9 or c9.means (conquer), r9 (final die), "
    "b (roll first), e (end), g9 (give up), t9.2 (place tokens), m9.marker (put a marker), u9.use (use), "
    "o1 (option), die.2, race.name or power.name (chance)"
)


def action_string(world: World, action: int) -> str:
    """The string of an action code. A number that is no action code is refused."""
    text = _spell(world, action)
    if parse_action(world, text) != action:
        raise NotationError(f"{action} is not an action code")
    return text


def _spell(world: World, action: int) -> str:
    kind, a, b = action >> ac.SHIFT, action & ac.FIELD, action >> 6 & ac.WIDE_FIELD
    ways = len(world.ways) + 1
    known = {
        ac.CONQUER: ways,
        ac.ROLL: ways,
        ac.PUT: len(world.markers),
        ac.USE: len(world.uses),
        ac.DRAW: len(world.decks),
    }
    if b >= known.get(kind, ac.FIELD + 1):
        raise NotationError(f"{action} is not an action code")
    if action in _SIMPLE_BACK:
        return _SIMPLE_BACK[action]
    if kind == ac.PICK:
        return f"p{a + 1}"
    if kind in _NUMBERED_BACK:
        return f"{_NUMBERED_BACK[kind]}{a}"
    if kind in _WAYS_BACK:
        return f"{_WAYS_BACK[kind]}{a}" + (f".{world.ways[b - 1].id}" if b else "")
    if kind == ac.PLACE:
        return f"t{a}.{b}"
    if kind == ac.PUT:
        return f"m{a}.{world.markers[b].id}"
    if kind == ac.FACE:
        return f"die.{a}"
    if kind == ac.USE:
        return f"u{a}.{world.uses[b].id}"
    if kind == ac.DRAW and a < len(world.decks[b]):
        return f"{world.deck_ids[b]}.{world.decks[b][a]}"
    raise NotationError(f"{action} is not an action code")


def parse_action(world: World, text: str) -> int:
    """Read an action string. The action may be illegal in the position."""
    if text in _SIMPLE:
        return _SIMPLE[text]
    if len(text) > MOST_LETTERS:
        raise NotationError(f"cannot read the action {text[:60]!r}…; {EXPECTED}")
    if text.partition(".")[0] in ("die", *world.deck_ids):
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
            way = _parse_way(world, text, detail) + 1
        return ac.code(_WAYS[letter], number, way)
    if letter == "t" and detail is not None and detail.isdigit() and 0 < int(detail) <= ac.FIELD:
        return ac.code(ac.PLACE, number, int(detail))
    if letter == "m" and detail is not None:
        if detail not in world.marker_ids:
            raise NotationError(f"action {text!r}: {choices('marker', detail, world.marker_ids)}")
        return ac.code(ac.PUT, number, world.marker_ids[detail])
    if letter == "u" and detail is not None:
        if detail not in world.use_ids:
            raise NotationError(f"action {text!r}: {choices('use', detail, world.use_ids)}")
        return ac.code(ac.USE, number, world.use_ids[detail])
    if letter == "p" and detail is None and number >= 1:
        return ac.code(ac.PICK, number - 1)
    if letter in _NUMBERED and letter != "p" and detail is None:
        return ac.code(_NUMBERED[letter], number)
    raise NotationError(f"cannot read the action {text!r}; {EXPECTED}")


def _parse_way(world: World, text: str, detail: str) -> int:
    """The id of a means, or of several that serve one conquest, in any order and with dots between them."""
    names = detail.split(".")
    for name in names:
        if name not in world.means_ids:
            raise NotationError(f"action {text!r}: {choices('means', name, world.means_ids)}")
    way = world.way_of(names)
    if way == NONE:
        raise NotationError(f"action {text!r}: these cannot serve one conquest together")
    return way


def _parse_chance(world: World, text: str) -> int:
    kind, _, name = text.partition(".")
    if kind == "die":
        if name not in ("0", "1", "2", "3"):
            raise NotationError(f"outcome {text!r}: the die shows 0, 1, 2 or 3")
        return ac.C_FACE | int(name)
    deck = world.deck_ids.index(kind)
    names = world.decks[deck]
    if name not in names:
        raise NotationError(f"outcome {text!r}: {choices(kind, name, names)}")
    return ac.code(ac.DRAW, names.index(name), deck)


def is_number(text: str) -> bool:
    """Up to six plain digits."""
    return len(text) <= 6 and text.isascii() and text.isdigit()


def parse_seat(text: str, players: int) -> int:
    if len(text) != 1 or text not in SEATS[:players]:
        raise NotationError(choices("seat", text, SEATS[:players]))
    return SEATS.index(text)


@dataclass(frozen=True)
class WorldKey:
    """Which world a string is about; packs make a `World` of it. Players and rounds 0: those of the board."""

    board: str
    packs: tuple[tuple[str, int], ...]
    races: tuple[str, ...] | None = None
    powers: tuple[str, ...] | None = None
    players: int = 0
    rounds: int = 0
    options: tuple[tuple[str, str], ...] = ()
    sources: tuple[tuple[str, str], ...] = ()  # the text of packs that are not installed, by id
    board_version: int = 1

    def __str__(self) -> str:
        texts = dict(self.sources)
        packs = "-".join(_spelled_pack(name, version, texts.get(name, "")) for name, version in self.packs)
        subsets = ["all" if names is None else "-".join(names) for names in (self.races, self.powers)]
        options = "-".join(f"{name}.{value}" for name, value in self.options)
        board = f"{self.board}.{self.players}.{self.rounds}"
        if self.board_version != 1:  # older strings leave it out and mean the first
            board += f".{self.board_version}"
        return "~".join((board, packs, *subsets, options))


WORLD_FIELDS = 5
_MOST_NAMES = 500  # packs, races, powers or options in one field
_MOST_BROUGHT = 4  # packs inside the string: a short string may unpack to a long text
OLD_WORLD_FIELDS = 4  # of format 1, which knew no options and took players and rounds from the board


def world_key(world: World) -> WorldKey:
    return WorldKey(
        world.board.id,
        tuple((pack.id, pack.version) for pack in world.packs),
        world.chosen_races,
        world.chosen_powers,
        world.players,
        world.rounds,
        tuple(sorted(world.options.items())),
        tuple((pack.id, pack.source) for pack in world.packs if pack.source),
        world.board.version,
    )


def parse_world_key(text: str) -> WorldKey:
    parts = text.split("~")
    if len(parts) == OLD_WORLD_FIELDS:
        parts = [f"{parts[0]}.0.0", *parts[1:], ""]
    if len(parts) != WORLD_FIELDS:
        raise NotationError(
            f"cannot read the world {text[:80]!r}: expected board.players.rounds~packs~races~powers~options"
        )
    match = re.fullmatch(r"([a-z][a-z0-9_]*)\.([0-9])\.([0-9]{1,2})(?:\.([1-9][0-9]{0,5}))?", parts[0])
    if not match:
        raise NotationError(f"cannot read the board {parts[0][:60]!r}: expected board.players.rounds")
    for part in parts[1:]:
        if part.count("-") >= _MOST_NAMES:
            raise NotationError(f"cannot read the world: {part.count('-') + 1} names in a row")
    packs = [_named_pack(item) for item in parts[1].split("-")]
    if sum(bool(text) for _, _, text in packs) > _MOST_BROUGHT:
        raise NotationError(f"cannot read the world: it brings more than {_MOST_BROUGHT} packs along")
    sources = [(name, decompressed(text)) for name, _, text in packs if text]
    races, powers = (None if part == "all" else tuple(part.split("-")) for part in parts[2:4])
    options = [_named_option(item) for item in parts[4].split("-")] if parts[4] else []
    return WorldKey(
        match[1],
        tuple((name, version) for name, version, _ in packs),
        races,
        powers,
        int(match[2]),
        int(match[3]),
        tuple(options),
        tuple(sources),
        int(match[4] or 1),
    )


def pack_name(pack: Pack) -> str:
    """How a string names a pack: by id if it is installed, otherwise by its whole text."""
    return _spelled_pack(pack.id, pack.version, pack.source) if pack.source else pack.id


def _spelled_pack(name: str, version: int, source: str) -> str:
    return f"{name}.{version}" + (f".{compressed(source)}" if source else "")


def brought_pack(name: str) -> str | None:
    """The text of a pack that is inside the string; None for one that is named by id."""
    return decompressed(_named_pack(name)[2]) if name.count(".") > 1 else None


def _named_pack(item: str) -> tuple[str, int, str]:
    match = re.fullmatch(r"([a-z][a-z0-9_]*)\.([0-9]{1,6})(?:\.([A-Za-z0-9._]+))?", item)
    if not match:
        raise NotationError(f"cannot read the pack {item[:60]!r}: expected name.version, as in base.1")
    return match[1], int(match[2]), match[3] or ""


def _named_option(item: str) -> tuple[str, str]:
    match = re.fullmatch(r"([a-z][a-z0-9_]*)\.([a-z0-9_]+)", item)
    if not match:
        raise NotationError(f"cannot read the option {item[:60]!r}: expected name.value")
    return match[1], match[2]
