"""Who plays: from the options, or from questions whose defaults start a game against a bot."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from smallworld.engine import SmallWorldError
from smallworld.lab.worlds import boards_of, world_names
from smallworld.packs import find_packs
from smallworld.packs.find import party_among

from ..files import unfinished_game
from ..messages import Messages
from ..screen.style import QUIET
from ..terminal import Terminal

MOST = 5
FEWEST = 2
BOT_NAMES = ("Ada", "Basil", "Cleo", "Dora", "Enzo")


@dataclass
class PlayerNames:
    people: list[str]
    bots: int
    own_names: list[str] = field(default_factory=list)  # of the bots, in turn; empty ones have none

    @property
    def names(self) -> list[str]:
        return [*self.people, *bot_names(self.bots, self.people, self.own_names)]

    @property
    def bot_seats(self) -> frozenset[int]:
        return frozenset(range(len(self.people), len(self.people) + self.bots))


def bot_names(count: int, taken: list[str], own: Sequence[str] = ()) -> list[str]:
    """Names of their own, numbered if they occur twice; the others get one from the list."""
    used = {name.casefold() for name in taken}
    free = [name for name in BOT_NAMES if name.casefold() not in used]
    found: list[str] = []
    for number in range(count):
        given = tidy(own[number % len(own)]) if own else ""
        name = _unused(given, used) if given else f"{free[number]} (bot)"
        used.add(name.casefold())
        found.append(name)
    return found


def _unused(name: str, used: Collection[str]) -> str:
    names = (name, *(f"{name} {number}" for number in range(2, MOST + 2)))
    return next(one for one in names if one.casefold() not in used)


def from_options(
    players: str, bots: int | None, seats: int, messages: Messages, fewest: int = FEWEST, most: int = MOST
) -> PlayerNames:
    """`--players` is a number or names; `--bots` a number. The rest gets sensible defaults."""
    names = _names(players, messages) if players else None
    if names is None:
        # Only bots were given: one person joins them, unless they already fill the board.
        room = (seats or most) - (bots or 0)
        names = [messages("player.number", number=1)] if room > 0 else []
    if bots is None:
        bots = max(0, (seats or fewest) - len(names))
    total = len(names) + bots
    if not fewest <= total <= most:
        raise SmallWorldError(messages("wrong_total", total=total, low=fewest, high=most))
    return PlayerNames(names, bots)


def room_for(packs: Sequence[str]) -> tuple[int, int]:
    """Fewest and most players: a party takes a seat, and may allow a single player."""
    known = find_packs()
    party = party_among(known[name] for name in packs if name in known)
    return (min(party.rounds), max(party.rounds)) if party else (FEWEST, MOST)


def _names(players: str, messages: Messages) -> list[str]:
    players = players.strip()
    if players.isdigit():
        if int(players) > MOST:
            raise SmallWorldError(messages("wrong_total", total=int(players), low=FEWEST, high=MOST))
        return [messages("player.number", number=number + 1) for number in range(int(players))]
    names = [tidy(name) for name in players.replace(";", ",").split(",")]
    names = [name for name in names if name]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SmallWorldError([messages("name_twice", name=name) for name in twice])
    return names


def tidy(name: str) -> str:
    """A name on one line that fits a record."""
    return " ".join(name.replace("|", "/").split())[:24]


def welcome(terminal: Terminal, messages: Messages) -> None:
    terminal.line(messages("welcome"), "bold")
    terminal.line(messages("welcome_enter"))
    if unfinished_game():
        terminal.line(messages("welcome_back", command="smallworld play --resume last"), QUIET)
    terminal.line()


def ask_world(terminal: Terminal, messages: Messages) -> tuple[str, ...]:
    """The packs to play with."""
    known = world_names()
    if len(known) == 1:
        return next(iter(known.values()))
    for number, packs in enumerate(known.values(), start=1):
        terminal.line(f"  {number} {messages.world(packs)}")
    chosen = _number(terminal, messages, "ask_world", 1, len(known), 1)
    return list(known.values())[chosen - 1]


def ask_board(terminal: Terminal, messages: Messages, packs: Sequence[str], players: int) -> str:
    """The board for this number of players; asked only if there are several."""
    boards = boards_of(packs, players)
    if len(boards) <= 1:
        return boards[0] if boards else ""
    for number, board in enumerate(boards, start=1):
        terminal.line(f"  {number} {messages.name('board', board)}")
    return boards[_number(terminal, messages, "ask_board", 1, len(boards), 1) - 1]


def from_questions(
    terminal: Terminal, messages: Messages, fewest: int = FEWEST, most: int = MOST
) -> PlayerNames:
    """How many players, how many of them bots, and the names of the people. Enter takes the default."""
    total = _number(terminal, messages, "ask_total", fewest, most, fewest)
    bots = _number(terminal, messages, "ask_bots", 0, total, 1 if total == FEWEST else 0) if total > 1 else 0
    people: list[str] = []
    for number in range(1, total - bots + 1):
        default = messages("player.number", number=number)
        while True:
            typed = tidy(terminal.ask(messages("ask_name", number=number, default=default) + " "))
            name = typed or default
            if name not in people:
                break
            terminal.line(messages("name_twice", name=name))
        people.append(name)
    return PlayerNames(people, bots)


def _number(terminal: Terminal, messages: Messages, key: str, low: int, high: int, default: int) -> int:
    while True:
        typed = terminal.ask(messages(key, low=low, high=high, default=default) + " ")
        if not typed:
            return default
        if typed.isdigit() and low <= int(typed) <= high:
            return int(typed)
        terminal.line(messages("ask_number_again", low=low, high=high))
