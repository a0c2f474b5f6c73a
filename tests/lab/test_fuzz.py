"""Random games under all laws: thousands of them, and proof that a broken engine would be caught."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from smallworld.engine import (
    Game,
    PackError,
    Receipt,
    State,
    View,
    World,
    parse_position,
    score_receipt,
    view,
)
from smallworld.engine.actions import PICK
from smallworld.engine.content.pieces import Person
from smallworld.engine.events import Log
from smallworld.engine.laws import laws as law_book
from smallworld.engine.laws.laws import CHEAP, DEAR, DEAREST, LAWS, broken_laws
from smallworld.engine.notation.strings import WorldKey, parse_world_key, world_key
from smallworld.engine.position import region_contents
from smallworld.engine.position.state import CONQUER, READY
from smallworld.engine.turn import turn as engine_turn
from smallworld.engine.turn.steps import conquer, pick, price, score
from smallworld.engine.words.means import Means
from smallworld.lab.fuzz import Failure, fuzz, fuzz_game, undo_returns
from smallworld.lab.homebrew import FEW, random_pack, random_world
from smallworld.lab.worlds import one_each
from smallworld.packs import load_world

pytestmark = pytest.mark.slow

GAMES_EACH = 100  # for each world and number of players
CHUNK = 20
WORLDS = one_each((1, 2, 3, 4, 5))


def called(world: World) -> str:
    return f"{'+'.join(pack.id for pack in world.packs)} on {world.board.id}"


def has_module(world: World) -> bool:
    return any(pack.is_module for pack in world.packs)


# A module changes a few rules only, and comes with every world: fewer games are enough.
SHARES = [
    pytest.param(world, chunk, id=f"{called(world)}-{chunk}")
    for world in WORLDS
    for chunk in range(1 if has_module(world) else GAMES_EACH // CHUNK)
]


@pytest.mark.parametrize(("world", "chunk"), SHARES)
def test_random_games_keep_all_laws(world: World, chunk: int) -> None:
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        actions, failure = fuzz_game(world, f"{world.players}/{number}")
        assert failure is None, f"{failure.faults}\n{failure.game_string}"
        assert actions > 20 * world.players


@pytest.mark.parametrize("world", WORLDS, ids=called)
def test_every_position_of_a_game_keeps_every_law(world: World) -> None:
    _, failure = fuzz_game(world, "closely", share=1)
    assert failure is None, f"{failure.faults}\n{failure.game_string}"


def test_worlds_take_turns() -> None:
    """Every world on each of its boards; the number of players changes last."""
    assert [called(world) for world in WORLDS[:6]] == [
        "base on base_2p",
        "underground on underground_2p",
        "base+underground on base_2p",
        "base+underground on underground_2p",
        "base+river on river_2p",
        "base+underground+river on river_2p",
    ]
    plain = [called(world) for world in WORLDS if not has_module(world)]
    assert plain[6] == "base on base_3p"
    assert len(plain) == sum("leaders" in called(world) for world in WORLDS) >= 18
    parties = [world.players for world in WORLDS if world.party is not None]
    assert parties == sorted(parties)
    assert set(parties) == {1, 2}
    assert [called(world) for world in one_each([3], ["underground"])] == ["underground on underground_3p"]
    both = one_each([2], ["base+leaders+crusade"])
    assert [called(world) for world in both] == ["base+leaders+crusade on base_3p"]
    with pytest.raises(
        PackError, match=r"unknown world 'moon'; expected one of: all, all\+crusade, all\+leaders, base,"
    ):
        one_each([2], ["moon"])
    with pytest.raises(PackError, match="no board for 7 players"):
        one_each([7])


def test_the_same_seed_plays_the_same_game() -> None:
    world = load_world(players=2)
    assert fuzz_game(world, "same") == fuzz_game(world, "same")
    assert len({fuzz_game(world, f"other/{number}")[0] for number in range(6)}) > 1


# --- a broken engine is caught ---------------------------------------------------------------------------


Patch = Callable[[pytest.MonkeyPatch], None]


def a_wrong_discount(patch: pytest.MonkeyPatch) -> None:
    """Mountains cost one less than their receipt says."""
    right = price.cost_of

    def wrong(s: State, region: int, means: Means | None = None) -> int:
        cost = right(s, region, means)
        mountain = s.world.board.regions[region].terrain == "mountain"
        return cost - 1 if mountain and cost > 1 else cost

    patch.setattr(price, "cost_of", wrong)
    patch.setattr(conquer, "cost_of", wrong)


def a_lost_token(patch: pytest.MonkeyPatch) -> None:
    """Tokens of conquered natives do not go back to the box."""
    right = region_contents.evict

    def wrong(s: State, region: int, race: int, losses: int, log: Log) -> tuple[Person, ...]:
        before = s.tray[race]
        captured = right(s, region, race, losses, log)
        if s.world.is_native(race):
            s.tray[race] = before
        return captured

    patch.setattr(conquer, "evict", wrong)


def a_doubled_action(patch: pytest.MonkeyPatch) -> None:
    right = engine_turn.CODES[CONQUER]
    codes = list(engine_turn.CODES)
    codes[CONQUER] = lambda s: [*right(s), *right(s)[-1:]]
    patch.setattr(engine_turn, "CODES", tuple(codes))


def a_missing_action(patch: pytest.MonkeyPatch) -> None:
    """Ending is not on offer while conquering, though check has nothing against it."""
    right = engine_turn.CODES[READY]
    codes = list(engine_turn.CODES)
    codes[READY] = lambda s: right(s)[1:] or right(s)
    patch.setattr(engine_turn, "CODES", tuple(codes))


def a_listener_that_pays(patch: pytest.MonkeyPatch) -> None:
    """Scoring gives a coin more when somebody listens to events."""
    right = score.score

    def wrong(s: State, seat: int, log: Log) -> None:
        right(s, seat, log)
        if log is not None:
            s.coins[seat] += 1

    patch.setattr(score, "score", wrong)


def a_view_that_tells(patch: pytest.MonkeyPatch) -> None:
    def wrong(state: State, seat: int = -1) -> View:
        seen = view(state, seat)
        seen.state.coins = state.coins.copy()
        return seen

    patch.setattr(law_book, "view", wrong)


def a_string_that_forgets(patch: pytest.MonkeyPatch) -> None:
    """The column loses its coins on the way through the string."""

    def wrong(text: str, find: Callable[[WorldKey], World]) -> State:
        state = parse_position(text, find)
        state.col_coins = [0] * len(state.col_coins)
        return state

    patch.setattr(law_book, "parse_position", wrong)


def a_check_that_touches(patch: pytest.MonkeyPatch) -> None:
    """Asking for a receipt takes a coin."""

    def wrong(s: State, seat: int) -> Receipt:
        s.coins[seat] += 1
        return score_receipt(s, seat)

    patch.setattr(law_book, "score_receipt", wrong)


BROKEN: dict[str, tuple[Patch, str]] = {
    "discount": (a_wrong_discount, "cost"),
    "token": (a_lost_token, "lost_tribes:"),
    "doubled": (a_doubled_action, "an action is listed twice"),
    "missing": (a_missing_action, "legal=False, check says nothing against it"),
    "listener": (a_listener_that_pays, "listening to events changed the game"),
    "view": (a_view_that_tells, "shows hidden coins"),
    "string": (a_string_that_forgets, "string changed on the way"),
    "touch": (a_check_that_touches, "asking changed the position"),
}


def first_failure(world: World) -> Failure:
    for number in range(20):
        _, failure = fuzz_game(world, f"broken/{number}")
        if failure is not None:
            return failure
    pytest.fail("no law was broken in 20 games")


@pytest.mark.plain
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_engine_is_caught_and_the_game_leads_there(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    world = load_world(players=3)
    patch, fault = BROKEN[name]
    patch(monkeypatch)
    failure = first_failure(world)
    assert any(fault in said for said in failure.faults)
    assert failure.seed.startswith("broken/")
    game = Game.from_string(failure.game_string, lambda _: world)
    assert game.string == failure.game_string
    if name != "listener":  # that one is seen while an action is done, not in the position after it
        assert any(fault in said for said in broken_laws(game.state))


@pytest.mark.plain
def test_a_mended_engine_has_nothing_against_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    world = load_world(players=3)
    with monkeypatch.context() as patch:
        a_wrong_discount(patch)
        failure = first_failure(world)
    game = Game.from_string(failure.game_string, lambda _: world)
    assert not broken_laws(game.state)


@pytest.mark.plain
def test_a_world_that_forgets_its_combos_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A combo made anew is the old one: positions that were equal stay so."""
    monkeypatch.setattr("smallworld.engine.world.world.MAX_COMBOS", 1)
    world = load_world(players=2, packs=["underground"])
    assert [fuzz_game(world, f"forgetful/{number}", share=2)[1] for number in range(4)] == [None] * 4


