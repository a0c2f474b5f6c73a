"""Finds packs and makes worlds from them."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pickle import PicklingError
from typing import Any

from smallworld.engine.content.board import Board
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.pieces import Party
from smallworld.engine.errors import PackError, choices, shown
from smallworld.engine.notation.strings import WorldKey, brought_pack, world_key
from smallworld.engine.world.building import usual_rounds
from smallworld.engine.world.opening_column import OPENING
from smallworld.engine.world.world import World

from .files import pack_from_source
from .installed import find_packs as find_packs


def packs_named(names: Sequence[str | Pack]) -> list[Pack]:
    """Packs by their ids. One that is not installed is given as an object or as its whole text."""
    known = find_packs()
    found: list[Pack] = []
    faults: list[str] = []
    for name in names:
        if isinstance(name, Pack):
            found.append(name)
            if not name.source and known.get(name.id) is not name:
                faults.append(f"pack {name.id} is neither installed nor from a file; make a World of it")
        elif name in known:
            found.append(known[name])
        elif text := brought_pack(name):
            found.append(pack_from_source(text))
        else:
            faults.append(choices("pack", name, known))
    if faults:
        raise PackError(faults)
    return found


def openers_of(names: Sequence[str | Pack]) -> dict[str, str]:
    """Options that put the first race and the first power of a file on top of the column."""
    files = [pack for pack in packs_named(names) if pack.source]
    races = [id for pack in files for id in pack.races]
    powers = [id for pack in files for id in pack.powers]
    return {option: ids[0] for option, ids in zip(OPENING, (races, powers), strict=True) if ids}


def board_named(name: str, packs: Iterable[Pack], version: int = 0) -> Board:
    """The present version of a board, or the requested one."""
    homes = {board: pack for pack in packs for board in pack.boards}
    if name not in homes:
        raise PackError(choices("board", name, homes))
    board = homes[name].editions.get((name, version)) if version else homes[name].boards[name]
    if board is None:
        latest = homes[name].boards[name].version
        raise PackError(f"board {name}: version {version} is needed, version {latest} is installed")
    return board


def pack_of_board(name: str) -> str:
    """The installed pack that has a board."""
    for pack in find_packs().values():
        if name in pack.boards:
            return pack.id
    raise PackError(
        choices("board", name, [board for pack in find_packs().values() for board in pack.boards])
    )


def packs_of_board(name: str) -> tuple[str, ...]:
    """The installed packs that a game on a board needs."""
    return with_needs(pack_of_board(name))


def with_needs(name: str) -> tuple[str, ...]:
    """A pack with the installed ones it builds on; these come first."""
    known = find_packs()
    below = [one for need in known[name].needs if need in known for one in with_needs(need)]
    return tuple(dict.fromkeys((*below, name)))


def homes_among(packs: Iterable[Pack]) -> list[Pack]:
    """Those of the packs whose boards a game with all of them is meant for: packs that build on others, if
    there are any."""
    with_boards = [pack for pack in packs if pack.boards]
    return [pack for pack in with_boards if pack.needs] or with_boards


def load_world(
    board: str = "",
    *,
    players: int = 0,
    packs: Sequence[str | Pack] | None = None,
    races: Iterable[str] | None = None,
    powers: Iterable[str] | None = None,
    options: Mapping[str, str] | None = None,
    rounds: int = 0,
) -> World:
    """A world by names: `load_world("base_2p")`, or `load_world(players=3)` for a board of that size.

    Default packs: the one with the board and those it builds on; without a board, the base game. A pack that
    was read from a file may stand among the names as an object.
    """
    if packs is None:
        packs = packs_of_board(board) if board else ("base",)
    found = packs_named(packs)
    party = party_among(found)
    if not board:
        sizes = {b.players: b.id for pack in reversed(homes_among(found)) for b in pack.boards.values()}
        if not sizes:
            named = ", ".join(pack.id for pack in found) or "no pack"
            raise PackError(f"no board in {named}; name a pack that brings one")
        counts = [n for n in sorted(party.rounds) if n + 1 in sizes] if party else sorted(sizes)
        if party and not counts:
            raise PackError(f"no board in {', '.join(pack.id for pack in found)} for a game with {party.id}")
        if players not in counts:
            raise PackError(f"expected {counts[0]} to {counts[-1]} players, got {players}")
        board = sizes[players + bool(party)]
    chosen = board_named(board, found)
    if players and players != chosen.players - bool(party):
        beside = f" beside {party.id}" if party else ""
        raise PackError(f"board {board} is for {chosen.players - bool(party)} players{beside}, not {players}")
    return world_from_key(_key(chosen, found, races, powers, options or {}, rounds))


def party_among(packs: Iterable[Pack]) -> type[Party] | None:
    """The party of one of these packs, if any: it takes a player's place on the board."""
    return next((rule for pack in packs for rule in pack.rules.values() if issubclass(rule, Party)), None)


