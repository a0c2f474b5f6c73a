"""Environments for learners: their makers' own tests, masks, what stays hidden, rewards, learning."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from examples.rl.learn import Policy, train, win_rate
from smallworld.engine import IllegalAction, SmallWorldError, State, World, asked, legal, parse_action, view
from smallworld.engine.turn.turn import play
from smallworld.engine.world.world import NONE, START_COINS
from smallworld.lab.rl import Actions, Observer, SmallWorldAEC, SmallWorldEnv, env, raw_env
from smallworld.lab.rl.running_game import RunningGame, result
from smallworld.lab.worlds import packs_of
from smallworld.packs import load_world
from tests.engine.tools import position, random_states

pytestmark = pytest.mark.slow

PLAYERS = [2, 3, 4, 5]
# Board and world: each printed game, and both together on boards of either.
WORLDS = [
    *(f"base_{players}p" for players in PLAYERS),
    *(f"underground_{players}p" for players in PLAYERS),
    "base_2p both",
    "underground_3p both",
]
ID = "smallworld.lab.rl:SmallWorld-v0"

# What PettingZoo would do otherwise: seats are letters here, and masks ask for a dict.
recommendations = [
    "ignore:Observation is not a NumPy array:UserWarning:pettingzoo.test.api_test",
    "ignore:Observation space for each agent probably should be:UserWarning:pettingzoo.test.api_test",
    "ignore:We recommend agents to be named in the format:UserWarning:pettingzoo.test.api_test",
]


def world_of(board: str) -> World:
    name, _, world = board.partition(" ")
    return load_world(name, packs=packs_of(world, board=name))


def positions(board: str, games: int = 1) -> Iterator[State]:
    """Every position of a few random games in which somebody decides, and the last one."""
    for number in range(games):
        for state in random_states(world_of(board), f"rl/{number}"):
            if not state.is_chance:
                yield state


def play_randomly(table: SmallWorldAEC, seed: int) -> Iterator[str]:
    """Make every decision of a game at random; who decided it, each time."""
    table.reset(seed=seed)
    random = np.random.default_rng(seed)
    while not table.table.state.over:
        agent = table.agent_selection
        table.step(int(random.choice(table.observe(agent)["action_mask"].nonzero()[0])))
        yield agent


# --- what the makers of the interfaces test -----------------------------------------------------------


@pytest.mark.filterwarnings(*recommendations)
@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo_api(players: int, make: Any) -> None:
    api_test(make(players, shaping=0.01), num_cycles=500)


@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo_seeds(players: int) -> None:
    seed_test(lambda: env(players), num_cycles=500)


@pytest.mark.parametrize("opponents", [["greedy"], ["random", "greedy", "random"]])
def test_gymnasium_check(opponents: list[str]) -> None:
    check_env(gymnasium.make(ID, opponents=opponents).unwrapped)


# --- actions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", WORLDS)
def test_every_number_is_an_action_and_back(board: str) -> None:
    actions = Actions(world_of(board))
    assert len(set(actions.codes)) == len(actions)
    assert list(actions.codes) == sorted(actions.codes)
    for number, code in enumerate(actions.codes):
        name = actions.name(number)
        assert (actions.number(name), parse_action(actions.world, name)) == (number, code)
    assert Actions(world_of(board)).codes == actions.codes


@pytest.mark.parametrize("board", WORLDS)
def test_the_mask_is_the_legal_list(board: str) -> None:
    """Which also shows that nothing legal is missing from the numbers."""
    actions = Actions(world_of(board))
    for state in positions(board, games=8):
        numbers = actions.mask(legal(state).codes).nonzero()[0].tolist()
        allowed = [actions.name(number) for number in numbers]
        assert sorted(allowed) == sorted(legal(state))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_mask_of_the_environment_is_the_legal_list(players: int) -> None:
    table = SmallWorldAEC(players)
    table.reset(seed=0)
    for _ in play_randomly(table, seed=players):
        state = table.table.state
        for seat, agent in enumerate(table.agents):
            mask = table.observe(agent)["action_mask"]
            allowed = {table.table.actions.codes[number] for number in mask.nonzero()[0]}
            assert allowed == (set(legal(state).codes) if state.seat == seat else set())


def test_the_largest_heap_that_can_be_placed_has_a_number() -> None:
    state = position("""
        board = "base_2p"
        step = "redeploy"
        [players.A]
        active = { race = "skeletons", power = "merchant", hand = 18, regions = { 4 = 1, 9 = 1 } }
        [players.B]
    """)
    actions = Actions(state.world)
    assert actions.name(int(actions.mask(legal(state).codes).nonzero()[0][-1])) == "t9.18"
    with pytest.raises(KeyError):
        actions.number("t9.19")


# --- observations -------------------------------------------------------------------------------------


def row(table: NDArray[np.float32], columns: tuple[str, ...]) -> dict[str, float]:
    return {name: round(float(number), 3) for name, number in zip(columns, table, strict=True) if number}


@pytest.mark.parametrize("board", WORLDS)
def test_an_observation_holds_nothing_that_is_hidden(board: str) -> None:
    """It is the same when the others' coins change, and when all there is to look at is the seat's view."""
    observer = Observer(world_of(board))
    for state in positions(board):
        for seat in range(len(state.coins)):
            seen = observer.observe(state, seat)
            other = state.copy()
            other.coins = [coins if owner == seat else coins + 7 for owner, coins in enumerate(state.coins)]
            assert np.array_equal(seen, observer.observe(other, seat))
            if not state.over:
                assert np.array_equal(seen, observer.observe(view(state, seat).state, seat))


@pytest.mark.parametrize("board", WORLDS)
def test_an_observation_fits_its_space_and_the_position(board: str) -> None:
    table = RunningGame(world_of(board))
    observer, space = table.observer, table.observation_space()["observation"]
    blocks = (observer.regions, observer.players, observer.column, observer.table)
    assert [block.start for block in blocks] == [0, *(block.stop for block in blocks[:-1])]
    assert all(len(set(block.columns)) == block.width for block in blocks)
    for state in positions(board):
        for seat in range(len(state.coins)):
            seen = observer.observe(state, seat)
            assert seen in space
            regions = observer.regions.of(seen)
            race = state.active[seat]
            held = state.mask[race].bit_count() if race != NONE else 0
            assert regions[:, observer.regions.column("me active")].sum() == held
            holders = regions[:, : observer.regions.column("tokens")]
            assert (holders.sum(axis=1) == 1).all()
            assert observer.table.of(seen)[0, 0] == pytest.approx(min(1, state.coins[seat] / 200))


def test_an_observation_reads_as_the_position() -> None:
    state = position("""
        board = "base_3p"
        round = 4
        turn = "B"
        step = "conquer"
        conquered = [5]
        [players.A]
        coins = 90
        truce = "B"
        active = { race = "ratmen", power = "bivouacking", regions = { 3 = 3 } }
        [players.B]
        coins = 20
        active = { race = "orcs", power = "hill", hand = 4, regions = { 5 = 1 } }
        declined = [
            { race = "elves", power = "spirit", regions = { 1 = 1 } },
            { race = "giants", regions = { 2 = 1 } },
        ]
        [players.C]
        [markers]
        encampment = { 3 = 2 }
    """)
    observer = Observer(state.world)
    seen = observer.observe(state, 1)
    regions, players = observer.regions.of(seen), observer.players.of(seen)
    told = [row(regions[region], observer.regions.columns) for region in (3, 1, 2, 5)]
    assert (told[0]["next 2 active"], told[0]["tokens"], told[0]["marker encampment"]) == (1, 0.15, 0.4)
    assert [next(iter(told[index])) for index in (1, 2, 3)] == ["me earlier", "me declined", "me active"]
    assert (told[3]["conquered"], "in reach" in told[3]) == (1, False)
    me = row(players[0], observer.players.columns)
    assert {"active race orcs", "active power hill", "declined race giants", "earlier race elves"} < set(me)
    assert {"earlier power spirit", "turn", "decides"} < set(me)
    assert (me["hand"], me["tray"]) == (0.2, 0.25)
    assert row(players[2], observer.players.columns)["truce with me"] == 1
    assert "turn" not in row(players[1], observer.players.columns)
    table = row(observer.table.of(seen)[0], observer.table.columns)
    assert (table["coins"], table["round"], table["step conquer"], table["asked orcs"]) == (0.1, 0.4, 1, 1)
    assert row(observer.table.of(observer.observe(state, 0))[0], observer.table.columns)["coins"] == 0.45
    in_reach = {region for region in range(30) if regions[region, observer.regions.column("in reach")]}
    assert in_reach == {region for region in range(30) if state.reach & state.open & ~(1 << 5) & 1 << region}
    for action in legal(state):
        if action.startswith("c"):
            assert int(action[1:]) in in_reach
            assert regions[int(action[1:]), observer.regions.column("cost")] <= 0.4 + 1e-6


def test_an_observation_tells_of_monsters_finds_badges_and_questions() -> None:
    state = position("""
        board = "underground_2p"
        round = 3
        step = "redeploy"
        tribes = [23]
        [players.A]
        active = { race = "drow", power = "stone", regions = { 8 = 1, 9 = 1 } }
        declined = [{ race = "gnomes", regions = { 1 = 1, 3 = 1 } }]
        [players.B]
        [markers]
        stonehedge = { 8 = 1 }
        froggys_ring = { 9 = 1 }
        [badges]
        8 = "wise"
    """)
    while asked(state).question is None:
        play(state, legal(state).codes[0])
    observer = Observer(state.world)
    seen = observer.observe(state, 0)
    regions = observer.regions.of(seen)
    told = {region: row(regions[region], observer.regions.columns) for region in (8, 9, 23, 20)}
    assert told[23]["natives monsters"] == 1
    assert (told[8]["marker stonehedge"], told[8]["badge"]) == (1, 1)
    assert (told[9]["marker froggys_ring"], "badge" in told[9]) == (1, False)
    assert "empty" in told[20]
    table = row(observer.table.of(seen)[0], observer.table.columns)
    assert {"question ring", "lying wise", "unseen shiny_orb"} < set(table)
    assert not {"unseen stonehedge", "unseen power wise"} & set(table)


@pytest.mark.parametrize(
    ("options", "board"),
    [
        ({"players": 3, "world": "underground"}, "underground_3p"),
        ({"players": 2, "board": "underground_2p"}, "underground_2p"),
        ({"players": 2, "world": "both"}, "base_2p"),
        ({"players": 4, "world": "both", "board": "underground_4p"}, "underground_4p"),
    ],
)
def test_any_world_can_be_learnt(options: dict[str, Any], board: str) -> None:
    table = raw_env(**options)
    assert table.table.world.board.id == board
    assert len(list(play_randomly(table, seed=1))) > 20 * options["players"]
    bots = ["random"] * (options.pop("players") - 1)
    assert SmallWorldEnv(bots, **options).table.world is table.table.world
    with pytest.raises(
        SmallWorldError, match=r"unknown world 'moon'; expected one of: all, all\+crusade, all\+leaders,"
    ):
        SmallWorldEnv(world="moon")


# --- rewards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_results_add_up(players: int) -> None:
    for seed in range(5):
        table = SmallWorldAEC(players)
        list(play_randomly(table, seed))
        state = table.table.state
        win, margin = result(state, "win"), result(state, "margin")
        assert sum(win) == pytest.approx(1)
        assert sum(margin) == pytest.approx(0)
        richest = [seat for seat, coins in enumerate(state.coins) if coins == max(state.coins)]
        assert {seat for seat, share in enumerate(win) if share} <= set(richest)
        assert margin[richest[0]] == max(margin)


@pytest.mark.parametrize("reward", ["win", "margin"])
@pytest.mark.parametrize("shaping", [0, 0.01])
def test_rewards_are_ones_own_coins_and_the_result(reward: Any, shaping: float) -> None:
    table = SmallWorldAEC(3, reward=reward, shaping=shaping)
    table.reset(seed=0)
    totals = dict.fromkeys("ABC", 0.0)
    before = dict.fromkeys("ABC", START_COINS)
    for _ in play_randomly(table, seed=9):
        state = table.table.state
        for seat, agent in enumerate("ABC"):
            totals[agent] += table.rewards[agent]
            if not state.over:
                gained = state.coins[seat] - before[agent]
                assert table.rewards[agent] == pytest.approx(shaping * gained)
            before[agent] = state.coins[seat]
    state, end = table.table.state, result(table.table.state, reward)
    for seat, agent in enumerate("ABC"):
        assert totals[agent] == pytest.approx(end[seat] + shaping * (state.coins[seat] - START_COINS))
    assert table.infos["A"] == {"coins": state.coins, "shares": result(state, "win")}


def test_rewards_of_the_single_learner_are_those_of_its_seat() -> None:
    learner = SmallWorldEnv(opponents=["random", "greedy"], reward="margin", shaping=0.01)
    random, seats = np.random.default_rng(4), set()
    learner.reset(seed=4)
    for _ in range(8):
        _, info = learner.reset()
        seats.add(info["seat"])
        total, over = 0.0, False
        while not over:
            _, reward, over, cut, info = learner.step(int(random.choice(learner.action_masks().nonzero()[0])))
            total += reward
            assert not cut
        state = learner.table.state
        coins = state.coins[learner.seat]
        assert info["coins"] == state.coins
        assert total == pytest.approx(result(state, "margin")[learner.seat] + (coins - START_COINS) / 100)
    assert seats == set("ABC")


# --- illegal actions, seeds, choices ------------------------------------------------------------------


def illegal_number(table: RunningGame) -> int:
    return table.actions.number("d")  # nobody declines before there is a race


def test_an_illegal_action_is_refused_with_its_reasons() -> None:
    table = SmallWorldAEC(2)
    table.reset(seed=1)
    before = table.table.state.copy()
    with pytest.raises(IllegalAction):
        table.step(illegal_number(table.table))
    assert table.table.state == before


def test_an_illegal_action_ends_a_wrapped_game() -> None:
    table = env(2)
    table.reset(seed=1)
    table.step(illegal_number(table.unwrapped.table))
    assert table.terminations == {"A": True, "B": True}
    assert table.rewards == {"A": -1.0, "B": 0}


def test_an_illegal_action_of_the_single_learner_ends_the_game() -> None:
    learner = SmallWorldEnv(opponents=["random"], seat="B")
    seen, _ = learner.reset(seed=1)
    after, reward, over, _, info = learner.step(illegal_number(learner.table))
    assert (reward, over) == (-1.0, True)
    assert np.array_equal(seen["observation"], after["observation"])
    assert info["illegal"]
    with pytest.raises(SmallWorldError, match="reset"):
        learner.step(0)


def test_a_seed_gives_the_same_games_and_none_gives_others() -> None:
    table = SmallWorldAEC(2)
    openings: list[list[str]] = []
    for _ in range(2):
        table.reset(seed=5)
        openings.append([table.render()])
        for _ in range(5):
            table.reset()
            openings[-1].append(table.render())
    assert openings[0] == openings[1]
    assert len(set(openings[0])) > 1
    fresh = [SmallWorldAEC(2) for _ in range(8)]
    for other in fresh:
        other.reset()
    assert len({other.render() for other in fresh}) > 1


def test_an_environment_survives_pickling() -> None:
    table = pickle.loads(pickle.dumps(SmallWorldAEC(3, reward="margin", shaping=0.5)))
    assert (table.possible_agents, table.table.reward, table.table.shaping) == (
        ["A", "B", "C"],
        "margin",
        0.5,
    )


def test_wrong_choices_are_told_with_the_right_ones() -> None:
    with pytest.raises(SmallWorldError, match="margin"):
        SmallWorldAEC(2, reward="victory")  # type: ignore[arg-type]
    with pytest.raises(SmallWorldError, match="greedy"):
        SmallWorldEnv(opponents=["gready"])
    with pytest.raises(SmallWorldError, match="A"):
        SmallWorldEnv(opponents=["greedy"], seat="C")
    with pytest.raises(SmallWorldError, match="3 players"):
        SmallWorldAEC(2, "base_3p")


# --- learning -----------------------------------------------------------------------------------------


def test_the_example_learns() -> None:
    """From about half of the games against the random bot to more than three quarters."""
    learner = SmallWorldEnv(opponents=["random"], shaping=0.1)
    learner.reset(seed=1)
    policy = Policy(learner, seed=1)
    untrained, *_ = win_rate(learner, policy, games=50)
    train(learner, policy, steps=6, games=20)
    trained, *_ = win_rate(learner, policy, games=50)
    assert trained > untrained + 0.1
    assert trained > 0.65
