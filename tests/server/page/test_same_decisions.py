"""Bots decide in the page's Python as in ours: the same seed gives the same game (`make site` first)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.node import WEB, commands
from tools.site import SITE

pytestmark = pytest.mark.slow

# One game of each level against itself, with the luck of a seed.
GAMES = """
from smallworld.engine import new_state, position_string
from smallworld.engine.notation.strings import action_string, parse_action
from smallworld.engine.turn.turn import play
from smallworld.engine.verbs.chance import Seeded
from smallworld.packs import load_world
from smallworld.server.bots.bot_jobs import Job, levels, think

def game(board, level, rounds):
    state = new_state(load_world(board))
    luck = Seeded(f"page/{level}")
    told = []
    while not state.over and state.round < rounds:
        if state.is_chance:
            code = luck.outcome(state)
            told.append(action_string(state.world, code))
            play(state, code)
            continue
        spec = levels()[level].bot(levels()[level].personalities[0])
        job = Job(position_string(state), state.seat, level, spec, f"{level}/{len(told)}")
        for action in think(job).actions:
            told.append(action)
            play(state, parse_action(state.world, action))
    return " ".join(told)

for board, rounds in (("base_2p", 3), ("underground_2p", 2)):
    for level in levels():
        print(board, level, game(board, level, rounds))
"""


def test_bots_decide_alike_in_the_page(tmp_path: Path) -> None:
    (folder,) = SITE.glob("game-*")
    node = [*commands()["node"], "scripts/run-in-game.js", str(folder)]
    there = subprocess.run(node, cwd=WEB, input=GAMES, capture_output=True, text=True, check=False)
    assert there.returncode == 0, there.stderr[-2000:]
    script = tmp_path / "games.py"
    script.write_text(GAMES, encoding="utf-8")
    here = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert here.stdout.count("\n") >= 8
    assert there.stdout == here.stdout
