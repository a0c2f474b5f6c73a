"""A module of its own: a rule that joins every race, whatever pack the race is from.

Each race may have a herald, who is a token himself; whoever captures one is told so, and paid in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from smallworld.engine import Pack, World
from smallworld.engine.bits import regions
from smallworld.engine.content.changes import Ask, Bring, Change, Free, GiveCoins, Join, Put, Withdraw
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Marker, Question, Rule
from smallworld.engine.effects import coins

from .homebrew import pack as homebrew_pack
from .workshop import pack as workshop_pack

pack = Pack("court", version=1, phases={"curtain": "parting"})


def _open(scene: PieceView) -> Sequence[int]:
    return regions(scene.held & ~scene.immune()) if scene.has("herald") and scene.stands("herald") < 0 else ()


def _shut(scene: PieceView) -> Sequence[int]:
    hidden = scene.has("herald") and scene.spare <= 0 and not scene.held & ~scene.immune()
    return regions(scene.crowded(2) or scene.held) if hidden else ()


@pack.rule
class Court(Rule):
    """A herald for everybody, and a coin for whoever has an active race."""

    joins = True
    effects = (coins(1),)
    markers = (Marker(id="herald", token=True),)
    questions = (
        Question(
            id="herald",
            at="arrival",
            about="yes",
            options=lambda scene: (0,) if scene.captor("herald") < 0 else (),
            answer=lambda scene, yes: (Join("herald"),),
        ),
        Question(
            id="herald_stands",
            at="curtain",
            about="region",
            options=_open,
            answer=lambda scene, region: (Put("herald", region),),
            optional=False,
        ),
        Question(
            id="herald_waits",
            at="curtain",
            about="region",
            options=_shut,
            answer=lambda scene, region: (Withdraw(region),),
            optional=False,
        ),
        Question(
            id="herald_flees",
            at="victims",
            about="region",
            options=lambda scene: _open(scene) if scene.hand else (),
            answer=lambda scene, region: (Bring("herald", region),),
            optional=False,
        ),
        Question(
            id="plea",
            about="yes",
            options=lambda scene: (0,) if scene.coins >= 2 else (),
            answer=lambda scene, yes: (GiveCoins(scene.captor("herald"), 2), Free("herald")),
        ),
    )

    @classmethod
    def on_captured(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Ask("plea"),)

    @classmethod
    def final_coins(cls, scene: PieceView, seat: int) -> int:
        return 3 * scene.captives("herald", seat)


@cache
def court_world(players: int = 2) -> World:
    return World(
        homebrew_pack.boards[f"grid_{max(2, min(players, 3))}p"],
        (homebrew_pack, workshop_pack, pack),
        players=players,
        options={"bears": "on"},
    )
