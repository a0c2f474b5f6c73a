"""A world is one set of rules: a board, the pieces in play, the phases of a turn. It never changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ..bits import NONE as NONE
from ..bits import SEATS as SEATS
from ..bits import mask_of
from ..content.board import Board, Ground, Terrain, name_faults
from ..content.pack import Pack
from ..content.pieces import (
    MOMENTS,
    Aim,
    Card,
    Counter,
    Deck,
    Marker,
    Means,
    Native,
    Party,
    Person,
    Piece,
    Power,
    Question,
    Race,
    Rule,
    Use,
    has_effect,
    has_moment,
)
from ..effects import WORDS
from ..errors import PackError, choices
from ..words.effect import Effect
from ..words.gate import Gate
from ..words.marker import displaced_counter, placed_counter
from ..words.means import added_up, ways_together
from ..words.region_sets import Where
from ..words.unaided import Unaided
from .building import (
    check_enough,
    check_room,
    choose,
    chosen_options,
    copy_names,
    gather,
    is_tied_to_region,
    look_up,
    marker_counters,
    may_stack,
    name_faults_of_pieces,
    order_of,
    pack_faults,
    people_of,
    phases_of,
    printed_markers,
    printed_natives,
    printed_places,
    reactions,
    refuse_unsuited,
    remembered_by,
    row_cards,
    supply_of,
    the_party,
    the_row,
    unique,
    usual_rounds,
)
from .combo import ACTIVE_MODE, DECLINED_MODE, Combo
from .left_out import Absent, absentees
from .opening_column import opening_combo
from .piece_index import Contribution, PieceParts
from .turn_shortcuts import TurnShortcuts

RULES_VERSION: Final = 2  # raised when the same actions would lead to another game
START_COINS: Final = 5
COLUMN: Final = 6  # combos on offer: five in the column and the pair on top of the stacks
MOST_COINS: Final = 99_999  # of a player or on a combo; good games end below 150
DIE: Final = (0, 0, 0, 1, 2, 3)
DIE_MAX: Final = 3
MAX_COMBOS: Final = 20_000  # combos in the cache

ANYWHERE: Final = 63  # as a region number: none in particular; no board has so many regions
BANNERS: Final = 0  # decks of every world
BADGES: Final = 1


class World:
    """`races`, `powers`: a chosen subset, None for all of the packs. `options`: by name, as the packs
    declare them. `players`, `rounds`: 0 for those of the board."""

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
        # Players without the party. The party has its own seat, and takes a player's place on the board.
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
        # The party first: it decides where natives stand.
        found_rules.sort(key=lambda rule: not issubclass(rule, Party))
        rules = [rule for rule in found_rules if rule.applies(board, home.id if home else "", self.options)]
        if any(rule.row is not None for rule in rules):
            self.phases = phases_of(packs, with_row=True)
        self.settlers = printed_natives(board, home, natives)
        self.party = the_party(rules, self.settlers, board, self.players)
        self.seats: int = self.players + (self.party is not None)  # the party's seat is the last
        self.orders: list[tuple[int, ...]] = [order_of(self, round) for round in range(self.rounds + 1)]
        present = {self.settlers} | {kind for rule in rules for kind in rule.brings_natives}
        decks = [deck for deck in decks if deck.drawn_by in present]
        refuse_unsuited(board, rules, self.ground_map)
        # Pieces that are useless on this board are left out before the game, and listed.
        self.left_out: tuple[Absent, ...] = tuple(
            absentees([*chosen_races, *chosen_powers], self.ground_map, decks, rules)
        )
        gone = {absent.piece for absent in self.left_out}
        self.races: tuple[type[Race], ...] = tuple(race for race in chosen_races if race not in gone)
        self.powers: tuple[type[Power], ...] = tuple(power for power in chosen_powers if power not in gone)
        self.natives: tuple[type[Native], ...] = tuple(native for native in natives if native.id in present)
        self.rules: tuple[type[Rule], ...] = tuple(rules)
        # The order of the party, with the stages that other rules add, and the reasons of all of them.
        added = [rule for rule in rules if rule.aims]
        self.aims: tuple[Aim, ...] = (
            *(self.party.order if self.party is not None else ()),
            *(aim for rule in added for aim in rule.aims),
        )
        self.aim_reasons: dict[str, tuple[str, str]] = {
            id: words
            for rule in (*([self.party] if self.party is not None else ()), *added)
            for id, words in rule.reasons.items()
        }
        self.own_tokens_yield = any(rule.own_tokens_yield for rule in rules)
        self.joining: tuple[type[Rule], ...] = tuple(rule for rule in rules if rule.joins)
        # Rules that pay coins at the end of the game.
        self.final_rules: tuple[type[Rule], ...] = tuple(
            rule for rule in rules if has_moment(rule, "final_coins", Rule)
        )
        # Natives come after the races with a banner, so that one index names the race in a region.
        self.all_races: tuple[type[Race], ...] = (*self.races, *self.natives)
        self.race_ids: tuple[str, ...] = tuple(race.id for race in self.all_races)
        self.power_ids: tuple[str, ...] = tuple(power.id for power in self.powers)
        # The first combo of the column, if it is not left to chance.
        self.first_race, self.first_power = opening_combo(
            self.options, self.races, self.powers, self.left_out
        )
        self.party_race: int = self.race_ids.index(self.settlers) if self.party is not None else NONE
        self.supply: tuple[int, ...] = tuple(supply_of(self, race) for race in self.all_races)
        # What can be drawn and then lies in a region, and the places that are printed on the board.
        drawn: tuple[type[Piece], ...] = tuple(piece for deck in decks for piece in deck.pieces)
        self.drawable = len(drawn)
        self.found: tuple[type[Piece], ...] = (*drawn, *printed_places(packs, self.ground_map))
        self.deck_ids: tuple[str, ...] = tuple(unique("deck", ["race", "power", *(d.id for d in decks)]))
        # The row of cards, as one more deck, the last; its copies have numbers.
        self.row = the_row(rules, self.rounds)
        self.row_cards: tuple[type[Card], ...] = row_cards(self.row)
        self.row_deck: int = len(self.deck_ids) if self.row is not None else NONE
        self.decks: tuple[tuple[str, ...], ...] = (
            tuple(race.id for race in self.races),
            self.power_ids,
            *(tuple(piece.id for piece in deck.pieces) for deck in decks),
        )
        if self.row is not None:
            self.deck_ids = tuple(unique("deck", [*self.deck_ids, self.row.id]))
            self.decks = (*self.decks, copy_names(self.row))
        self.deck_pieces: tuple[tuple[type[Piece], ...], ...] = tuple(deck.pieces for deck in decks)
        # Pieces that may lie in a region and work for its holder: finds, and badges.
        cards = self.row.cards if self.row is not None else ()
        self.joinable: tuple[type[Piece], ...] = (*self.found, *self.powers, *cards)
        self.pieces: tuple[type[Piece], ...] = (
            *self.all_races,
            *self.powers,
            *self.found,
            *self.rules,
            *cards,
        )
        # By copy: the card as it stands in `State.joined`.
        self.card_entries: tuple[int, ...] = tuple(
            self.joinable.index(card) << 6 | ANYWHERE for card in self.row_cards
        )
        self.serves_parties: tuple[bool, ...] = tuple(piece.serves_parties for piece in self.joinable)
        self._index_parts()
        self._read_board()
        self.printed_markers: tuple[tuple[int, int], ...] = printed_markers(self)
        check_room(self)
        check_enough(self)
        self.phase_index: dict[str, int] = {name: number for number, name in enumerate(self.phases)}
        self.rule_question_phases = self.phase_mask(self.rule_questions)
        self.shortcuts = TurnShortcuts(self)
        self.parts_of: dict[type[Piece], PieceParts] = {
            piece: PieceParts(self, piece) for piece in self.pieces
        }
        self.runs: list[Any] = []  # the phases as functions, set by `turn`
        self._masks: dict[Where, int] = {}
        self._contributions: dict[tuple[type[Piece], int, bool], Contribution] = {}
        self._joined_contributions: dict[int, Contribution] = {}
        self._combos: list[Combo | None] = [None] * (len(self.all_races) * (len(self.powers) + 1) * 3)
        self._joined_combos: dict[tuple[int, int, int, tuple[int, ...]], Combo] = {}
        # The combo of a state while no race acts.
        self.idle = self.combo(0, NONE, DECLINED_MODE)

    def __repr__(self) -> str:
        packs = "+".join(pack.id for pack in self.packs)
        return f"<World {self.board.id} ({packs}): {len(self.races)} races, {len(self.powers)} powers>"

    def _index_parts(self) -> None:
        """Number the markers, means, uses, questions and counters; play uses only the numbers."""
        self.markers: list[Marker] = []
        self.means: list[Means] = []
        self.uses: list[Use] = []
        self.questions: list[Question] = []
        self.marker_piece: list[type[Piece]] = []
        self.question_piece: list[type[Piece]] = []
        self.moments_of: dict[type[Piece], tuple[str, ...]] = {}
        counters: list[Counter] = []
        for piece in self.pieces:
            self.moments_of[piece] = tuple(moment for moment in MOMENTS if has_moment(piece, moment))
            # Each race has one of each token marker.
            self.markers += [replace(m, count=len(self.races)) if m.token else m for m in piece.markers]
            self.marker_piece += [piece] * len(piece.markers)
            self.means += piece.means
            self.uses += piece.uses
            self.questions += piece.questions
            self.question_piece += [piece] * len(piece.questions)
            counters += piece.counters
            used = [means.used_counter for means in piece.means] + [use.used_counter for use in piece.uses]
            known = {counter.id for counter in piece.counters}
            counters += [Counter(id=name, span="turn") for name in dict.fromkeys(used) if name not in known]
            counters += [Counter(id=displaced_counter(m.id), span="turn") for m in piece.markers if m.returns]
            counters += [Counter(id=placed_counter(m.id), span="turn") for m in piece.markers if m.per_turn]
            counters += [Counter(id=name, span="race") for name in remembered_by(piece)]
        # The region a party is passing through, from 1: its next target is a neighbour of that.
        if self.party is not None:
            counters.append(Counter(id="crossing", span="turn"))
        self.marker_ids = unique("marker", [marker.id for marker in self.markers])
        self.means_ids = unique("means", [means.id for means in self.means])
        # All special ways to take a region: each means alone, then those that serve one conquest together.
        sets = ways_together(self.pieces, badges_lie=bool(self.found))
        self.ways: list[Means] = [*self.means, *map(added_up, sets)]
        self.way_ids = {way.id: number for number, way in enumerate(self.ways)}
        self.way_parts: list[tuple[int, ...]] = [
            tuple(self.means_ids[part.id] for part in way.parts or (way,)) for way in self.ways
        ]
        # The same as bits, with the number of the way: only of those with several means.
        self.joint_ways: list[tuple[int, int]] = [
            (mask_of(parts), number) for number, parts in enumerate(self.way_parts) if len(parts) > 1
        ]
        self.use_ids = unique("use", [use.id for use in self.uses])
        self.question_ids = unique("question", [question.id for question in self.questions])
        # Counters of a turn come first, so that one slice clears them.
        counters.sort(key=lambda counter: counter.span != "turn")
        self.counters: tuple[Counter, ...] = tuple(counters)
        self.people: tuple[Person, ...]
        self.people, more = people_of(self)
        self.counters = (*counters, *more)
        self.counter_ids = unique("counter", [counter.id for counter in self.counters])
        self.turn_zeros = [0 for counter in counters if counter.span == "turn"]
        self.displaced_counters = marker_counters(
            self, displaced_counter, [bool(m.returns) for m in self.markers]
        )
        self.placed_counters = marker_counters(self, placed_counter, [bool(m.per_turn) for m in self.markers])
        self.means_counters: list[int] = [self.counter_ids[means.used_counter] for means in self.means]
        self.use_counters: list[int] = [self.counter_ids[use.used_counter] for use in self.uses]
        self.race_counters: dict[str, tuple[int, ...]] = {}
        for piece in self.pieces:
            mine = [c.id for c in piece.counters if c.span == "race"] + remembered_by(piece)
            self.race_counters[piece.id] = tuple(self.counter_ids[name] for name in mine)
        # Marker -> the piece that joins with it, as a number into `joinable`; -1: none.
        self.joins: tuple[int, ...] = tuple(
            self.found.index(piece) if marker.joins else NONE
            for marker, piece in zip(self.markers, self.marker_piece, strict=True)
        )
        # The name of a marker: one that stands for a relic or place has that piece's name.
        self.marker_kinds: tuple[str, ...] = tuple(
            piece.kind if piece in self.found and piece.id == marker.id else "marker"
            for marker, piece in zip(self.markers, self.marker_piece, strict=True)
        )
        self.marker_defence: list[int] = [marker.defence for marker in self.markers]
        self.marker_immune: list[bool] = [marker.immune for marker in self.markers]
        # Whether there is anything to look for; most worlds have none.
        self.special_immunity: list[bool] = [marker.opens_to != "holder" for marker in self.markers]
        if not any(self.special_immunity):
            self.special_immunity = []
        self.unaided_races = self.races_with(Unaided)
        made = [word.gate(self) for word in WORDS if word.gate is not None]
        self.gates: list[Gate] = [gate for gate in made if gate is not None]
        self.standing_gates: list[Gate] = [gate for gate in self.gates if not gate.by_way]
        self.way_gates: list[Gate] = [gate for gate in self.gates if gate.by_way]
        # Whether a gate is read even if no note names the player and the player has enough coins.
        self.gates_always_read = any(not gate.coins and not gate.notes for gate in self.standing_gates)
        self.enough_coins = max((gate.coins for gate in self.gates), default=0)
        self.rule_questions: dict[str, list[int]] = {}
        for number, question in enumerate(self.questions):
            piece = self.question_piece[number]
            if issubclass(piece, Rule) and not piece.joins:
                self.rule_questions.setdefault(question.at, []).append(number)
        self.tied_to_region: tuple[bool, ...] = tuple(is_tied_to_region(piece) for piece in self.joinable)
        self.reacts_to_joining, self.reacts_to_release = reactions(self)
        self.reacts_to_attacks = any("on_attacked" in moments for moments in self.moments_of.values())
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

    def races_with(self, kind: type[Effect]) -> tuple[int, ...]:
        """Races that may have such an effect: their own, or all races if a badge, a find or a rule brings
        it."""
        anybody = any(has_effect(piece, kind) for piece in (*self.powers, *self.found, *self.joining))
        return tuple(n for n, race in enumerate(self.all_races) if anybody or has_effect(race, kind))

    # --- names ---------------------------------------------------------------------------------------

    def is_native(self, race: int) -> bool:
        """Whether the race is one of the natives."""
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

    def way_of(self, names: Iterable[str]) -> int:
        """The number of the way in which these means serve one conquest, or NONE."""
        parts = sorted(self.means_index(name) for name in names)
        return self.way_ids.get(".".join(self.means[part].id for part in parts), NONE)

    def counter_index(self, name: str) -> int:
        index = self.counter_ids.get(name)
        return look_up("counter", name, self.counter_ids) if index is None else index

    def badge_piece(self, power: int) -> int:
        """The number in `joinable` of a badge that lies in a region."""
        return len(self.found) + power

    def mask_of(self, where: Where) -> int:
        """The mask of a static region set on this board."""
        mask = self._masks.get(where)
        if mask is None:
            mask = self._masks[where] = where.mask(self.ground_map)
        return mask

    def phase_mask(self, names: Iterable[str]) -> int:
        """Phases as bits. A question that is only `Ask`ed belongs to no phase and has no bit."""
        return sum(1 << self.phase_index[name] for name in names if name)

    def contribution(self, piece: type[Piece], region: int, acting: bool) -> Contribution:
        """What a piece brings to a race from the region it lies in (-1: none)."""
        name = (piece, region, acting)
        found = self._contributions.get(name)
        if found is None:
            found = self._contributions[name] = Contribution(self, piece, region, acting)
        return found

    def joined_contribution(self, entry: int, acting: bool) -> Contribution:
        """What a piece that lies in a region brings; `entry`: as in `State.joined`."""
        found = self._joined_contributions.get(entry << 1 | acting)
        if found is None:
            found = self.contribution(self.joinable[entry >> 6], entry & 63, acting)
            self._joined_contributions[entry << 1 | acting] = found
        return found

    # --- combos --------------------------------------------------------------------------------------

    def __copy__(self) -> World:
        return self  # a world never changes

    def __deepcopy__(self, memo: dict[int, object]) -> World:
        return self

    def combo(self, race: int, power: int, mode: int = ACTIVE_MODE, joined: tuple[int, ...] = ()) -> Combo:
        """A combo from the cache, or a new one; `power` NONE: no badge; `joined`: as in `State.joined`."""
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
