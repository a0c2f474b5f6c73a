"""A race and a power on a board, worked out once: numbers and masks that play can use directly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import regions
from .effects import Coins, Effect, Recruits
from .pieces import Means, Piece, Question, has_moment
from .where import Where

if TYPE_CHECKING:
    from .world import World


ACTIVE_MODE: Final = 0
DECLINED_MODE: Final = 1
# A race that goes on acting in decline does so by its own nature; of its badge only what lasts is left.
ELDER_MODE: Final = 2


class Combo:
    """`power` may be missing (a declined race whose badge is gone). `mode` chooses which effects work."""

    def __init__(self, world: World, race: int, power: int, mode: int) -> None:
        board = world.board
        count = len(board.regions)
        self.world = world
        self.race = race
        self.power = power
        self.mode = mode
        self.pieces: list[type[Piece]] = [world.races[race]] + ([world.powers[power]] if power >= 0 else [])

        self.discount: list[int] = [0] * count  # negative where cheaper; what the board alone decides
        self.moving_discounts: list[tuple[int, Where]] = []
        self.as_if_empty: list[Where] = []
        self.defence = 0
        self.near: list[int] = list(board.neighbour_masks)  # neighbours with passages
        self.adj: list[int] = list(board.neighbour_masks)  # what each held region lets it attack
        self.only_entry = False  # the border is not open to it
        self.entry = 0
        self.moving_entries: list[Where] = []
        self.settle = world.open_terrain
        self.dwells = world.open_terrain & ~world.transit  # where tokens may stay after redeployment
        self.attack_only = 0
        self.recruits: list[Recruits] = []
        self.losses = 1
        self.flat_coins: list[tuple[int, type[Piece]]] = []
        self.region_coins: list[tuple[int, int, type[Piece]]] = []
        self.conquest_coins: list[tuple[int, type[Piece]]] = []
        self.marker_coins: list[tuple[int, int, type[Piece]]] = []
        self.moving_coins: list[tuple[int, Where, type[Piece]]] = []
        self.once_coins: list[tuple[int, int, type[Piece]]] = []
        self.flags: set[str] = set()
        self._piece: type[Piece] = self.pieces[0]

        self.effects: list[tuple[type[Piece], Effect]] = []
        for piece in self.pieces:
            self._piece = piece
            for effect in piece.effects:
                if effect.works(not self._acts_with(piece)):
                    self.effects.append((piece, effect))
                    effect.compile(self)

        self.rolls_first = "rolls_first" in self.flags
        self.keeps_all = "keeps_all" in self.flags
        self.acts = "acts" in self.flags
        self.last_redeploy = "last_redeploy" in self.flags
        self.outlives = "outlives" in self.flags
        self.fades = "fades" in self.flags
        self.plain = not (self.moving_discounts or self.as_if_empty)
        self.plain_coins = not (
            self.flat_coins or self.region_coins or self.conquest_coins or self.marker_coins
        )
        self.plain_coins = self.plain_coins and not (self.moving_coins or self.once_coins)
        if not self.only_entry:
            self.entry |= world.border
        self.means: list[int] = []  # indices into world.means
        self.asked_markers: list[int] = []  # indices into world.markers, in the order they are asked for
        self.questions: list[tuple[type[Piece], Question]] = []
        self.conquered_moments: list[type[Piece]] = []
        self.turn_moments: list[type[Piece]] = []
        self.decline_moments: list[type[Piece]] = []
        for piece in self.pieces:
            if has_moment(piece, "on_decline"):
                self.decline_moments.append(piece)
            if not self._acts_with(piece):
                continue
            self.means += [world.means_index(means.id) for means in piece.means]
            self.asked_markers += [world.marker_index(m.id) for m in piece.markers if m.placed == "redeploy"]
            self.questions += [(piece, question) for question in piece.questions]
            if has_moment(piece, "on_conquered"):
                self.conquered_moments.append(piece)
            if has_moment(piece, "on_turn"):
                self.turn_moments.append(piece)
        self.quiet = not self.asked_markers and not self.questions  # nothing to settle when a turn ends
        self.free_means = any(world.means[index].needs_no_token for index in self.means)
        # What it does when it readies, conquers and redeploys.
        self.force: Combo = self
        if mode == DECLINED_MODE and self.acts:
            self.force = world.combo(race, power, ELDER_MODE)

    def __repr__(self) -> str:
        names = " ".join(piece.id for piece in reversed(self.pieces))
        return f"<Combo {names}{' in decline' if self.mode else ''} on {self.world.board.id}>"

    def _acts_with(self, piece: type[Piece]) -> bool:
        """Whether a piece works as it does for an active race."""
        return self.mode == ACTIVE_MODE or (self.mode == ELDER_MODE and piece is self.pieces[0])

    @property
    def tokens(self) -> int:
        """Tokens received when it is picked."""
        race = self.world.races[self.race]
        badge = self.world.powers[self.power].tokens if self.power >= 0 else 0
        return race.tokens + badge + self.attack_only

    @property
    def badge_stays(self) -> bool:
        """Some effect of the power goes on in decline, so its badge stays with the race."""
        return any(effect.life != "active" for effect in self.world.powers[self.power].effects)

    # --- called by effects while they compile ------------------------------------------------------

    def add_discount(self, amount: int, where: Where) -> None:
        if where.static:
            for region in regions(self.world.mask_of(where)):
                self.discount[region] -= amount
        else:
            self.moving_discounts.append((amount, where))

    def add_reach(self, where: Where) -> None:
        mask = self.world.mask_of(where)
        self.adj = [neighbours | mask for neighbours in self.adj]
        self.entry |= mask

    def add_link(self, where: Where, from_anywhere: bool) -> None:
        mask = self.world.mask_of(where)
        for region in range(len(self.near)):
            if from_anywhere or mask >> region & 1:
                self.near[region] |= mask & ~(1 << region)
                self.adj[region] |= mask & ~(1 << region)

    def add_entry(self, where: Where, only: bool) -> None:
        self.only_entry |= only
        if where.static:
            self.entry |= self.world.mask_of(where)
        else:
            self.moving_entries.append(where)

    def add_settling(self, where: Where) -> None:
        mask = self.world.mask_of(where) & ~self.world.barred
        self.settle |= mask
        self.dwells |= mask

    def add_coins(self, effect: Coins) -> None:
        piece, per = self._piece, effect.per
        if effect.once:
            self.once_coins.append((effect.amount, self.world.counter_index(paid_counter(piece)), piece))
        elif per is None:
            self.flat_coins.append((effect.amount, piece))
        elif isinstance(per, Where):
            if per.static:
                self.region_coins.append((effect.amount, self.world.mask_of(per), piece))
            else:
                self.moving_coins.append((effect.amount, per, piece))
        elif per == "conquest":
            self.conquest_coins.append((effect.amount, piece))
        else:
            self.marker_coins.append((effect.amount, self.world.marker_index(per), piece))


def paid_counter(piece: type[Piece]) -> str:
    return f"{piece.id}_paid"


def used_counter(means: Means) -> str:
    return f"{means.id}_used"


def adrift_counter(marker_id: str) -> str:
    return f"{marker_id}_adrift"
