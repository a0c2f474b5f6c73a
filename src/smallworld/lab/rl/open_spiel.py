"""The game for OpenSpiel: `import smallworld.lab.rl.open_spiel`, then `pyspiel.load_game("smallworld")`.

Dice and draws are chance nodes, and what a player may not know is not in an observation. A decision has the
number of `Actions`, as in the other environments.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

from smallworld.engine import State, action_string, new_state, position_string, view, winners
from smallworld.engine import actions as ac
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import outcomes
from smallworld.engine.world.world import DIE_MAX
from smallworld.packs import load_world

from ..worlds import packs_of
from .actions import Actions
from .observation import Observer

NAME: Final = "smallworld"
LONGEST: Final = 4000  # decisions and chance events of a game; real ones have a few hundred
_PARAMETERS: Final[dict[str, Any]] = {"players": 2, "world": "base", "board": ""}
_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Small World",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class SmallWorldGame(pyspiel.Game):  # type: ignore[misc]
    """`players`, `world` and `board` as in the other environments."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wanted = {**_PARAMETERS, **(params or {})}
        packs = packs_of(wanted["world"], None, wanted["board"])
        self.world = load_world(
            wanted["board"], players=0 if wanted["board"] else wanted["players"], packs=packs
        )
        if self.world.party is not None:
            raise ValueError("a party moves by an order of its own, which OpenSpiel has no player for")
        self.actions = Actions(self.world)
        self.observer = Observer(self.world)
        self.chances = DIE_MAX + 1 + 64 * len(self.world.decks)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=self.chances,
            num_players=self.world.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> SmallWorldState:
        return SmallWorldState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SmallWorldObserver:
        if params:
            raise ValueError(f"observations have no parameters, got {params}")
        return SmallWorldObserver(self)

    def chance_number(self, code: int) -> int:
        """Faces of the die first, then what may be drawn."""
        if code >> ac.SHIFT == ac.FACE:
            return code & 63
        return DIE_MAX + 1 + (code & 0xFFF)

    def chance_code(self, number: int) -> int:
        return ac.C_FACE | number if number <= DIE_MAX else ac.C_DRAW | (number - DIE_MAX - 1)


class SmallWorldState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SmallWorldGame) -> None:
        super().__init__(game)
        self.state: State = new_state(game.world)

    @property
    def _game(self) -> SmallWorldGame:
        found: SmallWorldGame = self.get_game()
        return found

    def current_player(self) -> int:
        if self.state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.state.is_chance else self.state.seat

    def _legal_actions(self, player: int) -> list[int]:
        numbers = self._game.actions.numbers
        return sorted(numbers[code] for code in codes(self.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        number = self._game.chance_number
        return sorted((number(code), float(chance)) for code, chance in outcomes(self.state))

    def _apply_action(self, action: int) -> None:
        game = self._game
        play(self.state, game.chance_code(action) if self.state.is_chance else game.actions.codes[action])

    def _action_to_string(self, player: int, action: int) -> str:
        game = self._game
        chance = player == pyspiel.PlayerId.CHANCE
        return action_string(game.world, game.chance_code(action) if chance else game.actions.codes[action])

    def is_terminal(self) -> bool:
        return self.state.over

    def returns(self) -> list[float]:
        """1 for a victory; what the others lose adds up to it. A shared victory is worth less."""
        count = self.state.world.players
        if not self.state.over:
            return [0.0] * count
        best = winners(self.state)
        return [(count * (seat in best) / len(best) - 1) / (count - 1) for seat in range(count)]

    def __str__(self) -> str:
        return position_string(self.state)


class SmallWorldObserver:
    """What a player knows, as the vector of the other environments, in four blocks."""

    def __init__(self, game: SmallWorldGame) -> None:
        self._observer = game.observer
        self.tensor = np.zeros(game.observer.size, np.float32)
        self.dict = {
            name: self.tensor[block.start : block.stop].reshape(block.rows, block.width)
            for name in ("regions", "players", "column", "table")
            for block in (getattr(game.observer, name),)
        }

    def set_from(self, state: SmallWorldState, player: int) -> None:
        self.tensor[:] = self._observer.observe(state.state, player)

    def string_from(self, state: SmallWorldState, player: int) -> str:
        return str(view(state.state, player))


pyspiel.register_game(_TYPE, SmallWorldGame)
