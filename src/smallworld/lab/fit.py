"""Fit the evaluation on self-play: `python -m smallworld.lab.fit`. Needs numpy (extra `lab`).

Recipe: good bots play each other, and sometimes pick a random combo, decline early or stay, so that the games
also show good play after such choices. At the end of every turn the features of the seat that moved are
recorded, with the coins it gains on the average of the others from there to the end. A ridge regression for
each number of rounds left gives the weights; neighbouring numbers of rounds share data, so that the weights
change smoothly. The values of single pieces are held close to 0, so that the features explain as much as they
can. With fitted weights the bots play better games to fit on. The weights that ship are from the third round
of this, with 2500 games of `planner` for two players, and 350, 250 and 200 of `planner:beam=4` for three,
four and five.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from pathlib import Path
from typing import TypedDict

import numpy as np

from smallworld import bots
from smallworld.bots.evaluation import FEATURES, features
from smallworld.bots.heuristics import imagine
from smallworld.bots.planner import good_turns
from smallworld.bots.registry import Bot, make_bot
from smallworld.engine import View, World, new_state
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.chance import Seeded
from smallworld.lab.arena import play_game
from smallworld.packs import find_packs, load_world

# Rounds left, features, active pieces with their sign, and the margin still to come.
Sample = tuple[int, list[float], dict[str, float], float]


class Fitted(TypedDict):
    features: list[list[float]]  # by rounds left
    pieces: dict[str, list[float]]


# How often a random combo is picked, a race declines early, or stays whatever the bot thinks.
ANY_PICK, EARLY, STAYING = 0.3, 0.04, 0.15


class Explorer:
    """Plays like a bot, but sometimes tries what that bot would not."""

    def __init__(self, bot: Bot, seed: str) -> None:
        self.bot = bot
        self.random = Seeded(f"explorer/{seed}").random

    def choose(self, view: View) -> int | str:
        s = imagine(view)
        if s.step == st.PICK and self.random() < ANY_PICK:
            codes = CODES[s.step](s)
            return codes[int(self.random() * len(codes))]
        if s.step == st.READY and not s.touched:
            luck = self.random()
            if luck < EARLY:
                return ac.C_DECLINE
            if luck < EARLY + STAYING:
                return max(plan for plan in good_turns(s, 4) if plan.actions != [ac.C_DECLINE]).actions[0]
        return self.bot.choose(view)


def pieces_in_play(state: State, seat: int) -> dict[str, float]:
    """The active race and power of the seat, and those of the others with a negative sign."""
    found: dict[str, float] = {}
    share = 1.0 / max(1, len(state.coins) - 1)
    for other, race in enumerate(state.active):
        if race >= 0:
            sign = 1.0 if other == seat else -share
            found[f"race.{state.world.race_ids[race]}"] = sign
            found[f"power.{state.world.power_ids[state.badge[race]]}"] = sign
    return found


def worlds(packs: tuple[str, ...], players: int) -> list[World]:
    """The worlds of a family for so many players: one for each board that fits."""
    boards = [board for pack in find_packs().values() if pack.id in packs for board in pack.boards.values()]
    return [load_world(board.id, packs=packs) for board in boards if board.players == players]


def samples_of_game(task: tuple[tuple[str, ...], int, tuple[str, ...], int]) -> list[Sample]:
    packs, players, kinds, number = task
    choice = worlds(packs, players)
    world = choice[number % len(choice)]
    # Every mixture of the bots is used.
    seats = []
    for seat in range(players):
        kind, seed = kinds[number // len(kinds) ** seat % len(kinds)], f"fit/{number}/{seat}"
        seats.append(Explorer(make_bot(kind, seed), seed))
    result = play_game(world, seats, f"fit/{number}")
    found: list[tuple[int, Sample]] = []
    state = new_state(world)
    for action in result.log:
        seat, number_of_round = state.turn, state.round
        play(state, action)
        if (state.turn, state.round) != (seat, number_of_round) and not state.over:
            now = _margin(tuple(state.coins), seat)
            left = world.rounds - number_of_round
            found.append((seat, (left, features(state, seat), pieces_in_play(state, seat), now)))
    return [
        (left, row, pieces, _margin(result.coins, seat) - now) for seat, (left, row, pieces, now) in found
    ]


def _margin(coins: tuple[int, ...], seat: int) -> float:
    others = sum(coins) - coins[seat]
    return coins[seat] - others / max(1, len(coins) - 1)


def fit(
    samples: list[Sample],
    rounds: int,
    ridge: float = 30.0,
    reserve: float = 400.0,
    toward: Fitted | None = None,
) -> Fitted:
    """Weights of features and pieces for each number of rounds left; 0 needs none.
    `ridge` and `reserve` count like so many samples and pull the weights: those of pieces towards 0, those of
    features towards 0 or the weights `toward`.
    """
    names = sorted({name for sample in samples for name in sample[2]})
    column = {name: FEATURES + index for index, name in enumerate(names)}
    x = np.zeros((len(samples), FEATURES + len(names)))
    for row, sample in enumerate(samples):
        x[row, :FEATURES] = sample[1]
        for name, sign in sample[2].items():
            x[row, column[name]] = sign
    y = np.array([sample[3] for sample in samples])
    left = np.array([sample[0] for sample in samples])
    # A feature that varies little needs a large weight, which must not be penalised more.
    hold = np.concatenate([ridge * x[:, :FEATURES].var(axis=0) + 1e-6, np.full(len(names), reserve)])
    table = [[0.0] * (FEATURES + len(names))]
    for target in range(1, rounds):
        # Samples one round away count a quarter.
        weight = np.where(left == target, 1.0, np.where(abs(left - target) == 1, 0.25, 0.0))
        xw = x * weight[:, None]
        start = np.zeros(x.shape[1])
        if toward is not None:
            start[:FEATURES] = toward["features"][target]
        solution = start + np.linalg.solve(xw.T @ x + np.diag(hold), xw.T @ (y - x @ start))
        table.append([round(float(value), 3) for value in solution])
    return {
        "features": [row[:FEATURES] for row in table],
        "pieces": {name: [row[column[name]] for row in table] for name in names},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", nargs="+", default=["planner"])
    parser.add_argument("--packs", nargs="+", default=["base"])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()
    path = Path(bots.__file__).with_name("weights.json")
    data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    packs = tuple(options.packs)
    fitted = data.setdefault("+".join(sorted(packs)), {})
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for players in options.players:
            tasks = [(packs, players, tuple(options.bots), number) for number in range(options.games)]
            games = pool.map(samples_of_game, tasks, chunksize=8)
            samples = [sample for game in games for sample in game]
            rounds = max(world.rounds for world in worlds(packs, players))
            if players == 2:
                fitted["2"] = fit(samples, rounds)
            else:  # fewer, longer games: start from the weights for two players
                fitted[str(players)] = fit(samples, rounds, ridge=300.0, toward=fitted["2"])
            print(f"{players} players: {len(samples)} samples, {options.games} games by {options.bots}")
    path.write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
