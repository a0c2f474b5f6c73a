"""How hard a party is: measured, written down, drawn; and worlds with one person in the lab."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from smallworld.bots import make_bot
from smallworld.bots.levels import levels
from smallworld.bots.safe_bot import Guarded
from smallworld.engine import SmallWorldError, new_state, view
from smallworld.engine.turn.turn import play
from smallworld.lab.arena import play_game
from smallworld.lab.party_strength import Measure, draw, measure, usual_bots, write
from smallworld.lab.sim import simulate
from smallworld.lab.worlds import packs_of
from smallworld.packs import load_world

BOTS = (("weak", "random"), ("strong", "greedy"))


def test_more_tokens_are_harder_and_both_files_are_written(tmp_path: Path) -> None:
    what = Measure(BOTS, (4, 20), ("base", "crusade"))
    curve = measure(what, 3)
    assert curve.share("strong", 4) == 1
    assert curve.share("strong", 20) == 0
    even = curve.even("strong")
    assert even is not None
    assert 4 < even < 20
    data, picture = write(curve, tmp_path / "levels")
    found = json.loads(data.read_text(encoding="utf-8"))
    assert [row["games"] for row in found["rows"]] == [3] * 4
    assert picture.read_text(encoding="utf-8") == draw(found)
    assert all(name in draw(found) for name, _ in BOTS)
    assert measure(what, 3).cells == curve.cells, "the same games again"


@pytest.mark.parametrize(
    ("tokens", "packs", "said"),
    [((0,), ("base", "crusade"), "from 1 to 40"), ((8,), ("base",), "expected 2 to 5 players")],
)
def test_what_cannot_be_measured_is_refused(
    tokens: tuple[int, ...], packs: tuple[str, ...], said: str
) -> None:
    with pytest.raises(SmallWorldError, match=said):
        Measure(BOTS, tokens, packs).check()


def test_every_level_is_measured_by_itself() -> None:
    assert [name for name, _ in usual_bots()] == [level.name for level in levels()]


@pytest.mark.parametrize("world", ["crusade", "underground+crusade", "base+leaders+crusade"])
@pytest.mark.parametrize("players", [1, 2])
def test_bots_play_it_to_the_end_without_a_fault(world: str, players: int) -> None:
    rules = load_world(players=players, packs=packs_of(world))
    bots = [Guarded(make_bot(spec, seat)) for seat, spec in enumerate(("planner:beam=2", "greedy")[:players])]
    result = play_game(rules, bots, f"{world}/{players}")
    assert len(result.coins) == players + 1
    assert not [forfeit for bot in bots for forfeit in bot.forfeits]


def test_search_plays_its_first_turns() -> None:
    state = new_state(load_world(players=1, packs=["base", "crusade"]))
    bot = Guarded(make_bot("search:ms=2", 1))
    from smallworld.engine.verbs.chance import Seeded

    luck = Seeded("search")
    while not state.over and state.round < 3:
        play(state, luck.outcome(state) if state.is_chance else bot.choose(view(state, state.seat)))
    assert not bot.forfeits


def test_a_run_counts_the_party_as_somebody_at_the_table() -> None:
    tally = simulate(["greedy"], 3, world="crusade")
    assert set(tally.standings) == {"greedy", "lost_tribes"}
    assert sum(standing.wins for standing in tally.standings.values()) == 3
    ladder = simulate(["greedy", "random"], 4, world="crusade", ladder=True)
    assert ladder.standings["lost_tribes"].games == 4
