"""A guarded bot answers with a legal action whatever it is made of, and tells what went wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from smallworld.bots import RandomBot
from smallworld.bots.safe_bot import CAUSES, MAX_DETAIL, Forfeit, Guarded, clean, greedy_fallback
from smallworld.engine import (
    Game,
    Seeded,
    SmallWorldError,
    View,
    action_string,
    parse_action,
    parse_position,
    view,
)
from smallworld.engine.actions import C_DECLINE, SHIFT
from smallworld.engine.turn.turn import play
from smallworld.lab.arena import play_game
from smallworld.packs import load_world, world_from_key

WORLD = load_world("base_2p")


class Bad:
    """A bot that does the one thing it is given."""

    def __init__(self, act: Callable[[View], Any]) -> None:
        self.act = act

    def choose(self, view: View) -> Any:
        return self.act(view)


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError("not even this")


def fail(error: BaseException) -> Callable[[View], Any]:
    def act(view: View) -> Any:
        raise error

    return act


def first_view() -> View:
    game = Game(WORLD, luck=Seeded(1))
    return view(game.state, game.state.seat)


def dig(view: View) -> Any:
    return dig(view)


BAD: dict[str, tuple[Callable[[View], Any], str, str]] = {
    "error": (fail(ValueError("no idea")), "crash", "ValueError: no idea"),
    "error without words": (fail(Mute()), "crash", "Mute"),
    "exit": (lambda _: sys.exit(3), "crash", "SystemExit: 3"),
    "deep recursion": (dig, "crash", "RecursionError"),
    "nothing": (lambda _: None, "unreadable", "None"),
    "true": (lambda _: True, "unreadable", "True"),
    "a half": (lambda _: 0.5, "unreadable", "0.5"),
    "negative": (lambda _: -1, "unreadable", "-1"),
    "nonsense": (lambda _: "go west", "unreadable", "'go west'"),
    "long nonsense": (lambda _: "c" * 100_000, "unreadable", "cannot read the action"),
    "not now": (lambda _: "c4", "illegal", "You can't do that now"),
    "too dear": (lambda _: "p9", "illegal", "There is no combo 9."),
    "no action": (lambda _: 63 << SHIFT, "illegal", "66060288"),
    "chance": (lambda _: "die.3", "illegal", "You can't do that now"),
}


@pytest.mark.parametrize(("act", "cause", "detail"), BAD.values(), ids=BAD)
def test_forfeit(act: Callable[[View], Any], cause: str, detail: str) -> None:
    seen = first_view()
    assert seen.legal is not None
    told: list[Forfeit] = []
    bot = Guarded(Bad(act), "bad", report=told.append)
    code = bot.choose(seen)
    assert code == greedy_fallback(first_view())
    assert told == bot.forfeits
    (forfeit,) = told
    assert (forfeit.bot, forfeit.seat, forfeit.cause) == ("bad", 0, cause)
    assert forfeit.cause in CAUSES
    assert detail in forfeit.detail
    assert len(forfeit.detail) < 2 * MAX_DETAIL
    assert parse_action(WORLD, forfeit.played) == code
    assert parse_position(forfeit.position, world_from_key) == first_view().state
    assert f"bot bad (seat A) forfeits a decision, {cause}: " in str(forfeit)


def test_good_bots_are_left_alone() -> None:
    bare = play_game(WORLD, [RandomBot(1), RandomBot(2)], "1")
    bots = [Guarded(RandomBot(1), time_limit=60), Guarded(RandomBot(2))]
    guarded = play_game(WORLD, bots, "1")
    assert guarded.log == bare.log
    assert [bot.decisions for bot in bots] == bare.decisions
    assert not any(bot.forfeits for bot in bots)
    assert bots[0].name == "RandomBot"
    assert 0 < bots[0].slowest <= bots[0].seconds


def test_codes_and_strings_are_both_answers() -> None:
    seen = first_view()
    assert seen.legal is not None
    for answer in (seen.legal.codes[-1], seen.legal[-1]):
        bot = Guarded(Bad(lambda _, answer=answer: answer))  # type: ignore[misc]
        assert bot.choose(first_view()) == seen.legal.codes[-1]
        assert not bot.forfeits


def test_late_answers_do_not_count() -> None:
    def slow(view: View) -> str:
        time.sleep(0.02)
        return "p1"

    bot = Guarded(Bad(slow), "slow", time_limit=0.01)
    bot.choose(first_view())
    assert [forfeit.cause for forfeit in bot.forfeits] == ["timeout"]
    assert "0.01 s allowed" in bot.forfeits[0].detail
    assert bot.slowest >= 0.02


def test_a_bot_that_spoils_its_view_spoils_nothing() -> None:
    def spoil(view: View) -> int:
        assert view.legal is not None
        code: int = view.legal.codes[0]
        while not view.state.is_chance:
            play(view.state, code)
        view.legal.codes.clear()
        return int(C_DECLINE)

    game = Game(WORLD, luck=Seeded(1))
    before = str(game)
    bot = Guarded(Bad(spoil))
    code = bot.choose(view(game.state, 0))
    assert str(game) == before
    game.play(code, seat=0)
    assert bot.forfeits[0].cause == "illegal"
    assert bot.forfeits[0].position == str(first_view())


def test_a_bad_fallback_is_no_disaster() -> None:
    def fail_too(view: View) -> int:
        raise KeyError("none")

    for fallback in (fail_too, lambda _: C_DECLINE):
        bot = Guarded(Bad(fail(ValueError("no"))), fallback=fallback)
        assert action_string(WORLD, bot.choose(first_view())) == "p1"
        assert bot.forfeits[0].cause == "crash"
    assert "KeyError" not in bot.forfeits[0].detail


def test_the_game_goes_on() -> None:
    def sometimes(view: View) -> str:
        assert view.legal is not None
        if len(view.legal) % 2:
            raise ValueError("odd")
        return view.legal[0]

    bot = Guarded(Bad(sometimes))
    result = play_game(WORLD, [RandomBot(1), bot], "1")
    assert result.winners
    assert 0 < len(bot.forfeits) < bot.decisions
    Game.replay(WORLD, [action_string(WORLD, code) for code in result.log])  # every action was legal


def test_interrupts_go_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        Guarded(Bad(fail(KeyboardInterrupt()))).choose(first_view())


def test_asking_the_wrong_seat_is_our_own_fault() -> None:
    with pytest.raises(SmallWorldError, match="nothing to choose"):
        Guarded(RandomBot()).choose(view(Game(WORLD, luck=Seeded(1)).state, 1))


def test_end_and_close_are_passed_on() -> None:
    told: list[str] = []

    class Telling(RandomBot):
        def end(self, view: View) -> None:
            told.append("end")
            raise ValueError("too late to matter")

        def close(self) -> None:
            told.append("close")

    bot = Guarded(Telling())
    bot.end(first_view())
    bot.close()
    assert told == ["end", "close"]
    Guarded(RandomBot()).close()


def test_reports_are_safe_to_print() -> None:
    assert clean("two\nlines\tand \x1b[31mred \ud800") == "two lines and ?[31mred ?"
    assert len(clean("x" * 10_000)) == MAX_DETAIL
