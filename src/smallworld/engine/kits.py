"""What a piece brings into a world, by number; and the counters that follow from its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .pieces import Piece

if TYPE_CHECKING:
    from .world import World


class Kit:
    """What a piece brings, by number."""

    def __init__(self, world: World, piece: type[Piece]) -> None:
        self.moments: list[str] = list(world.moments_of[piece])
        self.questions: list[int] = [
            world.question_ids[question.id]
            for question in piece.questions
            if piece is not world.party  # those are for the players
        ]
        self.means: list[int] = [world.means_index(means.id) for means in piece.means]
        self.free_means = any(means.needs_no_token for means in piece.means)
        self.uses: list[int] = [world.use_ids[use.id] for use in piece.uses]
        self.asked_markers: list[int] = [
            world.marker_index(marker.id) for marker in piece.markers if marker.placed == "redeploy"
        ]
        self.acts = bool(self.means or self.uses or self.asked_markers)
        # Something of it works in decline.
        self.goes_on = (
            any(effect.life != "active" for effect in piece.effects)
            or any(question.life != "active" for question in piece.questions)
            or any(marker.keeps_badge for marker in piece.markers)
        )


def adrift_counter(marker_id: str) -> str:
    return f"{marker_id}_adrift"


def put_counter(marker_id: str) -> str:
    return f"{marker_id}_put"
