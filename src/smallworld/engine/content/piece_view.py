"""What a piece's own methods may look at: the position from the side of the piece, read only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..bits import regions
from ..position.region_contents import where_it_lies
from ..position.token_markers import captives_of, captor_of, is_present, person_of, stands
from ..words.marker import closed_by_markers
from ..words.region_sets import Where
from ..world.world import ANYWHERE

if TYPE_CHECKING:
    from ..position.state import State
    from ..world.combo import Combo
    from .board import Board
    from .pieces import Piece


class PieceView:
    """The position as a race with its pieces sees it. Region sets are masks (see `bits`).

    `race` is -1 for a rule of the whole game. `piece`: the piece that looks; `noted`: its region as the
    race's combo has it. `subject`: the number that a question was asked with.
    """

    __slots__ = ("_combo", "_noted", "_piece", "_state", "race", "subject")

    def __init__(
        self,
        state: State,
        race: int,
        combo: Combo,
        piece: type[Piece] | None = None,
        noted: int = -1,
        subject: int = 0,
    ) -> None:
        self._state = state
        self._combo = combo
        self._piece = piece
        self._noted = noted
        self.race = race
        self.subject = subject

    # --- who -------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat of the race's owner; for a rule of the game, the seat whose turn it is."""
        return self._state.owner[self.race] if self.race >= 0 else self._state.turn

    @property
    def here(self) -> int:
        """The region the piece lies in, or -1."""
        if self._noted == ANYWHERE and self._piece is not None:
            return where_it_lies(self._state, self._piece)
        return self._noted

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return self._state.turn

    @property
    def players(self) -> int:
        return len(self._state.coins)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The other seats, clockwise."""
        players = len(self._state.coins)
        return tuple((self.seat + step) % players for step in range(1, players))

    @property
    def is_active(self) -> bool:
        return self._state.is_active(self.race)

    @property
    def active_tokens(self) -> int:
        """Tokens the player's active race could still bring onto the map: those in the tray and in hand."""
        race = self._state.active[self.seat]
        return self._state.tray[race] + self._state.hand[race] if race >= 0 else 0

    @property
    def active_ground(self) -> int:
        """Where the player's active race may stand; an empty set without one."""
        race = self._state.active[self.seat]
        if race < 0:
            return 0
        return self.land & (~self._state.world.closed | self._state.combos[race].settle)

    @property
    def attacked(self) -> tuple[int, ...]:
        """Seats whose active race was attacked this turn by this player's active race."""
        return regions(self._state.attacked)

    @property
    def round(self) -> int:
        return self._state.round

    @property
    def card(self) -> str:
        """The id of the card that is open, or an empty string."""
        s = self._state
        return s.world.row_cards[s.card].id if s.card >= 0 else ""

    @property
    def leads(self) -> bool:
        """Whether the player has an active race."""
        return self._state.active[self.seat] >= 0

    @property
    def party(self) -> int:
        """The seat of the party, or -1."""
        world = self._state.world
        return world.players if world.party is not None else -1

    @property
    def rival(self) -> int:
        """The seat whose regions the party attacks in this round, or -1."""
        world = self._state.world
        return world.party.rival(world.players, self._state.round) if world.party is not None else -1

    # --- where -----------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self._state.world.board

    @property
    def held(self) -> int:
        return self._state.mask[self.race]

    @property
    def land(self) -> int:
        """Every region that can ever be held."""
        return ((1 << len(self._state.occ)) - 1) & ~self._state.world.barred

    @property
    def conquered(self) -> int:
        return self._state.conquered

    def held_by(self, seat: int) -> int:
        """All regions of a player, active and declined."""
        return self._state.regions_of(seat)

    def active_of(self, seat: int) -> int:
        """Regions of a player's active race."""
        race = self._state.active[seat]
        return self._state.mask[race] if race >= 0 else 0

    def has_army(self, seat: int) -> bool:
        """Whether a player's active race has a token on the map or in hand."""
        race = self._state.active[seat]
        return race >= 0 and bool(self._state.mask[race] or self._state.hand[race])

    def declined_of(self, seat: int) -> int:
        """Regions of a player's declined races."""
        return self.held_by(seat) & ~self.active_of(seat)

    def natives(self, name: str = "") -> int:
        """Regions of natives; of one kind, or of all."""
        world = self._state.world
        return sum(
            self._state.mask[race]
            for race in range(len(world.races), len(world.all_races))
            if not name or world.race_ids[race] == name
        )

    @property
    def settlers(self) -> str:
        """The natives printed on the board."""
        return self._state.world.settlers

    def homes(self) -> int:
        """Regions printed with natives."""
        return sum(1 << region.id for region in self.board.regions if region.natives)

    def guarded_by(self, natives: str) -> str:
        """The deck these natives guard, or an empty string."""
        world = self._state.world
        decks = {deck.drawn_by: deck.id for pack in world.packs for deck in pack.decks}
        return decks.get(natives, "")

    def others(self) -> int:
        """Regions where another race stands: of any player, the player's own other races, and natives."""
        return self.occupied() & ~self.held if self.race >= 0 else self.occupied()

    def occupied(self) -> int:
        return sum(self._state.mask)

    def crowded(self, tokens: int) -> int:
        """Held regions with at least this many tokens."""
        stacks = self._state.tokens
        return sum(1 << region for region in regions(self.held) if stacks[region] >= tokens)

    def immune(self) -> int:
        """Regions that opponents, or all players, can neither conquer nor affect."""
        return self._state.immune

    def immune_to_me(self) -> int:
        """Regions that the player can neither conquer nor affect."""
        return closed_by_markers(self._state, self.seat) if self._state.immune else 0

    def barred(self) -> int:
        """Regions where only a conquest by the player to move has an effect: immune regions, and those
        where a gate bars special means."""
        s = self._state
        found = s.immune
        for gate in s.world.gates:
            found |= gate.bars(s)
        return found

    def where(self, where: Where) -> int:
        return where.now(self)

    def mask_of(self, where: Where) -> int:
        """The mask of a static region set on this board."""
        return self._state.world.mask_of(where)

    def beside(self, mask: int) -> int:
        """Regions next to these, with the combo's passages."""
        near = self._combo.near
        out = 0
        for region in regions(mask):
            out |= near[region]
        return out

    def adjoining(self, mask: int) -> int:
        """Regions next to these, with passages that count for every purpose, not only for conquests."""
        near = self._combo.joint
        out = 0
        for region in regions(mask):
            out |= near[region]
        return out

    def bordering(self, mask: int) -> int:
        """Regions that share a border with these, without passages."""
        masks = self._state.world.board.neighbour_masks
        out = 0
        for region in regions(mask):
            out |= masks[region]
        return out

    def spots(self, marker: str) -> int:
        """Where markers of this kind stand; an empty set if the kind is not in play."""
        index = self._state.world.marker_ids.get(marker)
        return 0 if index is None else self._state.spots(index)

    def lying(self, kind: str) -> int:
        """Where pieces of a kind (relic, place) lie that were drawn."""
        world, out = self._state.world, 0
        for entry in self._state.markers:
            piece = world.joins[entry >> 6]
            if 0 <= piece < world.drawable and world.joinable[piece].kind == kind:
                out |= 1 << (entry & 63)
        return out

    def lying_idle(self) -> int:
        """Where relics or places lie that were drawn and do not work for a party."""
        world, out = self._state.world, 0
        for entry in self._state.markers:
            piece = world.joins[entry >> 6]
            if 0 <= piece < world.drawable and not world.serves_parties[piece]:
                out |= 1 << (entry & 63)
        return out

    # --- token markers ---------------------------------------------------------------------------------

    def has(self, marker: str) -> bool:
        """Whether the race's own token marker is with it."""
        return is_present(self._state, person_of(self._state, marker), self.race)

    def stands(self, marker: str) -> int:
        """The region the race's own token marker stands in, or -1."""
        return stands(self._state, person_of(self._state, marker), self.race)

    def captor(self, marker: str) -> int:
        """The seat that holds the race's own token marker captive, or -1."""
        return captor_of(self._state, person_of(self._state, marker), self.race)

    def captives(self, marker: str, seat: int) -> int:
        """How many token markers of this kind a seat holds captive."""
        return len(captives_of(self._state, person_of(self._state, marker), seat))

    # --- how many --------------------------------------------------------------------------------------

    @property
    def coins(self) -> int:
        """The player's coins; -1 if they are hidden."""
        return self._state.coins[self.seat]

    @property
    def hand(self) -> int:
        return self._state.hand[self.race]

    @property
    def spare(self) -> int:
        """Tokens in hand, without those that only attack."""
        return self.hand - self._combo.acting_combo.attack_only

    @property
    def tray(self) -> int:
        return self._state.tray[self.race]

    def reserve(self, natives: str) -> int:
        """Tokens of natives in the tray."""
        return self._state.tray[self._state.world.race_index(natives)]

    def worth(self, seat: int) -> dict[int, int]:
        """Coins that single regions bring a player now, by region; coins that belong to no region are left
        out."""
        from ..verbs.receipts import score_lines

        found: dict[int, int] = {}
        for line in score_lines(self._state, seat):
            if line.region >= 0:
                found[line.region] = found.get(line.region, 0) + line.amount
        return found

    @property
    def nonempty_conquests(self) -> int:
        return self._state.nonempty

    @property
    def combos_in_column(self) -> int:
        return len(self._state.col_badge)

    def count(self, counter: str) -> int:
        return self._state.counters[self._state.world.counter_index(counter)]
