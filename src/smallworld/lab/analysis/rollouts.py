"""Rollouts: a position is played to the end many times, each time with other luck.

Luck number 7 is one order of the stacks and one list of dice for every coming turn. It is the same for every
position of the game and every alternative, so that differences come from the positions only.
"""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.bots.greedy import greedy_action
from smallworld.bots.plans import PLANNED, bounded, carry_out
from smallworld.bots.registry import Bot, make_bot
from smallworld.bots.safe_bot import Guarded
from smallworld.engine import Seeded, asked, view, winners
from smallworld.engine import actions as ac
from smallworld.engine.position import state as st
from smallworld.engine.position.state import State
from smallworld.engine.turn.turn import CODES, play
from smallworld.engine.verbs.chance import sample
from smallworld.engine.world.world import BADGES

from .estimates import Sample

HABITS = (ac.PICK, ac.CONQUER, ac.END, ac.DECLINE)  # actions that a random decision may choose from
SHAKE = 0.15  # share of random decisions; measured, see docs/analysis.md


class FixedLuck:
    """The same dice and draws for the same seed. A draw takes the first piece of its order that is unseen."""

    def __init__(self, seed: str, state: State) -> None:
        self.seed = seed
        names = ("races", "badges", *state.world.deck_ids[BADGES + 1 :])
        self.decks = [
            self._order(name, len(deck)) for name, deck in zip(names, state.world.decks, strict=True)
        ]
        self._drawn = 0  # badges drawn from the present order
        self._shuffles = 0
        self._turn = (-1, -1)
        self._dice = Seeded("")

    def _order(self, name: str, count: int) -> list[int]:
        source = Seeded(f"{self.seed}/{name}")
        return [piece for _, piece in sorted((source.random(), piece) for piece in range(count))]

    def outcome(self, s: State) -> int:
        if s.step == st.DIE:
            if self._turn != (s.round, s.turn):
                self._turn = (s.round, s.turn)
                self._dice = Seeded(f"{self.seed}/{s.round}.{s.turn}")
            return sample(s, self._dice.random)
        deck = asked(s).deck
        unseen = s.unseen[deck]
        if deck == BADGES and unseen & self._drawn:  # a drawn badge is in the stack again: it was shuffled
            self._shuffles += 1
            self.decks[BADGES] = self._order(f"badges/{self._shuffles}", len(self.decks[BADGES]))
            self._drawn = 0
        piece = next(piece for piece in self.decks[deck] if unseen >> piece & 1)
        if deck == BADGES:
            self._drawn |= 1 << piece
        return ac.C_DRAW | deck << 6 | piece


class Players:
    """The same bot in every seat, new for each rollout, with some random decisions.

    A bot that always plays the same would make results look certain that people can still change.
    """

    def __init__(self, spec: str, seed: str, seats: int) -> None:
        self.seed = seed
        self.bots: list[Bot] = []
        if spec != "greedy":  # greedy can be called directly, which is twice as fast
            self.bots = [Guarded(make_bot(spec, f"{seed}/{seat}"), spec) for seat in range(seats)]
        self._turn = (-1, -1)
        self._hand = Seeded("")

    def choose(self, s: State) -> int:
        if self._turn != (s.round, s.turn):
            self._turn = (s.round, s.turn)
            self._hand = Seeded(f"{self.seed}/hand/{s.round}.{s.turn}")
        if s.step in PLANNED and self._hand.random() < SHAKE:
            legal = CODES[s.step](s)
            codes = [code for code in legal if code >> ac.SHIFT in HABITS] or legal
            return codes[int(self._hand.random() * len(codes))]
        if not self.bots:
            return greedy_action(s, self._hand.random() if s.step == st.QUESTION else 0.0)
        chosen = self.bots[s.seat].choose(view(s, s.seat))
        assert isinstance(chosen, int)  # a guarded bot answers with codes
        return chosen

    def close(self) -> None:
        for bot in self.bots:
            if isinstance(bot, Guarded):
                bot.close()


class Rollouts:
    """Plays positions to the end. `screen`: how many with separate luck, to choose without bias."""

    def __init__(self, bot: str, count: int, seed: str) -> None:
        self.bot, self.count, self.seed = bot, count, seed
        self.played = 0
        Players(bot, seed, 1).close()  # refuse an unknown bot at once

    def sample(self, state: State, plan: Sequence[int] = (), *, screen: int = 0) -> Sample:
        seats = len(state.coins)
        if state.over:
            return self._exact(state)
        found = Sample([[] for _ in range(seats)], [[] for _ in range(seats)])
        for number in range(screen or self.count):
            end = self._play_out(state, plan, f"{self.seed}/{'screen' if screen else 'main'}/{number}")
            won = winners(end)
            for seat in range(seats):
                found.wins[seat].append(1 / len(won) if seat in won else 0.0)
                found.coins[seat].append(float(end.coins[seat]))
        return found

    def _exact(self, state: State) -> Sample:
        won = winners(state)
        wins = [[1 / len(won) if seat in won else 0.0] * self.count for seat in range(len(state.coins))]
        return Sample(wins, [[float(coins)] * self.count for coins in state.coins], exact=True)

    def _play_out(self, state: State, plan: Sequence[int], seed: str) -> State:
        s, luck = state.copy(), FixedLuck(f"analysis/{seed}", state)
        players = Players(self.bot, f"analysis/{seed}", len(s.coins))
        self.played += 1
        choose, outcome = players.choose, luck.outcome
        carry_out(s, plan, lambda now: outcome(now) if now.is_chance else choose(now))
        for _ in bounded((1 + s.world.rounds - s.round) * len(s.coins)):
            if s.step == st.OVER:
                break
            play(s, outcome(s) if s.step >= st.FIRST_CHANCE else choose(s))
        players.close()
        return s
