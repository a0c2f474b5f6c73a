"""Checks a bot: hello, every kind of decision, games in every world, unknown messages, its time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final, Literal

from smallworld.bots.external import ExternalBot
from smallworld.bots.protocol import PROTOCOL
from smallworld.bots.random import RandomBot
from smallworld.bots.registry import Bot
from smallworld.bots.safe_bot import BotFault, Guarded
from smallworld.engine import Game, Seeded, State, View, World, state_from, view
from smallworld.packs import find_packs, load_world, world_from_description
from smallworld.packs.find import packs_of_board

from .arena import play_game
from .worlds import BOTH, BOTH_PACKS, one_each, world_names

MakeBot = Callable[[str], Bot]  # from a seed
Verdict = Literal["pass", "warn", "fail"]
PLAYERS: Final = (2, 3, 4, 5)
LOST: Final = "; this game counts as lost"
PATIENCE: Final = 5  # so many time-outs end the check


@dataclass(frozen=True)
class Item:
    """One line of the report."""

    name: str
    verdict: Verdict
    detail: str


def examine(
    make: MakeBot, *, ms: int = 2000, seed: str = "1", players: Sequence[int] = PLAYERS
) -> Iterator[Item]:
    """The items one by one, as they are checked. The bot conforms if none of them is a `fail`.

    `ms`: the limit for a decision of a bot in this process; external bots have their own.
    """
    exam = _Exam(make, ms, seed)
    try:
        yield from exam.run(players)
    finally:
        exam.bot.close()


class _Exam:
    def __init__(self, make: MakeBot, ms: int, seed: str) -> None:
        self.make, self.ms, self.seed = make, ms, seed
        self.bot = self.new_bot()
        if isinstance(self.bot.bot, ExternalBot):
            self.ms = self.bot.bot.ms

    def new_bot(self) -> _Watched:
        return _Watched(self.make(self.seed), self.ms)

    def run(self, players: Sequence[int]) -> Iterator[Item]:
        inner = self.bot.bot
        if isinstance(inner, ExternalBot):
            hello = self.hello(inner)
            yield hello
            if hello.verdict == "fail":
                return
            yield self.strange_message(inner)
        for item in self.contents(players):
            yield item
            if sum(forfeit.cause == "timeout" for forfeit in self.bot.forfeits) >= PATIENCE:
                yield Item("the rest", "fail", f"not looked at after {PATIENCE} time-outs")
                return
        yield self.time_taken()
        if isinstance(inner, ExternalBot):
            yield self.manners(inner)
            yield self.goodbye(inner)

    def contents(self, players: Sequence[int]) -> Iterator[Item]:
        for name, state in decisions():
            yield self.decision(name, state)
        for world in one_each(players):
            yield self.game(world)
        yield self.same_again(load_world(players=players[0]))

    # --- the items ---------------------------------------------------------------------------------

    def hello(self, bot: ExternalBot) -> Item:
        try:
            bot.start()
        except BotFault as fault:
            return Item("hello", "fail", fault.detail)
        detail = f"{bot.name}, protocol {PROTOCOL}, after {bot.start_seconds * 1000:.0f} ms"
        return Item("hello", "pass", detail)

    def strange_message(self, bot: ExternalBot) -> Item:
        """An unknown message, as a later protocol version might send it, must not confuse a bot."""
        bot.tell({"type": "news", "of": "a later version"})
        forfeits = self.asked(next(decisions())[1])
        if forfeits or bot.unasked:
            return Item(
                "unknown message", "fail", "a message of an unknown type must be passed over in silence"
            )
        return Item("unknown message", "pass", "passed over")

    def decision(self, name: str, state: State) -> Item:
        return Item(f"decision: {name}", *_verdict(self.asked(state), "a legal answer"))

    def asked(self, state: State) -> list[str]:
        """Ask about one position, as if a game had led there; returns what went wrong."""
        if isinstance(self.bot.bot, ExternalBot):
            self.bot.bot.new_game()
        before = len(self.bot.forfeits)
        self.bot.choose(view(state, state.seat))
        return [f"{forfeit.cause}: {forfeit.detail}" for forfeit in self.bot.forfeits[before:]]

    def game(self, world: World) -> Item:
        before = len(self.bot.forfeits)
        coins, decided, _ = self.played(self.bot, world)
        faults = [f"{forfeit.cause}: {forfeit.detail}" for forfeit in self.bot.forfeits[before:]]
        others = ", ".join(map(str, coins[1:]))
        return Item(
            f"game: {_called(world)}",
            *_verdict(faults, f"{decided} decisions, {coins[0]} coins; random had {others}", LOST),
        )

    def played(self, bot: Guarded, world: World) -> tuple[tuple[int, ...], int, list[int]]:
        """A whole game against random: the coins with the bot's first, how often it was asked, and the
        log.
        """
        count = world.players
        seat = count // 2
        seats: list[Bot] = [RandomBot(f"{self.seed}/{number}") for number in range(count)]
        seats[seat] = bot
        if isinstance(bot.bot, ExternalBot):
            bot.bot.new_game()
        result = play_game(world, seats, f"conformance/{self.seed}/{count}")
        others = [coins for other, coins in enumerate(result.coins) if other != seat]
        return (result.coins[seat], *others), result.decisions[seat], result.log

    def same_again(self, world: World) -> Item:
        """Two new bots with the same seed play the same game."""
        logs = []
        for _ in range(2):
            bot = self.new_bot()
            try:
                logs.append(self.played(bot, world)[2])
            finally:
                bot.close()
        if logs[0] == logs[1]:
            return Item("same seed, same game", "pass", f"{len(logs[0])} actions")
        first = next(number for number, pair in enumerate(zip(*logs, strict=False)) if pair[0] != pair[1])
        return Item("same seed, same game", "warn", f"the games part at action {first + 1}; use `seed`")

    def time_taken(self) -> Item:
        times = [1000 * seconds for seconds in self.bot.times] or [0.0]
        most = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
        detail = (
            f"{len(times)} decisions: median {median(times):.1f} ms, 95 % within {most:.1f} ms, "
            f"longest {max(times):.1f} ms; {self.ms} ms allowed"
        )
        return Item("time", "warn" if max(times) > self.ms / 2 else "pass", detail)

    def manners(self, bot: ExternalBot) -> Item:
        if bot.unasked:
            return Item("output", "warn", f"{bot.unasked} lines that nobody asked for")
        return Item("output", "pass", "nothing that nobody asked for")

    def goodbye(self, bot: ExternalBot) -> Item:
        if bot.close():
            return Item("goodbye", "pass", "left by itself")
        return Item("goodbye", "warn", "did not leave after `bye` and the end of its input, and was killed")


class _Watched(Guarded):
    """A guarded bot that records the time of each decision."""

    def __init__(self, bot: Bot, ms: int) -> None:
        super().__init__(bot, time_limit=None if isinstance(bot, ExternalBot) else ms / 1000)
        self.times: list[float] = []

    def choose(self, view: View) -> int:
        start = perf_counter()
        code = super().choose(view)
        self.times.append(perf_counter() - start)
        return code


def _verdict(faults: Sequence[str], fine: str, result: str = "") -> tuple[Verdict, str]:
    if not faults:
        return "pass", fine
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return "fail", faults[0] + more + result


def _called(world: World) -> str:
    """`2 players`, or the board where there are several; more than the packs of the board is named."""
    packs = [pack.id for pack in world.packs if not pack.is_module]
    modules = [pack.id for pack in world.packs if pack.is_module]
    if packs == ["base"] and not modules:
        return f"{world.players} players"
    printed = set(packs_of_board(world.board.id))
    return ", ".join([world.board.id, *([] if printed >= set(packs) else [BOTH]), *modules])


# --- a position for every kind of decision ----------------------------------------------------------


def _mine(race: str, power: str, **more: Any) -> dict[str, Any]:
    return {"coins": 7, "active": {"race": race, "power": power, **more}}


_THEIRS = _mine("ratmen", "merchant", regions={14: 3, 20: 4, 21: 1})
_CAMPING = _mine("ratmen", "bivouacking", regions={14: 1, 20: 1, 21: 1})

# Name, what seat A has, further keys, and the actions that lead to the decision.
_DECISIONS: Final[tuple[tuple[str, dict[str, Any], dict[str, Any], str], ...]] = (
    ("pick", {"coins": 3}, {}, ""),
    ("ready", _mine("orcs", "commando", regions={4: 3, 9: 3}), {}, ""),
    ("conquer", _mine("orcs", "flying", hand=5, regions={4: 1, 9: 1}), {"step": "conquer"}, ""),
    ("rolled", _mine("orcs", "berserk", hand=3, regions={4: 1, 9: 1}), {"step": "conquer"}, "b die.2"),
    (
        "give_up",
        _mine("amazons", "hill", regions={4: 1, 9: 1, 10: 3}),
        {"step": "redeploy", "conquered": [4, 9, 10]},
        "",
    ),
    ("redeploy", _mine("humans", "forest", regions={4: 3, 9: 3}), {"step": "redeploy"}, ""),
    ("markers", _mine("elves", "bivouacking", regions={4: 1, 9: 1, 10: 1}), {"step": "redeploy"}, ""),
    ("question", _mine("giants", "diplomat", regions={4: 1, 9: 1}), {"step": "redeploy"}, ""),
    ("fade", _mine("trolls", "stout", regions={4: 1, 9: 1}), {"step": "redeploy"}, ""),
    ("victims", _mine("orcs", "commando", hand=9, regions={9: 1}), {"step": "conquer"}, "c14 e t9.8"),
    (
        "victims (markers)",
        _mine("orcs", "commando", hand=9, regions={9: 1}),
        {"step": "conquer", "markers": {"encampment": {14: 2}}, "B": _CAMPING},
        "c14 e t9.8",
    ),
)


# A decision in another player's turn: with leaders, about a ransom.
LED: Final = "leaders"
_RAIDERS: Final = _mine("orcs", "commando", hand=9, regions={9: 1})

# The same for decisions that only Underground has: combos, regions, and yes or no; in the middle of a
# conquest;
# and uses without a token, or optional rolls.
_OTHERS_BELOW: Final = _mine("ogres", "reborn", regions={12: 3, 26: 1})
_COLUMN_BELOW: Final = (
    *("stone shadow_mimes", "mining mudmen", "wise gnomes"),
    *("mystic mummies", "fisher shrooms", "tomb lizardmen"),
)
_DECISIONS_BELOW: Final[tuple[tuple[str, dict[str, Any], dict[str, Any], str], ...]] = (
    ("question (combo)", {}, {"column": _COLUMN_BELOW}, "p1"),
    (
        "question (region)",
        _mine("cultists", "wise", regions={1: 3, 6: 3}),
        {"markers": {"great_ancient": {1: 1}}},
        "",
    ),
    (
        "question (yes)",
        _mine("shrooms", "wise", regions={1: 3, 6: 3}),
        {"markers": {"stonehedge": {1: 1}}, "badges": {1: "vanishing"}},
        "d",
    ),
    (
        "question (found)",
        _mine("shrooms", "wise", hand=5, regions={1: 1}),
        {"step": "conquer"},
        "c7 find.wickedest_pentacle",
    ),
    (
        "conquer (use)",
        _mine("shrooms", "wise", hand=3, regions={1: 1}),
        {"step": "conquer", "markers": {"wickedest_pentacle": {1: 1}, "balrog": {8: 1}}},
        "",
    ),
    (
        "conquer (roll)",
        _mine("will_o_wisps", "wise", hand=4, regions={25: 1}),
        {"step": "conquer"},
        "",
    ),
)


def decisions() -> Iterator[tuple[str, State]]:
    """Every kind of decision by name, with a position in which it occurs."""
    for name, mine, more, actions in _DECISIONS:
        yield name, _position({"board": "base_2p", "tribes": True}, mine, {"B": _THEIRS, **more}, actions)
    if BOTH not in world_names():
        return
    for name, mine, more, actions in _DECISIONS_BELOW:
        below = {"board": "underground_2p", "tribes": [7]}
        yield name, _position(below, mine, {"B": _OTHERS_BELOW, **more}, actions)
    if LED in find_packs():
        given = {
            "board": "base_2p",
            "packs": ["base", LED],
            "markers": {"leader": {14: 1}},
            "step": "conquer",
        }
        yield "question (in another's turn)", _position(given, _RAIDERS, {"B": _THEIRS}, "c14")
    # With both worlds together there is a decision before the first turn.
    yield "question (setup)", Game(load_world("base_2p", packs=BOTH_PACKS), luck=Seeded("setup")).state


def _position(board: dict[str, Any], mine: dict[str, Any], more: dict[str, Any], actions: str) -> State:
    keys = {key: value for key, value in more.items() if key != "B"}
    description = {**board, "players": {"A": mine, "B": more["B"]}, **keys}
    start = state_from(description, world_from_description)
    game = Game(start.world, start=start)
    for action in actions.split():
        game.play(action)
    return game.state
