"""A world is one set of rules: a board, the pieces in play, the phases of a turn. It never changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from .board import Board, Ground, Terrain, name_faults
from .combo import ACTIVE_MODE, DECLINED_MODE, Combo
from .course import Course
from .effects import Toll
from .errors import PackError, choices
from .kits import Gift, Kit, Way, adrift_counter, put_counter
from .making import (
    check_enough,
    check_room,
    choose,
    chosen_options,
    gather,
    is_rooted,
    look_up,
    marker_counters,
    may_stack,
    name_faults_of_pieces,
    order_of,
    pack_faults,
    people_of,
    phases_of,
    printed_natives,
    races_with,
    remembered_by,
    supply_of,
    the_party,
    told,
    unique,
    usual_rounds,
)
from .opening import openers
from .pack import Pack
from .pieces import (
    MOMENTS,
    Counter,
    Deck,
    Marker,
    Native,
    Party,
    Person,
    Piece,
    Power,
    Question,
    Race,
    Rule,
    Use,
    has_moment,
)
from .sense import Absent, absentees
from .where import Where

RULES_VERSION: Final = 1  # raised when the same actions would lead to another game
START_COINS: Final = 5
COLUMN: Final = 6  # combos on offer: five in the column and the pair on top of the stacks
MOST_COINS: Final = 99_999  # that anybody can have, or that can lie on a combo; good games end below 150
DIE: Final = (0, 0, 0, 1, 2, 3)
DIE_MAX: Final = 3
NONE: Final = -1
SEATS: Final = "ABCDEFGH"
MAX_COMBOS: Final = 20_000  # worked-out combos that are kept

BANNERS: Final = 0  # decks every world has
BADGES: Final = 1


class World:
    """`races`, `powers`: a hand-picked subset, None for everything the packs bring. `options`: by name, as
    the packs declare them. `players`, `rounds`: the board's, unless said otherwise."""

    def __init__(
        self,
        board: Board,
        packs: Sequence[Pack],
        *,
        races: Iterable[str] | None = None,
        powers: Iterable[str] | None = None,
        options: Mapping[str, str] | None = None,
        players: int = 0,
        rounds: int = 0,
    ) -> None:
        self.board = board
        self.packs = tuple(packs)
        found_rules = [rule for pack in packs for rule in pack.rules.values()]
        with_party = any(issubclass(rule, Party) for rule in found_rules)
        # Persons; a party has a seat beside them, and takes a player's place on the board.
        self.players = players or board.players - with_party
        self.rounds = rounds or usual_rounds(board, found_rules, self.players)
        # Part of the world's name in strings and records.
        wanted_races = None if races is None else list(races)
        wanted_powers = None if powers is None else list(powers)
        self.chosen_races = None if wanted_races is None else tuple(sorted(wanted_races))
        self.chosen_powers = None if wanted_powers is None else tuple(sorted(wanted_powers))
        self.phases = phases_of(packs)
        faults = pack_faults(packs, self.players, self.rounds)
        self.options = chosen_options(packs, options or {}, faults)
        self.terrains: dict[str, Terrain] = {}
        self.symbols: list[str] = []
        natives: list[type[Native]] = []
        all_races: dict[str, type[Race]] = {}
        all_powers: dict[str, type[Power]] = {}
        kin: list[frozenset[str]] = []
        decks: list[Deck] = []
        for pack in packs:
            self.terrains.update(pack.terrains)
            self.symbols += [symbol for symbol in pack.symbols if symbol not in self.symbols]
            natives += pack.natives.values()
            kin += pack.kin
            decks += pack.decks
            gather(all_races, pack.races, faults)
            gather(all_powers, pack.powers, faults)
        faults += name_faults(board, self.terrains, self.symbols)
        faults += name_faults_of_pieces(self)
        chosen_races = choose("race", all_races, wanted_races, faults)
        chosen_powers = choose("power", all_powers, wanted_powers, faults)
        if faults:
            raise PackError(faults)
        self.ground_map = Ground(board, self.terrains, kin)
        home = next((pack for pack in packs if board.id in pack.boards), packs[0] if packs else None)
        found_rules.sort(key=lambda rule: not issubclass(rule, Party))  # where they stand is settled first
        rules = [rule for rule in found_rules if rule.applies(board, home.id if home else "", self.options)]
        self.settlers = printed_natives(board, home, natives)
        self.party = the_party(rules, self.settlers, board, self.players)
        self.seats: int = self.players + (self.party is not None)  # the party's is the last
        self.orders: list[tuple[int, ...]] = [order_of(self, round) for round in range(self.rounds + 1)]
        present = {self.settlers} | {kind for rule in rules for kind in rule.brings_natives}
        decks = [deck for deck in decks if deck.drawn_by in present]
        # What makes no sense on this board is taken out before the game, and said.
        self.left_out: tuple[Absent, ...] = tuple(
            absentees([*chosen_races, *chosen_powers], self.ground_map, decks, rules)
        )
        gone = {absent.piece for absent in self.left_out}
        self.races: tuple[type[Race], ...] = tuple(race for race in chosen_races if race not in gone)
        self.powers: tuple[type[Power], ...] = tuple(power for power in chosen_powers if power not in gone)
        self.natives: tuple[type[Native], ...] = tuple(native for native in natives if native.id in present)
        self.rules: tuple[type[Rule], ...] = tuple(rules)
        self.joining: tuple[type[Rule], ...] = tuple(rule for rule in rules if rule.joins)
        # Those that pay something when the game is over.
        self.final_rules: tuple[type[Rule], ...] = tuple(
            rule for rule in rules if has_moment(rule, "final_coins", Rule)
        )
        # Races without a banner come after the others, so that one index names whoever stands in a region.
        self.all_races: tuple[type[Race], ...] = (*self.races, *self.natives)
        self.race_ids: tuple[str, ...] = tuple(race.id for race in self.all_races)
        self.power_ids: tuple[str, ...] = tuple(power.id for power in self.powers)
        # What lies on top of the column when the game begins, if that is not left to chance.
        self.first_race, self.first_power = openers(self.options, self.races, self.powers, self.left_out)
        self.led: int = self.race_ids.index(self.settlers) if self.party is not None else NONE  # its race
        self.supply: tuple[int, ...] = tuple(supply_of(self, race) for race in self.all_races)
        self.found: tuple[type[Piece], ...] = tuple(piece for deck in decks for piece in deck.pieces)
        self.deck_ids: tuple[str, ...] = tuple(unique("deck", ["race", "power", *(d.id for d in decks)]))
        self.decks: tuple[tuple[str, ...], ...] = (
            tuple(race.id for race in self.races),
            self.power_ids,
            *(tuple(piece.id for piece in deck.pieces) for deck in decks),
        )
        self.deck_pieces: tuple[tuple[type[Piece], ...], ...] = tuple(deck.pieces for deck in decks)
        # Whatever may lie in a region and work for its holder: found pieces, and badges.
        self.joinable: tuple[type[Piece], ...] = (*self.found, *self.powers)
        self.pieces: tuple[type[Piece], ...] = (*self.all_races, *self.powers, *self.found, *self.rules)
        self.serving: tuple[bool, ...] = tuple(piece.serves_parties for piece in self.joinable)
        self._index_parts()
        self._read_board()
        check_room(self)
        check_enough(self)
        self.phase_index: dict[str, int] = {name: number for number, name in enumerate(self.phases)}
        self.rules_asking = self.phase_mask(self.rules_ask)
        self.course = Course(self)
        self.kits: dict[type[Piece], Kit] = {piece: Kit(self, piece) for piece in self.pieces}
        self.runs: list[Any] = []  # the same as functions, for `turn`
        self._masks: dict[Where, int] = {}
        self._gifts: dict[tuple[type[Piece], int, bool], Gift] = {}
        self._combos: list[Combo | None] = [None] * (len(self.all_races) * (len(self.powers) + 1) * 3)
        self._joined_combos: dict[tuple[int, int, int, tuple[int, ...]], Combo] = {}
        # What a state holds while no race acts.
        self.idle = self.combo(0, NONE, DECLINED_MODE)

    def __repr__(self) -> str:
        packs = "+".join(pack.id for pack in self.packs)
        return f"<World {self.board.id} ({packs}): {len(self.races)} races, {len(self.powers)} powers>"

    def _index_parts(self) -> None:
        """Number markers, means, uses, questions and counters; from here on play knows them by number."""
        self.markers: list[Marker] = []
        self.means: list[Way] = []
        self.uses: list[Use] = []
        self.questions: list[Question] = []
        self.marker_piece: list[type[Piece]] = []
        self.question_piece: list[type[Piece]] = []
        self.moments_of: dict[type[Piece], tuple[str, ...]] = {}
        counters: list[Counter] = []
        for piece in self.pieces:
            self.moments_of[piece] = tuple(moment for moment in MOMENTS if has_moment(piece, moment))
            # Of those that are tokens each race has one.
            self.markers += [replace(m, count=len(self.races)) if m.token else m for m in piece.markers]
            self.marker_piece += [piece] * len(piece.markers)
            self.means += [Way(means) for means in piece.means]
            self.uses += piece.uses
            self.questions += piece.questions
            self.question_piece += [piece] * len(piece.questions)
            counters += piece.counters
            used = [means.used_counter for means in piece.means] + [use.used_counter for use in piece.uses]
            known = {counter.id for counter in piece.counters}
            counters += [Counter(id=name, span="turn") for name in dict.fromkeys(used) if name not in known]
            counters += [Counter(id=adrift_counter(m.id), span="turn") for m in piece.markers if m.returns]
            counters += [Counter(id=put_counter(m.id), span="turn") for m in piece.markers if m.per_turn]
            counters += [Counter(id=name, span="race") for name in remembered_by(piece)]
        if self.party is not None:  # the region it is passing through, from 1: a neighbour of it comes next
            counters.append(Counter(id="crossing", span="turn"))
        self.marker_ids = unique("marker", [marker.id for marker in self.markers])
        self.means_ids = unique("means", [means.id for means in self.means])
        self.use_ids = unique("use", [use.id for use in self.uses])
        self.question_ids = unique("question", [question.id for question in self.questions])
        # Those of a turn come first, so that they are cleared in one go.
        counters.sort(key=lambda counter: counter.span != "turn")
        self.counters: tuple[Counter, ...] = tuple(counters)
        self.people: tuple[Person, ...]
        self.people, more = people_of(self)
        self.counters = (*counters, *more)
        self.counter_ids = unique("counter", [counter.id for counter in self.counters])
        self.turn_zeros = [0 for counter in counters if counter.span == "turn"]
        self.adrift = marker_counters(self, adrift_counter, [bool(m.returns) for m in self.markers])
        self.put_out = marker_counters(self, put_counter, [bool(m.per_turn) for m in self.markers])
        self.used: list[int] = [self.counter_ids[means.used_counter] for means in self.means]
        self.use_made: list[int] = [self.counter_ids[use.used_counter] for use in self.uses]
        self.race_counters: dict[str, tuple[int, ...]] = {}
        for piece in self.pieces:
            mine = [c.id for c in piece.counters if c.span == "race"] + remembered_by(piece)
            self.race_counters[piece.id] = tuple(self.counter_ids[name] for name in mine)
        # Marker -> the piece that joins with it, as a number into `joinable`; -1: none.
        self.joins: tuple[int, ...] = tuple(
            self.found.index(piece) if marker.joins else NONE
            for marker, piece in zip(self.markers, self.marker_piece, strict=True)
        )
        self.marker_defence: list[int] = [marker.defence for marker in self.markers]
        self.marker_immune: list[bool] = [marker.immune for marker in self.markers]
        # What most worlds need not look for.
        self.special_wards: list[bool] = [marker.opens_to != "holder" for marker in self.markers]
        if not any(self.special_wards):
            self.special_wards = []
        self.toll_races = races_with(self, lambda effect: isinstance(effect, Toll))
        self.most_toll = sum(e.coins for piece in self.pieces for e in piece.effects if isinstance(e, Toll))
        self.unaided_races = races_with(self, lambda effect: getattr(effect, "flag", "") == "unaided")
        self.rules_ask: dict[str, list[int]] = {}
        for number, question in enumerate(self.questions):
            asker = self.question_piece[number]
            if issubclass(asker, Rule) and not asker.joins:
                self.rules_ask.setdefault(question.at, []).append(number)
        self.rooted: tuple[bool, ...] = tuple(is_rooted(piece) for piece in self.joinable)
        self.told_joined, self.told_released = told(self)
        self.hears_attacks = any("on_attacked" in moments for moments in self.moments_of.values())
        self.phase_questions = {question.at for question in self.questions if question.at}
        self.may_stack = may_stack(self)

    def _read_board(self) -> None:
        def of(test: str) -> int:
            return sum(1 << r.id for r in self.board.regions if getattr(self.terrains[r.terrain], test))

        everything = (1 << len(self.board.regions)) - 1
        self.nothing = [0] * len(self.board.regions)
        self.borders: list[int] = list(self.board.neighbour_masks)
        self.closed = of("closed")
        self.barred = of("barred")
        self.transit = of("transit")
        self.open_terrain = everything & ~self.closed & ~self.barred
        self.border = sum(1 << region.id for region in self.board.regions if region.border)
        self.ground: tuple[int, ...] = tuple(
            self.terrains[r.terrain].cost + self.terrains[r.terrain].defence for r in self.board.regions
        )

    # --- names ---------------------------------------------------------------------------------------

    def is_native(self, race: int) -> bool:
        """Whether the tokens of this race belong to nobody."""
        return race >= len(self.races)

    def race_index(self, name: str) -> int:
        try:
            return self.race_ids.index(name)
        except ValueError:
            raise PackError(choices("race", name, self.race_ids)) from None

    def power_index(self, name: str) -> int:
        try:
            return self.power_ids.index(name)
        except ValueError:
            raise PackError(choices("power", name, self.power_ids)) from None

    def marker_index(self, name: str) -> int:
        index = self.marker_ids.get(name)
        return look_up("marker", name, self.marker_ids) if index is None else index

    def means_index(self, name: str) -> int:
        return look_up("means", name, self.means_ids)

    def counter_index(self, name: str) -> int:
        index = self.counter_ids.get(name)
        return look_up("counter", name, self.counter_ids) if index is None else index

    def badge_piece(self, power: int) -> int:
        """A badge that lies in a region, as a number into `joinable`."""
        return len(self.found) + power

    def mask_of(self, where: Where) -> int:
        """The mask of a static region set on this board."""
        mask = self._masks.get(where)
        if mask is None:
            mask = self._masks[where] = where.mask(self.ground_map)
        return mask

    def phase_mask(self, names: Iterable[str]) -> int:
        """Phases as bits. A question that belongs to none (it is asked on the spot) has no bit."""
        return sum(1 << self.phase_index[name] for name in names if name)

    def gift(self, piece: type[Piece], region: int, acting: bool) -> Gift:
        """What a piece brings to a race, from where it lies (-1: nowhere)."""
        name = (piece, region, acting)
        found = self._gifts.get(name)
        if found is None:
            found = self._gifts[name] = Gift(self, piece, region, acting)
        return found

    # --- combos --------------------------------------------------------------------------------------

    def combo(self, race: int, power: int, mode: int = ACTIVE_MODE, joined: tuple[int, ...] = ()) -> Combo:
        """The worked-out combo; `power` NONE for a race without badge, `joined` as in `State.joined`."""
        if joined:
            name = (race, power, mode, joined)
            found = self._joined_combos.get(name)
            if found is None:
                if len(self._joined_combos) >= MAX_COMBOS:
                    self._joined_combos.clear()
                found = self._joined_combos[name] = Combo(self, race, power, mode, joined)
            return found
        key = (race * (len(self.powers) + 1) + power + 1) * 3 + mode
        combo = self._combos[key]
        if combo is None:
            combo = self._combos[key] = Combo(self, race, power, mode)
        return combo
