"""What a piece brings into a world, by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..content.pieces import Piece, Power
from ..words.effect import DECLINED, Effect
from ..words.keeps_all_tokens import KeepsAllTokens

if TYPE_CHECKING:
    from .world import World


class PieceParts:
    """What a piece brings, by number."""

    def __init__(self, world: World, piece: type[Piece]) -> None:
        self.moments: list[str] = list(world.moments_of[piece])
        self.questions: list[int] = [
            world.question_ids[question.id]
            for question in piece.questions
            if piece is not world.party  # those are for the players
        ]
        self.means: list[int] = [world.means_index(means.id) for means in piece.means]
        self.free_means = any(means.replaces for means in piece.means)
        self.uses: list[int] = [world.use_ids[use.id] for use in piece.uses]
        self.asked_markers: list[int] = [
            world.marker_index(marker.id) for marker in piece.markers if marker.placed == "redeploy"
        ]
        # Part of it works in decline.
        self.goes_on = (
            any(effect.life != "active" for effect in piece.effects)
            or any(question.life != "active" for question in piece.questions)
            or any(marker.keeps_badge for marker in piece.markers)
        )


class Contribution:
    """What a piece does for a race: all of it while the race acts with it, otherwise what lasts.

    `region`: where the piece lies, or -1. Worked out once, because combos with such pieces are made again and
    again.
    """

    def __init__(self, world: World, piece: type[Piece], region: int, acting: bool) -> None:
        kit = world.parts_of[piece]
        self.piece = piece
        self.region = region
        self.place: tuple[type[Piece], int] = (piece, region)
        bound = piece.effects if region < 0 else tuple(effect.bind(region) for effect in piece.effects)
        lent = region >= 0 and issubclass(piece, Power)
        self.effects: list[Effect] = [effect for effect in bound if _works(effect.life, acting, lent)]
        self.will_keep_all = any(
            effect.life == DECLINED and isinstance(effect, KeepsAllTokens) for effect in bound
        )
        self.questions: list[int] = [
            number for number in kit.questions if _works(world.questions[number].life, acting, lent)
        ]
        # A race has all moments while it acts; in decline only these three.
        self.moments: list[str] = [
            moment for moment in kit.moments if acting or moment in ("on_decline", "on_released", "on_joined")
        ]
        self.means: list[int] = kit.means if acting else []
        self.free_means = kit.free_means and acting
        self.uses: list[int] = kit.uses if acting else []
        self.asked_markers: list[int] = kit.asked_markers if acting else []
        brings = (self.questions, self.moments, self.means, self.uses, self.asked_markers)
        self.nothing_else = not any(brings) and not self.will_keep_all  # in addition to its effects


def _works(life: str, acting: bool, lent: bool) -> bool:
    if acting:
        return life != DECLINED
    # A badge that lies in a region gives a declined race only the effects that begin in decline.
    return life == DECLINED if lent else life != "active"
