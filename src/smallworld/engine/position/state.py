"""The position: flat lists and integers, cheap to copy. No rule is decided here."""

from __future__ import annotations

from typing import ClassVar, Final

from ..effects import NOTES
from ..world.combo import ACTIVE_MODE, DECLINED_MODE, Combo
from ..world.world import NONE, START_COINS, World

# What is asked (State.step). Steps of chance come last: nobody decides them.
PICK: Final = 0
READY: Final = 1  # troops are in hand; this race has done nothing yet
CONQUER: Final = 2
ROLLED: Final = 3  # after a first roll: conquer or stop
GIVE_UP: Final = 4  # attack-only tokens have to leave the map
REDEPLOY: Final = 5
MARKERS: Final = 6
QUESTION: Final = 7
FADE: Final = 8  # decline after scoring?
VICTIMS: Final = 9
OVER: Final = 10
NEXT: Final = 11  # nothing is asked: the turn goes on when the interruption is over
DIE: Final = 12
DRAW: Final = 13

FIRST_CHANCE: Final = DIE

STEP_NAMES: Final = (
    "pick",
    "ready",
    "conquer",
    "rolled",
    "give_up",
    "redeploy",
    "markers",
    "question",
    "fade",
    "victims",
    "over",
    "next",
    "die",
    "draw",
)


LISTS: Final = tuple(  # the list fields of a position
    """
    stack occ tokens guard markers lying hand tray owner badge mask race_defence joined combos coins active
    notes declined col_race col_badge col_coins unseen returned counters
    """.split()  # noqa: SIM905
)


