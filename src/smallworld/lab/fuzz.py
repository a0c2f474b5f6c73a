"""Random games that check all laws. A failure comes with the string of the game that leads to it.

Cheap laws are checked after every action, expensive ones in a share of the positions and at the end; the seed
decides which positions. A share of the games is undone to the start and redone.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Final, NamedTuple

from smallworld.engine import Game, Seeded, World, new_state
from smallworld.engine.actions import is_chance
from smallworld.engine.game.game import VERSION
from smallworld.engine.laws.laws import (
    LISTENING,
    SomeItems,
    broken_cheap_laws,
    broken_laws,
    play_and_follow_coins,
)
from smallworld.engine.notation.strings import action_string, parse_world_key, world_key
from smallworld.engine.position.state import OVER, State
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import sample
from smallworld.packs import world_from_key
from smallworld.presentation.laws import broken_numbers

from .homebrew import random_world
from .worlds import one_each

SHARE: Final = 32  # one position in so many is checked fully
STRING_SHARE: Final = 4  # one of those in so many is also written as a string and read back
UNDO_SHARE: Final = 64  # one game in so many is undone and redone


class Failure(NamedTuple):  # also when compiled it can be sent between processes
    game_string: str
    faults: tuple[str, ...]
    seed: str


@dataclass
class FuzzReport:
    games: int = 0
    actions: int = 0
    failures: list[Failure] = field(default_factory=list)
    seconds: float = 0.0  # of processor time, in all processes together

    @property
    def speed(self) -> float:
        """Games per second on one core."""
        return self.games / self.seconds if self.seconds else 0.0


def fuzz_game(world: World, seed: str, share: int = SHARE) -> tuple[int, Failure | None]:
    """One random game; `share` 1 checks every law after every action. Returns the actions and what failed."""
    random = Seeded(seed).random
    state = new_state(world)
    log: list[int] = []

    def failure(faults: Sequence[str]) -> Failure:
        actions = "-".join(action_string(world, code) for code in log)
        return Failure(f"{VERSION}~{actions}~{world_key(world)}", tuple(faults), seed)

    # Sampling has its own random numbers, so that a change of the laws does not change the games.
    chosen = Seeded(f"{seed}/look").random
    look = SomeItems(chosen)
    undone = chosen() * UNDO_SHARE < 1
    wait = int(chosen() * (2 * share - 1))  # actions until the next full check
    try:
        faults = broken_cheap_laws(state)
        while state.step != OVER and not faults:
            if state.is_chance:
                action = sample(state, random)
            else:
                legal = codes(state)
                action = legal[int(random() * len(legal))]
            log.append(action)
            closely = wait == 0
            wait = int(chosen() * (2 * share - 1)) if closely else wait - 1
            silent = state.copy() if closely else None
            faults = play_and_follow_coins(state, action)
            if silent is not None:
                play(silent, action)
                if silent != state:
                    faults.append(LISTENING)
            ended = state.step == OVER
            if closely or ended:
                strings = share == 1 or ended or chosen() * STRING_SHARE < 1
                faults += broken_laws(state, look, strings=strings)
                faults += broken_numbers(state, look)
            else:
                faults += broken_cheap_laws(state)
        if faults and LISTENING not in faults and played_silently(world, log) != state:
            faults.append(LISTENING)
        if undone and not faults and state.over:
            faults = undo_returns(world, log)
    except Exception as error:
        return len(log), failure([f"{type(error).__name__}: {error}"])
    return len(log), failure(faults) if faults else None


def played_silently(world: World, log: Sequence[int]) -> State:
    state = new_state(world)
    for action in log:
        play(state, action)
    return state


def undo_returns(world: World, log: Sequence[int]) -> list[str]:
    """Undo to the start and redo to the end give the same positions, and so does the game's own string."""
    game = Game.replay(world, [action_string(world, code) for code in log])
    end = str(game)
    positions = [state.copy() for state in game.positions]
    faults = []
    while not all(map(is_chance, game.log)):
        game.undo(beyond_wall=True)
        if game.state != positions[len(game.log)]:
            faults.append(f"undo to entry {len(game.log)} gives another position")
    while game.can_redo:
        game.redo()
        if game.state != positions[len(game.log)]:
            faults.append(f"redo to entry {len(game.log)} gives another position")
    if str(game) != end or str(Game.from_string(end, lambda _: world)) != end:
        faults.append("the game's string changed on the way")
    return faults


def _fuzz_one(task: tuple[str, str, bool]) -> tuple[int, Failure | None, float]:
    key, seed, homebrew = task
    began = process_time()
    world_key = parse_world_key(key)
    world = random_world(world_key, seed) if homebrew else world_from_key(world_key)
    actions, failure = fuzz_game(world, seed)
    return actions, failure, process_time() - began


def fuzz(
    games: int,
    seed: int = 0,
    players: Sequence[int] = (2, 3, 4, 5),
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    worlds: Sequence[World] = (),
    homebrew: bool = False,
) -> FuzzReport:
    """Play random games in the given worlds in turn; by default in all of them for these numbers of players.

    `progress` gets the number of finished games. `homebrew`: random races and powers join each game.
    """
    report = FuzzReport()
    keys = [str(world_key(world)) for world in worlds or one_each(players)]
    tasks = ((keys[number % len(keys)], f"{seed}/{number}", homebrew) for number in range(games))
    if jobs <= 1:
        results = map(_fuzz_one, tasks)
        _collect(report, results, progress)
    else:
        with multiprocessing.get_context("spawn").Pool(jobs) as pool:
            _collect(report, pool.imap_unordered(_fuzz_one, tasks, chunksize=4), progress)
    return report


def _collect(
    report: FuzzReport,
    results: Iterable[tuple[int, Failure | None, float]],
    progress: Callable[[int], None],
) -> None:
    for actions, failure, seconds in results:
        report.games += 1
        report.actions += actions
        report.seconds += seconds
        if failure is not None:
            report.failures.append(failure)
        progress(report.games)
