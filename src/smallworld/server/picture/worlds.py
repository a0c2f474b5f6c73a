"""The worlds that can be played: each pack that brings boards, and all of these together; and modules, which
can be added to any of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from smallworld.engine import SmallWorldError, World
from smallworld.engine.errors import choices
from smallworld.engine.making import number_bounds, region_sets
from smallworld.engine.pack import Pack
from smallworld.engine.sense import Absent
from smallworld.packs import find_packs, load_world
from smallworld.packs.files import Fault, PackFileError, pack_from, read_pack
from smallworld.packs.find import pack_of_board, party_among
from smallworld.texts import Catalogue

from ..wire.base import Named
from ..wire.board import LeftOut
from ..wire.house import BoardChoice, ModuleChoice, OptionValue, PackOption, WorldChoice
from ..wire.looks import Looks
from .looks import looks_of
from .phrasebook import Words, words

USUAL: Final = "base"  # the world of somebody who has not chosen one


def land() -> list[Pack]:
    """Packs that bring boards, the usual one first."""
    packs = (pack for pack in find_packs().values() if pack.boards)
    return sorted(packs, key=lambda pack: (pack.id != USUAL, pack.id))


@lru_cache(maxsize=8)
def worlds(lang: str) -> list[WorldChoice]:
    packs = [pack for pack in land() if playable(pack)]
    found = [_choice(lang, [pack]) for pack in packs]
    if len(packs) > 1:
        found.append(_choice(lang, packs))
    return found


def playable(pack: Pack) -> bool:
    """Boards alone make no game: there must be enough races and powers, too."""
    try:
        load_world(next(iter(pack.boards)), packs=[pack.id])
    except SmallWorldError:
        return False
    return True


def _choice(lang: str, packs: Sequence[Pack]) -> WorldChoice:
    texts = Catalogue(lang, packs)
    alone = len(packs) == 1
    together = "both" if len(packs) == 2 else "all"
    return WorldChoice(
        id="+".join(pack.id for pack in packs),
        name=texts.name("pack", packs[0].id) if alone else texts.say(f"server.world.{together}"),
        text=texts.text("pack", packs[0].id) if alone else texts.say("server.world.mixed"),
        packs=[pack.id for pack in packs],
        boards=[
            BoardChoice(
                id=board.id,
                name=texts.name("board", board.id),
                text=texts.text("board", board.id),
                players=board.players,
                rounds=board.rounds,
                world=texts.name("pack", pack.id),
            )
            for pack in packs
            for board in sorted(pack.boards.values(), key=lambda board: (board.players, board.id))
        ],
        cover=looks_of(packs).cover,
    )


def modules(lang: str) -> list[ModuleChoice]:
    found = _modules()
    texts = Catalogue(lang, found)
    return [
        ModuleChoice(
            id=pack.id,
            name=texts.name("pack", pack.id),
            text=texts.short("pack", pack.id),
            players=sorted(party.rounds) if (party := party_among([pack])) else [],
            party=party_among([pack]) is not None,
        )
        for pack in found
    ]


def _modules() -> list[Pack]:
    return sorted((pack for pack in find_packs().values() if pack.is_module), key=lambda pack: pack.id)


def knows(race: str, power: str) -> bool:
    """Whether such pieces are known here; a race may have been picked without a badge."""
    packs = find_packs().values()
    return any(race in pack.races for pack in packs) and (
        not power or any(power in pack.powers for pack in packs)
    )


@lru_cache(maxsize=8)
def every_name(lang: str) -> Callable[[str, str], str]:
    """What combos of any packs are called: race and power."""
    return Catalogue(lang, list(find_packs().values())).combo


def all_looks() -> Looks:
    return looks_of([*land(), *_modules()])


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
    """The world of a plan. Who names no packs gets those of the board; who names no board, one by players.
    Homebrew are packs as files; they bring along what they need.

    Raises everything that is wrong with the names at once.
    """
    known = find_packs()
    brewed = [brewed_pack(text) for text in homebrew]
    names = list(packs) if packs is not None else [pack_of_board(board) if board else USUAL]
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
    # A board for another number of players is said by whoever asked, in the language of the plan.
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
    """A pack as the TOML of a file, or the JSON that travels in strings of games. Raises `PackFileError`."""
    if not text.lstrip().startswith("{"):
        return read_pack(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        said = "brackets inside brackets" if isinstance(error, RecursionError) else str(error)
        raise PackFileError([Fault("", f"this cannot be read: {said}")]) from None
    return pack_from(data)


def companions(brewed: Sequence[Pack], names: Sequence[str]) -> list[str]:
    """Installed packs that homebrew cannot do without: those it says, and those whose land it speaks of."""
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


def left_out(world: World, lang: str) -> list[LeftOut]:
    """What the board has no use for, and what it would need."""
    return absences(words(lang, world))


def absences(spoken: Words) -> list[LeftOut]:
    return [
        LeftOut(
            thing=Named.model_validate(spoken.piece(absent.piece)),
            reason=_why_absent(absent, spoken),
        )
        for absent in spoken.world.left_out
    ]


def _why_absent(absent: Absent, spoken: Words) -> str:
    if absent.rule is not None:
        return spoken("world.against", rule=spoken.catalogue.name("rule", absent.rule.id))
    return spoken("world.needs", things=", ".join(_need(id, spoken) for id in absent.needs))


def pack_options(world: World, lang: str) -> list[PackOption]:
    """Choices of the packs that make a difference on this board: those on which a rule's presence hangs."""
    texts = words(lang, world).catalogue
    home = next((pack.id for pack in world.packs if world.board.id in pack.boards), "")
    rules = [rule for pack in world.packs for rule in pack.rules.values()]

    def in_force(name: str, value: str) -> list[bool]:
        return [rule.applies(world.board, home, {**world.options, name: value}) for rule in rules]

    return [
        PackOption(
            id=name,
            name=texts.name("option", name),
            text=texts.text("option", name),
            values=[OptionValue(id=value, name=texts.option_value(name, value)) for value in values],
        )
        for pack in world.packs
        for name, values in pack.options.items()
        if number_bounds(values) or any(in_force(name, v) != in_force(name, values[0]) for v in values)
    ]


def _need(id: str, spoken: Words) -> str:
    """Terrains, symbols and decks go by one list of ids."""
    packs = spoken.world.packs
    shelves = (
        ("terrain", [name for pack in packs for name in pack.terrains]),
        ("symbol", [name for pack in packs for name in pack.symbols]),
        ("deck", [deck.id for pack in packs for deck in pack.decks]),
    )
    kind = next((kind for kind, names in shelves if id in names), "")
    return spoken.common(kind, id) if kind else id