class State:
    """Who holds which region, what is in hands and trays, who decides. Region sets are masks."""

    # ClassVar: a compiled class would otherwise make it an attribute of each state.
    __slots__: ClassVar[tuple[str, ...]] = (
        "acting",
        "active",
        "adrift",
        "arg",
        "attacked",
        "badge",
        "before_ready",
        "bonus",
        "card",
        "coins",
        "col_badge",
        "col_coins",
        "col_race",
        "combo",
        "combos",
        "conquered",
        "counters",
        "declined",
        "discards",
        "displaced",
        "done",
        "foreseen",
        "guard",
        "hand",
        "immune",
        "joined",
        "lying",
        "marked",
        "markers",
        "mask",
        "nonempty",
        "notes",
        "occ",
        "open",
        "owner",
        "phase",
        "picked",
        "race_defence",
        "reach",
        "returned",
        "round",
        "seat",
        "seers",
        "short",
        "stack",
        "step",
        "tokens",
        "tokens_only",
        "touched",
        "tray",
        "turn",
        "unseen",
        "world",
    )

    world: World
    round: int  # 1 … world.rounds
    turn: int  # seat whose turn it is
    seat: int  # seat that decides now
    step: int  # what is asked
    arg: int  # detail of what is asked; `asked` decodes it
    phase: int  # how far the turn has come (see World.phases)
    stack: list[int]  # interrupted decisions, the latest last: step, seat, arg each
    picked: bool  # the active combo was picked this turn
    touched: bool  # something was done this turn: too late to decline
    done: int  # races in decline that have acted this turn
    acting: int  # race that readies, conquers or redeploys
    bonus: int  # pips of a first roll, else NONE
    conquered: int  # regions the acting race has conquered this turn
    nonempty: int  # how many of them were not empty
    attacked: int  # seats whose active race the active race has attacked this turn
    displaced: int  # races with tokens to redeploy at the end of the turn
    before_ready: tuple[int, ...]  # tokens by region before readying, for races that keep them all in decline

    occ: list[int]  # per region: race standing there, or NONE
    tokens: list[int]  # per region
    guard: list[int]  # per region: cost without tokens (ground, markers, race defence)
    markers: list[int]  # marker << 6 | region, sorted
    lying: list[int]  # badges that lie in a region: power << 6 | region, sorted
    marked: int  # regions with any marker
    immune: int  # regions with an immunity marker

    hand: list[int]  # per race, natives last
    tray: list[int]
    owner: list[int]  # seat or NONE
    badge: list[int]  # power that is with the race, or NONE
    mask: list[int]  # regions held
    race_defence: list[int]  # defence the race gives each of its regions now
    joined: list[tuple[int, ...]]  # pieces that lie in its regions, see `region_contents.joined_now`
    combos: list[Combo]  # per race: what it and its badge do now; derived

    coins: list[int]  # per seat; NONE: hidden in this view
    notes: list[int]  # per note of a word and seat: see `words/note`
    active: list[int]  # race or NONE
    declined: list[tuple[int, ...]]  # races, oldest first

    col_race: list[int]
    col_badge: list[int]
    col_coins: list[int]
    unseen: list[int]  # per deck: what has not been drawn yet
    returned: list[int]  # banners under the stack, next one first
    discards: int
    short: bool  # the column may have to be refilled
    counters: list[int]
    card: int  # the open card of the row, by its number in the row's deck, or NONE
    foreseen: int  # the next card, if somebody has seen it; NONE: nobody has, or a view does not know it
    seers: int  # seats that have seen the next card
    adrift: int  # regions that declined races hold only as long as a card lets them

    # Derived from the rest for the acting race:
    combo: Combo  # of the acting race; `world.idle` if no race acts
    reach: int
    open: int
    tokens_only: int  # regions whose defender allows only tokens against it (see `words/unaided`)

    def copy(self) -> State:
        new = State.__new__(State)
        new.world = self.world
        new.round = self.round
        new.turn = self.turn
        new.seat = self.seat
        new.step = self.step
        new.arg = self.arg
        new.phase = self.phase
        new.stack = self.stack.copy()
        new.picked = self.picked
        new.touched = self.touched
        new.done = self.done
        new.acting = self.acting
        new.bonus = self.bonus
        new.conquered = self.conquered
        new.nonempty = self.nonempty
        new.attacked = self.attacked
        new.displaced = self.displaced
        new.before_ready = self.before_ready
        new.occ = self.occ.copy()
        new.tokens = self.tokens.copy()
        new.guard = self.guard.copy()
        new.markers = self.markers.copy()
        new.lying = self.lying.copy()
        new.marked = self.marked
        new.immune = self.immune
        new.hand = self.hand.copy()
        new.tray = self.tray.copy()
        new.owner = self.owner.copy()
        new.badge = self.badge.copy()
        new.mask = self.mask.copy()
        new.race_defence = self.race_defence.copy()
        new.joined = self.joined.copy()
        new.combos = self.combos.copy()
        new.coins = self.coins.copy()
        new.active = self.active.copy()
        new.notes = self.notes.copy()
        new.declined = self.declined.copy()
        new.col_race = self.col_race.copy()
        new.col_badge = self.col_badge.copy()
        new.col_coins = self.col_coins.copy()
        new.unseen = self.unseen.copy()
        new.returned = self.returned.copy()
        new.discards = self.discards
        new.short = self.short
        new.counters = self.counters.copy()
        new.card = self.card
        new.foreseen = self.foreseen
        new.seers = self.seers
        new.adrift = self.adrift
        new.combo = self.combo
        new.reach = self.reach
        new.open = self.open
        new.tokens_only = self.tokens_only
        return new

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.copy()  # what its lists hold never changes

    def share(self, before: State) -> None:
        """Share equal lists with an earlier position to save memory. Only for positions that are kept and
        never changed again."""
        for name in LISTS:
            if getattr(self, name) == getattr(before, name):
                setattr(self, name, getattr(before, name))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)

    __hash__ = None  # type: ignore[assignment]  # mutable; use its string as a key

    def __repr__(self) -> str:
        where = f"round {self.round} of {self.world.rounds}, turn of seat {'ABCDEFGH'[self.turn]}"
        return f"<State {self.world.board.id}: {where}, {STEP_NAMES[self.step]}>"

    # --- small questions ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.step == OVER

    @property
    def is_chance(self) -> bool:
        return self.step >= FIRST_CHANCE

    def spots(self, marker: int) -> int:
        """Regions where markers of this kind stand."""
        out = 0
        for entry in self.markers:
            if entry >> 6 == marker:
                out |= 1 << (entry & 63)
        return out

    def placed(self, marker: int) -> int:
        """How many markers of this kind are out."""
        count = 0
        for entry in self.markers:
            if entry >> 6 == marker:
                count += 1
        return count

    def markers_in(self, region: int) -> list[int]:
        return [entry >> 6 for entry in self.markers if entry & 63 == region]

    def update_combo(self, race: int) -> None:
        """Look up a race's combo after it was picked, declined, lost its badge or was joined by a piece."""
        owner, native = self.owner[race], race >= len(self.world.races)
        mode = ACTIVE_MODE if native or (owner != NONE and self.active[owner] == race) else DECLINED_MODE
        combo = self.combos[race] = self.world.combo(race, self.badge[race], mode, self.joined[race])
        self.race_defence[race] = combo.defence if native or owner != NONE else 0

    def is_active(self, race: int) -> bool:
        owner = self.owner[race]
        return owner != NONE and self.active[owner] == race

    def races_of(self, seat: int) -> tuple[int, ...]:
        """Active race first, then the declined ones, oldest first."""
        active = self.active[seat]
        return self.declined[seat] if active == NONE else (active,) + self.declined[seat]

    def regions_of(self, seat: int) -> int:
        out = 0
        for race in self.races_of(seat):
            out |= self.mask[race]
        return out

    @property
    def column(self) -> list[tuple[str, str, int]]:
        """The combos on offer, top first: power, race, coins lying on it."""
        world = self.world
        return [
            (world.power_ids[badge], world.race_ids[race], coins)
            for race, badge, coins in zip(self.col_race, self.col_badge, self.col_coins, strict=False)
        ]

    def tokens_on_map(self, seat: int) -> int:
        mine = set(self.races_of(seat))
        return sum(count for race, count in zip(self.occ, self.tokens, strict=True) if race in mine)


