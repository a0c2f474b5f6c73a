"""A wrapper for bots: an error costs the bot one decision and is reported, but never ends the game.

A bot in this process cannot be interrupted: its time is measured, and a late answer is refused. Bots in their
own process (`smallworld.bots.external`) are stopped at their limit.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import index
from time import perf_counter
from typing import Final

from smallworld.engine import NotationError, SmallWorldError, View, action_string, check, parse_action
from smallworld.engine.notation.strings import SEATS
from smallworld.engine.position.state import State

from .greedy import greedy_action
from .heuristics import imagine
from .registry import Bot

CAUSES: Final = {
    "crash": "it raised an error, or its process ended",
    "timeout": "it gave no answer in time",
    "illegal": "the action cannot be done now",
    "unreadable": "the answer is no action",
    "flood": "it wrote too much",
    "closed": "it closed its output",
    "start": "its process could not be started, or did not say hello",
    "out": "it had failed too often in this game, or not started",
}
MAX_DETAIL: Final = 400


class BotFault(SmallWorldError):
    """What a bot did wrong: one of CAUSES, and details."""

    def __init__(self, cause: str, detail: str) -> None:
        self.cause = cause
        self.detail = clean(detail)
        super().__init__(f"{cause}: {self.detail}")


@dataclass(frozen=True)
class Forfeit:
    """A decision a bot has forfeited, and what was played instead."""

    bot: str
    seat: int
    cause: str
    detail: str
    position: str
    played: str

    def __str__(self) -> str:
        return (
            f"bot {self.bot} (seat {SEATS[self.seat]}) forfeits a decision, {self.cause}: {self.detail}; "
            f"{self.played} was played at {self.position}"
        )


Fallback = Callable[[View], int]
Report = Callable[[Forfeit], None]


def greedy_fallback(view: View) -> int:
    """What is played for a bot that has forfeited: the greedy choice, always the same in a position."""
    return greedy_action(imagine(view))


def keep_quiet(forfeit: Forfeit) -> None:
    """The default report: nothing, because the list `forfeits` has it."""


class Guarded:
    """A bot that always answers with a legal action. `time_limit` is in seconds, for bots in this process."""

    def __init__(
        self,
        bot: Bot,
        name: str = "",
        fallback: Fallback = greedy_fallback,
        time_limit: float | None = None,
        report: Report = keep_quiet,
    ) -> None:
        self.bot = bot
        self.name = name or type(bot).__name__
        self.fallback = fallback
        self.time_limit = time_limit
        self.report = report
        self.forfeits: list[Forfeit] = []
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def __repr__(self) -> str:
        return f"<Guarded {self.name}: {self.decisions} decisions, {len(self.forfeits)} forfeits>"

    def choose(self, view: View) -> int:
        if not view.legal:
            raise SmallWorldError(f"nothing to choose for seat {view.seat} at {view}")
        # The bot gets a copy, because it may change its view.
        codes, mine = tuple(view.legal.codes), View(view.seat, view.state.copy(), view.legal)
        start = perf_counter()
        try:
            try:
                answer = self.bot.choose(view)
            finally:
                seconds = self._clock(start)
            if self.time_limit is not None and seconds > self.time_limit:
                raise BotFault("timeout", f"{seconds:.3f} s for a decision, {self.time_limit:g} s allowed")
            return read_answer(mine.state, answer, codes)
        except BotFault as fault:
            return self._forfeit(mine, codes, fault.cause, fault.detail)
        except (Exception, SystemExit) as error:
            return self._forfeit(mine, codes, "crash", describe(error))

    def _clock(self, start: float) -> float:
        seconds = perf_counter() - start
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        return seconds

    def _forfeit(self, view: View, codes: Sequence[int], cause: str, detail: str) -> int:
        position = str(view)
        try:
            code = self.fallback(View(view.seat, view.state.copy(), view.legal))
        except Exception as error:
            code, detail = codes[0], f"{detail} (and the fallback failed: {describe(error)})"
        if code not in codes:
            code = codes[0]
        played = action_string(view.state.world, code)
        forfeit = Forfeit(self.name, view.seat, cause, detail, position, played)
        self.forfeits.append(forfeit)
        self.report(forfeit)
        return code

    # --- optional methods: the end of a game, cleaning up -----------------------------------------------

    def end(self, view: View) -> None:
        """The game is over: `view` shows the final position."""
        self._tell("end", view)

    def close(self) -> None:
        self._tell("close")

    def _tell(self, method: str, *arguments: object) -> None:
        """Call an optional method; an error no longer matters and is ignored."""
        hook = getattr(self.bot, method, None)
        if hook is not None:
            try:
                hook(*arguments)
            except (Exception, SystemExit):
                return


def read_answer(state: State, answer: object, codes: Sequence[int]) -> int:
    """The code of a legal action, or a BotFault that says what is wrong with the answer."""
    if isinstance(answer, str):
        try:
            code = parse_action(state.world, answer[:MAX_DETAIL])
        except NotationError as error:
            raise BotFault("unreadable", str(error)) from None
    else:
        try:
            code = index(answer)  # type: ignore[arg-type]
        except TypeError:
            code = -1
        if code < 0 or isinstance(answer, bool):
            raise BotFault("unreadable", f"expected an action as a string or code, got {answer!r}")
    if code not in codes:
        raise BotFault("illegal", why_not(state, answer, code))
    return code


def why_not(state: State, answer: object, code: int) -> str:
    try:
        reasons = " ".join(str(reason) for reason in check(state, code, state.seat))
    except Exception:  # a number that is no action code
        reasons = ""
    return f"{answer!r}: {reasons or 'it is not one of the legal actions'}"


def describe(error: BaseException) -> str:
    """Type, message and place of an error, in one line."""
    try:
        text = str(error)
    except Exception:
        text = "(no message)"
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return clean(f"{type(error).__name__}: {text}") + place


def clean(text: str) -> str:
    """A bot's text made safe for a report: one line, limited length, no terminal control characters."""
    text = " ".join(text.split())
    if len(text) > MAX_DETAIL:
        text = text[: MAX_DETAIL - 1] + "…"
    return "".join(letter if letter.isprintable() else "?" for letter in text)
