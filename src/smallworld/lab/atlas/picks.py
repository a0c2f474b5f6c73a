"""Every pick of a game: the combo, its price, how long it was held, and its result."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, ClassVar, Final

from smallworld.engine import actions as ac
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.steps.score import bonus

from ..watchers import Cell, Watcher

if TYPE_CHECKING:
    from ..arena import Result

PICKS: Final = "picks"
ROUNDS: Final = "rounds"


@dataclass
class Pick:
    """A combo from its pick until it has left the game. Rounds count from 1; 0: never."""

    round: int
    seat: str
    race: str
    power: str
    place: int  # in the column, 1 on top; the price is one coin less
    received: int  # coins that lay on it
    drawn: bool  # at random, not chosen by the bot
    top_race: str  # the combo that was free
    top_power: str
    top_coins: int
    declined: int = 0
    left: int = 0
    active_coins: int = 0
    declined_coins: int = 0
    coins: int = 0  # of its owner, at the end
    margin: float = 0.0  # of its owner, over the average of the others
    won: float = 0.0  # 1; a half for a victory shared by two; 0

    def cells(self) -> tuple[Cell, ...]:
        return tuple(asdict(self).values())


# The annotations are strings in this file; these are the types they name.
_TYPES: Final[dict[object, type[Cell]]] = {"int": int, "str": str, "bool": bool, "float": float}
COLUMNS: Final[dict[str, type[Cell]]] = {field.name: _TYPES[field.type] for field in fields(Pick)}
ROUND_COLUMNS: Final[dict[str, type[Cell]]] = {"round": int, "gained": int}


class PickWatcher(Watcher):
    """Follows every combo. Of the coins of a turn, declined races get what they bring and the active race the
    rest; prices are separate, so that starting coins, prices and these add up to the final coins.
    """

    TABLES: ClassVar = {PICKS: COLUMNS, ROUNDS: ROUND_COLUMNS}

    def __init__(self, drawn: list[bool] | None = None) -> None:
        self.picks: list[Pick] = []
        self.gained: dict[int, int] = {}  # by round, by all seats, without prices
        self._drawn = drawn if drawn is not None else []  # for each pick, filled in as they are made

    def on_start(self, state: State) -> None:
        self._before = list(state.coins)
        self._open: dict[int, Pick] = {}  # by race
        self._held: list[Pick | None] = [None] * len(state.coins)
        self._price, self._faded = 0, False

    def on_action(self, before: State, action: int) -> None:
        kind = action >> ac.SHIFT
        if kind == ac.PICK:
            self._pick(before, action & ac.FIELD)
        elif kind == ac.DECLINE:
            held = self._held[before.turn]
            assert held is not None
            held.declined = before.round
            self._faded = before.step == st.FADE

    def _pick(self, s: State, slot: int) -> None:
        (top_power, top_race, top_coins), (power, race, received) = s.column[0], s.column[slot]
        drawn = self._drawn[len(self.picks)] if len(self.picks) < len(self._drawn) else False
        pick = Pick(
            s.round, SEATS[s.turn], race, power, slot + 1, received, drawn, top_race, top_power, top_coins
        )
        self.picks.append(pick)
        self._open[s.col_race[slot]] = self._held[s.turn] = pick
        self._price = slot - received

    def on_turn_end(self, after: State, seat: int, number: int) -> None:
        held = self._held[seat]
        assert held is not None
        gained = rest = after.coins[seat] - self._before[seat] + self._price
        for race in after.declined[seat]:
            pick = self._open[race]
            if pick is held and self._faded:
                continue  # it has scored before it declined
            brought = after.mask[race].bit_count() + bonus(after, race, after.mask[race], after.combos[race])
            pick.declined_coins += brought
            rest -= brought
        if held.declined and not self._faded:
            held.declined_coins += rest
        else:
            held.active_coins += rest
        if held.declined:
            self._held[seat] = None
        self.gained[number] = self.gained.get(number, 0) + gained
        self._before[seat] = after.coins[seat]
        self._price, self._faded = 0, False
        for race, pick in list(self._open.items()):
            if race not in after.races_of(SEATS.index(pick.seat)):
                pick.left = number
                del self._open[race]

    def on_end(self, result: Result) -> None:
        others = len(result.coins) - 1
        for pick in self.picks:
            seat = SEATS.index(pick.seat)
            pick.coins = result.coins[seat]
            pick.margin = round(pick.coins - (sum(result.coins) - pick.coins) / others, 3)
            pick.won = round(1 / len(result.winners), 3) if seat in result.winners else 0.0

    @property
    def tables(self) -> dict[str, list[tuple[Cell, ...]]]:
        return {PICKS: [pick.cells() for pick in self.picks], ROUNDS: sorted(self.gained.items())}
