"""Frozen bots decide as they did on the day they were frozen: in positions of recorded games of every world.

`python -m tests.bots.test_frozen` writes the decisions anew. That is right after a change of the rules, which
frozen bots obey like everybody; never after a change of a bot.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from smallworld.bots import make_bot
from smallworld.bots.registry import bot_makers
from smallworld.engine import State, action_string, read_record, view
from smallworld.lab.sim import simulate
from smallworld.packs import world_from_key

RECORDS: Final = Path(__file__).parent.parent / "records"
DECISIONS: Final = Path(__file__).parent / "frozen.json"
# Each bot, and in how many positions it decides: one of so many decisions of each game.
SAMPLE: Final = {"greedy-2026": 3, "planner-2026": 9, "search-2026:ms=20": 61}


@cache
def games() -> dict[str, list[State]]:
    """The decisions of each recorded game, in order."""
    found = {}
    for file in sorted(RECORDS.glob("*.txt")):
        positions = read_record(file.read_text(encoding="utf-8"), world_from_key).game.positions
        found[file.stem] = [s for s in positions if not s.is_chance and not s.over]
    return found


def decisions(spec: str, share: int) -> dict[str, str]:
    """For each game: the sampled places, and what the bot does there."""
    number, found = 0, {}
    for name, states in games().items():
        chosen = []
        for place, state in enumerate(states):
            number += 1
            if number % share == 0:
                choice = make_bot(spec, "frozen").choose(view(state, state.seat))
                assert isinstance(choice, int)
                chosen.append(f"{place}:{action_string(state.world, choice)}")
        found[name] = " ".join(chosen)
    return found


@pytest.mark.parametrize("spec", SAMPLE)
def test_a_frozen_bot_decides_as_on_the_day_it_was_frozen(spec: str) -> None:
    recorded = json.loads(DECISIONS.read_text(encoding="utf-8"))[spec]
    assert decisions(spec, SAMPLE[spec]) == recorded


def test_every_frozen_bot_is_compared() -> None:
    frozen = {name for name in bot_makers() if name.rpartition("-")[2].isdecimal()}
    assert {spec.partition(":")[0] for spec in SAMPLE} == frozen


def test_frozen_bots_play_in_the_lab_like_any_other() -> None:
    tally = simulate(["planner-2026:beam=2", "greedy-2026"], 2, ladder=True)
    assert tally.games == 2


if __name__ == "__main__":
    found = {spec: decisions(spec, share) for spec, share in SAMPLE.items()}
    DECISIONS.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
