"""The worlds that can be played: each pack that brings boards, and all of these together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from smallworld.engine import SmallWorldError, World
from smallworld.engine.pack import Pack
from smallworld.packs import find_packs, load_world
from smallworld.texts import Catalogue

from ..wire.base import Named
from ..wire.board import LeftOut
from ..wire.house import BoardChoice, WorldChoice
from ..wire.looks import Looks
from .looks import looks_of
from .phrasebook import words

USUAL: Final = "base"  # the world of somebody who has not chosen one


def land() -> list[Pack]:
    """Packs that bring boards, the usual one first."""
    packs = (pack for pack in find_packs().values() if pack.boards)
    return sorted(packs, key=lambda pack: (pack.id != USUAL, pack.id))


@lru_cache(maxsize=8)
def worlds(lang: str) -> list[WorldChoice]:
    packs = land()
    found = [_choice(lang, [pack]) for pack in packs]
    if len(packs) > 1:
        found.append(_choice(lang, packs))
    return found


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


def all_looks() -> Looks:
    return looks_of(land())


def chosen_world(
    packs: Sequence[str] | None,
    board: str = "",
    *,
    players: int = 0,
    races: Iterable[str] | None = None,
    powers: Iterable[str] | None = None,
) -> World:
    """The world of a plan. Who names no packs gets those of the board; who names no board, one by players."""
    names = list(packs) if packs is not None else [_home(board)]
    if len(set(names)) != len(names):
        raise SmallWorldError(f"packs: expected each pack once, got {', '.join(names)}")
    # A board for another number of players is said by whoever asked, in the language of the plan.
    return load_world(board, players=0 if board else players, packs=names, races=races, powers=powers)


def _home(board: str) -> str:
    return next((pack.id for pack in land() if board in pack.boards), USUAL)


def left_out(world: World, lang: str) -> list[LeftOut]:
    """What the board has no use for, and what it would need there."""
    absent: Iterable[Any] = getattr(world, "left_out", ())  # each with its piece, and needs by id
    spoken = words(lang, world)
    return [
        LeftOut(
            thing=Named.model_validate(spoken.named(one.piece.kind, one.piece.id)),
            reason=spoken("world.needs", things=", ".join(map(spoken.catalogue.piece, one.needs))),
        )
        for one in absent
    ]
