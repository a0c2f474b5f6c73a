"""One game between bots: who sits where, what they chose, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from smallworld.engine import Seeded, View, World, new_state, view, winners
from smallworld.engine.notation import parse_action
from smallworld.engine.state import State
from smallworld.engine.turn import play


class Chooser(Protocol):
    def choose(self, view: View) -> int | str: ...


@dataclass
class Result:
    coins: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: list[int]
    seconds: list[float]
    log: list[int]


def play_game(world: World, bots: Sequence[Chooser], seed: str) -> Result:
    luck = Seeded(seed)
    state = new_state(world)
    decisions, seconds, log = [0] * len(bots), [0.0] * len(bots), list[int]()
    while not state.over:
        if state.is_chance:
            action = luck.outcome(state)
        else:
            seat = state.seat
            start = perf_counter()
            chosen = bots[seat].choose(view(state, seat))
            seconds[seat] += perf_counter() - start
            decisions[seat] += 1
            action = parse_action(world, chosen) if isinstance(chosen, str) else chosen
        log.append(action)
        play(state, action)
    return Result(tuple(state.coins), winners(state), decisions, seconds, log)


def final_state(world: World, log: Sequence[int]) -> State:
    state = new_state(world)
    for action in log:
        play(state, action)
    return state
