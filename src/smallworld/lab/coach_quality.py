"""How good the coach is: a player follows it through whole games, and the analysis judges the turns.

    python -m smallworld.lab.coach_quality --games 6 --against planner:beam=2

By chance some good turns are called mistakes. Therefore the same figures are given for the other seats:
compare the coach's share with theirs, and with what noise alone would give.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field

from smallworld.bots.coach import EFFORT, Follower
from smallworld.bots.registry import Bot, make_bot
from smallworld.bots.rollouts import Effort
from smallworld.engine import Game, Record, Seeded, World, view
from smallworld.engine.notation.strings import SEATS
from smallworld.packs import load_world

from .analysis import analyse

COACH = "coach"
NOISE = 0.025  # good turns that are called mistakes by chance: one side of a 95 % interval


@dataclass
class Tally:
    """How the turns of one kind of player were judged."""

    verdicts: Counter[str] = field(default_factory=Counter)
    lost: float = 0.0  # win chance the mistakes cost
    victories: float = 0.0
    games: int = 0

    @property
    def turns(self) -> int:
        return self.verdicts.total()

    def share(self, verdict: str) -> float:
        return self.verdicts[verdict] / max(1, self.turns)


def guided_game(world: World, seat: int, against: str, seed: str, effort: Effort = EFFORT) -> Record:
    """A game in which one seat always follows the coach."""
    seats = range(world.players)
    bots: list[Bot] = [make_bot(against, f"{seed}/{number}") for number in seats]
    bots[seat] = Follower(effort)
    game = Game(world, luck=Seeded(seed))
    while not game.over:
        decides = game.state.seat
        game.play(bots[decides].choose(view(game.state, decides)))
    return Record(game, [COACH if number == seat else against.replace(",", " ") for number in seats])


def measure(
    worlds: list[World], games: int, against: str, rollouts: int, seed: str, effort: Effort = EFFORT
) -> dict[str, Tally]:
    """The coach's turns and everybody else's. Seats and worlds change from game to game."""
    tallies = {COACH: Tally(), against: Tally()}
    for number in range(games):
        world = worlds[number % len(worlds)]
        mine = number // len(worlds) % world.players
        record = guided_game(world, mine, against, f"coaching/{seed}/{number}", effort)
        found = analyse(record, rollouts=rollouts, seed=seed)
        for decision in found.decisions:
            tally = tallies[COACH if SEATS.index(decision.seat) == mine else against]
            tally.verdicts[decision.verdict] += 1
            tally.lost += decision.win.value if decision.verdict == "mistake" else 0.0
        for seat in range(world.players):
            tally = tallies[COACH if seat == mine else against]
            tally.games += 1
            tally.victories += SEATS[seat] in found.winners and 1 / len(found.winners)
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(description="How often the analysis calls the coach's turns mistakes.")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--against", default="planner:beam=2,slip=4")
    parser.add_argument("--rollouts", type=int, default=48)
    parser.add_argument("--boards", nargs="+", default=["base_2p"])
    parser.add_argument("--seed", default="0")
    args = parser.parse_args()
    worlds = [load_world(board) for board in args.boards]
    for name, tally in measure(worlds, args.games, args.against, args.rollouts, args.seed).items():
        print(
            f"{name}: {tally.turns} turns, mistakes {tally.share('mistake'):.1%} (noise alone {NOISE:.1%}), "
            f"slips {tally.share('slip'):.1%}, {tally.lost:.2f} victories lost by them, "
            f"{tally.victories:g} of {tally.games} games won"
        )


if __name__ == "__main__":
    main()
