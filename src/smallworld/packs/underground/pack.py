"""Terrains, symbols, monsters and boards of Underground, and how it gets on with other worlds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files

from smallworld.engine.bits import regions
from smallworld.engine.content.board import Board, Terrain, board_from_data
from smallworld.engine.content.changes import Change, Draw, Settle
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Native, Question, Rule
from smallworld.engine.words.region_sets import symbol, terrain

pack = Pack(
    "underground",
    version=1,
    terrains=(
        Terrain("mud_pool"),
        Terrain("mushroom_forest"),
        Terrain("mystic_crystal"),
        Terrain("mine"),
        Terrain("black_mountain", defence=1),
        Terrain("river", cost=1, water=True, transit=True),
        Terrain("chasm", barred=True),
    ),
    symbols=("volcano",),
    # What counts as each other when both worlds are mixed.
    kin=(
        ("terrain.black_mountain", "terrain.mountain"),
        ("terrain.mud_pool", "terrain.swamp"),
        ("terrain.mushroom_forest", "terrain.forest"),
        ("terrain.mine", "symbol.mine"),
        ("terrain.mystic_crystal", "symbol.magic"),
    ),
    phases={"setup": "", "awakening": "muster", "conquered": "ready", "aftermath": "score"},
    # On a board without monsters: whether pairs of them, and so relics and places, come into play.
    # On a board of Underground: whether tokens of a player's own declined race defend against him.
    options={"monsters": ("yes", "no"), "own_tokens_below": ("yield", "defend")},
    texts=f"{__package__}.texts",
    looks=__package__,
)

mud_pool, mushroom_forest = terrain("mud_pool"), terrain("mushroom_forest")
mystic_crystal, mine = terrain("mystic_crystal"), terrain("mine")
black_mountain, chasm = terrain("black_mountain"), terrain("chasm")
volcanic = symbol("volcano") & chasm

FINDS = "find"  # the deck of relics and places


@pack.native
class Monsters(Native):
    """They guard what lies in their caves; when they fall, it is found."""

    tokens = 2
    supply = 14

    @classmethod
    def on_lost(cls, scene: PieceView, region: int) -> Sequence[Change]:
        # Where somebody moves them, what they guard was shown before the game.
        return (Draw(FINDS, region),) if scene.seat < 0 else ()


def _lairs(scene: PieceView) -> Sequence[int]:
    """Homes of other natives that are not next to monsters; one pair more than there are players."""
    taken = scene.natives(Monsters.id)
    if taken.bit_count() > scene.players:
        return ()
    return regions(scene.natives() & ~taken & ~scene.bordering(taken))


def _move_in(scene: PieceView, region: int) -> Sequence[Change]:
    return (Settle(Monsters.id, region, Monsters.tokens),)


@pack.rule
class MonsterPairs(Rule):
    """On a board of another world the first player puts pairs of monsters in the place of other natives."""

    brings_natives = (Monsters.id,)
    questions = (
        Question(
            id="monsters",
            at="setup",
            about="region",
            options=_lairs,
            answer=_move_in,
            optional=False,
            repeats=True,
        ),
    )

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        return home != pack.id and options.get("monsters") != "no"


@pack.rule
class OwnTokensBelow(Rule):
    """On boards of Underground only monsters and tokens of other players count in the cost."""

    own_tokens_yield = True

    @classmethod
    def applies(cls, board: Board, home: str, options: Mapping[str, str]) -> bool:
        return home == pack.id and options.get("own_tokens_below") != "defend"


for _file in sorted(files(__package__).joinpath("boards").iterdir(), key=lambda file: file.name):
    if _file.name.endswith(".json"):
        _name = _file.name.partition(".")[0]  # name.json, or name.version.json for an earlier one
        pack.board(board_from_data(_name, json.loads(_file.read_text(encoding="utf-8")), source=_file.name))