def _key(
    board: Board,
    packs: Iterable[Pack],
    races: Iterable[str] | None,
    powers: Iterable[str] | None,
    options: Mapping[str, str],
    rounds: int = 0,
) -> WorldKey:
    packs = list(packs)
    players = board.players - bool(party_among(packs))
    return WorldKey(
        board.id,
        tuple((pack.id, pack.version) for pack in packs),
        None if races is None else tuple(sorted(races)),
        None if powers is None else tuple(sorted(powers)),
        players,
        rounds or usual_rounds(board, [rule for pack in packs for rule in pack.rules.values()], players),
        tuple(sorted(options.items())),
        tuple((pack.id, pack.source) for pack in packs if pack.source),
        board.version,
    )


def world_from_key(key: WorldKey) -> World:
    """The world of a string or record. Another version of a pack is refused, with both numbers."""
    return _cached_world(key)


def _pickled(world: World) -> tuple[Callable[[WorldKey], World], tuple[WorldKey]]:
    """A world is pickled as its key: where it is read, it is the world of that key."""
    strange = [pack.id for pack in world.packs if not pack.source and find_packs().get(pack.id) is not pack]
    if strange:
        raise PicklingError(f"packs that are not installed cannot be pickled: {', '.join(strange)}")
    return world_from_key, (world_key(world),)


copyreg.pickle(World, _pickled)


@lru_cache(maxsize=64)
def _cached_world(key: WorldKey) -> World:
    brought = {name: pack_from_source(text) for name, text in key.sources}
    found = packs_named([brought.get(name, name) for name, _ in key.packs])
    faults = [
        f"pack {pack.id}: version {version} is needed, version {pack.version} is installed"
        for pack, (_, version) in zip(found, key.packs, strict=True)
        if pack.version != version
    ]
    if faults:
        raise PackError(faults)
    board = board_named(key.board, found, key.board_version)
    players = key.players or board.players - bool(party_among(found))
    rules = [rule for pack in found for rule in pack.rules.values()]
    full = replace(key, players=players, rounds=key.rounds or usual_rounds(board, rules, players))
    if full != key:  # one world object for one set of rules, however it was named
        return _cached_world(full)
    return World(
        board,
        found,
        races=key.races,
        powers=key.powers,
        options=dict(key.options),
        players=key.players,
        rounds=key.rounds,
    )


def world_from_description(description: Mapping[str, Any]) -> World:
    """The world of a position description: its board, packs, races, powers, options and rounds."""
    faults = []
    for name in ("packs", "races", "powers"):
        value = description.get(name, [])
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            faults.append(f"{name}: expected a list of names, got {shown(value)}")
    options, rounds = description.get("options", {}), description.get("rounds", 0)
    if not isinstance(options, Mapping) or not all(isinstance(v, str) for v in options.values()):
        faults.append(f"options: expected a table of names, got {shown(options)}")
    if isinstance(rounds, bool) or not isinstance(rounds, int):
        faults.append(f"rounds: expected a whole number, got {shown(rounds)}")
    if faults:
        raise PackError(faults)
    board = description["board"]
    if not isinstance(board, str):
        raise PackError(f"board: expected a name, got {shown(board)}")
    found = packs_named(description.get("packs") or packs_of_board(board))
    races, powers = description.get("races"), description.get("powers")
    return world_from_key(_key(board_named(board, found), found, races, powers, options, rounds))
