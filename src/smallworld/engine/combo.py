"""The pieces that work for a race, worked out once on a board: numbers and masks that play can use."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from .bits import lowered
from .effects import Auxiliaries, Coins, Effect, Recruits
from .pieces import Piece, listener
from .routes import beyond, linked
from .where import Where

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .changes import Change
    from .scene import Scene
    from .world import World


ACTIVE_MODE: Final = 0
DECLINED_MODE: Final = 1
# A race that goes on acting in decline does so by its own nature; of its badge only what lasts is left.
ELDER_MODE: Final = 2


class Combo:
    """A race, its badge, and whatever has joined them: pieces that lie in regions the race holds.

    `power` may be missing (a declined race whose badge is gone, natives). `joined`: as in `State.joined`.
    `mode` chooses which effects work.
    """

    # ClassVar, because a compiled class would otherwise take it for an attribute of each combo.
    __slots__: ClassVar[tuple[str, ...]] = tuple(  # many names in few lines
        """
        acts adj as_if_empty asked_markers asking asks attack_only auxiliaries compiling compiling_at
        conquered_moments conquest_coins counted_coins defence discount doubles dwells effects
        entry fades flags flat_coins force free_means group_coins joined keeps_all last_redeploy
        led losses lost_moments marker_coins means mode moments more_entries moving_coins
        moving_discounts moving_entries near once_coins only_entry outlives pieces plain
        plain_coins power questions race recruits region_coins rolls_first scored_moments
        settle shifting surcharge toll turn_moments unaided uses will_keep_all world
        """.split()  # noqa: SIM905
    )

    def __init__(self, world: World, race: int, power: int, mode: int, joined: tuple[int, ...] = ()) -> None:
        self.world = world
        self.race = race
        self.power = power
        self.mode = mode
        self.joined = joined
        # A party works for its race; whoever acts by its order has no other choice than it leaves.
        self.led = race == world.led
        # (piece, the region it lies in or -1)
        self.pieces: list[tuple[type[Piece], int]]
        self.acts: bool
        if not joined:
            self._begin()
            for piece, region in self.pieces:
                by_nature = mode == ELDER_MODE and piece is self.pieces[0][0]
                self._add(piece, region, mode == ACTIVE_MODE or by_nature)
            self._read_flags()
            self._sort_questions()
            self._sort_moments()
            self._conclude()
        else:
            # The rest is known already. Nothing here changes a list in place, so both may share them.
            known = world.combo(race, power, mode)
            self._begin_as(known)
            more = [(world.joinable[entry >> 6], entry & 63) for entry in joined]
            self.pieces = [*known.pieces, *more]
            for piece, region in more:
                self._add(piece, region, mode == ACTIVE_MODE)
            if self.flags is not known.flags:
                self._read_flags()
            if self.questions is not known.questions:
                self._sort_questions()
            if self.moments is not known.moments:
                self._sort_moments()
            if self.effects is not known.effects:
                self._conclude()
        # What it does when it readies, conquers and redeploys.
        self.force: Combo = self
        if mode == DECLINED_MODE and self.acts:
            self.force = world.combo(race, power, ELDER_MODE, joined)

    def _begin(self) -> None:
        """A race about which nothing is known yet."""
        world = self.world
        nothing = world.nothing
        self.pieces = [(world.all_races[self.race], -1)]
        if self.power >= 0:
            self.pieces.append((world.powers[self.power], -1))
        if world.party is not None and self.led:
            self.pieces.append((world.party, -1))
        if not world.is_native(self.race):
            self.pieces += [(rule, -1) for rule in world.joining]
        self.discount: list[int] = nothing  # what the board alone decides; negative where cheaper
        self.surcharge: list[int] = nothing  # the part of it that makes things dearer
        self.moving_discounts: list[tuple[int, Where]] = []
        self.as_if_empty: list[Where] = []
        self.defence = 0
        self.toll = 0
        self.near: list[int] = world.borders  # neighbours with passages
        self.adj: list[int] = world.borders  # what each held region lets it attack
        self.only_entry = False  # the border is not open to it
        self.more_entries = 0
        self.moving_entries: list[Where] = []
        self.settle = world.open_terrain
        self.dwells = world.open_terrain & ~world.transit  # where tokens may stay after redeployment
        self.attack_only = 0
        self.auxiliaries: Auxiliaries | None = None
        self.recruits: list[Recruits] = []
        self.losses = 1
        self.flat_coins: list[tuple[int, type[Piece]]] = []
        self.region_coins: list[tuple[int, int, type[Piece]]] = []
        self.conquest_coins: list[tuple[int, type[Piece]]] = []
        self.marker_coins: list[tuple[int, int, type[Piece]]] = []
        self.moving_coins: list[tuple[int, Where, type[Piece]]] = []
        self.group_coins: list[tuple[int, int, Where, type[Piece]]] = []
        self.counted_coins: list[tuple[int, Callable[[Scene], int], type[Piece]]] = []
        self.once_coins: list[tuple[int, int, type[Piece]]] = []
        self.doubles: list[tuple[Where, type[Piece]]] = []
        self.flags: set[str] = set()
        self.effects: list[tuple[type[Piece], Effect]] = []
        self.will_keep_all = False  # once it declines
        self.means: list[int] = []  # indices into world.means
        self.free_means = False  # one of them needs no token
        self.uses: list[int] = []
        self.asked_markers: list[int] = []  # indices into world.markers, in the order they are asked for
        self.questions: list[int] = []
        self.moments: dict[str, list[tuple[type[Piece], int]]] = {}

    def _add(self, piece: type[Piece], region: int, acting: bool) -> None:
        """What a piece brings. `acting`: whether it works as it does for an active race."""
        gift = self.world.gift(piece, region, acting)
        if gift.effects:
            self.compiling: type[Piece] = piece
            self.compiling_at = region
            for effect in gift.effects:
                self.effects = [*self.effects, (piece, effect)]
                effect.compile(self)
        if gift.will_keep_all:
            self.will_keep_all = True
        if gift.questions:
            self.questions = self.questions + gift.questions
        for moment in gift.moments:
            self._hear(moment, gift.place)
        if gift.means:
            self.means = self.means + gift.means
            self.free_means |= gift.free_means
        if gift.uses:
            self.uses = self.uses + gift.uses
        if gift.asked_markers:
            self.asked_markers = self.asked_markers + gift.asked_markers

    def _hear(self, moment: str, who: tuple[type[Piece], int]) -> None:
        self.moments = {**self.moments, moment: [*self.moments.get(moment, ()), who]}

    def _read_flags(self) -> None:
        self.rolls_first = "rolls_first" in self.flags
        self.keeps_all = "keeps_all" in self.flags
        self.will_keep_all = self.will_keep_all or self.keeps_all
        self.acts = "acts" in self.flags
        self.last_redeploy = "last_redeploy" in self.flags
        self.outlives = "outlives" in self.flags
        self.fades = "fades" in self.flags
        self.unaided = "unaided" in self.flags

    def _sort_questions(self) -> None:
        """What it is asked in each phase, in order."""
        self.asks: dict[str, list[int]] = {}
        for number in sorted(self.questions):
            self.asks.setdefault(self.world.questions[number].at, []).append(number)
        self.asking = self.world.phase_mask(self.asks)  # the same phases as bits

    def _sort_moments(self) -> None:
        self.conquered_moments = self.moments.get("on_conquered", [])
        self.lost_moments = self.moments.get("on_lost", [])
        self.turn_moments = self.moments.get("on_turn", [])
        self.scored_moments = self.moments.get("on_scored", [])

    def _conclude(self) -> None:
        """What follows from all its effects."""
        world = self.world
        self.shifting = bool(self.moving_discounts or self.as_if_empty)
        # The fast way to a legal list: costs from the board alone, tokens in hand and nothing else.
        self.plain = not self.shifting and self.auxiliaries is None
        self.plain_coins = not (
            self.flat_coins
            or self.region_coins
            or self.conquest_coins
            or self.marker_coins
            or self.moving_coins
            or self.group_coins
            or self.counted_coins
            or self.once_coins
            or self.doubles
        )
        self.entry = self.more_entries if self.only_entry else self.more_entries | world.border

    def _begin_as(self, known: Combo) -> None:
        """Begin with everything that is known. Written out: it happens whenever a region changes hands with
        something lying in it."""
        self.discount = known.discount
        self.surcharge = known.surcharge
        self.moving_discounts = known.moving_discounts
        self.as_if_empty = known.as_if_empty
        self.defence = known.defence
        self.toll = known.toll
        self.near = known.near
        self.adj = known.adj
        self.only_entry = known.only_entry
        self.more_entries = known.more_entries
        self.moving_entries = known.moving_entries
        self.settle = known.settle
        self.dwells = known.dwells
        self.attack_only = known.attack_only
        self.auxiliaries = known.auxiliaries
        self.recruits = known.recruits
        self.losses = known.losses
        self.flat_coins = known.flat_coins
        self.region_coins = known.region_coins
        self.conquest_coins = known.conquest_coins
        self.marker_coins = known.marker_coins
        self.moving_coins = known.moving_coins
        self.group_coins = known.group_coins
        self.counted_coins = known.counted_coins
        self.once_coins = known.once_coins
        self.doubles = known.doubles
        self.flags = known.flags
        self.effects = known.effects
        self.will_keep_all = known.will_keep_all
        self.means = known.means
        self.free_means = known.free_means
        self.uses = known.uses
        self.asked_markers = known.asked_markers
        self.questions = known.questions
        self.moments = known.moments
        self.rolls_first = known.rolls_first
        self.keeps_all = known.keeps_all
        self.acts = known.acts
        self.last_redeploy = known.last_redeploy
        self.outlives = known.outlives
        self.fades = known.fades
        self.unaided = known.unaided
        self.asks = known.asks
        self.asking = known.asking
        self.conquered_moments = known.conquered_moments
        self.lost_moments = known.lost_moments
        self.turn_moments = known.turn_moments
        self.scored_moments = known.scored_moments
        self.shifting = known.shifting
        self.plain = known.plain
        self.plain_coins = known.plain_coins
        self.entry = known.entry

    def __eq__(self, other: object) -> bool:
        """Also one that was made anew, after the world had had too many to keep."""
        if self is other or not isinstance(other, Combo) or self.world is not other.world:
            return self is other
        mine, others = (self.race, self.power, self.mode), (other.race, other.power, other.mode)
        return mine == others and self.joined == other.joined

    def __hash__(self) -> int:
        return (self.race << 8 | self.power + 1) << 2 | self.mode

    def __repr__(self) -> str:
        names = " ".join(piece.id for piece, _ in reversed(self.pieces) if piece.kind != "rule")
        return f"<Combo {names}{' in decline' if self.mode else ''} on {self.world.board.id}>"

    def in_decline(self) -> Combo:
        """What it will be once it declines."""
        return self.world.combo(self.race, self.power, DECLINED_MODE, self.joined)

    @property
    def tokens(self) -> int:
        """Tokens received when it is picked."""
        race = self.world.races[self.race]
        badge = self.world.powers[self.power].tokens if self.power >= 0 else 0
        return race.tokens + badge + self.attack_only

    @property
    def badge_stays(self) -> bool:
        """Something of the power goes on in decline, so its badge stays with the race."""
        return self.world.kits[self.world.powers[self.power]].goes_on

    # --- called by effects while they compile ------------------------------------------------------

    def add_discount(self, amount: int, where: Where) -> None:
        if where.static:
            where_it_counts = self.world.mask_of(where)
            self.discount = lowered(self.discount, amount, where_it_counts)
            if amount < 0:
                self.surcharge = lowered(self.surcharge, amount, where_it_counts)
        else:
            self.moving_discounts = [*self.moving_discounts, (amount, where)]

    def add_reach(self, where: Where) -> None:
        mask = self.world.mask_of(where)
        self.adj = [neighbours | mask for neighbours in self.adj]
        self.more_entries |= mask

    def add_link(self, where: Where, from_anywhere: bool) -> None:
        mask = self.world.mask_of(where)
        self.near = linked(tuple(self.near), mask, from_anywhere)
        self.adj = linked(tuple(self.adj), mask, from_anywhere)

    def add_passage(self, where: Where) -> None:
        """Whatever lies beyond a chain of these regions is in reach."""
        more = beyond(self.world.borders, self.world.mask_of(where))
        self.adj = [adj | behind for adj, behind in zip(self.adj, more, strict=True)]

    def add_entry(self, where: Where, only: bool) -> None:
        self.only_entry |= only
        if where.static:
            self.more_entries |= self.world.mask_of(where)
        else:
            self.moving_entries = [*self.moving_entries, where]

    def add_settling(self, where: Where) -> None:
        mask = self.world.mask_of(where) & ~self.world.barred
        self.settle |= mask
        self.dwells |= mask

    def add_moment(self, moment: str, answer: Callable[..., Sequence[Change]]) -> None:
        self._hear(moment, (listener(moment, answer), self.compiling_at))

    def add_coins(self, effect: Coins) -> None:
        piece, per = self.compiling, effect.per
        if effect.once:
            counter = self.world.counter_index(effect.remembers(piece.id))
            self.once_coins = [*self.once_coins, (effect.amount, counter, piece)]
        elif effect.times is not None:
            self.counted_coins = [*self.counted_coins, (effect.amount, effect.times, piece)]
        elif per is None:
            self.flat_coins = [*self.flat_coins, (effect.amount, piece)]
        elif isinstance(per, Where):
            if effect.every > 1:
                self.group_coins = [*self.group_coins, (effect.amount, effect.every, per, piece)]
            elif per.static:
                self.region_coins = [*self.region_coins, (effect.amount, self.world.mask_of(per), piece)]
            else:
                self.moving_coins = [*self.moving_coins, (effect.amount, per, piece)]
        elif per == "conquest":
            self.conquest_coins = [*self.conquest_coins, (effect.amount, piece)]
        else:
            marker = self.world.marker_index(per)
            self.marker_coins = [*self.marker_coins, (effect.amount, marker, piece)]
