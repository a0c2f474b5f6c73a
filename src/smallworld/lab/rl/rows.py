"""Many games of one world, and two rows of bytes for each: what a seat knows, and what it may do.

This is the compiled form of `Observer.observe` and `Actions.mask`; a test compares them in every position of
random games. A row has the numbers of an observation before they are scaled, as signed bytes. Only the coins
of the observing seat, which may be more than a byte holds, are kept apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from smallworld.engine.bits import regions
from smallworld.engine.position.setup import new_state
from smallworld.engine.position.state import (
    CONQUER,
    FADE,
    FIRST_CHANCE,
    MARKERS,
    OVER,
    QUESTION,
    READY,
    REDEPLOY,
    ROLLED,
    VICTIMS,
    State,
)
from smallworld.engine.turn.decision_stack import question_parts
from smallworld.engine.turn.steps import conquer, ready, redeploy
from smallworld.engine.turn.steps.price import cost_of
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.chance import sample
from smallworld.engine.world.world import COLUMN, DIE_MAX, NONE, World

if TYPE_CHECKING:
    from mypy_extensions import i64  # a machine number when compiled

# Numbers are divided by these; larger ones count as 1.
FEW: Final = 10  # guards, costs, gains, spoils
COUNTS: Final = 5
LOOKS: Final = 11  # of a guard or a cost: from 0 to FEW

CHUNK: Final = 10  # pieces of a deck whose looks are made together
# `Any`, here and in lists of indices: compiled code would unpack an `int` and box it again for each write.
ONE: Final[Any] = 1
NO_BYTES: Final = bytearray()


class Layout:
    """Where things are in a row; `Observer.layout` makes it.

    Rows of regions and of combos are made once for each look they can have, and then put together.
    """

    def __init__(
        self,
        size: int,
        region_width: int,
        first_seat: int,
        first_marker: int,
        players: int,
        player_width: int,
        column: int,
        column_width: int,
        table: int,
        most_tokens: int,
        seated: list[int],
        counters: list[int],
        notes: int,
        unseen: int,
        decks: list[int],
    ) -> None:
        self.size = size
        self.region_width = region_width
        self.first_seat = first_seat
        self.first_marker = first_marker
        self.players = players
        self.player_width = player_width
        self.table = table
        self.seated = seated
        self.counters = counters
        self.notes = notes
        self.index: list[Any] = list(range(size))
        self.most_tokens = most_tokens
        holders = first_marker - 2
        self.region_looks: list[bytes | None] = [None] * (holders * (most_tokens + 1) * LOOKS * LOOKS * 2)
        self.combo_looks: dict[int, bytes] = {}
        self.combo_width = column_width
        self.no_players = bytes(column - players)
        self.no_combo = bytes(column_width)
        self.no_table = bytes(unseen - table)
        self.rest = bytes(size - unseen - sum(decks))
        self.after_decks = size - len(self.rest)
        # Each deck in chunks: which deck, from which piece on, and a row for every set of unseen pieces.
        parts = [(deck, first) for deck, cards in enumerate(decks) for first in range(0, cards, CHUNK)]
        self.chunk_decks = [deck for deck, _ in parts]
        self.chunk_firsts = [first for _, first in parts]
        self.chunk_sizes = [min(CHUNK, decks[deck] - first) for deck, first in parts]
        looks = {cards: all_sets(cards) for cards in sorted(set(self.chunk_sizes))}
        self.chunk_looks = [looks[cards] for cards in self.chunk_sizes]

    def region_look(self, holder: int, tokens: int, guard: int, cost: int, conquered: bool) -> bytes:
        row, marker = bytearray(self.region_width), self.first_marker
        row[holder] = 1
        row[marker - 2] = tokens
        row[marker - 1] = guard
        row[-3] = 1 if conquered else 0
        row[-2] = 1 if cost else 0
        row[-1] = cost
        return bytes(row)

    def combo_look(self, look: int, race: int, badge: int, gain: int) -> bytes:
        row = bytearray(self.combo_width)
        row[race] = 1
        row[badge] = 1
        row[-1] = gain & 255
        self.combo_looks[look] = bytes(row)
        return self.combo_looks[look]


def all_sets(pieces: int) -> list[bytes]:
    """A row of zeros and ones for every set of so many pieces, by its mask."""
    return [bytes([mask >> piece & 1 for piece in range(pieces)]) for mask in range(1 << pieces)]


class Rows:
    """For each game its position, its legal actions, the two rows, and the coins of the seat that
    looks, and who decides."""

    def __init__(self, count: int, world: World, layout: Layout, codes: Sequence[int]) -> None:
        self.world = world
        self.layout = layout
        self.codes = list(codes)
        self.width = len(self.codes)
        self.numbers: list[Any] = [NONE] * (max(self.codes) + 1)  # of each code
        for number, code in enumerate(self.codes):
            self.numbers[code] = number
        self.states: list[State] = [new_state(world) for _ in range(count)]
        self.luck: list[Callable[[], float]] = []
        self.legal: list[list[int]] = [[] for _ in range(count)]
        self.rows: list[bytearray] = [bytearray()] * count
        self.masks: list[bytearray] = [bytearray()] * count
        self.coins = [0] * count
        self.seats = [0] * count

    def start(self, game: int) -> None:
        """A new game; its chance goes on where it was."""
        self.states[game] = new_state(self.world)
        self.settle(game)

    def settle(self, game: int) -> None:
        """Resolve chance events until somebody decides, or the game is over."""
        s, random = self.states[game], self.luck[game]
        while s.step >= FIRST_CHANCE:
            play(s, sample(s, random))
        step = s.step
        # The usual steps by name: when compiled, these are direct calls.
        if step == READY:
            self.legal[game] = ready.codes(s)
        elif step == CONQUER:
            self.legal[game] = conquer.codes(s)
        elif step == REDEPLOY:
            self.legal[game] = redeploy.codes(s)
        else:
            self.legal[game] = CODES[step](s)

    def do(self, game: int, number: int) -> bool:
        """Play a legal decision; returns whether the game is over."""
        s = self.states[game]
        play(s, self.codes[number])
        self.settle(game)
        return s.step == OVER

    def step(self, numbers: list[int]) -> list[int]:
        """Play one legal decision in each game and show what who decides next sees. Returns the games that
        are over, which show nothing new."""
        over = []
        for game, number in enumerate(numbers):
            if self.do(game, number):
                over.append(game)
            else:
                self.show(game, self.states[game].seat)
        return over

    def illegal(self, numbers: list[int]) -> int:
        """The first game in which the chosen action is not legal, or NONE."""
        for game, number in enumerate(numbers):
            if not self.masks[game][number]:
                return game
        return NONE

    def choose(self, shares: list[float]) -> list[int]:
        """The number of a legal action in each game: the first for a share of 0, the last for almost 1."""
        found: list[int] = []
        for game, share in enumerate(shares):
            legal = self.legal[game]
            found.append(self.numbers[legal[int(share * len(legal))]])
        return found

    def show(self, game: int, seat: int) -> None:
        """Write what a seat sees of a game, and what it may do: nothing if another one decides."""
        s, layout = self.states[game], self.layout
        mask, numbers = bytearray(self.width), self.numbers
        if s.seat == seat:
            for code in self.legal[game]:
                mask[numbers[code]] = ONE
        self.masks[game] = mask
        looks = region_looks(s, layout, seat)
        looks.append(layout.no_players)
        combo_looks(s, layout, looks)
        looks.append(layout.no_table)
        unseen_looks(s, layout, looks)
        looks.append(layout.rest)
        row = NO_BYTES.join(looks)
        see_markers(s, layout, row)
        see_players(s, layout, row, seat)
        see_table(s, layout, row)
        self.rows[game] = row
        self.coins[game] = s.coins[seat]
        self.seats[game] = s.seat


def region_looks(s: State, layout: Layout, seat: int) -> list[bytes]:
    """A row for each region, without its markers."""
    races, seats = len(s.world.races), s.world.seats
    holders = [0] * (len(s.owner) + 1)  # the last: nobody
    for native in range(races, len(s.owner)):
        holders[native] = 1 + native - races
    role, other = layout.first_seat, seat
    for _ in range(seats):
        declined = s.declined[other]
        if declined:
            for race in declined:
                holders[race] = role + 2
            holders[declined[-1]] = role + 1
        if s.active[other] != NONE:
            holders[s.active[other]] = role
        role += 3
        other = other + 1 if other + 1 < seats else 0
    costs = [0] * len(s.occ)
    if s.step == READY or s.step == CONQUER or s.step == ROLLED:
        for region in regions(s.reach & s.open & ~s.mask[s.acting]):
            cost = cost_of(s, region)
            costs[region] = cost if cost < FEW else FEW
    found: list[bytes] = []
    known, conquered = layout.region_looks, s.conquered
    occ, tokens, guards = s.occ, s.tokens, s.guard
    most: i64 = layout.most_tokens + 1
    count: i64 = len(tokens)
    place: i64
    for place in range(count):
        holder: i64 = holders[occ[place]]
        troops: i64 = tokens[place]
        guard: i64 = guards[place]
        price: i64 = costs[place]
        if guard > FEW:
            guard = FEW
        look: i64 = ((holder * most + troops) * LOOKS + guard) * LOOKS + price << 1
        taken = conquered != 0 and conquered >> place & 1 != 0
        if taken:
            look += 1
        row = known[look]
        if row is None:
            row = known[look] = layout.region_look(holder, troops, guard, price, taken)
        found.append(row)
    return found


def combo_looks(s: State, layout: Layout, looks: list[bytes]) -> None:
    """A row for each combo on offer."""
    known, races = layout.combo_looks, len(s.world.races)
    slot: i64
    for slot in range(len(s.col_badge)):
        race: i64 = s.col_race[slot]
        badge: i64 = s.col_badge[slot]
        gain: i64 = s.col_coins[slot] - slot
        if gain > FEW:
            gain = FEW
        look: i64 = (race << 8 | badge) << 8 | gain & 255
        row = known.get(look)
        if row is None:
            row = layout.combo_look(look, race, races + badge, gain)
        looks.append(row)
    for _ in range(COLUMN - len(s.col_badge)):
        looks.append(layout.no_combo)


def unseen_looks(s: State, layout: Layout, looks: list[bytes]) -> None:
    """What has not been drawn yet."""
    chunk: i64
    for chunk in range(len(layout.chunk_decks)):
        left: i64 = s.unseen[layout.chunk_decks[chunk]]
        first: i64 = layout.chunk_firsts[chunk]
        known = layout.chunk_looks[chunk]
        looks.append(known[left >> first & len(known) - 1])


def see_markers(s: State, layout: Layout, row: bytearray) -> None:
    width, marker = layout.region_width, layout.first_marker
    for entry in s.markers:
        row[(entry & 63) * width + marker + (entry >> 6)] += 1
    for entry in s.lying:
        row[(entry & 63) * width + width - 4] = 1


def see_players(s: State, layout: Layout, row: bytearray, seat: int) -> None:
    index, world = layout.index, s.world
    at: i64 = layout.players
    other: i64 = seat
    races: i64 = len(world.races)
    seats: i64 = world.seats
    pieces: i64 = races + len(world.powers)
    for _ in range(seats):
        declined = s.declined[other]
        numbers: i64 = at + 3 * pieces
        active: i64 = s.active[other]
        if active != NONE:
            row[index[at + active]] = ONE
            if s.badge[active] != NONE:
                row[index[at + races + s.badge[active]]] = ONE
            row[index[numbers]] = min(s.hand[active], layout.most_tokens)
            row[index[numbers + 2]] = s.tray[active]
        for race in declined:
            role = 1 if race == declined[-1] else 2
            row[index[at + role * pieces + race]] = ONE
            if s.badge[race] != NONE:
                row[index[at + role * pieces + races + s.badge[race]]] = ONE
            if role == 1:
                row[index[numbers + 1]] = min(s.hand[race], layout.most_tokens)
        if s.turn == other:
            row[index[numbers + 3]] = ONE
        if s.seat == other:
            row[index[numbers + 4]] = ONE
        if s.attacked >> other & 1:
            row[index[numbers + 5]] = ONE
        numbers += 6
        for note in range(layout.notes):
            noted = s.notes[note * seats + other]
            if noted != NONE:
                row[numbers + (noted - seat) % seats] = 1
            numbers += seats
        for counter in layout.seated:
            if s.counters[counter] >> other & 1:
                row[numbers] = 1
            numbers += 1
        at += layout.player_width
        other = other + 1 if other + 1 < seats else 0


def see_table(s: State, layout: Layout, row: bytearray) -> None:
    index, world, step = layout.index, s.world, s.step
    at: i64 = layout.table
    about, question = s.active[s.turn], NONE
    if step == QUESTION:
        question, race, _ = question_parts(s.arg)
        if race != NONE:
            about = race
    elif (READY <= step < FADE and step != MARKERS) or step == VICTIMS:
        about = s.arg & 63
    row[index[at + 1]] = s.round
    if s.picked:
        row[index[at + 2]] = ONE
    if s.touched:
        row[index[at + 3]] = ONE
    row[index[at + 4]] = s.nonempty if s.nonempty < FEW else FEW
    if about != NONE:
        row[index[at + 5]] = min(s.hand[about], layout.most_tokens)
    at += 6
    row[index[at + step]] = ONE
    at += FIRST_CHANCE
    if s.bonus != NONE:
        row[at + s.bonus] = 1
    at += DIE_MAX + 1
    if about != NONE:
        row[index[at + about]] = ONE
    at += len(world.races)
    if question != NONE:
        row[at + question] = 1
    at += len(world.questions)
    for counter in layout.counters:
        value = s.counters[counter]
        if value:
            row[at] = (value if value < COUNTS else COUNTS) & 255
        at += 1
    at = layout.after_decks
    for entry in s.lying:
        row[at + (entry >> 6)] = 1
