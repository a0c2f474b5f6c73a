"""Manipulated position strings: well formed, but perhaps impossible.

Strings of positions from random games are changed in one to three places: numbers, names, items removed,
doubled or taken from another position. A string must either be refused with a message, or be a position in
which all laws hold, every legal action works, bots find a move and the game can be played to its end.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from smallworld.bots.coach import advise
from smallworld.bots.registry import make_bot
from smallworld.bots.rollouts import Effort
from smallworld.engine import Seeded, SmallWorldError, State, World, apply, new_state, parse_position
from smallworld.engine import position_string as written
from smallworld.engine import view as seen_by
from smallworld.engine.laws.laws import broken_cheap_laws, broken_laws, play_and_follow_coins
from smallworld.engine.notation.strings import SEATS, WORLD_FIELDS, WorldKey
from smallworld.engine.position.state import OVER, STEP_NAMES
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.verbs.chance import sample

FIRST: Final = 1 + WORLD_FIELDS  # the first field about the position
BOTS: Final = ("greedy", "planner:beam=2", "search:ms=1,beam=2")
COACH_EFFORT: Final = Effort(turns=8)
DECISIONS: Final = 2  # of a bot
ACTIONS: Final = 12  # legal actions that are tried


@dataclass
class Tampering:
    """Results for manipulated strings."""

    tried: int = 0
    accepted: int = 0
    broken: list[tuple[str, str]] = field(default_factory=list)  # string, what went wrong


class Positions:
    """Positions of random games in one world, and strings made of them."""

    def __init__(self, world: World, seed: str, games: int = 2, share: int = 9) -> None:
        self.world = world
        self.random = random.Random(f"mutations/{seed}")
        self.texts: list[str] = []
        for number in range(games):
            luck, state = Seeded(f"mutations/{seed}/{number}").random, new_state(world)
            while state.step != OVER:
                if luck() * share < 1:
                    self.texts.append(written(state))
                legal = codes(state)
                play(state, sample(state, luck) if state.is_chance else legal[int(luck() * len(legal))])
            self.texts.append(written(state))
        self.names: list[Sequence[str]] = [
            world.race_ids,
            world.power_ids,
            [marker.id for marker in world.markers],
            list(world.counter_ids),
            list(world.question_ids),
            list(world.means_ids),
            STEP_NAMES,
            world.phases,
            SEATS[: world.seats],
            SEATS[: world.seats].lower(),
        ]

    def tampered(self) -> str:
        """The string of a position with one to three changes."""
        chance = self.random
        fields = chance.choice(self.texts).split("~")
        for _ in range(chance.choice((1, 1, 2, 3))):
            number = chance.randrange(FIRST, len(fields))
            if chance.random() < 0.2:
                fields[number] = chance.choice(self.texts).split("~")[number]
            else:
                fields[number] = self.changed(fields[number], number == len(fields) - 1)
        return "~".join(fields)

    def changed(self, text: str, facts: bool) -> str:
        chance = self.random
        items = text.split("-")
        place = chance.randrange(len(items))
        way = chance.random()
        if facts or way < 0.7:  # a turn always has eight facts
            items[place] = self.changed_item(items[place])
        elif way < 0.8:
            items.pop(place)
        elif way < 0.9:
            items.insert(chance.randrange(len(items) + 1), items[place])
        else:
            other = chance.randrange(len(items))
            items[place], items[other] = items[other], items[place]
        return "-".join(items)

    def changed_item(self, item: str) -> str:
        """An item with another number, name or part of a name."""
        chance = self.random
        parts = re.split(r"([.x])", item)
        place = chance.randrange(0, len(parts), 2)
        part = parts[place]
        if part.isdigit():
            number = int(part)
            other = (number + 1, max(0, number - 1), 0, 48, 63, 64, 99, 10_000, chance.randrange(50))
            parts[place] = str(chance.choice(other))
        elif chance.random() < 0.15:
            del parts[place : place + 2]
        else:
            alike = [names for names in self.names if part in names]
            parts[place] = chance.choice(chance.choice(alike or self.names))
        if chance.random() < 0.1:
            parts += [".", f"{chance.randrange(30)}x{chance.randrange(1, 9)}"]
        return "".join(parts)


def outcome(text: str, world: World, *, bots: bool = True) -> str | None:
    """What is wrong with an accepted position; empty: nothing. None: it was refused with a message."""

    def same_world(_: WorldKey) -> World:
        return world

    try:
        state = parse_position(text, same_world)
    except SmallWorldError as error:
        return None if str(error).strip() else "refused without a word"
    except Exception as error:
        return f"reading: {_described(error)}"
    where = "laws"
    try:
        faults = broken_laws(state)
        if faults:
            return f"laws: {'; '.join(faults[:3])}"
        if -1 in state.coins:  # a view: without knowing all coins nobody can play on
            return ""
        where = "apply"
        for action in codes(state)[:ACTIONS]:
            after, _ = apply(state, action)
            faults = broken_cheap_laws(after)
            if faults:
                return f"after {action:#x}: {'; '.join(faults[:3])}"
        for bot in BOTS if bots else ():
            where = bot
            _decide(state, bot)
        where = "coach"
        if state.seat != -1 and bots:
            advise(seen_by(state, state.seat), (), COACH_EFFORT)
        where = "playing on"
        faults = _play_on(state)
        return f"playing on: {'; '.join(faults[:3])}" if faults else ""
    except Exception as error:
        return f"{where}: {_described(error)}"


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]


def _decide(state: State, spec: str) -> None:
    bot, state, luck = make_bot(spec, 0), state.copy(), Seeded("decide").random
    left = DECISIONS
    while left and state.step != OVER:
        if state.is_chance:
            play(state, sample(state, luck))
            continue
        choice = bot.choose(seen_by(state, state.seat))
        if choice not in codes(state):
            raise ValueError(f"chose {choice}, which is not legal")
        play(state, int(choice))
        left -= 1


def _play_on(state: State) -> list[str]:
    state, luck = state.copy(), Seeded("play on").random
    faults: list[str] = []
    while state.step != OVER and not faults:
        legal = codes(state)
        action = sample(state, luck) if state.is_chance else legal[int(luck() * len(legal))]
        faults = play_and_follow_coins(state, action) + broken_cheap_laws(state)
    return faults or broken_laws(state)


def tamper(world: World, count: int, seed: str, bots: int = 1) -> Tampering:
    """Manipulated strings of one world and their results. `bots`: one string in so many is given to bots; 0:
    none.
    """
    made, result = Positions(world, seed), Tampering()
    for number in range(count):
        text = made.tampered()
        found = outcome(text, world, bots=bots > 0 and number % bots == 0)
        result.tried += 1
        if found is not None:
            result.accepted += 1
            if found:
                result.broken.append((text, found))
    return result
