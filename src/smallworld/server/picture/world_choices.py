"""The worlds to choose from: each pack with boards (and the packs it builds on), those together that build on
no other, everything together, and modules, which can be added to any of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from smallworld.engine import SmallWorldError, World
from smallworld.engine.content.pack import Pack
from smallworld.engine.world.building import number_bounds
from smallworld.engine.world.left_out import Absent
from smallworld.packs import find_packs, load_world
from smallworld.packs.choosing import land
from smallworld.packs.find import homes_among, party_among, with_needs
from smallworld.texts import Catalogue
from smallworld.texts.locale import listed

from ..wire.base import Named
from ..wire.board import LeftOut
from ..wire.looks import Looks
from ..wire.pages import BoardChoice, ModuleChoice, OptionValue, PackOption, WorldChoice
from .looks import looks_of
from .text_cache import Words, words


@lru_cache(maxsize=8)
def worlds(lang: str) -> list[WorldChoice]:
    packs = [pack for pack in land() if playable(pack)]
    found = [_choice(lang, [pack]) for pack in packs]
    for together in dict.fromkeys((tuple(pack for pack in packs if not pack.needs), tuple(packs))):
        if len(together) > 1:
            found.append(_choice(lang, together))
    return found


def playable(pack: Pack) -> bool:
    """Boards alone make no game: there must be enough races and powers, too."""
    try:
        load_world(next(iter(pack.boards)))
    except SmallWorldError:
        return False
    return True


def _choice(lang: str, packs: Sequence[Pack]) -> WorldChoice:
    """The world of these packs and of those they build on."""
    known = find_packs()
    names = tuple(dict.fromkeys(name for pack in packs for name in with_needs(pack.id)))
    texts = Catalogue(lang, [known[name] for name in names])
    alone = len(packs) == 1
    together = "both" if len(packs) == 2 else "all"
    return WorldChoice(
        id="+".join(names),
        name=texts.name("pack", packs[0].id) if alone else texts.say(f"server.world.{together}"),
        text=texts.text("pack", packs[0].id) if alone else texts.say("server.world.mixed"),
        packs=list(names),
        boards=[
            BoardChoice(
                id=board.id,
                name=texts.name("board", board.id),
                text=texts.text("board", board.id),
                players=board.players,
                rounds=board.rounds,
                world=texts.name("pack", pack.id),
            )
            for pack in homes_among(packs)
            for board in sorted(pack.boards.values(), key=lambda board: (board.players, board.id))
        ],
        cover=looks_of(packs).cover or looks_of([known[name] for name in names]).cover,
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
    """Whether these pieces are known; a race may have been picked without a badge."""
    packs = find_packs().values()
    return any(race in pack.races for pack in packs) and (
        not power or any(power in pack.powers for pack in packs)
    )


@lru_cache(maxsize=8)
def every_name(lang: str) -> Callable[[str, str], str]:
    """The names of combos of any packs, by race and power."""
    return Catalogue(lang, list(find_packs().values())).combo


def all_looks() -> Looks:
    return looks_of([*land(), *_modules()])


def left_out(world: World, lang: str) -> list[LeftOut]:
    """Pieces that the board cannot use, and what they would need."""
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
    return spoken("world.needs", things=listed(spoken.lang, [_need(id, spoken) for id in absent.needs]))


def pack_options(world: World, lang: str) -> list[PackOption]:
    """Options of the packs that make a difference on this board: those that turn a rule on or off."""
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
    """Terrains, symbols and decks share one list of ids."""
    packs = spoken.world.packs
    shelves = (
        ("terrain", [name for pack in packs for name in pack.terrains]),
        ("symbol", [name for pack in packs for name in pack.symbols]),
        ("deck", [deck.id for pack in packs for deck in pack.decks]),
    )
    kind = next((kind for kind, names in shelves if id in names), "")
    return spoken.common(kind, id) if kind else id
