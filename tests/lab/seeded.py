"""Seeded random games, one line each: `python -m tests.lab.seeded 200`. Every engine must print the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256

from smallworld.bots.registry import make_bot
from smallworld.engine import Event, Seeded, action_string, new_state, parse_action, position_string, view
from smallworld.engine.turn import turn
from smallworld.engine.verbs.chance import sample
from smallworld.packs import load_world


def seeded_games(count: int) -> Iterator[str]:
    """The actions of each game, a digest of its events, and where it ended; all boards in turn."""
    for number in range(count):
        world = load_world(players=2 + number % 4)
        state, random = new_state(world), Seeded(f"seeded/{number}").random
        actions: list[str] = []
        events: list[Event] = []
        while not state.over:
            legal = turn.codes(state)
            code = sample(state, random) if state.is_chance else legal[int(random() * len(legal))]
            actions.append(action_string(world, code))
            turn.play(state, code, events)
        digest = sha256(repr(events).encode()).hexdigest()
        yield f"{'-'.join(actions)} {digest} {position_string(state)}"


def bot_games() -> Iterator[str]:
    """The actions of a game between bots in each world; their decisions must be the same, too."""
    for board in ("base_2p", "underground_3p"):
        world = load_world(board)
        state, random = new_state(world), Seeded(f"bots/{board}").random
        bots = [make_bot(("search:ms=2", "planner", "greedy")[seat], seat) for seat in range(world.players)]
        actions: list[str] = []
        while not state.over:
            code = (
                sample(state, random) if state.is_chance else bots[state.seat].choose(view(state, state.seat))
            )
            actions.append(action_string(world, code) if isinstance(code, int) else code)
            turn.play(state, parse_action(world, actions[-1]))
        yield "-".join(actions)


if __name__ == "__main__":
    print(turn.__file__)
    for line in (*seeded_games(int(sys.argv[1])), *bot_games()):
        print(line)
