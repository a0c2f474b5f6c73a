"""One game between bots: seats, choices, result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from smallworld.engine import Seeded, SmallWorldError, View, World, new_state, view, winners
from smallworld.engine.notation.strings import SEATS, parse_action
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import play

from .watchers import Crowd, Watcher


class Chooser(Protocol):
    def choose(self, view: View) -> int | str: ...


@dataclass
class Result:
    """How a game ended. A bot that forfeited a decision does not win, whatever its coins; nobody wins if all
    did."""

    coins: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: list[int]
    seconds: list[float]
    log: list[int]
    rounds: int
    forfeits: tuple[int, ...]  # decisions that were played for a `Guarded` bot, by seat


def play_game(world: World, bots: Sequence[Chooser], seed: str, watchers: Sequence[Watcher] = ()) -> Result:
    """Play to the end. Bots must answer legally; wrap one that may not in `Guarded`."""
    luck = Seeded(seed)
    state = new_state(world)
    do: Callable[[State, int], None] = Crowd(watchers).play if watchers else play
    before = [forfeits_of(bot) for bot in bots]
    decisions, seconds, log = [0] * len(bots), [0.0] * len(bots), list[int]()
    for watcher in watchers:
        watcher.on_start(state)
    while not state.over:
        if state.is_chance:
            action = luck.outcome(state)
        else:
            seat = state.seat
            seen = view(state, seat)
            start = perf_counter()
            chosen = bots[seat].choose(seen)
            seconds[seat] += perf_counter() - start
            decisions[seat] += 1
            action = parse_action(world, chosen) if isinstance(chosen, str) else chosen
            if seen.legal is None or action not in seen.legal.codes:
                raise SmallWorldError(f"seat {SEATS[seat]} chose {chosen!r}, which is not legal at {seen}")
        log.append(action)
        do(state, action)
    forfeits = tuple(forfeits_of(bot) - count for bot, count in zip(bots, before, strict=True))
    failed = [seat for seat, count in enumerate(forfeits) if count]
    result = Result(
        tuple(state.coins), winners(state, failed), decisions, seconds, log, state.round, forfeits
    )
    for watcher in watchers:
        watcher.on_end(result)
    for seat, bot in enumerate(bots):
        tell = getattr(bot, "end", None)  # optional: some bots want to see the final position
        if tell is not None:
            tell(view(state, seat))
    return result


def forfeits_of(bot: Chooser) -> int:
    return len(getattr(bot, "forfeits", ()))


def final_state(world: World, log: Sequence[int]) -> State:
    state = new_state(world)
    for action in log:
        play(state, action)
    return state
