"""Worlds by name: each pack with boards is one, with the packs it builds on; `both` is the two printed games
together, and `all` everything there is, on the boards of the packs that build on others.

Each can be played with modules: `base+leaders`, `underground+crusade`, `base+leaders+crusade`. A module alone
means the base game with it: `crusade`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.engine import PackError, World
from smallworld.engine.errors import choices
from smallworld.engine.notation.strings import pack_name
from smallworld.packs import find_packs, load_world
from smallworld.packs.files import pack_from_file
from smallworld.packs.find import homes_among, packs_named, packs_of_board, party_among, with_needs

FILE: Final = ".toml"  # suffix of a pack file
BOTH: Final = "both"
BOTH_PACKS: Final = ("base", "underground")
ALL: Final = "all"


def world_names() -> dict[str, tuple[str, ...]]:
    """Every world by name, with its packs."""
    homes = [pack for pack in find_packs().values() if pack.boards]
    found = {pack.id: with_needs(pack.id) for pack in homes if not pack.needs}
    if all(name in found for name in BOTH_PACKS):
        found[BOTH] = BOTH_PACKS
    found |= {pack.id: with_needs(pack.id) for pack in homes if pack.needs}
    every = tuple(dict.fromkeys(name for packs in found.values() for name in packs))
    if every not in found.values():
        found[ALL] = every
    modules = [name for name, pack in find_packs().items() if pack.is_module]
    plain = dict(found)
    for module in modules:
        found |= {f"{name}+{module}": (*packs, module) for name, packs in plain.items()}
    return found


def packs_of(world: str = "", packs: Sequence[str] | None = None, board: str = "") -> tuple[str, ...]:
    """The packs of a world, and further ones; with neither given, the pack of the board, or the base game.

    A pack may be a file: its name is then its whole text, so that other processes know it too.
    """
    packs = [pack_name(pack_from_file(name)) if name.endswith(FILE) else name for name in packs or ()]
    if world:
        known = world_names()
        modules = [name for name, pack in find_packs().items() if pack.is_module]
        first, *more = world.split("+")
        if first in modules:
            first, more = "base", [first, *more]
        if first not in known or not all(name in modules for name in more):
            raise PackError(choices("world", world, known))
        return tuple(dict.fromkeys((*known[first], *more, *packs)))
    if any(pack.boards for pack in packs_named(packs)):
        return tuple(packs)
    return (*(packs_of_board(board) if board else ("base",)), *packs)


def boards_of(packs: Sequence[str], players: int = 0) -> list[str]:
    """The boards of some packs, all or those for so many players."""
    known = find_packs()
    party = party_among(known[name] for name in packs if name in known)
    with_party, counts = bool(party), party.rounds if party else range(1, 9)
    return [
        board.id
        for pack in homes_among(known[name] for name in packs if name in known)
        for board in pack.boards.values()
        if players in (0, board.players - with_party) and board.players - with_party in counts
    ]


def player_counts(packs: Sequence[str]) -> list[int]:
    """The numbers of players these packs have a board for; fewer if there is a party."""
    return [players for players in range(1, 9) if boards_of(packs, players)]


def one_each(players: Sequence[int], worlds: Sequence[str] = ()) -> list[World]:
    """The given worlds (by default all) on each of their boards for these numbers of players.

    They take turns, so that a few games use as many different worlds as possible.
    """
    known = world_names()
    lists = []
    for name in worlds or known:
        packs = packs_of(name)
        for home in homes_among(find_packs()[pack] for pack in packs):
            beside = [pack for pack in packs if not find_packs()[pack].boards]
            boards = [board for count in players for board in boards_of((home.id, *beside), count)]
            lists.append([load_world(board, packs=packs) for board in boards])
    longest = max(map(len, lists), default=0)
    found = [worlds[place] for place in range(longest) for worlds in lists if place < len(worlds)]
    if not found:
        raise PackError(f"no board for {', '.join(map(str, players))} players")
    return found
