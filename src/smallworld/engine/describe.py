"""Positions from a readable description (JSON or TOML): who holds what, what lies where, whose turn it is.

The keys are documented in docs/positions.md. All faults are reported, each with the key it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import state as st
from . import turn
from .bits import regions
from .errors import PositionError, choices
from .gates import lead
from .notation import SEATS
from .setup import derive, position_faults
from .state import State, empty_state, settle_natives
from .steps import pick, redeploy
from .world import COLUMN, NONE, World

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
    "players",
    "markers",
    "badges",
    "counters",
    "column",
    "returned",
    "discards",
]
PLAYER_KEYS = ["coins", "active", "declined", "truce", "name"]
RACE_KEYS = ["race", "power", "hand", "regions"]
STEPS = ("start", "ready", "conquer", "redeploy")

Description = Mapping[str, Any]


def state_from(description: Description, find_world: Callable[[Description], World]) -> State:
    """Set a position up. `find_world` turns board, packs, races and powers into a world."""
    if not isinstance(description, Mapping):
        raise PositionError(f"expected a table of keys, got {type(description).__name__}")
    unknown = [choices("key", key, KEYS) for key in description if key not in KEYS]
    if "board" not in description:
        raise PositionError([*unknown, "board: is missing"])
    return _Builder(find_world(description), description, unknown).build()


class _Builder:
    def __init__(self, world: World, data: Description, faults: list[str]) -> None:
        self.world = world
        self.data = data
        self.s: State = empty_state(world)
        self.faults = faults

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}")

    # --- reading values, with the key in every complaint -----------------------------------------

    def number(self, where: str, value: object, low: int = 0, high: int = 10_000) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(where, f"expected a whole number from {low} to {high}, got {value!r}")
            return low
        return value

    def region(self, where: str, value: object) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit()) or int(text) >= len(self.s.occ):
            self.fault(where, f"there is no region {value!r}; regions count from 0 to {len(self.s.occ) - 1}")
            return NONE
        return int(text)

    def seat(self, where: str, value: object) -> int:
        seats = SEATS[: self.world.players]
        if not isinstance(value, str) or len(value) != 1 or value not in seats:
            self.fault(where, choices("seat", value, seats))
            return 0
        return seats.index(value)

    def name(self, where: str, kind: str, value: object, known: Sequence[str] | Mapping[str, int]) -> int:
        names = list(known)
        if value not in names:
            self.fault(where, choices(kind, value, names))
            return NONE
        return names.index(str(value))

    def table(self, where: str, value: object) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.fault(where, f"expected a table of keys, got {value!r}")
            return {}
        return value

    def items(self, where: str, value: object) -> Sequence[Any]:
        if not isinstance(value, list | tuple):
            self.fault(where, f"expected a list, got {value!r}")
            return ()
        return value

    # --- building ----------------------------------------------------------------------------------

    def build(self) -> State:
        s, data = self.s, self.data
        s.round = self.number("round", data.get("round", min(2, self.world.rounds)), 1, self.world.rounds)
        s.turn = self.seat("turn", data.get("turn", "A"))
        if data.get("step", "start") not in STEPS:
            self.fault("step", choices("step", data["step"], STEPS))
        self.read_players()
        self.read_tribes(data.get("tribes", False))
        self.read_markers(data.get("markers", {}))
        self.read_badges(data.get("badges", {}))
        self.read_counters(data.get("counters", {}))
        self.read_column()
        derive(s)
        if data.get("step") in ("conquer", "redeploy"):  # who acts may be passing through
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
            got = ", ".join(map(str, players)) if isinstance(players, Mapping) else repr(players)
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
            self.s.coins[seat] = self.number(f"{where}.coins", row.get("coins", 5))
            if row.get("active") is not None:
                self.s.active[seat] = self.read_race(f"{where}.active", row["active"], seat, active=True)
            for number, item in enumerate(self.items(f"{where}.declined", row.get("declined", ()))):
                race = self.read_race(f"{where}.declined.{number}", item, seat, active=False)
                if race != NONE:
                    self.s.declined[seat] = (*self.s.declined[seat], race)
            if "truce" in row:
                self.s.truce[seat] = self.seat(f"{where}.truce", row["truce"])

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
        for key, count in self.table(f"{where}.regions", row.get("regions", {})).items():
            region = self.region(f"{where}.regions", key)
            if region == NONE:
                continue
            if s.occ[region] != NONE:
                self.fault(where, f"region {region} is held twice")
            s.occ[region] = race
            s.tokens[region] = self.number(f"{where}.regions.{region}", count, 1)
        return race

    def read_tribes(self, value: object) -> None:
        """Natives: all that are printed, a list of regions, or lists by kind."""
        if value is True:
            settle_natives(self.s)
        elif isinstance(value, list | tuple):
            self.read_natives(self.world.settlers, value)
        elif isinstance(value, Mapping):
            for kind, places in value.items():
                self.read_natives(str(kind), self.items(f"tribes.{kind}", places))
        elif value is not False:
            self.fault("tribes", f"expected true, false or a list of regions, got {value!r}")

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
        for kind, spots in self.table("markers", value).items():
            marker = self.name("markers", "marker", kind, self.world.marker_ids)
            for key, count in self.table(f"markers.{kind}", spots).items():
                region = self.region(f"markers.{kind}", key)
                if marker != NONE and region != NONE:
                    self.s.markers += [marker << 6 | region] * self.number(
                        f"markers.{kind}.{region}", count, 1, 9
                    )

    def read_counters(self, value: object) -> None:
        for key, count in self.table("counters", value).items():
            counter = self.name("counters", "counter", key, self.world.counter_ids)
            if counter != NONE:
                self.s.counters[counter] = self.number(f"counters.{key}", count)

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
            self.fault(where, f'expected "power race", two ids, got {text!r}')
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
        """Six combos from what is nowhere else, in alphabetical order."""
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
            counters = s.counters.copy()
            s.phase = turn.BEFORE_TURN
            truce = s.truce[s.turn]
            if truce != NONE:
                raise PositionError(f"players.{SEATS[s.turn]}.truce: ends when the turn of its maker starts")
            turn.advance(s, None)
            for counter in range(len(counters)):
                s.counters[counter] = counters[counter]
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
        lead(s, race)
        if not isinstance(data.get("picked", False), bool):
            self.fault("picked", f"expected true or false, got {data['picked']!r}")
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
            redeploy.leave_transit(s, race, None)
            if not redeploy.begin(s, race, None):
                turn.advance(s, None)