@pytest.mark.plain
def test_a_crash_is_a_failure_with_the_game_that_leads_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(s: State, log: Log) -> None:
        raise RuntimeError("out of tokens")

    monkeypatch.setattr(pick, "take_tokens", crash)
    world = load_world(players=2)
    _, failure = fuzz_game(world, "crash")
    assert failure is not None
    assert failure.faults == ("RuntimeError: out of tokens",)
    with pytest.raises(RuntimeError, match="out of tokens"):
        Game.from_string(failure.game_string, lambda _: world)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_law_is_asked_in_random_games(
    monkeypatch: pytest.MonkeyPatch, law: Callable[..., list[str]]
) -> None:
    def broken(s: State, look: object) -> list[str]:
        return [f"{law.__name__} was asked"] if s.round == 2 else []

    for name, laws in (("CHEAP", CHEAP), ("DEAR", DEAR), ("DEAREST", DEAREST)):
        monkeypatch.setattr(law_book, name, tuple(broken if one is law else one for one in laws))
    failures = [fuzz_game(load_world(players=2), f"asked/{number}")[1] for number in range(60)]
    failure = next((one for one in failures if one is not None), None)
    assert failure is not None
    assert failure.faults == (f"{law.__name__} was asked",)


@pytest.mark.plain
def test_a_coin_without_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = engine_turn.DO[PICK]

    def generous(s: State, action: int, log: Log) -> bool:
        s.coins[s.seat] += 1
        return right(s, action, log)

    monkeypatch.setattr(engine_turn, "DO", (generous, *engine_turn.DO[1:]))
    _, failure = fuzz_game(load_world(players=2), "generous")
    assert failure is not None
    assert failure.faults[0].startswith("seat 0: 5 - ")


