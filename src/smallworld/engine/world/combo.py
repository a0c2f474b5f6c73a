"""Combos: the pieces that work for a race, worked out once on a board as numbers and masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..bits import mask_of
from ..content.pieces import Piece, listener
from ..words.auxiliaries import Auxiliaries
from ..words.coins import CoinSource
from ..words.effect import Effect
from ..words.recruits import Recruits
from ..words.region_sets import Where
from .piece_index import Contribution

if TYPE_CHECKING:
    from .world import World


ACTIVE_MODE: Final = 0
DECLINED_MODE: Final = 1
# A race that acts in decline does so by its own effects; of its badge only what lasts is left.
ELDER_MODE: Final = 2

_EMPTY: Final[list[Any]] = []  # shared: do not add to it in place


class Combo:
    """A race, its badge, and the pieces that joined it by lying in its regions.

    `power` may be missing (a declined race without its badge, natives). `joined`: as in `State.joined`.
    `mode` chooses which effects work. Do not change its lists in place: some belong to the world.
    """

    # ClassVar: a compiled class would otherwise make it an attribute of each combo.
    __slots__: ClassVar[tuple[str, ...]] = (
        "acting_combo",
        "acts",
        "adj",
        "as_if_empty",
        "asked_markers",
        "asking",
        "asks",
        "attack_only",
        "auxiliaries",
        "by_party",
        "coin_sources",
        "conquered_moments",
        "conquest_coins",
        "contributions",
        "defence",
        "discount",
        "doubles",
        "dwells",
        "entry",
        "fades",
        "free_means",
        "joined",
        "joint",
        "keeps_all",
        "last_redeploy",
        "losses",
        "lost_moments",
        "means",
        "mode",
        "moments",
        "more_entries",
        "moving_discounts",
        "moving_entries",
        "near",
        "once_coins",
        "only_entry",
        "outlives",
        "plain",
        "plain_coins",
        "power",
        "questions",
        "race",
        "recruits",
        "region_coins",
        "rolls_first",
        "scored_moments",
        "settle",
        "shifting",
        "surcharge",
        "toll",
        "turn_moments",
        "unaided",
        "uses",
        "ways",
        "will_keep_all",
        "world",
    )

    def __init__(self, world: World, race: int, power: int, mode: int, joined: tuple[int, ...] = ()) -> None:
        self.world = world
        self.race = race
        self.power = power
        self.mode = mode
        self.joined = joined
        # A party works for its race, which can only do what the party's order leaves.
        self.by_party = race == world.party_race
        # Written by the words; the file of that name in `words` says what each means.
        self.discount: list[int] = world.nothing  # cheaper: by region, from the board alone; negative
        self.surcharge: list[int] = world.nothing  # cheaper: the positive part of it
        self.moving_discounts: list[tuple[int, Where]] = _EMPTY  # cheaper: sets that depend on the position
        self.as_if_empty: list[Where] = _EMPTY
        self.rolls_first = False
        self.defence = 0
        self.toll = 0
        self.unaided = False
        self.losses = 1
        self.near: list[int] = world.borders  # linked, linked_to: neighbours of each region
        self.joint: list[int] = world.borders  # linked: neighbours for every purpose, not only conquests
        self.adj: list[int] = world.borders  # linked, passes, reaches: what each held region lets it attack
        self.only_entry = False  # enters: it may not enter over the border of the map
        self.more_entries = 0  # enters, reaches
        self.moving_entries: list[Where] = _EMPTY
        self.settle = world.open_terrain  # settles: what it may conquer …
        self.dwells = world.open_terrain & ~world.transit  # settles: … and keep after redeployment
        self.attack_only = 0
        self.auxiliaries: Auxiliaries | None = None
        self.recruits: list[Recruits] = _EMPTY
        self.coin_sources: list[CoinSource] = _EMPTY
        self.region_coins: list[tuple[int, int]] = _EMPTY  # coins: amount and mask, from the board alone
        self.conquest_coins = 0  # coins: for each non-empty conquest
        self.once_coins: list[tuple[int, int]] = _EMPTY  # coins: amount and the counter of the payment
        self.doubles: list[tuple[Where, type[Piece]]] = _EMPTY
        self.keeps_all = False  # keeps_all_tokens
        self.acts = False  # acts_in_decline
        self.last_redeploy = False  # redeploys_on_decline
        self.outlives = False
        self.fades = False  # declines_after_scoring
        # What its pieces bring in addition to effects; means, uses, markers and questions by number.
        self.will_keep_all = False  # once it declines
        self.means: list[int] = _EMPTY
        self.ways: list[int] = _EMPTY  # each means alone, then those that serve one conquest together
        self.free_means = False  # one of them needs no token
        self.uses: list[int] = _EMPTY
        self.asked_markers: list[int] = _EMPTY  # in the order they are asked for
        self.questions: list[int] = _EMPTY
        self.moments: dict[str, list[tuple[type[Piece], int]]] = {}
        self.contributions: list[Contribution] = self._find_contributions()
        for contribution in self.contributions:
            self._add(contribution)
        self._conclude()

    def _find_contributions(self) -> list[Contribution]:
        """What each of its pieces brings: race, badge, pieces of every race, pieces in its regions."""
        world, mode = self.world, self.mode
        acting = mode == ACTIVE_MODE
        if self.joined:
            more = [world.joined_contribution(entry, acting) for entry in self.joined]
            return world.combo(self.race, self.power, mode).contributions + more
        found = [world.contribution(world.all_races[self.race], -1, acting or mode == ELDER_MODE)]
        if self.power >= 0:
            found.append(world.contribution(world.powers[self.power], -1, acting))
        if world.party is not None and self.by_party:
            found.append(world.contribution(world.party, -1, acting))
        native = world.is_native(self.race)
        for rule in world.joining:
            if not native or (self.by_party and rule.serves_parties):
                found.append(world.contribution(rule, -1, acting))
        return found

    def _add(self, contribution: Contribution) -> None:
        """What a piece brings."""
        for effect in contribution.effects:
            effect.compile(self, contribution.piece, contribution.region)
        if contribution.nothing_else:
            return
        for moment in contribution.moments:
            self.moments.setdefault(moment, []).append(contribution.place)
        if contribution.questions:
            self.questions = self.questions + contribution.questions
        if contribution.means:
            self.means = self.means + contribution.means
            self.free_means |= contribution.free_means
        if contribution.uses:
            self.uses = self.uses + contribution.uses
        if contribution.asked_markers:
            self.asked_markers = self.asked_markers + contribution.asked_markers
        self.will_keep_all |= contribution.will_keep_all

    def answer(self, moment: str, effect: Effect, piece: type[Piece], region: int) -> None:
        """Register an effect for a moment, as if it were a piece."""
        owner: Any = piece
        self.moments.setdefault(moment, []).append((listener(moment, effect, owner), region))

    def _conclude(self) -> None:
        """Work out what follows from all of it."""
        world = self.world
        self.shifting = bool(self.moving_discounts or self.as_if_empty)
        # The fast way to a legal list: costs from the board alone, and only tokens in hand count.
        self.plain = not self.shifting and self.auxiliaries is None
        self.plain_coins = not (self.coin_sources or self.doubles)
        self.entry = self.more_entries if self.only_entry else self.more_entries | world.border
        # Its questions by phase, in order; and the same phases as bits.
        self.asks: dict[str, list[int]] = {}
        self.asking = 0
        for number in sorted(self.questions) if self.questions else ():
            phase = world.questions[number].at
            self.asks.setdefault(phase, []).append(number)
            if phase:  # not one that is only `Ask`ed
                self.asking |= 1 << world.phase_index[phase]
        self.will_keep_all |= self.keeps_all
        self.ways = self.means
        if len(self.means) > 1 and world.joint_ways:
            have = mask_of(self.means)
            self.ways = self.means + [way for parts, way in world.joint_ways if parts & have == parts]
        moments = self.moments.get
        self.conquered_moments = moments("on_conquered", _EMPTY)
        self.lost_moments = moments("on_lost", _EMPTY)
        self.turn_moments = moments("on_turn", _EMPTY)
        self.scored_moments = moments("on_scored", _EMPTY)
        # What it does at readying, conquest and redeployment.
        self.acting_combo: Combo = self
        if self.mode == DECLINED_MODE and self.acts:
            self.acting_combo = world.combo(self.race, self.power, ELDER_MODE, self.joined)

    @property
    def pieces(self) -> list[tuple[type[Piece], int]]:
        """Each piece with the region it lies in, or -1."""
        return [contribution.place for contribution in self.contributions]

    @property
    def effects(self) -> list[tuple[type[Piece], Effect]]:
        """All effects that work for it, each with its piece."""
        return [
            (contribution.piece, effect)
            for contribution in self.contributions
            for effect in contribution.effects
        ]

    def __eq__(self, other: object) -> bool:
        """Combos with the same parts are equal; one may have been made again after the cache was full."""
        if self is other or not isinstance(other, Combo) or self.world is not other.world:
            return self is other
        mine, others = (self.race, self.power, self.mode), (other.race, other.power, other.mode)
        return mine == others and self.joined == other.joined

    def __hash__(self) -> int:
        return (self.race << 8 | self.power + 1) << 2 | self.mode

    def __reduce__(self) -> tuple[Any, ...]:
        return combo_of, (self.world, self.race, self.power, self.mode, self.joined)

    def __repr__(self) -> str:
        names = " ".join(piece.id for piece, _ in reversed(self.pieces) if piece.kind != "rule")
        return f"<Combo {names}{' in decline' if self.mode else ''} on {self.world.board.id}>"

    def in_decline(self) -> Combo:
        """The combo after it declines."""
        return self.world.combo(self.race, self.power, DECLINED_MODE, self.joined)

    @property
    def tokens(self) -> int:
        """Tokens received when it is picked."""
        race = self.world.races[self.race]
        badge = self.world.powers[self.power].tokens if self.power >= 0 else 0
        return race.tokens + badge + self.attack_only

    @property
    def badge_stays(self) -> bool:
        """Part of the power works in decline, so its badge stays with the race."""
        return self.world.parts_of[self.world.powers[self.power]].goes_on


def combo_of(world: World, race: int, power: int, mode: int, joined: tuple[int, ...]) -> Combo:
    """A pickled combo is found again in its world."""
    return world.combo(race, power, mode, joined)
