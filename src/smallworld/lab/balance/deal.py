"""One game in which a piece is dealt: on top of the column, when it is its seat's turn to pick."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from typing import Final

from smallworld.bots.heuristics import imagine
from smallworld.bots.planner import good_picks
from smallworld.bots.registry import make_bot
from smallworld.bots.safe_bot import Guarded
from smallworld.engine import Seeded, World, new_state, view, winners
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.world.world import BADGES, BANNERS

from ..atlas.picks import Pick, PickWatcher
from ..sim import bot_seed
from ..watchers import Crowd
from .scenes import Scene, SharedLuck

BOT: Final = "planner:beam=2"  # the fastest bot that plans its turns
BEAM: Final = 2  # for judging each combo on offer


@dataclass(frozen=True)
class Deal:
    """The result. Rounds count from 1; `round` 0: the game was over before the piece was dealt."""

    scene: int
    race: str
    power: str
    round: int = 0
    declined: int = 0  # the round; 0: held to the end
    active_coins: int = 0
    declined_coins: int = 0
    coins: int = 0  # of its owner, at the end
    others: float = 0.0  # of the others, on average
    won: float = 0.0  # a victory shared by two counts half
    bid: float = 0.0  # coins a bot would pay for it beyond the best other offer
    forfeits: int = 0  # decisions that bots forfeited because of the piece
    gained: str = ""  # by all seats, for each round, without prices

    def cells(self) -> list[str]:
        return [str(value) for value in astuple(self)]

    @classmethod
    def from_cells(cls, cells: list[str]) -> Deal:
        if len(cells) != len(TYPES):
            raise ValueError(f"expected {len(TYPES)} cells, got {len(cells)}")
        return cls(*(kind(cell) for kind, cell in zip(TYPES.values(), cells, strict=True)))

    @property
    def income(self) -> list[int]:
        return [int(number) for number in self.gained.split()]


# The annotations are strings in this file; these are the types they name.
_KINDS: Final = {"int": int, "float": float, "str": str}
TYPES: Final = {field.name: _KINDS[str(field.type)] for field in fields(Deal)}


def play_deal(world: World, at: Scene, race: str, power: str, bot: str = BOT) -> Deal:
    """The game of a scene with this combo. It depends on nothing else."""
    state, luck = new_state(world), SharedLuck(at.seed)
    pieces = world.race_index(race), world.power_index(power)
    # Until it is dealt the piece is not in the box, so that nobody else can draw it.
    state.unseen[BANNERS] &= ~(1 << pieces[0])
    state.unseen[BADGES] &= ~(1 << pieces[1])
    bots = [Guarded(make_bot(bot, bot_seed(at.seed, bot, seat)), bot) for seat in range(world.players)]
    watcher, picks, mine, bid = PickWatcher(), 0, None, 0.0
    crowd = Crowd([watcher])
    watcher.on_start(state)
    while not state.over:
        if state.is_chance:
            action = luck.outcome(state)
        elif state.step == st.PICK and state.seat == at.seat and (picks := picks + 1) == at.moment:
            bid = _deal(state, *pieces)
            action = ac.PICK << ac.SHIFT
        else:
            chosen = bots[state.seat].choose(view(state, state.seat))
            assert isinstance(chosen, int)
            action = chosen
        crowd.play(state, action)
        if mine is None and picks == at.moment:
            mine = watcher.picks[-1]
    return _result(state, at, race, power, mine, watcher, bid, sum(len(bot.forfeits) for bot in bots))


def _deal(state: State, race: int, power: int) -> float:
    """Replace the combo on top, coins included; returns what a bot would pay for it there."""
    state.unseen[BANNERS] |= 1 << state.col_race[0]
    state.unseen[BADGES] |= 1 << state.col_badge[0]
    state.col_race[0], state.col_badge[0] = race, power
    seen = imagine(view(state, state.seat))
    worth = {plan.actions[0] & ac.FIELD: plan.worth for plan in good_picks(seen, BEAM, Seeded("bid").random)}
    others = [value for slot, value in worth.items() if slot]
    return round(worth[0] - state.col_coins[0] - max(others, default=0.0), 3)


def _result(
    state: State,
    at: Scene,
    race: str,
    power: str,
    pick: Pick | None,
    watcher: PickWatcher,
    bid: float,
    forfeits: int,
) -> Deal:
    gained = " ".join(str(watcher.gained.get(number, 0)) for number in range(1, state.round + 1))
    if pick is None:
        return Deal(at.number, race, power, forfeits=forfeits, gained=gained)
    own = state.coins[at.seat]
    won = winners(state)
    return Deal(
        at.number,
        race,
        power,
        pick.round,
        pick.declined,
        pick.active_coins,
        pick.declined_coins,
        own,
        round((sum(state.coins) - own) / (len(state.coins) - 1), 3),
        round(1 / len(won), 3) if at.seat in won else 0.0,
        bid,
        forfeits,
        gained,
    )
