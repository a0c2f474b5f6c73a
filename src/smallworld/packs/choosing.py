"""Makes a world from names of packs, boards and options, with homebrew as files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from smallworld.engine import SmallWorldError, World
from smallworld.engine.content.pack import Pack
from smallworld.engine.errors import choices
from smallworld.engine.world.building import region_sets

from .files import pack_from_json, read_pack
from .find import find_packs, load_world, packs_of_board

USUAL: Final = "base"  # the default world


def land() -> list[Pack]:
    """Packs that have boards: the default one first, those that build on others last."""
    packs = (pack for pack in find_packs().values() if pack.boards)
    return sorted(packs, key=lambda pack: (pack.id != USUAL, bool(pack.needs), pack.id))


def chosen_world(
    packs: Sequence[str] | None,
    board: str = "",
    *,
    players: int = 0,
    races: Iterable[str] | None = None,
    powers: Iterable[str] | None = None,
    options: Mapping[str, str] | None = None,
    rounds: int = 0,
    homebrew: Sequence[str] = (),
) -> World:
    """The world of a plan. Without packs: those of the board; without a board: one for the players.
    Homebrew packs are files; the packs they need are added.

    Raises all faults of the names at once.
    """
    known = find_packs()
    brewed = [brewed_pack(text) for text in homebrew]
    names = list(packs if packs is not None else packs_of_board(board) if board else (USUAL,))
    if packs is None:
        names += companions(brewed, names)
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    faults = [f"packs: expected each pack once, got {name} {names.count(name)} times" for name in twice]
    faults += [choices("pack", name, known) for name in dict.fromkeys(names) if name not in known]
    found = [known[name] for name in names if name in known]
    boards = [id for pack in found for id in pack.boards]
    if board and board not in boards and len(found) == len(names):
        faults.append(choices("board", board, boards))
    found += brewed
    if faults:
        for kind, wanted, have in (
            ("race", races, [id for pack in found for id in pack.races]),
            ("power", powers, [id for pack in found for id in pack.powers]),
        ):
            faults += [choices(kind, name, have) for name in wanted or () if name not in have]
        raise SmallWorldError(faults)
    # The caller reports a board for another number of players, in the player's language.
    return load_world(
        board,
        players=0 if board else players,
        packs=[*names, *brewed],
        races=races,
        powers=powers,
        options=options,
        rounds=rounds,
    )


def brewed_pack(text: str) -> Pack:
    """A pack from the TOML of a file, or the JSON inside game strings. Raises `PackFileError`."""
    return pack_from_json(text) if text.lstrip().startswith("{") else read_pack(text)


def companions(brewed: Sequence[Pack], names: Sequence[str]) -> list[str]:
    """Installed packs that homebrew needs: those it names, and those whose terrains it uses."""
    known = find_packs()
    needed = [need for pack in brewed for need in pack.needs]
    spoken = {
        name
        for pack in brewed
        for piece in pack.pieces
        for _, where in region_sets(piece)
        for name in where.names()
    }

    def knows(pack: Pack, kind: str, id: str) -> bool:
        return id in (pack.terrains if kind == "terrain" else pack.symbols)

    for kind, id in sorted(spoken):
        if not any(knows(known[name], kind, id) for name in (*names, *needed) if name in known):
            needed += [pack.id for pack in land() if knows(pack, kind, id)][:1]
    return [name for name in dict.fromkeys(needed) if name not in names]
