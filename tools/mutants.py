"""Checks manipulated position strings: each is refused with a message, or can be played to its end.

python -m tools.mutants 100000
"""

from __future__ import annotations

import random
import re
import sys
from dataclasses import dataclass, field

from smallworld.engine import Game, Seeded, SmallWorldError, parse_position, position_string, view
from smallworld.engine.turn.turn import codes, play
from smallworld.engine.world.world import NONE
from smallworld.packs import load_world, world_from_key

WORLD_FIELDS = 6  # at the beginning of a string: the fields about the world are not changed
LONGEST = 500  # decisions; games end sooner


@dataclass
class Found:
    accepted: int = 0
    faults: list[str] = field(default_factory=list)


def positions(choice: random.Random) -> list[str]:
    """Of random games in several worlds."""
    found = []
    for packs, players in ((["base"], 2), (["base"], 3), (["underground"], 2), (["base", "underground"], 3)):
        for _ in range(3):
            game = Game(load_world(players=players, packs=packs), luck=Seeded(str(choice.random())))
            for _ in range(choice.randrange(150)):
                if game.over:
                    break
                game.play(choice.choice(codes(game.state)))
                if choice.random() < 0.2:
                    found.append(position_string(game.state))
    return found


def tampered(text: str, known: list[str], choice: random.Random) -> str:
    fields = text.split("~")
    for _ in range(choice.choice((1, 1, 1, 2, 3))):
        place = choice.randrange(WORLD_FIELDS, len(fields))
        fields[place] = _other(fields[place], choice.choice(known).split("~")[place], choice)
    return "~".join(fields)


def _other(text: str, foreign: str, choice: random.Random) -> str:
    items = text.split("-")
    place = choice.randrange(len(items))
    match choice.randrange(9):
        case 0 if text:
            spot = choice.randrange(len(text))
            return text[:spot] + choice.choice("0123456789ABabx.-") + text[spot + 1 :]
        case 1 if text:
            spot = choice.randrange(len(text))
            return text[:spot] + text[spot + 1 :]
        case 2:
            return foreign
        case 3:
            choice.shuffle(items)
        case 4:
            items.append(items[place])
        case 5:
            items.pop(place)
        case 6:
            return re.sub(
                r"\d+", lambda found: choice.choice((found[0], found[0], "0", "1", "9", "64", "999999")), text
            )
        case 7:
            parts = items[place].split(".")
            parts[choice.randrange(len(parts))] = choice.choice(foreign.replace("-", ".").split("."))
            items[place] = ".".join(parts)
        case _:
            return ""
    return "-".join(items)


def broken(seed: int, count: int) -> Found:
    """How many of so many strings were accepted, and what went wrong with them."""
    choice, found = random.Random(seed), Found()
    known = positions(choice)
    for _ in range(count):
        text = tampered(choice.choice(known), known, choice)
        try:
            state = parse_position(text, world_from_key)
            if NONE in state.coins:
                continue  # a view of a game; no game can start there
            found.accepted += 1
            for number in range(LONGEST):
                if state.over:
                    break
                if number % 25 == 0:
                    view(state, state.turn)
                play(state, choice.choice(codes(state)))
        except SmallWorldError:
            continue
        except Exception as error:
            found.faults.append(f"{type(error).__name__}: {error}: {text}")
    return found


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    found = broken(seed=random.SystemRandom().randrange(10**9), count=count)
    print(f"{found.accepted} of {count} were accepted, {len(found.faults)} of them broke")
    for fault in found.faults[:20]:
        print(fault)
    sys.exit(bool(found.faults))


if __name__ == "__main__":
    main()