def test_undo_that_does_not_return_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    world = load_world(players=2)
    game = Game.replay(world, [])
    while game.state.is_chance:
        game.play(game.legal[0])
    game.play("p1")
    log = game.log.copy()
    assert undo_returns(world, log) == []
    right = Game.undo

    def wrong(self: Game, *, beyond_wall: bool = False) -> str:
        text = right(self, beyond_wall=beyond_wall)
        self.state = self.state.copy()
        self.state.coins[0] += 1
        return text

    monkeypatch.setattr(Game, "undo", wrong)
    assert any("gives another position" in fault for fault in undo_returns(world, log))


# --- reports ------------------------------------------------------------------------------------------------


def test_a_report_counts_games_and_actions_and_tells_how_far_it_is() -> None:
    told: list[int] = []
    worlds = [load_world("base_2p"), load_world("underground_3p")]
    report = fuzz(5, seed=3, worlds=worlds, progress=told.append)
    assert (report.games, report.failures, told) == (5, [], [1, 2, 3, 4, 5])
    assert report.speed > 0
    assert report.actions == sum(fuzz_game(worlds[number % 2], f"3/{number}")[0] for number in range(5))


@pytest.mark.plain
def test_a_report_collects_failures_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    a_doubled_action(monkeypatch)
    report = fuzz(3, players=(2,))
    assert report.games == 3
    assert len(report.failures) == 3
    assert {failure.seed for failure in report.failures} == {"0/0", "0/1", "0/2"}


@pytest.mark.plain
def test_a_failure_of_a_homebrew_game_carries_its_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    a_doubled_action(monkeypatch)
    report = fuzz(2, players=(2,), homebrew=True)
    keys = [parse_world_key(failure.game_string.split("~", 2)[2]) for failure in report.failures]
    assert [dict(key.sources)["invented"] for key in keys] == [
        random_pack(f"0/{number}").source for number in range(2)
    ]


def test_every_second_homebrew_world_is_small_and_its_combos_come_first() -> None:
    key = world_key(load_world("base_3p"))
    worlds = [random_world(key, f"small/{number}") for number in range(12)]
    assert 3 <= sum(len(world.races) <= FEW for world in worlds) <= 9
    opened = [world for world in worlds if world.options.get("first_race", "").startswith("race_")]
    assert len(opened) > len(worlds) / 2
    assert len({str(world_key(world)) for world in worlds}) == len(worlds)


@pytest.mark.parametrize("homebrew", [False, True])
def test_several_processes_report_the_same(homebrew: bool) -> None:
    one, two = (fuzz(4, seed=9, players=(2,), jobs=jobs, homebrew=homebrew) for jobs in (1, 2))
    assert (one.games, one.actions, one.failures) == (two.games, two.actions, two.failures)
