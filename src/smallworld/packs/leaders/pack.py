"""Leaders of Small World: one more token for every race, who hides from nobody and can be captured.

He is a rule that joins every race, so races of any pack have one; a pack may name its own in its texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.engine.bits import regions
from smallworld.engine.content.changes import Ask, Bring, Change, Free, GiveCoins, Join, Put, Withdraw
from smallworld.engine.content.pack import Pack
from smallworld.engine.content.piece_view import PieceView
from smallworld.engine.content.pieces import Marker, Question, Rule

pack = Pack(
    "leaders",
    version=1,
    # After everything that may make a region immune, and before the scoring.
    phases={"court": "parting"},
    texts=f"{__package__}.texts",
    looks=__package__,
    learn=__package__,
)

LEADER: Final = "leader"
RANSOM: Final = 1
WORTH: Final = 2  # of a captive, when the game is over


def _offered(scene: PieceView) -> Sequence[int]:
    """A race whose leader is held captive has none."""
    return () if scene.has(LEADER) or scene.captor(LEADER) >= 0 else (0,)


def _take(scene: PieceView, yes: int) -> Sequence[Change]:
    return (Join(LEADER),)


def _waits(scene: PieceView) -> bool:
    return scene.has(LEADER) and scene.stands(LEADER) < 0


def _stations(scene: PieceView) -> Sequence[int]:
    """At the end of his owner's turn he hides in no immune region."""
    return regions(scene.held & ~scene.immune()) if _waits(scene) else ()


def _stand(scene: PieceView, region: int) -> Sequence[Change]:
    return (Put(LEADER, region),)


def _too_safe(scene: PieceView) -> Sequence[int]:
    """All land is immune, and he is among the tokens there: one steps back, from a stack if there is one."""
    if not scene.has(LEADER) or scene.held & ~scene.immune() or scene.spare > 0:
        return ()
    return regions(scene.crowded(2) or scene.held)


def _step_back(scene: PieceView, region: int) -> Sequence[Change]:
    return (Withdraw(region),)


def _in_flight(scene: PieceView) -> Sequence[int]:
    """Where he flees to: any region of his race."""
    return regions(scene.held) if _waits(scene) and scene.hand else ()


def _flee(scene: PieceView, region: int) -> Sequence[Change]:
    return (Bring(LEADER, region),)


def _can_pay(scene: PieceView) -> Sequence[int]:
    return (0,) if scene.captor(LEADER) >= 0 and scene.coins >= RANSOM else ()


def _pay(scene: PieceView, yes: int) -> Sequence[Change]:
    return (GiveCoins(scene.captor(LEADER), RANSOM), Free(LEADER))


@pack.rule
class Leaders(Rule):
    """Every race may be led: one token more, who can be captured, ransomed, and held until the end."""

    joins = True
    markers = (Marker(id=LEADER, token=True),)
    questions = (
        Question(id="leader", at="arrival", about="yes", options=_offered, answer=_take),
        Question(
            id="leader_stands", at="court", about="region", options=_stations, answer=_stand, optional=False
        ),
        Question(
            id="leader_waits",
            at="court",
            about="region",
            options=_too_safe,
            answer=_step_back,
            optional=False,
        ),
        Question(
            id="leader_flees", at="victims", about="region", options=_in_flight, answer=_flee, optional=False
        ),
        Question(id="ransom", about="yes", options=_can_pay, answer=_pay),
    )

    @classmethod
    def on_captured(cls, scene: PieceView, region: int) -> Sequence[Change]:
        return (Ask("ransom"),)

    @classmethod
    def final_coins(cls, scene: PieceView, seat: int) -> int:
        return WORTH * scene.captives(LEADER, seat)