def empty_state(world: World) -> State:
    """A board with nothing on it, before the first round; nothing has been drawn."""
    count, races = len(world.board.regions), len(world.all_races)
    state = State.__new__(State)
    state.world = world
    state.round, state.turn, state.seat, state.step, state.arg, state.phase = 1, 0, 0, PICK, 0, 0
    state.stack = []
    state.picked = state.touched = False
    state.done = state.conquered = state.nonempty = state.attacked = state.displaced = 0
    state.acting, state.bonus, state.before_ready = NONE, NONE, ()
    state.occ, state.tokens, state.guard = [NONE] * count, [0] * count, list(world.ground)
    state.markers, state.lying, state.marked, state.immune = [], [], 0, 0
    state.hand, state.tray = [0] * races, list(world.supply)
    state.owner, state.badge = [NONE] * races, [NONE] * races
    state.mask, state.race_defence, state.joined = [0] * races, [0] * races, [()] * races
    state.combos = [
        world.combo(race, NONE, ACTIVE_MODE if world.is_native(race) else DECLINED_MODE)
        for race in range(races)
    ]
    state.coins, state.active = [START_COINS] * world.players, [NONE] * world.seats
    state.notes, state.declined = [NONE] * (len(NOTES) * world.seats), [()] * world.seats
    if world.party is not None:
        state.coins.append(world.party.purse)
        state.owner[world.party_race], state.active[world.players] = world.players, world.party_race
    state.col_race, state.col_badge, state.col_coins = [], [], []
    state.unseen = [(1 << len(deck)) - 1 for deck in world.decks]
    state.returned, state.discards, state.short = [], 0, True
    state.counters = [0] * len(world.counters)
    state.card = state.foreseen = NONE
    state.seers = state.adrift = 0
    state.combo, state.reach, state.open, state.tokens_only = world.idle, 0, 0, 0
    return state


def settle_natives(state: State) -> None:
    """Put natives on every region that is printed with them and held by nobody."""
    world = state.world
    if not world.settlers:
        return
    homes = [region for region in world.board.regions if region.natives and state.occ[region.id] == NONE]
    if sum(region.natives for region in homes) > state.tray[world.race_index(world.settlers)]:
        return  # a party with too few tokens: a player chooses where they stand
    for region in homes:
        settle(state, world.race_index(world.settlers), region.id, region.natives)


def settle(state: State, race: int, region: int, tokens: int) -> None:
    """Move natives from their tray into an empty region."""
    state.occ[region], state.tokens[region] = race, tokens
    state.tray[race] -= tokens
    state.mask[race] |= 1 << region
