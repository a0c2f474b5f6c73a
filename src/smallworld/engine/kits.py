"""What a piece brings into a world, by number; and the counters that follow from its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .effect import DECLINED, Effect
from .pieces import Means, Piece, Power
from .where import Where

if TYPE_CHECKING:
    from .scene import Scene
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
        self.free_means = any(means.replaces for means in piece.means)
        self.uses: list[int] = [world.use_ids[use.id] for use in piece.uses]
        self.asked_markers: list[int] = [
            world.marker_index(marker.id) for marker in piece.markers if marker.placed == "redeploy"
        ]
        # Something of it works in decline.
        self.goes_on = (
            any(effect.life != "active" for effect in piece.effects)
            or any(question.life != "active" for question in piece.questions)
            or any(marker.keeps_badge for marker in piece.markers)
        )


class Way:
    """A special way to take a region as play knows it: a `Means`, and what follows from it."""

    def __init__(self, means: Means) -> None:
        self.id = means.id
        self.reach: Where | None = means.reach
        self.where: Where | None = means.where
        self.price = means.price
        self.discount = means.discount
        self.as_if_empty = means.as_if_empty
        self.spares = means.spares
        self.rolls = means.rolls
        self.replaces = means.replaces
        self.or_from_hand = means.or_from_hand
        self.per_victim = means.per_victim
        self.unlimited = means.unlimited
        self.first_conquest = means.first_conquest
        self.carries = means.carries
        self.when: Callable[[Scene], bool] | None = means.when
        self.used_counter = means.used_counter
        self.needs_no_token = means.replaces
        # It costs what the region costs, so dice and discounts count.
        self.pays_its_way = not means.replaces and not means.price


class Gift:
    """What of a piece works for a race: all of it while the race acts with it, what lasts if not.

    `region`: where the piece lies, or -1. Worked out once: combos with something that lies in a region are
    made again and again.
    """

    def __init__(self, world: World, piece: type[Piece], region: int, acting: bool) -> None:
        kit = world.kits[piece]
        self.piece = piece
        self.region = region
        self.place: tuple[type[Piece], int] = (piece, region)
        bound = piece.effects if region < 0 else tuple(effect.bind(region) for effect in piece.effects)
        lent = region >= 0 and issubclass(piece, Power)
        self.effects: list[Effect] = [effect for effect in bound if _works(effect.life, acting, lent)]
        self.will_keep_all = any(
            effect.life == DECLINED and getattr(effect, "flag", "") == "keeps_all" for effect in bound
        )
        self.questions: list[int] = [
            number for number in kit.questions if _works(world.questions[number].life, acting, lent)
        ]
        # A race hears what happens while it acts; and even in decline, that it declines and what it lets go.
        self.moments: list[str] = [
            moment for moment in kit.moments if acting or moment in ("on_decline", "on_released", "on_joined")
        ]
        self.means: list[int] = kit.means if acting else []
        self.free_means = kit.free_means and acting
        self.uses: list[int] = kit.uses if acting else []
        self.asked_markers: list[int] = kit.asked_markers if acting else []


def _works(life: str, acting: bool, lent: bool) -> bool:
    if acting:
        return life != DECLINED
    # A badge that lies in a region brings a declined race only what begins in decline.
    return life == DECLINED if lent else life != "active"


def adrift_counter(marker_id: str) -> str:
    return f"{marker_id}_adrift"


def put_counter(marker_id: str) -> str:
    return f"{marker_id}_put"
