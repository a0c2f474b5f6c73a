"""The record of one game: a text file a person can read and every version replays exactly.

smallworld record 2
rules: 2
world: base_2p.2.10~base.1~all~all~
players: Ann | Bob

1A  p2 race.NAME power.NAME c4 c9 e t4.2
1B  …

result: 84 79
check: 9f3c21…
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from ..errors import NotationError
from ..notation.position_string import FindWorld, parse_position, position_string
from ..notation.strings import SEATS, is_number, parse_world_key, world_key
from ..verbs.chance import Luck
from ..world.world import RULES_VERSION
from .game import Game

FORMAT = 2
_TITLE = "smallworld record"
_HEADERS = ("rules", "world", "players", "start", "note", "result", "check")
MOST_LETTERS = 1_000_000  # of a record; a whole game of five players has about ten thousand


@dataclass
class Record:
    game: Game
    players: list[str] = field(default_factory=list)
    note: str = ""


def write_record(record: Record) -> str:
    game = record.game
    count = game.world.players  # a party has no name
    names = record.players[:count] or [f"Player {SEATS[seat]}" for seat in range(count)]
    lines = [
        f"{_TITLE} {FORMAT}",
        f"rules: {RULES_VERSION}",
        f"world: {world_key(game.world)}",
        f"players: {' | '.join(_one_line(name) for name in names)}",
    ]
    if game.start is not None:
        lines.append(f"start: {position_string(game.start)}")
    if record.note:
        lines.append(f"note: {_one_line(record.note)}")
    lines.append("")
    lines += _turn_lines(game)
    if game.over:
        lines += ["", f"result: {' '.join(map(str, game.state.coins))}"]
    lines.append(f"check: {_digest(lines)}")
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.replace("|", "/").split())


def _turn_lines(game: Game) -> list[str]:
    """One line for each turn: round and seat, then the actions and outcomes of chance."""
    lines: list[str] = []
    label = ""
    for text, before in zip(game.actions, game.positions, strict=False):
        here = f"{before.round}{SEATS[before.turn]}"
        if here != label:
            label = here
            lines.append(f"{label} ")
        lines[-1] += f" {text}"
    return lines


def _digest(lines: list[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def read_record(text: str, find_world: FindWorld, luck: Luck | None = None) -> Record:
    """Read and replay a record. Errors name the line and the cause."""
    if len(text) > MOST_LETTERS:
        raise NotationError(f"a record of {len(text)} letters, at most {MOST_LETTERS}")
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    title, format = lines[0].strip().rpartition(" ")[::2]
    if title != _TITLE or not is_number(format):
        raise NotationError(f"line 1: not a record: expected '{_TITLE} {FORMAT}', got {lines[0][:60]!r}")
    if int(format) > FORMAT:
        raise NotationError(f"line 1: record format {format} is newer than this version reads ({FORMAT})")
    headers, actions, places = _parse_lines(lines)
    if "world" not in headers:
        raise NotationError("the line 'world: …' is missing")
    if "rules" not in headers:
        raise NotationError("the line 'rules: …' is missing")
    rules = headers["rules"]
    if not is_number(rules[1]):
        raise NotationError(f"line {rules[0]}: rules: expected a number, got {rules[1][:60]!r}")
    if int(rules[1]) > RULES_VERSION:
        raise NotationError(
            f"line {rules[0]}: rules version {rules[1]} is newer than this version knows ({RULES_VERSION})"
        )
    older = int(rules[1]) < RULES_VERSION
    _verify_digest(lines, headers)
    world = find_world(parse_world_key(headers["world"][1]))
    if int(format) < FORMAT and "start" in headers:
        raise NotationError(
            f"line {headers['start'][0]}: a record of format {format} that starts from a position "
            "cannot be read any more; one of a whole game can"
        )
    start = parse_position(headers["start"][1], find_world) if "start" in headers else None
    if start is not None and world_key(start.world) != world_key(world):
        raise NotationError(f"line {headers['start'][0]}: the start is a position of another world")
    game = Game.replay(
        world, actions, start=start, luck=luck, name=lambda number: f"line {places[number]}", older=older
    )
    if "result" in headers and not older:  # earlier rules may have paid other coins
        number, result = headers["result"]
        if not game.over or result != " ".join(map(str, game.state.coins)):
            now = " ".join(map(str, game.state.coins)) + ("" if game.over else ", and the game is not over")
            raise NotationError(f"line {number}: the record says {result[:60]!r}, the replay gives {now}")
    listed = headers.get("players", ("", ""))[1]
    players = [name.strip() for name in listed.split("|")] if listed else []
    return Record(game, players, headers.get("note", ("", ""))[1])


def _parse_lines(lines: list[str]) -> tuple[dict[str, tuple[str, str]], list[str], list[int]]:
    headers: dict[str, tuple[str, str]] = {}
    actions: list[str] = []
    places: list[int] = []
    for number, line in enumerate(lines[1:], 2):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, colon, value = line.partition(":")
        label, *words = line.split()
        if colon and name in _HEADERS:
            if name in headers:
                raise NotationError(f"line {number}: {name!r} is here twice")
            headers[name] = (str(number), value.strip())
        elif words and label[-1] in SEATS and label[:-1].isascii() and label[:-1].isdigit():
            actions += words
            places += [number] * len(words)
        else:
            expected = f"'3B  action action …' or one of {', '.join(_HEADERS)}"
            raise NotationError(f"line {number}: expected {expected}; got {line[:60]!r}")
    return headers, actions, places


def _verify_digest(lines: list[str], headers: dict[str, tuple[str, str]]) -> None:
    """Compare the checksum, if there is one: a record written by hand need not have it."""
    if "check" not in headers:
        return
    number, value = int(headers["check"][0]), headers["check"][1]
    if any(line.strip() for line in lines[number:]):
        raise NotationError(f"line {number + 1}: nothing may follow the check sum")
    actual = _digest(lines[: number - 1])
    if actual != value:
        raise NotationError(
            f"line {number}: the record was damaged or changed: its check sum is {actual}, not {value} "
            "(delete the 'check:' line to read it anyway)"
        )
