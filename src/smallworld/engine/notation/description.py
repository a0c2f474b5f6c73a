"""Positions from a readable description (JSON or TOML): who holds which regions, what lies where, whose turn
it is.

The keys are documented in docs/positions.md. All faults are reported, each with its key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..bits import regions
from ..effects import NOTES
from ..errors import PositionError, choices, shown
from ..position import state as st
from ..position.setup import derive, position_faults
from ..position.state import State, settle_natives
from ..turn import turn
from ..turn.gates import start_acting
from ..turn.steps import pick, redeploy
from ..world.world import COLUMN, NONE, START_COINS, World
from .description_values import MOST_FAULTS, Reading
from .strings import SEATS

KEYS = [
    "board",
    "packs",
    "races",
    "powers",
    "options",
    "rounds",
    "round",
    "turn",
    "step",
    "picked",
    "conquered",
    "nonempty",
    "attacked",
    "tribes",
    "party",
    "players",
    "markers",
    "badges",
    "counters",
    "column",
    "returned",
    "discards",
    "card",
    "turned",
    "foreseen",
    "adrift",
]
PLAYER_KEYS = ["coins", "active", "declined", *(note.id for note in NOTES), "name"]
PARTY_KEYS = ["coins", "regions"]
RACE_KEYS = ["race", "power", "hand", "regions"]
STEPS = ("start", "ready", "conquer", "redeploy")

Description = Mapping[str, Any]


def state_from(description: Description, find_world: Callable[[Description], World]) -> State:
    """Set up a position. `find_world` turns board, packs, races and powers into a world."""
    if not isinstance(description, Mapping):
        raise PositionError(f"expected a table of keys, got {type(description).__name__}")
    strange = [key for key in description if key not in KEYS]
    unknown = [choices("key", key, KEYS) for key in strange[:MOST_FAULTS]]
    if "board" not in description:
        raise PositionError([*unknown, "board: is missing"])
    return _Builder(find_world(description), description, unknown).build()


class _Builder(Reading):
    # --- building ----------------------------------------------------------------------------------

    def build(self) -> State:
        s, data = self.s, self.data
        s.round = self.number("round", data.get("round", min(2, self.world.rounds)), 1, self.world.rounds)
        s.turn = self.seat("turn", data.get("turn", "A"))
        if data.get("step", "start") not in STEPS:
            self.fault("step", choices("step", data["step"], STEPS))
        self.read_players()
        self.read_party(data.get("party", {}))
        self.read_tribes(data.get("tribes", False))
        self.read_markers(data.get("markers", {}))
        self.read_badges(data.get("badges", {}))
        self.read_counters(data.get("counters", {}))
        self.note_people()
        self.read_column()
        self.read_row()
        derive(s)
        if data.get("step") in ("conquer", "redeploy"):  # it may be where it can only pass through
            s.acting = s.active[s.turn]
        self.faults += position_faults(s)
        self.stop_on_faults()
        self.start_turn()
        return s

    def stop_on_faults(self) -> None:
        if self.faults:
            raise PositionError(self.faults)

    def read_players(self) -> None:
        players = self.data.get("players", {})
        seats = SEATS[: self.world.players]
        if not isinstance(players, Mapping) or sorted(map(str, players)) != list(seats):
            got = ", ".join(list(map(str, players))[:9]) if isinstance(players, Mapping) else shown(players)
            self.fault(
                "players", f"board {self.world.board.id} needs {', '.join(seats)}; got {got or 'none'}"
            )
            return
        for seat, letter in enumerate(seats):
            where = f"players.{letter}"
            row = self.table(where, players[letter])
            for key in row:
                if key not in PLAYER_KEYS:
                    self.fault(where, choices("key", key, PLAYER_KEYS))
            self.s.coins[seat] = self.number(f"{where}.coins", row.get("coins", START_COINS))
            if row.get("active") is not None:
                self.s.active[seat] = self.read_race(f"{where}.active", row["active"], seat, active=True)
            for number, item in enumerate(self.items(f"{where}.declined", row.get("declined", ()))):
                race = self.read_race(f"{where}.declined.{number}", item, seat, active=False)
                if race != NONE:
                    self.s.declined[seat] = (*self.s.declined[seat], race)
            for note in NOTES:
                if note.id in row:
                    note.set(self.s, seat, self.seat(f"{where}.{note.id}", row[note.id]))

    def read_race(self, where: str, value: object, seat: int, *, active: bool) -> int:
        s, row = self.s, self.table(where, value)
        if not row:
            return NONE
        for key in row:
            if key not in RACE_KEYS:
                self.fault(where, choices("key", key, RACE_KEYS))
        race = self.name(f"{where}.race", "race", row.get("race"), self.world.decks[0])
        if race == NONE:
            return NONE
        if s.owner[race] != NONE:
            self.fault(where, f"{self.world.race_ids[race]} are in play twice")
        s.owner[race] = seat
        if active or "power" in row:
            s.badge[race] = self.name(f"{where}.power", "power", row.get("power"), self.world.power_ids)
        s.hand[race] = self.number(f"{where}.hand", row.get("hand", 0))
        self.read_land(where, race, row.get("regions", {}))
        return race

    def read_land(self, where: str, race: int, value: object) -> None:
        s = self.s
        for key, count in self.table(f"{where}.regions", value).items():
            region = self.region(f"{where}.regions", key)
            if region != NONE:
                if s.occ[region] != NONE:
                    self.fault(where, f"region {region} is held twice")
                s.occ[region], s.tokens[region] = race, self.number(f"{where}.regions.{region}", count, 1)

    def read_party(self, value: object) -> None:
        """Read the coins and regions of a party; tokens that are not on the map are in the tray."""
        row, world = self.table("party", value), self.world
        if world.party is not None:
            self.s.coins[world.players] = self.number("party.coins", row.get("coins", world.party.purse))
            self.read_land("party", world.party_race, row.get("regions", {}))
        known = PARTY_KEYS if world.party is not None else ()
        self.faults += [f"party: {choices('key', key, known)}" for key in row if key not in known]

    def read_tribes(self, value: object) -> None:
        """Read the natives: all that are printed, a list of regions, or lists by kind."""
        if value is True:
            settle_natives(self.s)
        elif isinstance(value, list | tuple):
            self.read_natives(self.world.settlers, value)
        elif isinstance(value, Mapping):
            for kind, places in value.items():
                self.read_natives(str(kind), self.items(f"tribes.{kind}", places))
        elif value is not False:
            self.fault("tribes", f"expected true, false or a list of regions, got {shown(value)}")

    def read_natives(self, kind: str, places: Sequence[Any]) -> None:
        s, world = self.s, self.world
        number = self.name("tribes", "natives", kind, [native.id for native in world.natives])
        for item in places:
            region = self.region("tribes", item)
            if region == NONE or number == NONE:
                continue
            if s.occ[region] != NONE:
                self.fault("tribes", f"region {region} is held twice")
            s.occ[region] = len(world.races) + number
            printed = world.board.regions[region].natives if kind == world.settlers else 0
            s.tokens[region] = max(1, printed, world.natives[number].tokens)

    def read_badges(self, value: object) -> None:
        for key, name in self.table("badges", value).items():
            region = self.region("badges", key)
            power = self.name(f"badges.{key}", "power", name, self.world.power_ids)
            if region != NONE and power != NONE:
                self.s.lying.append(power << 6 | region)

    def read_markers(self, value: object) -> None:
        named = self.table("markers", value)
        for kind, spots in named.items():
            marker = self.name("markers", "marker", kind, self.world.marker_ids)
            for key, count in self.table(f"markers.{kind}", spots).items():
                region = self.region(f"markers.{kind}", key)
                if marker != NONE and region != NONE:
                    self.s.markers += [marker << 6 | region] * self.number(
                        f"markers.{kind}.{region}", count, 1, 9
                    )
        # What is part of the map is there without being named.
        for marker, region in self.world.printed_markers:
            if self.world.markers[marker].stays and self.world.markers[marker].id not in named:
                self.s.markers.append(marker << 6 | region)

    def read_counters(self, value: object) -> None:
        for key, count in self.table("counters", value).items():
            counter = self.name("counters", "counter", key, self.world.counter_ids)
            if counter != NONE:
                self.s.counters[counter] = self.number(f"counters.{key}", count)

    def read_row(self) -> None:
        """Read the open card, those that were open before it, and the next one with those who know it."""
        s, world, data = self.s, self.world, self.data
        if world.row is None:
            for key in ("card", "turned", "foreseen", "adrift"):
                if key in data:
                    self.fault(key, "there is no row of cards in this world")
            return
        if "card" in data:
            s.card = self.next_copy("card", data["card"])
        for number, name in enumerate(self.items("turned", data.get("turned", ()))):
            self.next_copy(f"turned.{number}", name)
        for item in self.items("adrift", data.get("adrift", ())):
            region = self.region("adrift", item)
            s.adrift |= 1 << region if region != NONE else 0
        if "foreseen" in data:
            row = self.table("foreseen", data["foreseen"])
            self.faults += [
                f"foreseen: {choices('key', key, ('card', 'by'))}" for key in row if key not in ("card", "by")
            ]
            left = s.unseen[world.row_deck]
            s.foreseen = self.next_copy("foreseen.card", row.get("card"))
            s.unseen[world.row_deck] = left
            for seat in self.items("foreseen.by", row.get("by", ())):
                s.seers |= 1 << self.seat("foreseen.by", seat)

    def next_copy(self, where: str, name: object) -> int:
        """A copy of a card that is still face down, by its name or by that of its kind; it is no longer."""
        s, world = self.s, self.world
        names = world.decks[world.row_deck]
        ids = list(dict.fromkeys(card.id for card in world.row_cards))
        if name not in names and self.name(where, "card", name, ids) == NONE:
            return NONE
        for number, card in enumerate(world.row_cards):
            if name in (card.id, names[number]) and s.unseen[world.row_deck] >> number & 1:
                s.unseen[world.row_deck] &= ~(1 << number)
                return number
        self.fault(where, f"there is no further card {name}")
        return NONE

    def note_people(self) -> None:
        """A token marker on the map is with its race."""
        s = self.s
        for person in self.world.people:
            for region in regions(s.spots(person.marker)):
                if s.occ[region] != NONE and not self.world.is_native(s.occ[region]):
                    s.counters[person.present + s.occ[region]] = 1

    def read_column(self) -> None:
        s, data = self.s, self.data
        banners = self.items("returned", data.get("returned", ()))
        found = [self.name("returned", "race", name, self.world.decks[0]) for name in banners]
        s.returned = [race for race in found if race != NONE]
        for name in self.items("discards", data.get("discards", ())):
            power = self.name("discards", "power", name, self.world.power_ids)
            s.discards |= 1 << power if power != NONE else 0
        if "column" in data:
            for number, item in enumerate(self.items("column", data["column"])):
                self.read_combo(f"column.{number}", item)
        else:
            self.default_column()

    def read_combo(self, where: str, item: object) -> None:
        text, coins = (item.get("combo"), item.get("coins", 0)) if isinstance(item, Mapping) else (item, 0)
        if not isinstance(text, str) or len(text.split()) != 2:
            self.fault(where, f'expected "power race", two ids, got {shown(text)}')
            return
        badge, banner = text.split()
        power = self.name(where, "power", badge, self.world.power_ids)
        race = self.name(where, "race", banner, self.world.decks[0])
        coins = self.number(f"{where}.coins", coins)
        if power != NONE and race != NONE:
            self.s.col_badge.append(power)
            self.s.col_race.append(race)
            self.s.col_coins.append(coins)

    def default_column(self) -> None:
        """Six combos of pieces that are nowhere else, in alphabetical order."""
        s, world = self.s, self.world
        races = [r for r in range(len(world.races)) if s.owner[r] == NONE and r not in s.returned]
        lying = [entry >> 6 for entry in s.lying]
        powers = [
            p
            for p in range(len(world.powers))
            if p not in s.badge and p not in lying and not s.discards >> p & 1
        ]
        races.sort(key=lambda race: world.race_ids[race])
        powers.sort(key=lambda power: world.power_ids[power])
        for race, power in list(zip(races, powers, strict=False))[:COLUMN]:
            s.col_race.append(race)
            s.col_badge.append(power)
            s.col_coins.append(0)

    # --- the turn --------------------------------------------------------------------------------------

    def start_turn(self) -> None:
        s, data = self.s, self.data
        step = data.get("step", "start")
        s.short = True
        if step == "start":
            for note in NOTES:
                if note.of(s, s.turn) != NONE:
                    where = f"players.{SEATS[s.turn]}.{note.id}"
                    raise PositionError(f"{where}: ends when the turn of its maker starts")
            turn.start(s, s.counters[: len(self.world.turn_zeros)])
        else:
            self.enter(step)
        pick.refill(s, None)

    def enter(self, step: str) -> None:
        s, data = self.s, self.data
        race = s.active[s.turn]
        if race == NONE:
            raise PositionError(f"step: {step} needs an active race, and {SEATS[s.turn]} has none")
        for elder in s.declined[s.turn]:
            if s.combos[elder].acts:
                s.done |= 1 << elder
        start_acting(s, race)
        if not isinstance(data.get("picked", False), bool):
            self.fault("picked", f"expected true or false, got {shown(data['picked'])}")
        s.picked = bool(data.get("picked", False))
        s.touched = s.picked or step != "ready"
        s.phase, s.step, s.seat, s.arg = self.world.phase_index["ready"], st.READY, s.turn, race
        for item in self.items("conquered", data.get("conquered", ())):
            region = self.region("conquered", item)
            s.conquered |= 1 << region if region != NONE else 0
        s.nonempty = self.number("nonempty", data.get("nonempty", 0), 0, len(s.occ))
        for item in self.items("attacked", data.get("attacked", ())):
            s.attacked |= 1 << self.seat("attacked", item)
        if s.conquered & ~s.mask[race]:
            lost = ", ".join(map(str, regions(s.conquered & ~s.mask[race])))
            self.fault("conquered", f"regions {lost} are not held by {self.world.race_ids[race]}")
        if s.nonempty > s.conquered.bit_count():
            self.fault("nonempty", f"{s.nonempty} of {s.conquered.bit_count()} conquered regions")
        self.stop_on_faults()
        if step == "ready" and s.combos[race].will_keep_all and not s.touched:
            s.before_ready = tuple(s.tokens)
        if step == "conquer":
            s.step = st.CONQUER
        elif step == "redeploy":
            s.phase = self.world.phase_index["redeploy"]
            redeploy.leave_foreign_ground(s, race, None)
            if not redeploy.begin(s, race, None):
                turn.advance(s, None)
